// A month in whole weeks. A day shows what fits; the rest is behind a button that opens the day.
import { useTexts } from '../../i18n.ts'
import { isOn, type Item } from '../../parts/calendar/items.ts'
import { retime } from '../../parts/calendar/queries.ts'
import { classes } from '../../ui/class-names.ts'
import { noon, today, weekday } from '../../ui/dates.ts'
import { dayTitle, weekdays } from '../../ui/format.ts'
import { ItemChip } from './item-chip.tsx'
import { shifted } from './shifting.ts'

const most = 4

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
  return (
    <section aria-label={t('grid')} className="flex min-h-0 flex-1 flex-col">
      <div className="grid grid-cols-7 border-b border-line">
        {weekdays('short').map((name) => (
          <div key={name} className="px-2 py-1 text-small text-text-2">
            {name}
          </div>
        ))}
      </div>
      <div className="grid min-h-0 flex-1 auto-rows-[minmax(112px,1fr)] grid-cols-7 overflow-y-auto">
        {days.map((day) => {
          const own = items.filter((item) => isOn(item, day))
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard's way is the button New event
            <div
              key={day}
              onDoubleClick={(event) => event.target === event.currentTarget && onMake(day)}
              className={classes(
                'min-w-0 space-y-0.5 border-b border-l border-line p-1',
                !day.startsWith(month) && 'bg-sunken/60',
                day === today() && 'bg-accent-soft/40',
                weekday(day) === 0 && 'border-l-0',
              )}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                const item = items.find(({ key }) => key === event.dataTransfer.getData('text/lyceum-entry'))
                const off = item ? Math.round((noon(day).getTime() - noon(item.days[0]).getTime()) / 86_400_000) : 0
                const times = item && shifted(item, { how: 'move', days: off, minutes: 0 })
                if (item && times) void retime(item, times)
              }}
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
              {own.slice(0, own.length > most ? most - 1 : most).map((item) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard's way is the entry's dialog
                <div
                  key={item.key}
                  draggable={item.entry?.editable === true}
                  onDragStart={(event) => event.dataTransfer.setData('text/lyceum-entry', item.key)}
                >
                  <ItemChip item={item} line showTime onOpen={() => onOpen(item)} />
                </div>
              ))}
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
