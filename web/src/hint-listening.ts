// The listening for live hints (hints.ts), whose code and stream the first paint does not need.
import { afterPaint } from './parts/first-paint/deferral.ts'

export type Listener = { org: string; person: string }

/** Milliseconds until the code is asked for again where it did not load. */
const retryTime = 10_000
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
  let ended = false
  const load = () => {
    import('./later.ts').then(
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
