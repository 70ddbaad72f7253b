// Live hints: the stream names changed data without carrying it, and the visible reads of that data are refetched. One tab holds the
// stream (a browser allows six connections per origin) and passes the hints to the others.
import type { PageHint as Hint } from '@lyceum/bff/api'
import { afterPaint } from './parts/first-paint/deferral.ts'
import { type CallName, noteFact } from './client.ts'
import { queryClient } from './queries.ts'

type Listener = { org: string; person: string }
/** A read that a hint makes stale. With `by` only the read whose `id` parameter is the hint's id or course. */
type StaleRead = { call: CallName; by?: 'id' | 'course' }

/** Reads with activities in them. */
const activityReads: StaleRead[] = [
  { call: 'GET /api/courses/:id/all-activities', by: 'course' },
  { call: 'GET /api/activities/:id' },
  { call: 'GET /api/activities/:id/watchers' },
  { call: 'GET /api/my-learning' },
  { call: 'GET /api/todo' },
  { call: 'GET /api/my-teaching' },
]
const courseReads: StaleRead[] = [
  { call: 'GET /api/courses/:id', by: 'id' },
  { call: 'GET /api/courses/:id/nav-setting', by: 'id' },
  { call: 'GET /api/my-courses' },
  { call: 'POST /api/courses' },
  ...activityReads,
]
const memberReads: StaleRead[] = [
  { call: 'GET /api/courses/:id/members', by: 'id' },
  { call: 'GET /api/courses/:id/study-completeness', by: 'id' },
  ...courseReads,
]
const progressReads: StaleRead[] = [...activityReads, { call: 'GET /api/courses/:id/study-completeness', by: 'course' }]
const notificationReads: StaleRead[] = [{ call: 'GET /api/notifications' }, { call: 'GET /api/notifications/unread-count' }]
const renditionReads: StaleRead[] = [
  { call: 'GET /api/uploads/:id', by: 'id' },
  { call: 'GET /api/uploads' },
  ...activityReads.map(({ call }) => ({ call })),
]
const uploadReads: StaleRead[] = [...renditionReads, { call: 'GET /api/user/storage-used' }]

/** Stale reads by the hint's subject; a new fact does not compile without its entry. */
const staleReads: Record<Hint['subject'], StaleRead[]> = {
  courseCreated: courseReads,
  courseChanged: courseReads,
  coursePublished: courseReads,
  courseUnpublished: courseReads,
  courseDeleted: courseReads,
  courseRestored: courseReads,
  memberJoined: memberReads,
  memberChanged: memberReads,
  memberLeft: memberReads,
  simulationChanged: courseReads,
  moduleChanged: activityReads,
  activityCreated: activityReads,
  activityChanged: activityReads,
  activityPublished: activityReads,
  activityDeleted: activityReads,
  progressChanged: progressReads,
  uploadCreated: uploadReads,
  uploadChanged: uploadReads,
  uploadReady: uploadReads,
  uploadFailed: uploadReads,
  uploadDeleted: uploadReads,
  renditionsChanged: renditionReads,
  notificationsChanged: notificationReads,
  taskChanged: [{ call: 'GET /api/tasks/:id', by: 'id' }, { call: 'GET /api/tasks' }],
  personChanged: notificationReads,
  // the organisation's settings are read with the next session or address; an ended session ends its stream
  orgChanged: [],
  // who uses a file is read when somebody asks
  filesHeld: [],
  // lists of departments are read when their screen or dialog opens
  departmentChanged: [],
  personErased: [],
  sessionEnded: [],
}

const jitter = (hint: Hint) => (hint.course ? Math.random() * 3000 : 0)
const minInterval = 2000
const lastRefetch = new Map<string, number>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

const matches = (read: StaleRead, hint: Hint, input: unknown) => {
  if (!read.by) return true
  const id = (input as { params?: { id?: string } } | undefined)?.params?.id
  return id === undefined || id === hint.course || id === hint.id
}

/** Invalidates the hint's reads; each is refetched at most every 2 s, and only while it is visible. */
export function applyHint(hint: Hint) {
  if (hint.fact) noteFact(hint.fact)
  for (const read of staleReads[hint.subject] ?? []) {
    const name = `${read.call} ${read.by ? hint.id : ''}`
    if (timers.has(name)) continue
    const due = Math.max(jitter(hint), (lastRefetch.get(name) ?? 0) + minInterval - Date.now())
    timers.set(
      name,
      setTimeout(
        () => {
          timers.delete(name)
          lastRefetch.set(name, Date.now())
          void queryClient.invalidateQueries({ queryKey: [read.call], predicate: ({ queryKey }) => matches(read, hint, queryKey[1]) })
        },
        Math.max(0, due),
      ),
    )
  }
}

let stop: (() => void) | undefined
let channelName = ''

/** Listens for the hints of this person in this organisation; undefined stops. */
export function listenForHints(listener: Listener | undefined) {
  const name = listener ? `lyceum-live-${listener.person}-${listener.org}` : ''
  if (name === channelName) return
  channelName = name
  stop?.()
  stop = listener && 'EventSource' in window ? connectAfterPaint(name, listener) : undefined
}

function connectAfterPaint(name: string, listener: Listener): () => void {
  let end = afterPaint(() => {
    end = connect(name, listener)
  })
  return () => end()
}

function connect(name: string, listener: Listener): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const ended = new AbortController()
  if (channel) channel.onmessage = ({ data }: MessageEvent<Hint | 'gap'>) => (data === 'gap' ? invalidateAll() : applyHint(data))
  const publish = (hint: Hint) => {
    applyHint(hint)
    channel?.postMessage(hint)
  }
  const publishGap = () => {
    invalidateAll()
    channel?.postMessage('gap')
  }

  if ('locks' in navigator) {
    navigator.locks
      .request(
        name,
        { signal: ended.signal },
        () =>
          new Promise<void>((release) => {
            const close = stream(listener, publish, publishGap)
            ended.signal.addEventListener('abort', () => {
              close()
              release()
            })
          }),
      )
      .catch(() => {})
  } else {
    // Without Web Locks (plain http in a local network) the visible tab has the stream.
    let close: (() => void) | undefined
    const followVisibility = () => {
      if (document.hidden) {
        close?.()
        close = undefined
      } else if (!close) {
        invalidateAll()
        close = stream(listener, applyHint, invalidateAll)
      }
    }
    document.addEventListener('visibilitychange', followVisibility, { signal: ended.signal })
    ended.signal.addEventListener('abort', () => close?.())
    followVisibility()
  }
  return () => {
    ended.abort()
    channel?.close()
  }
}

/** After a gap in the stream any data may be stale: all visible reads are refetched. */
function invalidateAll() {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/session' && queryKey[0] !== 'GET /api/config',
  })
}

function stream({ org }: Listener, publish: (hint: Hint) => void, publishGap: () => void): () => void {
  let source: EventSource | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const open = () => {
    source = new EventSource(`/api/events?scope=${encodeURIComponent(org)}`)
    source.addEventListener('hint', ({ data }) => {
      try {
        publish(JSON.parse(data) as Hint)
      } catch {
        /* a malformed hint is dropped */
      }
    })
    source.onopen = () => {
      if (failures) publishGap()
      failures = 0
    }
    source.onerror = () => {
      failures++
      // The browser reconnects by itself unless the answer was an error; then this does, with growing delays.
      if (source?.readyState === EventSource.CLOSED)
        retryTimer = setTimeout(open, Math.min(60_000, 1000 * 2 ** failures) * (0.5 + Math.random()))
    }
  }
  open()
  return () => {
    clearTimeout(retryTimer)
    source?.close()
  }
}
