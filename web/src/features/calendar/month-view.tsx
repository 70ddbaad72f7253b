// A month in whole weeks. A day shows what fits; the rest is behind a button that opens the day. Entries are moved to other days by pointer, by a
// finger that stays, or by keys (Alt and arrows).
import { type KeyboardEvent, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { isOn, type Item } from '../../parts/learning/calendar/items.ts'
import { retime } from '../../parts/learning/calendar/queries.ts'
import { classes } from '../../ui/class-names.ts'
import { addDays, noon, today, weekday } from '../../ui/dates.ts'
import { dayTitle, weekdays } from '../../ui/format.ts'
import { ItemChip } from './item-chip.tsx'
import { arrowOf, moveFocused } from './moving-by-keys.ts'
import { shifted } from './shifting.ts'
import { type Point, useHold } from './use-hold.ts'

const most = 4
const dayAt = ({ clientX, clientY }: Point) => document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day]')?.dataset.day

const moveByKeys = (item: Item) => (event: KeyboardEvent) => {
  const arrow = arrowOf(event)
  if (arrow) void moveFocused(item, { how: 'move', days: arrow.right + arrow.down * 7, minutes: 0 })
}

export function MonthView({
  days,
  month,
  items,
  onOpen,
  onMake,
  onDay,
}: {
  days: readonly string[]
  /** 2026-11 */
  month: string
  items: readonly Item[]
  onOpen: (item: Item) => void
  onMake: (day: string) => void
  onDay: (day: string) => void
}) {
  const t = useTexts('calendar')
  const grid = useRef<HTMLDivElement>(null)
  const { held, hold, follow, drop, letGo } = useHold(grid, {
    offset: (from, to) => {
      const [first, last] = [dayAt(from), dayAt(to)]
      return { days: first && last ? Math.round((noon(last).getTime() - noon(first).getTime()) / 86_400_000) : 0, minutes: 0 }
    },
    onDrop: (held) => {
      if (!held.moved) return onOpen(held.item)
      const times = shifted(held.item, held)
      if (times) void retime(held.item, times)
    },
  })
  const [first, last] = held && held.days !== 0 ? held.item.days.map((day) => addDays(day, held.days)) : []
  return (
    <section aria-label={t('grid')} className="flex min-h-0 flex-1 flex-col">
      <div className="grid grid-cols-7 border-b border-line">
        {weekdays('short').map((name) => (
          <div key={name} className="px-2 py-1 text-small text-text-2">
            {name}
          </div>
        ))}
      </div>
      <div
        ref={grid}
        className="grid min-h-0 flex-1 auto-rows-[minmax(max-content,1fr)] grid-cols-7 overflow-y-auto"
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerCancel={letGo}
      >
        {days.map((day) => {
          const own = items.filter((item) => isOn(item, day))
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard's way is the button New event
            <div
              key={day}
              data-day={day}
              onDoubleClick={(event) => event.target === event.currentTarget && onMake(day)}
              className={classes(
                'min-h-28 min-w-0 space-y-0.5 border-b border-l border-line p-1',
                !day.startsWith(month) && 'bg-sunken/60',
                day === today() && 'bg-accent-soft/40',
                weekday(day) === 0 && 'border-l-0',
                first && last && day >= first && day <= last && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
              )}
            >
              <button
                type="button"
                onClick={() => onDay(day)}
                aria-label={dayTitle(noon(day))}
                aria-current={day === today() ? 'date' : undefined}
                className={classes(
                  'as-button tabular min-h-6 min-w-6 rounded-full px-1 text-small',
                  day === today() ? 'bg-accent font-semibold text-accent-on' : 'text-text-2 hover:bg-hover',
                )}
              >
                {String(Number(day.slice(8)))}
              </button>
              {own.slice(0, own.length > most ? most - 1 : most).map((item) => {
                const editable = item.entry?.editable === true
                return (
                  <ItemChip
                    key={item.key}
                    item={item}
                    line
                    showTime
                    onOpen={() => {
                      if (!held) onOpen(item)
                    }}
                    {...(editable && { onPointerDown: hold(item, 'move'), onKeyDown: moveByKeys(item) })}
                    className={classes(
                      editable && 'cursor-grab touch-auto select-none',
                      held?.item.key === item.key && held.moved && 'opacity-60',
                    )}
                  />
                )
              })}
              {own.length > most && (
                <button
                  type="button"
                  onClick={() => onDay(day)}
                  className="as-button min-h-6 px-1 text-caption text-accent-text hover:underline"
                >
                  {t('more', { count: own.length - most + 1 })}
                </button>
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}
