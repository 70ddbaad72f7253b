// Head of a week in the plan: its name and days, and whether it is the present one.
import { useTexts } from '../../../i18n.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { displayLocal } from '../../../ui/format.ts'
import type { Week, WeekTime } from './plan.ts'

/** "2026.09.07 – 09.13"; of another year in full. */
export function daysOf({ starts_on: starts, ends_on: ends }: Pick<Week, 'starts_on' | 'ends_on'>): string {
  if (!starts || !ends) return displayLocal(starts ?? ends ?? '')
  return `${displayLocal(starts)} – ${displayLocal(starts.slice(0, 4) === ends.slice(0, 4) ? ends.slice(5) : ends)}`
}

export function WeekHead({ week, time }: { week: Week; time: WeekTime }) {
  const t = useTexts('outline')
  const days = daysOf(week)
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <span className="min-w-0 text-section font-semibold break-words">{week.name}</span>
      {days && <span className="tabular text-small font-normal text-text-2">{days}</span>}
      {time === 'now' && <Chip tone="accent">{t('thisWeek')}</Chip>}
    </span>
  )
}
