// Answers that this device still holds of attempts that no tab of it writes: a reload after the end, a laptop that was closed over it, a change to another
// device. It goes to the server as it stands; what comes too late is kept there beside the attempt, and who teaches decides.
import { useSyncExternalStore } from 'react'
import { call } from '../../../client.ts'
import { invalidate } from '../../../queries.ts'
import { createAnswerKeeper, type SlotState } from './answer-keeper.ts'
import { deviceId, dropAnswer, heldAttempts, readKept, tabLock, unqueueHandIn } from './device-answers.ts'
import { dropCopy } from './exam-copy.ts'
import { failureOf } from './save-failure.ts'

/** The outcome of the answers; `elsewhere`: the attempt still runs, on another device. */
export type Left = { saved: number; late: number; refused: number; waiting: number; elsewhere: boolean }

const retryAfter = 4000
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const known = new Map<string, Left>()
const busy = new Set<string>()
const listeners = new Set<() => void>()

/** Sends what the device holds of each attempt, again until it arrives; resolves to what is known once each has been tried. */
export async function sendLeft(): Promise<Map<string, Left>> {
  await Promise.all((await heldAttempts()).map(async (attempt) => (await isWritten(attempt)) || (await sendLeftOf(attempt))))
  return known
}

/** Their outcome on this page; undefined: the device held nothing. */
export const useLeft = (attempt: string): Left | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => known.get(attempt),
  )

/** Some tab writes it, and sends by itself. The lock of a tab that was left ends a moment later. */
async function isWritten(attempt: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  for (let tries = 0; tries < 8; tries++) {
    const { held = [] } = await navigator.locks.query()
    if (!held.some(({ name }) => name === tabLock(attempt))) return false
    await pause(80)
  }
  return true
}

/** Of one attempt, also by the tab that should write it and cannot. Resolves after the first try; later ones go on by themselves. */
export async function sendLeftOf(attempt: string): Promise<void> {
  if (busy.has(attempt)) return
  busy.add(attempt)
  const { items, handIn } = await readKept(attempt)
  if (items.length === 0 && !handIn) {
    busy.delete(attempt)
    return
  }
  const [params, device] = [{ id: attempt }, deviceId()]
  const states = new Map<number, SlotState>()
  let elsewhere = false
  let dropping: Promise<unknown> = Promise.resolve()
  const keeper = createAnswerKeeper(
    {
      async send(sent) {
        const put = (as_late: boolean) => call('PUT /api/attempts/:id/answers', { params, body: { device, items: sent, as_late } })
        if (elsewhere) return put(true)
        try {
          return await put(false)
        } catch (error) {
          if (failureOf(error) !== 'elsewhere') throw error
          elsewhere = true
          return put(true)
        }
      },
      failureOf,
      keep: async () => {},
      // while it runs elsewhere it may still go on here, with what is kept here. A copy of the exam, which would not have the answer, goes before it
      drop: (slot, seq) => {
        if (elsewhere) return
        const drop = async () => {
          await dropCopy(attempt)
          await dropAnswer(attempt, slot, seq)
        }
        dropping = dropping.then(drop).catch(() => {})
      },
      onSlot: (slot, { state }) => void states.set(slot, state),
      onReply: () => {},
      onOffline: () => {},
      onHeld: () => {},
      leastSeq: () => 1,
    },
    [],
    items,
  )
  const step = async (): Promise<boolean> => {
    const all = await keeper.flush()
    await dropping
    const done = all && (!handIn || elsewhere || (await handOver(attempt, device)))
    if (handIn && elsewhere) await unqueueHandIn(attempt)
    report(attempt, states, elsewhere)
    return done || keeper.holds() !== undefined
  }
  const settle = async () => {
    keeper.close()
    busy.delete(attempt)
    await invalidate('GET /api/activities/:id/my-attempts')
  }
  if (await step()) return settle()
  void (async () => {
    do await pause(retryAfter)
    while (!(await step()))
    await settle()
  })()
}

/** A hand-in that waited for a connection; false: it still does. */
async function handOver(attempt: string, device: string): Promise<boolean> {
  try {
    await call('POST /api/attempts/:id/submit', { params: { id: attempt }, body: { device } })
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'transient' || failure === 'session') return false
  }
  await unqueueHandIn(attempt)
  return true
}

function report(attempt: string, states: ReadonlyMap<number, SlotState>, elsewhere: boolean) {
  const of = (...kinds: SlotState['kind'][]) => [...states.values()].filter(({ kind }) => kinds.includes(kind)).length
  if (states.size > 0)
    known.set(attempt, { saved: of('saved'), late: of('late'), refused: of('refused'), waiting: of('device', 'saving'), elsewhere })
  for (const listener of listeners) listener()
}
