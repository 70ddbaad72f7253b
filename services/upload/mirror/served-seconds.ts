// A record of the seconds of a recording that were served to a person: upload writes it, activity reads it to count watching. It lies in kv
// and may be lost; a lost record is not an empty one, so no heartbeat is refused for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Interval, mergeIntervals } from '@lyceum/kit/intervals'
import { changeValue, type Kv } from '@lyceum/kit/kv/kv'

/** Seconds; longer than a play session counts. */
const lifetime = 26 * 3600
/** Recordings whose seconds one process caches, so that a failed write to kv is made up for with the next segment. */
const maxCached = 10_000
/** Milliseconds between checks that kv is back, and their number. */
const pause = 1000
const patience = 300

const keyOf = (person: string, upload: string) => `served:${person}:${upload}`

/** Creates the record if it is missing; from then on a missing record is a lost one. */
export async function beginServed(kv: Kv, person: string, upload: string): Promise<void> {
  if (!kv.shared()) return
  await changeValue(kv, keyOf(person, upload), lifetime, (stored) => stored ?? '[]')
}

/** Reads the served seconds; undefined without a record, or while kv is away. */
export async function servedTo(kv: Kv, person: string, upload: string): Promise<Interval[] | undefined> {
  const text = kv.shared() ? await kv.get(keyOf(person, upload)) : undefined
  return text === undefined || !kv.shared() ? undefined : (JSON.parse(text) as Interval[])
}

export type ServedRecorder = (person: string, upload: string, seconds: Interval) => void

/** Adds served seconds to existing records; one write at a time for each record, with all seconds that have come meanwhile. */
export function servedRecorder(kv: Kv): ServedRecorder {
  const cached = new Map<string, Interval[]>()
  const writing = new Map<string, { again: boolean }>()

  async function write(key: string): Promise<void> {
    for (let tries = 0; !kv.shared() && tries < patience; tries++) await sleep(pause, undefined, { ref: false })
    await changeValue(kv, key, lifetime, (stored) => {
      // only activity creates records: a missing one was lost, or no play session counts
      if (stored === undefined || !kv.shared()) return undefined
      const merged = JSON.stringify(mergeIntervals([...(JSON.parse(stored) as Interval[]), ...(cached.get(key) ?? [])]))
      return merged === stored ? undefined : merged
    })
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
    const all = mergeIntervals([...(cached.get(key) ?? []), seconds])
    cached.delete(key)
    cached.set(key, all)
    if (cached.size > maxCached) cached.delete(cached.keys().next().value!)
    const running = writing.get(key)
    if (running) running.again = true
    else {
      const state = { again: false }
      writing.set(key, state)
      void run(key, state).catch(() => {})
    }
  }
}
