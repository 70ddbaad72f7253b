// State of a person in a roll call, as an icon and a word. Its texts are `attendance`.
import { Check, Clock, ClipboardCheck, LogOut, type LucideIcon, X } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { Chip, type Tone } from '../../../ui/marks/chip.tsx'
import type { AttendanceState } from './queries.ts'

const looks: Record<AttendanceState, { tone: Tone; icon: LucideIcon }> = {
  present: { tone: 'ok', icon: Check },
  late: { tone: 'warn', icon: Clock },
  excused: { tone: 'info', icon: ClipboardCheck },
  left_early: { tone: 'note', icon: LogOut },
  absent: { tone: 'bad', icon: X },
}

export function StateChip({ state }: { state: AttendanceState }) {
  const t = useTexts('attendance')
  return <Chip {...looks[state]}>{t(`state.${state}`)}</Chip>
}
