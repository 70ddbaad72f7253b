// Attempts that were marked already, marked once more: after a late answer, a person's mark, a corrected question. Their scores follow.
import type { Tx } from '@lyceum/kit/database/database'
import { readActivities } from '../../activity/activity-row.ts'
import type { AttemptRow } from '../attempts/attempt-row.ts'
import { scoreAttempts } from '../attempts/attempt-scores.ts'
import { type Correction, markAll, type Marked, writeMarks } from '../attempts/sweep.ts'
import type { Deps } from '../../deps.ts'

type Means = { db: Tx } & Pick<Deps, 'papers' | 'now'>

/** Attempts of one activity, whose rows are locked. `correction`: by another version of a question. */
export async function remark(
  { db, ...deps }: Means,
  attempts: readonly AttemptRow[],
  by: string | null,
  correction?: Correction,
): Promise<Marked[]> {
  const marked = await markAll(db, deps, attempts, correction)
  await writeMarks(db, marked)
  const [activity] = await readActivities(db as never, attempts[0] ? [attempts[0].activity_id] : [])
  const persons = [...new Set(attempts.filter(({ trial }) => !trial).map(({ person_id }) => person_id))]
  if (activity && persons.length > 0) await scoreAttempts(db, deps, activity, persons, by)
  return marked
}
