// Judgement of a chunk's rows by their owner, while nothing is written. Rows whose person has not reached their owner yet are asked about again for a while,
// as they are sent again when a run is applied; then they are behind, and not refused.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import type { RosterCode } from '../errors.ts'
import type { Chunk, Planned } from './chunks.ts'
import type { Owners } from './owners.ts'

/** Milliseconds that a check waits for all people together, before the first question that is repeated, and most between two. */
const patience = { all: 60_000, pause: 500, most: 4000 }

/** `outcome` null: that of the plan holds. */
export type Judgement = Omit<RosterOutcome, 'outcome'> & { outcome: RosterOutcome['outcome'] | null }
const behind: RosterCode = 'roster.behind'

/** A judge for all chunks of one check: they share its patience. `isWanted` throws for a task that was cancelled. */
export function judgeOf(
  { owners, signal, isWanted }: { owners: Pick<Owners, 'check'>; signal: AbortSignal; isWanted(): Promise<void> },
  { all, pause, most } = patience,
): (chunk: Pick<Chunk, 'kind'>, planned: readonly Planned[]) => Promise<Judgement[]> {
  const end = performance.now() + all
  return async ({ kind }, planned) => {
    const judged = new Map<string, Judgement>()
    let waiting = planned
    for (let again = 0; waiting.length > 0; again++) {
      const rows = waiting.map(({ row }) => row)
      for (const answer of await owners.check(kind, rows)) judged.set(answer.external_id, answer)
      waiting = waiting.filter(({ external_id }) => judged.get(external_id)?.code === 'roster.personNotHere')
      if (waiting.length === 0) break
      const left = end - performance.now()
      if (left <= 0) {
        for (const { external_id } of waiting) judged.set(external_id, { external_id, id: null, outcome: null, pinned: [], code: behind })
        break
      }
      await sleep(Math.min(left, most, pause * 2 ** again), undefined, { signal })
      await isWanted()
    }
    return [...judged.values()]
  }
}
