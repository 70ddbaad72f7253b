// A banner under the header: one sentence, at most one action. Tones are fixed: warn offline, note simulation, info notice. Of banners with a
// rank only the first is shown: lost connection, end of session, simulated role, notice.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import { classes } from '../class-names.ts'

const tones = {
  info: 'bg-info-soft text-info-text border-info-line',
  warn: 'bg-warn-soft text-warn-text border-warn-line',
  note: 'bg-note-soft text-note-text border-note-line',
  bad: 'bg-bad-soft text-bad-text border-bad-line',
  ok: 'bg-ok-soft text-ok-text border-ok-line',
} as const

const ranks = ['offline', 'session', 'simulation', 'notice'] as const
export type Rank = (typeof ranks)[number]
const mounted = new Map<string, Rank>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const topBanner = () => [...mounted].toSorted((a, b) => ranks.indexOf(a[1]) - ranks.indexOf(b[1]))[0]?.[0]

/** Whether this banner may show; without a rank it always may. */
function useIsVisible(rank: Rank | undefined) {
  const id = useId()
  useEffect(() => {
    if (!rank) return
    mounted.set(id, rank)
    notify()
    return () => {
      mounted.delete(id)
      notify()
    }
  }, [id, rank])
  const visibleId = useSyncExternalStore(subscribe, topBanner)
  return !rank || visibleId === id
}

/** `strip` is a line of 40 px across the page; without it the banner is a box inside the content. `urgent` is read out at once. */
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
  if (!useIsVisible(rank)) return null
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes(
        'flex gap-3 text-small',
        // the action wraps below the text before the text is squeezed
        'flex-wrap',
        strip ? 'min-h-10 items-center border-b px-6 py-1 max-tablet:px-4' : 'items-baseline rounded-tile px-3.5 py-2.5',
        tones[tone],
      )}
    >
      <div className={classes('flex min-w-[min(260px,100%)] flex-1 gap-3', strip ? 'items-center' : 'items-start')}>
        {Icon && <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-px shrink-0" />}
        <div className={classes('min-w-0 flex-1', !strip && 'self-baseline')}>{children}</div>
      </div>
      {action}
    </div>
  )
}
