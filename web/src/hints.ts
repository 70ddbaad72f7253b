// Live hints: the stream names changed data without carrying it, and the visible reads of that data are refetched. One tab holds the
// stream (a browser allows six connections per origin) and passes the hints to the others.
import type { PageHint as Hint } from '@lyceum/bff/api'
import { keepRecent } from '@lyceum/kit/recent'
import type { Query } from '@tanstack/react-query'
import { newKey, noteFact } from './client.ts'
import type { HintLine, StaleRead } from './hint-lines.ts'
import type { Listener } from './session/hint-listening.ts'
import { queryClient } from './queries.ts'

const files = import.meta.glob<HintLine[]>('./{features,parts/base,parts/learning}/*/hints.ts', { eager: true, import: 'default' })
/** Of all features; each knows what its reads show. */
export const hintLines: readonly HintLine[] = Object.values(files).flat()

/** A writer gets the answer first: a hint about myself waits until this page knows whether it was its own write. */
const answerTime = 1000
/** Course-wide hints reach many pages at once, which do not all read again at the same moment. */
const delayOf = (hint: Hint) => (hint.mine ? answerTime : hint.course ? Math.random() * 3000 : 0)
const minInterval = 2000
const liveInterval = 500
const lastRefetch = new Map<string, number>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

const idIn = (input: unknown) => (input as { params?: { id?: string } } | undefined)?.params?.id
const courseOf = (answer: unknown) => (answer as { course_id?: string } | undefined)?.course_id
function matches({ by }: StaleRead, hint: Hint, { queryKey, state }: Query): boolean {
  if (by === 'answer') return hint.course === undefined || (courseOf(state.data) ?? hint.course) === hint.course
  const id = by && idIn(queryKey[1])
  return id === undefined || id === (by === 'course' ? hint.course : by === 'of' ? hint.of : hint.id)
}

/** Invalidates the hint's reads; each is refetched at most every 2 s, and only while it is visible. */
export function applyHint(hint: Hint) {
  if (hint.fact) noteFact(hint.fact)
  const reads = hintLines.flatMap(({ on, reads, now }) => (on.includes(hint.subject) ? reads.map((read) => ({ ...read, now })) : []))
  for (const read of reads) {
    if (read.mine && !hint.mine) continue
    const name = `${read.call} ${read.by === 'of' ? hint.of : read.by ? hint.id : ''}`
    // one that may turn out to be needless does not stand for one that is needed
    const pending = read.known ? `${name} unless known` : name
    if (timers.has(pending)) continue
    const interval = read.every ?? (read.now ? liveInterval : minInterval)
    const due = Math.max(read.now ? 0 : delayOf(hint), (lastRefetch.get(name) ?? 0) + interval - Date.now())
    const refetch = () => {
      timers.delete(pending)
      const known = read.known?.(hint) ?? false
      if (!known) lastRefetch.set(name, Date.now())
      void queryClient.invalidateQueries({
        queryKey: [read.call],
        predicate: (query) => matches(read, hint, query),
        refetchType: known ? 'none' : 'active',
      })
    }
    timers.set(pending, setTimeout(refetch, Math.max(0, due)))
  }
}

/** Milliseconds for which hints are kept, here and at the BFF, for pages that begin to listen. */
const keptHints = 60_000
const mostKept = 2000
/** Milliseconds that a hint may be under way longer than a read. */
const margin = 500
/** The same for a tab that takes the stream over from one that has just been closed. */
const takeoverAge = 10_000

/** Between the tabs: a hint, a gap, a question by a tab (`asks`) for the hints of the last `age` milliseconds, the answer to it. */
type Message = Hint | 'gap' | { asks: string; age: number } | { answers: string; hints: Hint[] | 'gap' }

/** Connects this tab; the function that is returned ends it. `name` is that of the person's and organisation's tabs. */
export function connect(name: string, listener: Listener): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const send = (message: Message) => channel?.postMessage(message)
  const ended = new AbortController()
  const recent = keepRecent<Hint>({ ms: keptHints, most: mostKept, now: () => performance.now() })
  const me = newKey()
  /** The greatest age of this page's first reads. */
  const age = () => performance.now() - listener.since + margin
  let holds = false
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'gap') invalidateAll()
      else if ('asks' in data) {
        if (holds) send({ answers: data.asks, hints: recent.since(data.age) ?? 'gap' })
      } else if (!('answers' in data)) applyHint(data)
      else if (data.answers === me && data.hints === 'gap') invalidateAll()
      else if (data.answers === me && data.hints !== 'gap') for (const hint of data.hints) applyHint(hint)
    }
  const publish = (hint: Hint) => {
    recent.add(hint)
    applyHint(hint)
    send(hint)
  }
  const publishGap = () => {
    recent.begin()
    invalidateAll()
    send('gap')
  }
  // the tab that holds the stream, if there is one, knows what this page's first reads missed
  send({ asks: me, age: age() })

  const begun = performance.now()
  if ('locks' in navigator) {
    navigator.locks
      .request(
        name,
        { signal: ended.signal },
        () =>
          new Promise<void>((release) => {
            const missed = performance.now() - begun < 1000 ? age() : takeoverAge
            holds = true
            recent.begin(missed)
            const close = stream(listener, missed, publish, publishGap)
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
        close = stream(listener, margin, applyHint, invalidateAll)
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

/** Hints of the last `age` milliseconds come first. */
function stream({ org }: Listener, age: number, publish: (hint: Hint) => void, publishGap: () => void): () => void {
  let source: EventSource | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const open = () => {
    source = new EventSource(`/api/events?scope=${encodeURIComponent(org)}&age=${Math.min(keptHints, Math.round(age))}`)
    source.addEventListener('gap', publishGap)
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
