// An entry as a button, in every view: it opens its details; its name says all that its look says.
import { CircleCheck } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTexts } from '../../i18n.ts'
import type { Item } from '../../parts/learning/calendar/items.ts'
import { itemStyle } from '../../parts/learning/calendar/look.ts'
import { classes } from '../../ui/class-names.ts'
import { dayTitle, list, time } from '../../ui/format.ts'
import { noon } from '../../ui/dates.ts'
import { KindIcon } from './kind-icon.tsx'

/** A word that is wider than its entry ends in an ellipsis and is never broken; a title that is higher ends with a whole line. */
const wholeWords = 'overflow-hidden text-ellipsis wrap-normal'

/** "Due: Lab report 2" of an activity's date, else its title. */
export function useItemTitle() {
  const t = useTexts('calendar')
  return (item: Item) =>
    item.what === 'due'
      ? t('dueTitle', { title: item.title })
      : item.what === 'opens'
        ? t('opensTitle', { title: item.title })
        : item.what === 'closes'
          ? t('closesTitle', { title: item.title })
          : item.title
}

/** The text that is read out: the seen one, in its order (`timed`: the time stands before the title), then day, times, kind and state. */
function useItemName() {
  const t = useTexts('calendar')
  const titleOf = useItemTitle()
  return (item: Item, timed: boolean) => {
    const when = item.allDay
      ? item.what
        ? time(item.start)
        : t('allDay')
      : item.what
        ? time(item.start)
        : `${time(item.start)}–${time(item.end)}`
    return list(
      [
        timed ? `${time(item.start)} ${titleOf(item)}` : titleOf(item),
        item.location,
        item.courseName && item.courseName !== item.title ? item.courseName : '',
        item.group?.name,
        dayTitle(noon(item.days[0])),
        when,
        // the word for its icon; a date of an activity says it in its title
        item.kind === 'due' ? '' : t(`kindOne.${item.kind}`),
        item.status === 'others' ? t('waiting') : item.status === 'reject' ? t('rejected') : '',
        item.done ? t('done') : '',
      ].filter((part): part is string => Boolean(part)),
    )
  }
}

export function ItemChip({
  item,
  line = false,
  past = false,
  showTime = false,
  onOpen,
  onKeyDown,
  onPointerDown,
  className,
  style,
}: {
  item: Item
  /** One line, as in the month. */
  line?: boolean
  past?: boolean
  showTime?: boolean
  onOpen: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerDown?: (event: PointerEvent<HTMLButtonElement>) => void
  className?: string
  style?: React.CSSProperties
}) {
  const titleOf = useItemTitle()
  const nameOf = useItemName()
  const timed = showTime && !item.allDay
  const place = list(
    [
      item.location,
      item.courseName && item.courseName !== item.title && item.kind !== 'due' ? item.courseName : '',
      item.group?.name,
    ].filter(Boolean) as string[],
  )
  return (
    <button
      type="button"
      data-item={item.key}
      aria-label={nameOf(item, timed)}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      // what is over is paler, and its kind and course keep their colours
      style={{ ...itemStyle(item), ...(past && { color: 'var(--text-2)' }), ...style }}
      className={classes(
        'as-button @container min-w-0 overflow-hidden rounded-tile border border-l-4 text-left text-small leading-snug',
        line ? 'flex min-h-6 w-full items-center gap-1 px-1.5 py-0.5' : 'flex flex-col flex-wrap py-1 *:w-full *:px-1.5',
        item.status === 'reject' && 'line-through',
        className,
      )}
    >
      <span className={classes('min-w-0', line ? 'flex w-full items-center' : `max-h-[round(down,100%,1lh)] shrink-0 ${wholeWords}`)}>
        {item.done ? (
          <CircleCheck aria-hidden size={13} className="mr-1 inline shrink-0" />
        ) : (
          <KindIcon kind={item.kind} className="mr-1 mb-0.5 hidden @min-[76px]:inline" />
        )}
        {timed && <span className={classes('tabular mr-1 shrink-0 text-caption', !past && 'opacity-85')}>{time(item.start)} </span>}
        <span className={classes(!past && 'font-semibold', line && 'truncate')}>{titleOf(item)}</span>
      </span>
      {!line && place && <span className={classes('max-h-[round(down,100%_-_1lh,1lh)] min-w-0 font-normal', wholeWords)}> {place}</span>}
    </button>
  )
}
