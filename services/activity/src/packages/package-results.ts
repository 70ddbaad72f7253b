// The consequences of a result that has changed: the score of the item, and progress. Once, in the transaction of the save.
import type { Tx } from '@lyceum/kit/database/database'
import { record } from '../progress/progress.ts'
import type { Status, Success } from './package-attempts/api.ts'
import type { AttemptResult } from './package-rules/results.ts'
import { scoreUnlessFinal } from './package-scores.ts'

type Before = {
  activity_id: string
  org_id: string
  course_id: string
  criterion_key: string
  trial: boolean
  status: Status
  success: Success
  score: string | null
}

/** The score first, as every writer of scores locks the book before the progress. A trial has progress of its own and no score. */
export async function recordResult(tx: Tx, before: Before, person: string, after: AttemptResult, now: Date): Promise<true> {
  const { activity_id: id, org_id: orgId, course_id: courseId, criterion_key: criterionKey, trial } = before
  if (!trial && after.score !== before.score) await scoreUnlessFinal(tx, { id, orgId, courseId }, [person], now)
  const recorded = { id, orgId, courseId, criterionKey, watching: false }
  const occasion = { now, counts: !trial }
  if (after.status === 'completed' && before.status !== 'completed') await record(tx, recorded, person, { kind: 'submitted' }, occasion)
  if (after.success === 'passed' && before.success !== 'passed') await record(tx, recorded, person, { kind: 'passed' }, occasion)
  return true
}
