// A banner under the header: one sentence, at most one way to act. Tones are fixed: warn offline, note simulation, info notice. Of those
// that give their rank only the first is shown: a lost connection before a session's end before a simulated role before a notice.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import { classes } from './class-names.ts'

const tones = {
  info: 'bg-info-soft text-info-text border-info-line',
  warn: 'bg-warn-soft text-warn-text border-warn-line',
  note: 'bg-note-soft text-note-text border-note-line',
  bad: 'bg-bad-soft text-bad-text border-bad-line',
  ok: 'bg-ok-soft text-ok-text border-ok-line',
} as const

const ranks = ['offline', 'session', 'simulation', 'notice'] as const
export type Rank = (typeof ranks)[number]
const here = new Map<string, Rank>()
const watchers = new Set<() => void>()
const tell = () => {
  for (const one of watchers) one()
}
const watch = (one: () => void) => {
  watchers.add(one)
  return () => void watchers.delete(one)
}
const first = () => [...here].toSorted((a, b) => ranks.indexOf(a[1]) - ranks.indexOf(b[1]))[0]?.[0]

/** Whether this banner may show; without a rank it always may. */
function useTurn(rank: Rank | undefined) {
  const id = useId()
  useEffect(() => {
    if (!rank) return
    here.set(id, rank)
    tell()
    return () => {
      here.delete(id)
      tell()
    }
  }, [id, rank])
  const shown = useSyncExternalStore(watch, first)
  return !rank || shown === id
}

/** `strip` is the 40 px line across the page; without it a box inside the content. `urgent` is read out at once. */
export function Banner({
  tone,
  icon: Icon,
  children,
  action,
  strip = false,
  urgent = false,
  rank,
}: {
  tone: keyof typeof tones
  icon?: LucideIcon
  children: ReactNode
  action?: ReactNode
  strip?: boolean
  urgent?: boolean
  rank?: Rank
}) {
  if (!useTurn(rank)) return null
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes(
        'flex gap-3 text-small',
        // what acts goes below the words before these are squeezed
        'flex-wrap',
        strip ? 'min-h-10 items-center border-b px-6 py-1 max-tablet:px-4' : 'items-start rounded-tile px-3.5 py-2.5',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-px shrink-0" />}
      <div className="min-w-[min(260px,calc(100%-30px))] flex-1">{children}</div>
      {action}
    </div>
  )
}
