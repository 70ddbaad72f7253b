// Hints: messages to open pages that something changed. They carry no data; losing one is harmless.
import type { HintSubject } from '@lyceum/proto/hint-subjects'
import type { Kv } from './kv.ts'

export type Hint = {
  subject: HintSubject
  /** The kind of the thing that changed: course, upload, person, org …, the first part of a fact's key. */
  aggregate: string
  id: string
  org: string
  /** The receivers; without it, every person who may follow the aggregate. */
  people?: string[]
  /** The one of them whom it is about: a student whose progress their teachers follow. */
  about?: string
  /** The part of the aggregate that changed, a topic of a course: pages that show another one read nothing again. */
  of?: string
  /** The fact behind the change, so that a reader can wait for it: topic, key, type, id. */
  fact?: { topic: string; key: string; type: string; id: string }
}

const channel = 'live'

export const hint = (kv: Kv, message: Hint): Promise<void> => kv.publish(channel, JSON.stringify(message))

/** Subscribes to every hint of the system: the BFF does so once, for all pages. Returns a function that ends the subscription. */
export const subscribeToHints = (kv: Kv, listener: (hint: Hint) => void): Promise<() => Promise<void>> =>
  kv.subscribe(channel, (message) => listener(JSON.parse(message) as Hint))
