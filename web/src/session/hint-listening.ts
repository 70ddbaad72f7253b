// The listening for live hints (hints.ts), whose code and stream the first paint does not need.
import { afterPaint } from '../device/deferral.ts'

export type Listener = {
  org: string
  person: string
  /** When the page began to read for this person: milliseconds of performance.now(). */
  since: number
}

/** Milliseconds until the code is asked for again where it did not load. */
const retryTime = 10_000
let stop: (() => void) | undefined
let channelName = ''
let isFirst = true

/** Listens for the hints of this person in this organisation; undefined stops. */
export function listenForHints(given: Omit<Listener, 'since'> | undefined) {
  // the first reads of a person who is signed in are those of the document itself
  const listener = given && { ...given, since: isFirst ? 0 : performance.now() }
  isFirst = false
  const name = listener ? `lyceum-live-${listener.person}-${listener.org}` : ''
  if (name === channelName) return
  channelName = name
  stop?.()
  stop = listener && 'EventSource' in window ? connectAfterPaint(name, listener) : undefined
}

function connectAfterPaint(name: string, listener: Listener): () => void {
  let ended = false
  const load = () => {
    import('../later.ts').then(
      ({ connect }) => {
        if (!ended) end = connect(name, listener)
      },
      () => {
        const timer = setTimeout(load, retryTime)
        end = () => clearTimeout(timer)
      },
    )
  }
  let end = afterPaint(load)
  return () => {
    ended = true
    end()
  }
}
