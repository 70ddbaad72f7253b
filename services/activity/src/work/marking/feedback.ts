// Feedback: the version of a student's work that they read with its marks.
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../../generated/client.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'

/**
 * The submission whose version n is this person's and may be read with its marks: one that has points with its score, another one once the work was
 * returned after it was handed in.
 */
export async function shownWork(tx: Tx, activity: Activity, person: string, n: number): Promise<string | undefined> {
  const found = await one<{ id: string }>(
    tx,
    `
    select s.id::text from submission_versions v join submissions s on s.id = v.submission_id
    left join markings m on m.submission_id = s.id and m.n = v.n and m.slot = 0
    where s.activity_id = $1 and s.member_ids @> array[$2::uuid] and v.member_ids @> array[$2::uuid] and v.n = $4
      and case when m.state = 'done' and m.points is not null and not s.rework then $3::bool else coalesce(s.returned_at >= v.submitted_at, false) end`,
    activity.id,
    person,
    (await releasedOf(tx, activity, [person])).has(person),
    n,
  )
  return found?.id
}
