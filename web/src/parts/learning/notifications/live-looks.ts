// Looks of notifications about live lectures, which lead to their page, that of one that was called off too.
import { BadgeMinus, CalendarClock, Clapperboard, Radio, type LucideIcon } from 'lucide-react'
import { paths } from '../../../paths.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'
import { dateTime } from '../../../ui/format.ts'
import type { Look, Notification } from './look.ts'

const liveLook =
  (icon: LucideIcon, tone: Tone, text: Look['text']) =>
  ({ payload: { course, subject, params } }: Notification): Look => ({
    icon,
    tone,
    text,
    action: 'open',
    link: course ? paths.live(course.id, subject.id) : paths.notifications(),
    below: [params.start && dateTime(params.start), course?.name],
  })

export const liveLooks: Record<string, (notification: Notification) => Look> = {
  live_moved: liveLook(CalendarClock, 'warn', 'live_moved'),
  live_in_ten_minutes: liveLook(Radio, 'ok', 'live_in_ten_minutes'),
  recording_ready: liveLook(Clapperboard, 'info', 'recording_ready'),
  live_called_off: liveLook(BadgeMinus, 'warn', 'live_called_off'),
}
