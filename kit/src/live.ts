// Live hints: something changed, look again. Never data; losing one is harmless.
import type { Kv } from './kv.ts'

export type Hint = {
  /** What kind of thing: course, upload, notification … (the first part of a fact's key for facts). */
  subject: string
  id: string
  org: string
  course?: string
  /** Only for these people; without it, for all who look at the course or the organisation. */
  people?: string[]
  /** The fact that says what changed, so that a reader can wait for it: topic, key, type, id. */
  fact?: { topic: string; key: string; type: string; id: string }
}

const channel = 'live'

export const hint = (kv: Kv, given: Hint): Promise<void> => kv.publish(channel, JSON.stringify(given))

/** Hears every hint of the whole system; the one door to the pages (the BFF) listens once. */
export const hints = (kv: Kv, hear: (hint: Hint) => void): Promise<() => Promise<void>> =>
  kv.subscribe(channel, (message) => hear(JSON.parse(message) as Hint))
