// The state of a membership: a dot while it is active, a chip for anything else.
import { CalendarClock, Lock, ShieldAlert } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { date, dateTime } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import type { ListedUser } from './people.ts'

export function StateMark({ user: { state, until, operator } }: { user: Pick<ListedUser, 'state' | 'until' | 'operator'> }) {
  const t = useTexts('people')
  if (state === 'suspended')
    return (
      <Chip tone="bad" icon={Lock}>
        {t('state.suspended')}
      </Chip>
    )
  if (operator)
    return (
      <Chip tone="warn" icon={ShieldAlert}>
        {until ? t('operatorUntil', { time: dateTime(until) }) : t('operator')}
      </Chip>
    )
  if (until)
    return (
      <Chip tone="warn" icon={CalendarClock}>
        {t('untilDay', { day: date(until) })}
      </Chip>
    )
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className="size-2 rounded-full bg-ok" />
      {t('state.active')}
    </span>
  )
}
