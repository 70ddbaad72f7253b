// Results after a write: calculated in its transaction, or by a task where there are many and somebody waits.
import { context } from '@lyceum/kit/calls/context'
import { run, type Tx } from '@lyceum/kit/database/database'
import { startTask } from '../../jobs.ts'
import type { StoredBook } from './book.ts'
import { type ResultOf, writeResults } from './results.ts'

/** So many people's results are calculated in the transaction of a call. */
export const mostAtOnce = 20

type Gradebook = { org: string; course: string }

/** The results of these people, whose rows are locked. */
export async function followScores(
  tx: Tx,
  place: Gradebook,
  book: StoredBook,
  persons: readonly string[],
): Promise<{ results: ResultOf[]; task: string | null }> {
  const task = persons.length > mostAtOnce ? await startRecalculation(tx, place, [...persons]) : null
  return { task, results: task === null ? await writeResults(tx, place.course, book, persons) : [] }
}

/** Starts the task for the actor of the call, of these people or of all; null in a job, where nobody waits. */
export async function startRecalculation(tx: Tx, { org, course }: Gradebook, persons: string[] | null): Promise<string | null> {
  const actor = context()?.actor
  if (!actor?.person) return null
  return await startTask(
    tx,
    { person: actor.person, org: actor.org || org },
    { kind: 'recalculateResults', subject: `course:${course}`, payload: { org, course, persons, endures: true } },
  )
}

/** Names the task in the book's row, which is locked for update. */
export const nameRecalculation = (tx: Tx, course: string, task: string) =>
  run(tx, 'update score_policies set task = $2 where course_id = $1', course, task)
