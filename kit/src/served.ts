// The seconds of a recording whose segments a person was served: written by whoever serves them, read by whoever counts watching. They are
// kept in kv and may be lost; a lost record is not an empty one, so nobody is refused for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Interval, mergeIntervals } from './intervals.ts'
import type { Kv } from './kv.ts'

/** Longer than a play session counts. */
const lifetime = 26 * 3600
/** Recordings whose seconds one process remembers, so that what kv could not take is written with the next segment. */
const most = 10_000
/** Milliseconds between looks whether kv is back, and how often. */
const pause = 1000
const patience = 300

const keyOf = (person: string, upload: string) => `served:${person}:${upload}`

/** From now on a missing record is a lost one. What was served before is kept. */
export async function beginServed(kv: Kv, person: string, upload: string): Promise<void> {
  if (!kv.shared()) return
  const key = keyOf(person, upload)
  await kv.set(key, (await kv.get(key)) ?? '[]', lifetime)
}

/** undefined: not known, since kv is away or has lost it. */
export async function servedTo(kv: Kv, person: string, upload: string): Promise<Interval[] | undefined> {
  const text = kv.shared() ? await kv.get(keyOf(person, upload)) : undefined
  return text === undefined || !kv.shared() ? undefined : (JSON.parse(text) as Interval[])
}

export type ServedRecorder = (person: string, upload: string, seconds: Interval) => void

/** Adds served seconds to records that were begun; one write at a time for each, with all that came meanwhile. */
export function servedRecorder(kv: Kv): ServedRecorder {
  const remembered = new Map<string, Interval[]>()
  const writing = new Map<string, { again: boolean }>()

  async function write(key: string): Promise<void> {
    for (let tries = 0; !kv.shared() && tries < patience; tries++) await sleep(pause, undefined, { ref: false })
    const stored = await kv.get(key)
    if (!kv.shared()) return
    // only who counts begins a record: one that is missing was lost, or nobody counts
    if (stored === undefined) return
    const merged = mergeIntervals([...(JSON.parse(stored) as Interval[]), ...(remembered.get(key) ?? [])])
    const text = JSON.stringify(merged)
    if (text !== stored) await kv.set(key, text, lifetime)
  }
  async function run(key: string, state: { again: boolean }): Promise<void> {
    try {
      do {
        state.again = false
        await write(key)
      } while (state.again)
    } finally {
      writing.delete(key)
    }
  }
  return (person, upload, seconds) => {
    const key = keyOf(person, upload)
    const all = mergeIntervals([...(remembered.get(key) ?? []), seconds])
    remembered.delete(key)
    remembered.set(key, all)
    if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
    const busy = writing.get(key)
    if (busy) busy.again = true
    else {
      const state = { again: false }
      writing.set(key, state)
      void run(key, state).catch(() => {})
    }
  }
}
