// The state of the upload queue and its transitions: each file's state, and the files that may start next. Pure; uploader.ts performs the
// uploads and applies the events.
export const maxConcurrent = 5

export type UploadState = 'ready' | 'sending' | 'paused' | 'finishing' | 'processing' | 'done' | 'failed'
export type Item = {
  key: string
  name: string
  size: number
  state: UploadState
  /** Bytes that the store has or is receiving. */
  sent: number
  /** Bytes per second over the last three seconds; 0 while unknown. */
  speed: number
  /** The upload's id at the server, once it is created. */
  uploadId?: string
  type?: string
  /** true: a pause keeps the stored blocks. false: after a pause sending starts from the first byte, and the tray says so. */
  byBlocks?: boolean
  /** Block (from 1) at which an earlier attempt was resumed. */
  resumedAt?: number
  /** Percent of transcoding while processing. */
  percent?: number
  playable?: boolean
  /** An upload of an earlier page: its file has to be opened again before it can resume. */
  fileMissing?: boolean
  /** The kind of failure: not created at the server, connection lost (status 0), or any other. */
  failure?: 'createFailed' | 'aborted' | 'failed'
  /** Stable code of the failure's reason. */
  reason?: string
  params?: Record<string, unknown>
  samples: readonly (readonly [time: number, sent: number])[]
}
export type Queue = readonly Item[]

export type QueueEvent =
  | { kind: 'added'; key: string; name: string; size: number }
  | { kind: 'adopted'; key: string; name: string; size: number; sent: number; uploadId: string; type: string }
  | { kind: 'started'; key: string }
  | { kind: 'created'; key: string; uploadId: string; type: string; byBlocks: boolean; resumedAt?: number }
  | { kind: 'sent'; key: string; sent: number; time: number }
  | { kind: 'finishing'; key: string }
  | { kind: 'stored'; key: string }
  | { kind: 'transcoding'; key: string; percent: number; playable: boolean }
  | { kind: 'done'; key: string }
  | { kind: 'failed'; key: string; failure?: Item['failure']; reason: string; params?: Record<string, unknown> }
  | { kind: 'paused'; key: string }
  | { kind: 'restarted'; key: string }
  | { kind: 'removed'; key: string }

const runningStates: readonly UploadState[] = ['sending', 'finishing']
export const isRunning = (item: Item): boolean => runningStates.includes(item.state)
export const isOpen = (item: Item): boolean => item.state !== 'done'

/** Keys that may start now: at most five run at once, first come first served. */
export function startable(queue: Queue): string[] {
  const freeSlots = maxConcurrent - queue.filter(isRunning).length
  return queue
    .filter((item) => item.state === 'ready')
    .slice(0, Math.max(0, freeSlots))
    .map((item) => item.key)
}

export function applyEvent(queue: Queue, event: QueueEvent): Queue {
  if (event.kind === 'added') {
    return [...queue, { key: event.key, name: event.name, size: event.size, state: 'ready', sent: 0, speed: 0, samples: [] }]
  }
  if (event.kind === 'adopted') {
    const { kind: _, ...item } = event
    return [...queue, { ...item, state: 'paused', speed: 0, byBlocks: true, fileMissing: true, samples: [] }]
  }
  if (event.kind === 'removed') return queue.filter((item) => item.key !== event.key)
  return queue.map((item) => (item.key === event.key ? applyToItem(item, event) : item))
}

function applyToItem(item: Item, event: Exclude<QueueEvent, { kind: 'added' | 'adopted' | 'removed' }>): Item {
  switch (event.kind) {
    case 'started':
      return item.state === 'ready' ? { ...item, state: 'sending', samples: [], speed: 0 } : item
    case 'created':
      return { ...item, uploadId: event.uploadId, type: event.type, byBlocks: event.byBlocks, resumedAt: event.resumedAt }
    case 'sent':
      return item.state === 'sending' ? withSpeed({ ...item, sent: event.sent }, event.time) : item
    case 'finishing':
      return item.state === 'sending' ? { ...item, state: 'finishing', sent: item.size, speed: 0 } : item
    case 'stored':
      return { ...item, state: 'processing', sent: item.size, speed: 0, percent: 0 }
    case 'transcoding':
      return item.state === 'processing' ? { ...item, percent: event.percent, playable: event.playable } : item
    case 'done':
      return { ...item, state: 'done', sent: item.size, speed: 0, percent: 100, playable: true }
    case 'failed':
      return { ...item, state: 'failed', speed: 0, failure: event.failure ?? 'failed', reason: event.reason, params: event.params }
    case 'paused':
      return item.state === 'sending' || item.state === 'ready'
        ? { ...item, state: 'paused', speed: 0, sent: item.byBlocks ? item.sent : 0 }
        : item
    case 'restarted':
      return item.state === 'paused' || item.state === 'failed'
        ? {
            ...item,
            state: 'ready',
            speed: 0,
            fileMissing: undefined,
            failure: undefined,
            reason: undefined,
            params: undefined,
            resumedAt: undefined,
          }
        : item
  }
}

/** The item with its speed over the last three seconds, a compromise between jumping with each event and lagging behind the connection. */
function withSpeed(item: Item, time: number): Item {
  const samples = [...item.samples, [time, item.sent] as const].filter(([sampleTime]) => time - sampleTime <= 3000)
  const [oldest] = samples
  const speed = oldest && time > oldest[0] ? Math.max(0, ((item.sent - oldest[1]) * 1000) / (time - oldest[0])) : item.speed
  return { ...item, samples, speed }
}

/** Seconds left at the current speed; undefined while that is unknown. */
export const secondsLeft = (item: Item): number | undefined => (item.speed > 1 ? (item.size - item.sent) / item.speed : undefined)
