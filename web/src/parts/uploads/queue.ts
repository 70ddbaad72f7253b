/** The upload queue as a value: what each file is doing, and which may start next. Pure; uploader.ts does the work and feeds the events. */
export const atOnce = 5

export type State = 'ready' | 'sending' | 'paused' | 'finishing' | 'processing' | 'done' | 'failed'
export type Item = {
  key: string
  name: string
  size: number
  state: State
  /** Bytes that the store is known to have or to be receiving. */
  sent: number
  /** Bytes per second over the last seconds; 0 while unknown. */
  speed: number
  /** The server's id, once it has answered. */
  uploadId?: string
  type?: string
  /** true: pause keeps what is there. false: a pause starts again from the first byte, and the tray says so. */
  byBlocks?: boolean
  /** Block (from 1) at which an earlier attempt was taken up. */
  resumedAt?: number
  /** Percent of transcoding while processing. */
  percent?: number
  playable?: boolean
  /** Left by an earlier page: its file has to be opened again before it can go on. */
  away?: boolean
  /** How it failed: it could not be declared, the line was lost (status 0), or anything else. */
  mark?: 'createFailed' | 'aborted' | 'failed'
  /** Stable code of what went wrong. */
  reason?: string
  params?: Record<string, unknown>
  samples: readonly (readonly [at: number, sent: number])[]
}
export type Queue = readonly Item[]

export type Happening =
  | { kind: 'added'; key: string; name: string; size: number }
  | { kind: 'adopted'; key: string; name: string; size: number; sent: number; uploadId: string; type: string }
  | { kind: 'started'; key: string }
  | { kind: 'created'; key: string; uploadId: string; type: string; byBlocks: boolean; resumedAt?: number }
  | { kind: 'sent'; key: string; sent: number; at: number }
  | { kind: 'finishing'; key: string }
  | { kind: 'stored'; key: string }
  | { kind: 'transcoding'; key: string; percent: number; playable: boolean }
  | { kind: 'done'; key: string }
  | { kind: 'failed'; key: string; mark?: Item['mark']; reason: string; params?: Record<string, unknown> }
  | { kind: 'paused'; key: string }
  | { kind: 'again'; key: string }
  | { kind: 'removed'; key: string }

const running: readonly State[] = ['sending', 'finishing']
export const isRunning = (item: Item): boolean => running.includes(item.state)
export const isOpen = (item: Item): boolean => item.state !== 'done'

/** Keys that may start now: at most five run at once, first come first served. */
export function startable(queue: Queue): string[] {
  const free = atOnce - queue.filter(isRunning).length
  return queue
    .filter((item) => item.state === 'ready')
    .slice(0, Math.max(0, free))
    .map((item) => item.key)
}

export function after(queue: Queue, now: Happening): Queue {
  if (now.kind === 'added') {
    return [...queue, { key: now.key, name: now.name, size: now.size, state: 'ready', sent: 0, speed: 0, samples: [] }]
  }
  if (now.kind === 'adopted') {
    const { kind: _, ...left } = now
    return [...queue, { ...left, state: 'paused', speed: 0, byBlocks: true, away: true, samples: [] }]
  }
  if (now.kind === 'removed') return queue.filter((item) => item.key !== now.key)
  return queue.map((item) => (item.key === now.key ? step(item, now) : item))
}

function step(item: Item, now: Exclude<Happening, { kind: 'added' | 'adopted' | 'removed' }>): Item {
  switch (now.kind) {
    case 'started':
      return item.state === 'ready' ? { ...item, state: 'sending', samples: [], speed: 0 } : item
    case 'created':
      return { ...item, uploadId: now.uploadId, type: now.type, byBlocks: now.byBlocks, resumedAt: now.resumedAt }
    case 'sent':
      return item.state === 'sending' ? measured({ ...item, sent: now.sent }, now.at) : item
    case 'finishing':
      return item.state === 'sending' ? { ...item, state: 'finishing', sent: item.size, speed: 0 } : item
    case 'stored':
      return { ...item, state: 'processing', sent: item.size, speed: 0, percent: 0 }
    case 'transcoding':
      return item.state === 'processing' ? { ...item, percent: now.percent, playable: now.playable } : item
    case 'done':
      return { ...item, state: 'done', sent: item.size, speed: 0, percent: 100, playable: true }
    case 'failed':
      return { ...item, state: 'failed', speed: 0, mark: now.mark ?? 'failed', reason: now.reason, params: now.params }
    case 'paused':
      return item.state === 'sending' || item.state === 'ready'
        ? { ...item, state: 'paused', speed: 0, sent: item.byBlocks ? item.sent : 0 }
        : item
    case 'again':
      return item.state === 'paused' || item.state === 'failed'
        ? {
            ...item,
            state: 'ready',
            speed: 0,
            away: undefined,
            mark: undefined,
            reason: undefined,
            params: undefined,
            resumedAt: undefined,
          }
        : item
  }
}

/** Speed over the last three seconds, so that it neither jumps with each event nor lags behind a change of the line. */
function measured(item: Item, at: number): Item {
  const samples = [...item.samples, [at, item.sent] as const].filter(([then]) => at - then <= 3000)
  const [first] = samples
  const speed = first && at > first[0] ? Math.max(0, ((item.sent - first[1]) * 1000) / (at - first[0])) : item.speed
  return { ...item, samples, speed }
}

/** Seconds left at the present speed, or undefined while that is not known. */
export const secondsLeft = (item: Item): number | undefined => (item.speed > 1 ? (item.size - item.sent) / item.speed : undefined)
