// The calendar as a list: day by day what there is, for phones, readers and paper.
import { useTexts } from '../../i18n.ts'
import { isOn, type Item } from '../../parts/learning/calendar/items.ts'
import { classes } from '../../ui/class-names.ts'
import { noon, today } from '../../ui/dates.ts'
import { dayTitle, time } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { ItemChip } from './item-chip.tsx'

export function ListView({ days, items, onOpen }: { days: readonly string[]; items: readonly Item[]; onOpen: (item: Item) => void }) {
  const t = useTexts('calendar')
  const filled = days.filter((day) => items.some((item) => isOn(item, day)))
  if (filled.length === 0) return <Empty title={t('nothing')} text={t('nothingText')} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 max-tablet:px-4">
      {filled.map((day) => (
        <section key={day} className="mt-4">
          <h2 className={classes('mb-1.5 text-body font-semibold', day === today() && 'text-accent-text')}>{dayTitle(noon(day))}</h2>
          <ul className="space-y-1">
            {items
              .filter((item) => isOn(item, day))
              // by their time, what is due late in the evening too
              .sort(
                (a, b) => Number(b.allDay && !b.what) - Number(a.allDay && !a.what) || (a.start < b.start ? -1 : a.start > b.start ? 1 : 0),
              )
              .map((item) => (
                <li key={item.key} className="flex items-stretch gap-3">
                  <span className="tabular w-[92px] shrink-0 py-1 text-small text-text-2">
                    {item.what ? time(item.start) : item.allDay ? t('allDay') : `${time(item.start)}–${time(item.end)}`}
                  </span>
                  <ItemChip item={item} onOpen={() => onOpen(item)} past={item.end < new Date().toISOString()} className="min-h-9 flex-1" />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
