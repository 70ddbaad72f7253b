// A banner under the header: one sentence, at most one way to act. Tones are fixed: warn offline, note simulation, info notice.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './class-names.ts'

const tones = {
  info: 'bg-info-soft text-info-text border-info-line',
  warn: 'bg-warn-soft text-warn-text border-warn-line',
  note: 'bg-note-soft text-note-text border-note-line',
  bad: 'bg-bad-soft text-bad-text border-bad-line',
  ok: 'bg-ok-soft text-ok-text border-ok-line',
} as const

/** `strip` is the 40 px line across the page; without it a box inside the content. `urgent` is read out at once. */
export function Banner({
  tone,
  icon: Icon,
  children,
  action,
  strip = false,
  urgent = false,
}: {
  tone: keyof typeof tones
  icon?: LucideIcon
  children: ReactNode
  action?: ReactNode
  strip?: boolean
  urgent?: boolean
}) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes(
        'flex items-start gap-3 text-small',
        strip ? 'min-h-10 flex-wrap items-center border-b px-6 py-1.5' : 'rounded-tile px-3.5 py-2.5',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-px shrink-0" />}
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
