// Items put into an order, by dragging, by keyboard or by the arrows of each row.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { SortLiveText, sortClasses, SortHandle } from '../../ui/order/sort-handle.tsx'
import { useSortable } from '../../ui/order/sortable.ts'
import type { AnswerProps } from '../definition.ts'
import { plainText } from '../parts/plain-text.ts'
import { Verdict } from '../parts/verdict.tsx'

export function OrderingAnswer({ content, answer, onAnswer, labelledBy, files, review }: AnswerProps<'ordering'>) {
  const t = useTexts('questions')
  const order = answer?.order ?? content.items.map(({ id }) => id)
  const textOf = (id: string) => content.items.find((item) => item.id === id)?.text ?? ''
  // a picture has no text
  const nameOf = (id: string) => plainText(textOf(id)) || t('item', { number: content.items.findIndex((item) => item.id === id) + 1 })
  const sorting = useSortable({
    kind: labelledBy,
    groups: [{ id: 'order', items: order }],
    name: nameOf,
    onMove: (id, { before }) => {
      const others = order.filter((one) => one !== id)
      const at = before ? others.indexOf(before) : others.length
      onAnswer?.({ order: [...others.slice(0, at), id, ...others.slice(at)] })
    },
  })
  const shown = sorting.groups[0]?.items ?? order
  return (
    <div ref={sorting.list}>
      {onAnswer && !answer && <p className="mb-2 text-caption text-text-3">{t('orderUnanswered')}</p>}
      <ol aria-labelledby={labelledBy} className="flex flex-col gap-2">
        {shown.map((id, n) => (
          <li
            key={id}
            {...sorting.row(id)}
            className={classes(
              'relative flex min-h-12 items-center gap-3 rounded-tile border border-line bg-surface px-3 py-2',
              sortClasses(sorting, id),
            )}
          >
            {onAnswer && <SortHandle sorting={sorting} id={id} name={nameOf(id)} />}
            <span className="tabular w-6 shrink-0 text-body text-text-3">{n + 1}</span>
            <span className="min-w-0 flex-1">
              <RichText html={textOf(id)} files={files} />
            </span>
            <Verdict of={review?.parts[id]} />
            {onAnswer && (
              <>
                <IconButton icon={ArrowUp} label={t('up', { name: nameOf(id) })} onClick={() => sorting.step(id, -1)} />
                <IconButton icon={ArrowDown} label={t('down', { name: nameOf(id) })} onClick={() => sorting.step(id, 1)} />
              </>
            )}
          </li>
        ))}
      </ol>
      {onAnswer && !answer && (
        <button
          type="button"
          className="mt-2 min-h-6 text-body text-accent-text underline"
          onClick={() => {
            onAnswer({ order })
            sorting.list.current?.querySelector<HTMLElement>('[data-sort-handle]')?.focus()
          }}
        >
          {t('orderAsIs')}
        </button>
      )}
      {review?.solution && Object.values(review.parts).some((part) => part !== 'right') && (
        <p className="mt-2 text-caption text-text-2">{t('solution', { text: review.solution.order.map(nameOf).join(' → ') })}</p>
      )}
      <SortLiveText sorting={sorting} />
    </div>
  )
}
