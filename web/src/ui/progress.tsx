// Progress indicators: a bar, a ring, the spinner of a busy control, and the status mark of a row (done, part, open, locked, rework).
import { Check, Lock, RotateCcw } from 'lucide-react'
import { classes } from './class-names.ts'

const tones = { accent: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad', ok: 'bg-ok' } as const

/** `value` 0–100. `label` names the measured quantity; the text beside it gives the amount. */
export function ProgressBar({
  label,
  value,
  tone = 'accent',
  thin = false,
  className,
}: {
  label: string
  value: number
  tone?: keyof typeof tones
  thin?: boolean
  className?: string
}) {
  const percent = Math.min(100, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.floor(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classes('overflow-hidden rounded-full bg-track', thin ? 'h-1' : 'h-[5px]', className)}
    >
      <div className={classes('h-full rounded-full forced-colors:bg-[Highlight]', tones[tone])} style={{ width: `${percent}%` }} />
    </div>
  )
}

export function ProgressRing({ label, value, size = 56, stroke }: { label: string; value: number; size?: number; stroke?: number }) {
  const width = stroke ?? (size > 30 ? 7 : 3)
  const r = (size - width) / 2
  const circumference = 2 * Math.PI * r
  return (
    <svg
      role="img"
      aria-label={`${label} ${Math.floor(value)} %`}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      className="shrink-0 -rotate-90"
    >
      <circle cx={size / 2} cy={size / 2} r={r} fill="none" strokeWidth={width} className="stroke-track" />
      <circle
        cx={size / 2}
        cy={size / 2}
        r={r}
        fill="none"
        strokeWidth={width}
        strokeDasharray={`${(circumference * Math.min(100, Math.max(0, value))) / 100} ${circumference}`}
        className="stroke-accent"
      />
    </svg>
  )
}

/** A spinner; the control around it has the label. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 16 16" className="shrink-0 animate-[turn_900ms_linear_infinite]">
      <path d="M8 1.5A6.5 6.5 0 1 0 14.5 8" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** A person's progress in an activity. `label` is read out. */
export function StatusMark({
  state,
  label,
  value = 0,
  size = 20,
}: {
  /** rework: done once, and to be done once more. */
  state: 'done' | 'part' | 'open' | 'locked' | 'rework'
  label: string
  value?: number
  size?: number
}) {
  if (state === 'part') return <ProgressRing label={label} value={value} size={size} />
  return (
    <span
      role="img"
      aria-label={label}
      style={{ width: size, height: size }}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-full',
        state === 'done' && 'bg-accent text-accent-on',
        state === 'open' && 'border-[1.5px] border-line-strong',
        state === 'locked' && 'text-text-3',
        state === 'rework' && 'bg-warn-soft text-warn-text',
      )}
    >
      {state === 'done' && <Check aria-hidden size={size * 0.65} strokeWidth={3} />}
      {state === 'rework' && <RotateCcw aria-hidden size={size * 0.65} strokeWidth={2.5} />}
      {state === 'locked' && <Lock aria-hidden size={size * 0.8} strokeWidth={1.75} />}
    </span>
  )
}
