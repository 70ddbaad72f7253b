// Live hints: the stream says what has changed, never the data itself; reads of it that are shown are asked again. One tab holds the
// stream (a browser allows six connections), the others hear it from that one.
import { afterPaint } from './parts/first-paint/deferral.ts'
import { type CallName, noteFact } from './client.ts'
import { queryClient } from './queries.ts'

export type Hint = { subject: string; id: string; course?: string; fact?: string }
type Who = { org: string; person: string }
/** Which reads a hint makes old. `by` names the parameter that must be the hint's id (or course) for the read to be meant. */
type Line = { call: CallName; by?: 'id' | 'course' }

/** The one table from hint to reads. */
const content: Line[] = [
  { call: 'GET /api/courses/:id/all-activities', by: 'course' },
  { call: 'GET /api/activities/:id' },
  { call: 'GET /api/activities/:id/watchers' },
  { call: 'GET /api/my-learning' },
  { call: 'GET /api/todo' },
  { call: 'GET /api/my-teaching' },
]
const lines: Record<string, Line[]> = {
  course: [
    { call: 'GET /api/courses/:id', by: 'id' },
    { call: 'GET /api/courses/:id/nav-setting', by: 'id' },
    { call: 'GET /api/courses/:id/members', by: 'id' },
    { call: 'GET /api/my-courses' },
    { call: 'POST /api/courses' },
    { call: 'GET /api/courses/:id/study-completeness', by: 'id' },
    ...content,
  ],
  activity: content,
  progress: [...content, { call: 'GET /api/courses/:id/study-completeness', by: 'course' }],
  person: [{ call: 'GET /api/notifications' }, { call: 'GET /api/notifications/unread-count' }],
  notification: [{ call: 'GET /api/notifications' }, { call: 'GET /api/notifications/unread-count' }],
  upload: [
    { call: 'GET /api/uploads/:id', by: 'id' },
    { call: 'GET /api/uploads' },
    { call: 'GET /api/user/storage-used' },
    ...content.map(({ call }) => ({ call })),
  ],
}

const jitter = (hint: Hint) => (hint.course || hint.subject === 'course' ? Math.random() * 3000 : 0)
const everySoOften = 2000
const lastAsked = new Map<string, number>()
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

const meant = (line: Line, hint: Hint, input: unknown) => {
  if (!line.by) return true
  const id = (input as { params?: { id?: string } } | undefined)?.params?.id
  return id === undefined || id === hint.course || id === hint.id
}

/** Makes old what a hint speaks of: a read is asked again at most every 2 s, and only while it is shown. */
export function heard(hint: Hint) {
  if (hint.fact) noteFact(hint.fact)
  for (const line of lines[hint.subject] ?? []) {
    const name = `${line.call} ${line.by ? hint.id : ''}`
    if (waiting.has(name)) continue
    const due = Math.max(jitter(hint), (lastAsked.get(name) ?? 0) + everySoOften - Date.now())
    waiting.set(
      name,
      setTimeout(
        () => {
          waiting.delete(name)
          lastAsked.set(name, Date.now())
          void queryClient.invalidateQueries({ queryKey: [line.call], predicate: ({ queryKey }) => meant(line, hint, queryKey[1]) })
        },
        Math.max(0, due),
      ),
    )
  }
}

let stop: (() => void) | undefined
let listening = ''

/** Listens for this person in this organisation; undefined ends it. */
export function listenLive(who: Who | undefined) {
  const name = who ? `lyceum-live-${who.person}-${who.org}` : ''
  if (name === listening) return
  listening = name
  stop?.()
  stop = who && 'EventSource' in window ? beginLater(name, who) : undefined
}

function beginLater(name: string, who: Who): () => void {
  let end = afterPaint(() => {
    end = begin(name, who)
  })
  return () => end()
}

function begin(name: string, who: Who): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const over = new AbortController()
  if (channel) channel.onmessage = ({ data }: MessageEvent<Hint | 'gap'>) => (data === 'gap' ? gap() : heard(data))
  const tell = (hint: Hint) => {
    heard(hint)
    channel?.postMessage(hint)
  }
  const lost = () => {
    gap()
    channel?.postMessage('gap')
  }

  if ('locks' in navigator) {
    navigator.locks
      .request(
        name,
        { signal: over.signal },
        () =>
          new Promise<void>((release) => {
            const close = stream(who, tell, lost)
            over.signal.addEventListener('abort', () => {
              close()
              release()
            })
          }),
      )
      .catch(() => {})
  } else {
    // Without Web Locks (plain http in a local network) the tab that is looked at has the stream.
    let close: (() => void) | undefined
    const seen = () => {
      if (document.hidden) {
        close?.()
        close = undefined
      } else if (!close) {
        gap()
        close = stream(who, heard, gap)
      }
    }
    document.addEventListener('visibilitychange', seen, { signal: over.signal })
    over.signal.addEventListener('abort', () => close?.())
    seen()
  }
  return () => {
    over.abort()
    channel?.close()
  }
}

/** After a gap nothing is certain: all shown data is asked again. */
function gap() {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/session' && queryKey[0] !== 'GET /api/config',
  })
}

function stream({ org }: Who, tell: (hint: Hint) => void, lost: () => void): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let failed = 0
  const open = () => {
    source = new EventSource(`/api/events?scope=${encodeURIComponent(org)}`)
    source.addEventListener('hint', ({ data }) => {
      try {
        tell(JSON.parse(data) as Hint)
      } catch {
        /* a broken hint is none */
      }
    })
    source.onopen = () => {
      if (failed) lost()
      failed = 0
    }
    source.onerror = () => {
      failed++
      // The browser tries again by itself unless the answer was an error; then we do, slower each time.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, Math.min(60_000, 1000 * 2 ** failed) * (0.5 + Math.random()))
    }
  }
  open()
  return () => {
    clearTimeout(again)
    source?.close()
  }
}
