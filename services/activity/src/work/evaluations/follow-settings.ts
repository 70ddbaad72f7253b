// Scores of an activity whose own rules have changed: what late work loses, how much each part of an evaluation counts, and whether the members of a
// group have one mark.
import { one, type Tx } from '@lyceum/kit/database/database'
import { settingsOf, weightsOf } from '../../types/settings.ts'
import { definitionOf } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { recalculateAll } from '../../gradebook/scores/recalculation.ts'
import { marksEach } from '../marking/own-points.ts'
import { setWorkScores } from '../../gradebook/scores/work-scores.ts'
import { readParts, scoreParts } from './parts.ts'
import { placed } from './rules.ts'

const lateOf = (row: Activity) => definitionOf(row.type)?.late?.(settingsOf(row) as never)
const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** After the change of an activity. Final results stay as they are until they are reopened. */
export async function followSettings(tx: Tx, deps: Pick<Deps, 'now'>, before: Activity, after: Activity): Promise<void> {
  const late = differs(lateOf(before), lateOf(after))
  const parts = differs(weightsOf(before), weightsOf(after)) || marksEach(before) !== marksEach(after)
  if (after.points === null || (!late && !parts)) return
  const open = await one(tx, 'select from score_policies where course_id = $1 and final_at is null for update', after.courseId)
  if (!open) return
  if (parts && weightsOf(after)) await scoreParts(tx, deps, after, null, null)
  // without parts the score is the teacher's alone
  else if (parts)
    await setWorkScores(
      tx,
      deps,
      after,
      (await readParts(tx, after.id, null)).map(({ person, n, lateSeconds, parts: { teacher } }) => ({
        person,
        n,
        lateSeconds,
        points: placed(teacher),
      })),
      null,
    )
  if (late) await recalculateAll(tx, { org: after.orgId, course: after.courseId }, deps.now())
}
