// Scores that follow from a marking that counts, of the authors of its work.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one } from '@lyceum/kit/database/database'
import { weightsOf } from '../../types/settings.ts'
import { scoreParts } from '../evaluations/parts.ts'
import { setWorkScores } from '../../gradebook/scores/work-scores.ts'
import { returnWork } from '../submissions/returns.ts'
import type { Deps } from '../../deps.ts'
import type { MarkingRow } from './marking-row.ts'
import { ownPoints } from './own-points.ts'
import type { Work } from './work.ts'

/** The people of a version: the members of the group when it was handed in. `later`: a later version has a marking that counts. */
type Version = { members: string[]; late_seconds: number; later: boolean; rework: boolean }

/**
 * The points of a done marking become the scores of the work's people, or a part of them; of one that is no longer done they are taken back. If scores are shown with
 * the marking, the work is returned with it.
 */
export async function handToScores(
  deps: Deps,
  { person }: Actor,
  { id, activity, newest, trial }: Work,
  before: MarkingRow | undefined,
  { n, state, points }: MarkingRow,
): Promise<void> {
  if (trial || (state !== 'done' && before?.state !== 'done')) return
  const version = await one<Version>(
    deps.db,
    `
    select v.member_ids::text[] as members, v.late_seconds, s.rework,
      exists (select from markings m where m.submission_id = v.submission_id and m.n > v.n and m.slot = 0 and m.state = 'done') as later
    from submission_versions v join submissions s on s.id = v.submission_id where v.submission_id = $1 and v.n = $2`,
    id,
    n,
  )
  if (!version || version.later) return
  const own = await ownPoints(deps.db, activity, id, n)
  const scores = version.members.map((member) => ({
    person: member,
    points: state === 'done' ? (own.get(member) ?? points) : null,
    lateSeconds: version.late_seconds,
    n,
  }))
  if (weightsOf(activity)) await scoreParts(deps.db, deps, activity, [id], person)
  else await setWorkScores(deps.db, deps, activity, scores, person)
  // what is to be handed in once more stays so, whatever is written about it
  if (state === 'done' && n === newest && activity.release === 'at_once' && !version.rework)
    await returnWork(deps, activity, [id], { rework: false, by: person })
}
