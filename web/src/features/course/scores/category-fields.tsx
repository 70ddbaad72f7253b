// The categories of a gradebook: name, weight, which scores are left out; their order by the handle.
import { Trash2 } from 'lucide-react'
import { newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { AddButton } from '../../../ui/fields/add-button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { number } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { SortLiveText, SortHandle, sortClasses } from '../../../ui/order/sort-handle.tsx'
import { useSortable } from '../../../ui/order/sortable.ts'
import { reordered } from '../../../ui/order/sorting.ts'
import { type DraftCategory, type Rules, weightSum, withoutCategory } from './rules-draft.ts'

/** A uuid for a category that is not made yet. */
const newId = () => {
  const hex = newKey().replaceAll('-', '')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function CategoryFields({
  rules,
  faults,
  onChange,
}: {
  rules: Rules
  faults: Readonly<Record<string, string>>
  onChange: (rules: Rules) => void
}) {
  const t = useTexts('score-rules')
  const { policy, categories } = rules
  const weighted = policy.aggregation === 'weighted'
  const put = (next: DraftCategory[]) => onChange({ ...rules, categories: next })
  const change = (id: string, part: Partial<DraftCategory>) =>
    put(categories.map((category) => (category.id === id ? { ...category, ...part } : category)))
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? ''
  const ids = categories.map(({ id }) => id)
  const sorting = useSortable({
    kind: 'score-category',
    groups: [{ id: 'categories', items: ids }],
    name: nameOf,
    onMove: (id, { before }) =>
      put(reordered(ids, [id], before).flatMap((one) => categories.find((category) => category.id === one) ?? [])),
  })
  const fault = (id: string, field: string) => {
    const found = faults[`${id} ${field}`]
    return found && t(`fault.${found}` as 'fault.name')
  }
  const sum = weightSum(rules)
  return (
    <Section
      title={t('categories')}
      help={weighted && categories.length > 0 && sum !== 100 ? t('weightsSum', { sum: number(sum, 4) }) : undefined}
    >
      <div className="surface-card space-y-3 p-4">
        <RadioGroup
          label={t('aggregation')}
          value={policy.aggregation}
          onChange={(aggregation) => onChange({ ...rules, policy: { ...policy, aggregation } })}
          options={[
            { value: 'weighted', label: t('weighted'), help: t('weightedHelp') },
            { value: 'points', label: t('byPoints'), help: t('byPointsHelp') },
          ]}
        />
        <div ref={sorting.list} className="divide-y divide-line border-y border-line">
          {(sorting.groups[0]?.items ?? ids).map((id) => {
            const category = categories.find((one) => one.id === id)
            if (!category) return null
            const { name, weight, drop, keep } = category
            const which = keep !== null ? 'keep' : drop > 0 ? 'drop' : 'all'
            return (
              <div
                key={id}
                {...sorting.row(id)}
                className={classes('relative flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5', sortClasses(sorting, id))}
              >
                <span className="pt-7">
                  <SortHandle sorting={sorting} id={id} name={name} />
                </span>
                <TextField
                  label={t('name')}
                  value={name}
                  onChange={(next) => change(id, { name: next })}
                  error={fault(id, 'name')}
                  maxLength={200}
                  className="min-w-40 flex-1"
                />
                {weighted && (
                  <DecimalField
                    label={t('weight')}
                    value={weight}
                    onChange={(next) => change(id, { weight: next })}
                    error={fault(id, 'weight')}
                    className="w-24"
                  />
                )}
                <Select
                  label={t('counts')}
                  value={which}
                  onChange={(next) => change(id, { drop: next === 'drop' ? 1 : 0, keep: next === 'keep' ? 1 : null })}
                  className="w-52"
                  options={[
                    { value: 'all', label: t('countsAll') },
                    { value: 'drop', label: t('countsDrop') },
                    { value: 'keep', label: t('countsKeep') },
                  ]}
                />
                {which !== 'all' && (
                  <NumberField
                    label={t('howMany')}
                    value={which === 'drop' ? drop : keep}
                    min={1}
                    max={100}
                    onChange={(next) => change(id, which === 'drop' ? { drop: next ?? 1 } : { keep: next ?? 1 })}
                    className="w-20"
                  />
                )}
                <span className="ml-auto pt-6">
                  <IconButton label={t('deleteCategory', { name })} icon={Trash2} onClick={() => onChange(withoutCategory(rules, id))} />
                </span>
              </div>
            )
          })}
        </div>
        <SortLiveText sorting={sorting} />
        <AddButton onAdd={() => put([...categories, { id: newId(), name: '', weight: '0', drop: 0, keep: null }])}>
          {t('addCategory')}
        </AddButton>
      </div>
    </Section>
  )
}
