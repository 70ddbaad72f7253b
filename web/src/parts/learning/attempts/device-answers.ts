// Answers on this device: each as a draft of its own, at once; dropped when the server has it. A queued hand-in stands beside them.
import { currentScope, newKey } from '../../../client.ts'
import { dropDraft, keyOf, myDrafts, putDraft, readDrafts } from '../../base/drafts/drafts.ts'
import type { AnswerItem, KeptAnswer } from './answer-keeper.ts'
import { deviceKey } from './has-written.ts'

const form = 'attempt'
const tabOf = (slot: number) => `slot ${slot}`
const handIn = 'hand-in'

type Kept = { answer: KeptAnswer }
/** By their key: a write of a question waits for the one before, and only the last one follows. */
const writing = new Map<string, Promise<unknown>>()
const latest = new Map<string, AnswerItem>()

export function keepAnswer(attempt: string, item: AnswerItem): Promise<unknown> {
  const key = `${attempt} ${item.slot}`
  latest.set(key, item)
  const run = (writing.get(key) ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      if (latest.get(key) !== item) return
      return putDraft(form, attempt, tabOf(item.slot), { version: item.seq, base: null, value: { answer: item.answer } satisfies Kept })
    })
  writing.set(key, run)
  return run
}

/** Only if nothing newer is kept. */
export async function dropAnswer(attempt: string, slot: number, seq: number) {
  const key = `${attempt} ${slot}`
  await writing.get(key)?.catch(() => {})
  const kept = latest.get(key)
  if (kept && kept.seq > seq) return
  latest.delete(key)
  await dropDraft(keyOf(form, attempt, tabOf(slot)))
}

type OnDevice = { items: (AnswerItem & { at: number })[]; handIn: boolean }
export async function readKept(attempt: string): Promise<OnDevice> {
  const drafts = await readDrafts(form, attempt).catch(() => [])
  return {
    handIn: drafts.some(({ key }) => key === keyOf(form, attempt, handIn)),
    items: drafts.flatMap(({ key, version, value, at }) => {
      const slot = Number(/\|slot (\d+)$/.exec(key)?.[1] ?? Number.NaN)
      return Number.isInteger(slot) ? [{ slot, seq: version, answer: (value as Kept).answer, at }] : []
    }),
  }
}

/** The attempts of which this device still holds something. */
export const heldAttempts = async (): Promise<string[]> => {
  const { org } = currentScope() ?? {}
  return [...new Set((await myDrafts()).flatMap((draft) => (draft.form === form && draft.org === org ? [draft.thing] : [])))]
}
/** The lock of the tab that writes an attempt. */
export const tabLock = (attempt: string) => `lyceum-attempt|${attempt}`

/** Handed in without a connection: it goes on with the next opening too. */
export const queueHandIn = (attempt: string) =>
  putDraft(form, attempt, handIn, { version: 1, base: null, value: { at: Date.now() } }).catch(() => {})
export const unqueueHandIn = (attempt: string) => dropDraft(keyOf(form, attempt, handIn))

let made: string | undefined
/** This browser's own id, in the form of a UUID; it names the device that an attempt is written on, for this person. */
export function deviceId(): string {
  const key = deviceKey()
  try {
    const stored = localStorage.getItem(key)
    if (stored) return stored
    const id = uuid()
    localStorage.setItem(key, id)
    return id
  } catch {
    made ??= uuid()
    return made
  }
}
/** newKey gives 32 hexadecimal digits on plain http. */
export function uuid(): string {
  const key = newKey()
  if (key.includes('-')) return key
  const hex = `${key.slice(0, 12)}4${key.slice(13, 16)}a${key.slice(17)}`
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
