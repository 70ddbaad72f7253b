// The icon of a kind of entries in its colour, beside a word or within a name that says the same.
import { CalendarDays, Flag, GraduationCap, type LucideIcon, MonitorPlay, Users, UsersRound } from 'lucide-react'
import type { Kind } from '../../parts/learning/calendar/items.ts'
import { kindColours } from '../../parts/learning/calendar/look.ts'
import { classes } from '../../ui/class-names.ts'

const icons: Record<Kind, LucideIcon> = {
  timetable: GraduationCap,
  event: CalendarDays,
  meeting: Users,
  instruction_meeting: UsersRound,
  cloud_classroom: MonitorPlay,
  due: Flag,
}

export function KindIcon({ kind, className }: { kind: Kind; className?: string }) {
  const Icon = icons[kind]
  return (
    <Icon
      aria-hidden
      size={13}
      strokeWidth={2}
      className={classes('shrink-0', className)}
      style={{ color: `var(--${kindColours[kind]})` }}
    />
  )
}
