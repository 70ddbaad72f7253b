// The items of a gradebook in the rules: their category, extra credit, whether they may be left out; their order by the handle.
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { SortLiveText, SortHandle, sortClasses } from '../../../ui/order/sort-handle.tsx'
import { useSortable } from '../../../ui/order/sortable.ts'
import { reordered } from '../../../ui/order/sorting.ts'
import type { DraftItem, Rules } from './rules-draft.ts'

export function ItemFields({ rules: { items, categories }, onChange }: { rules: Rules; onChange: (items: DraftItem[]) => void }) {
  const t = useTexts('score-rules')
  const ids = items.map(({ id }) => id)
  const titleOf = (id: string) => items.find((item) => item.id === id)?.title ?? ''
  const change = (id: string, part: Partial<DraftItem>) => onChange(items.map((item) => (item.id === id ? { ...item, ...part } : item)))
  const sorting = useSortable({
    kind: 'score-item',
    groups: [{ id: 'items', items: ids }],
    name: titleOf,
    onMove: (id, { before }) => onChange(reordered(ids, [id], before).flatMap((one) => items.find((item) => item.id === one) ?? [])),
  })
  if (items.length === 0) return null
  return (
    <Section title={t('items')} help={t('itemsHelp')}>
      <div ref={sorting.list} className="surface-card divide-y divide-line px-4">
        {(sorting.groups[0]?.items ?? ids).map((id) => {
          const item = items.find((one) => one.id === id)
          if (!item) return null
          return (
            <div
              key={id}
              {...sorting.row(id)}
              className={classes('relative flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5', sortClasses(sorting, id))}
            >
              <SortHandle sorting={sorting} id={id} name={item.title} />
              <span className="min-w-40 flex-1 wrap-break-word">
                {item.title} <span className="tabular text-small text-text-3">{t('points', { points: pointsText(item.points) })}</span>
              </span>
              <Select
                label={t('categoryOf', { title: item.title })}
                hideLabel
                value={item.category_id ?? ''}
                onChange={(next) => change(id, { category_id: next || null })}
                className="w-44"
                options={[
                  { value: '', label: t('noCategory') },
                  ...categories.map(({ id: value, name }) => ({ value, label: name || t('unnamed') })),
                ]}
              />
              <Checkbox label={t('extra')} checked={item.extra_credit} onChange={(extra_credit) => change(id, { extra_credit })} />
              <Checkbox label={t('neverDrop')} checked={item.never_drop} onChange={(never_drop) => change(id, { never_drop })} />
            </div>
          )
        })}
      </div>
      <SortLiveText sorting={sorting} />
    </Section>
  )
}
