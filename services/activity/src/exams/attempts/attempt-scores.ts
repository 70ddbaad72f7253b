// The scores that follow from attempts: by which of them counts, out of the points that the activity has now.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { settingsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { fractionOf } from '../../points/fractions.ts'
import { setWorkScores } from '../../gradebook/scores/work-scores.ts'
import { type Counts, countedPoints, earnedPoints } from './rules.ts'

type Row = { person: string; points: string | null; max: string }

/** Writes the scores of these people in an activity. `by` null: nobody but their keys. */
export async function scoreAttempts(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  activity: Pick<Activity, 'id' | 'orgId' | 'courseId' | 'type' | 'settings' | 'points'>,
  persons: readonly string[],
  by: string | null,
): Promise<void> {
  const most = activity.points?.toString()
  if (most === undefined || persons.length === 0) return
  const found = await rows<Row>(
    tx,
    `
    select a.person_id::text as person, case when a.state = 'marked' and a.to_mark = 0 then trim_scale(a.points)::text end as points,
      trim_scale(p.points)::text as max
    from attempts a join papers p on p.id = a.paper_id
    where a.activity_id = $1 and a.person_id = any($2) and a.state <> 'running' and not a.trial order by a.started_at, a.id`,
    activity.id,
    persons,
  )
  const counts = (settingsOf(activity).counts ?? 'best') as Counts
  const byPerson = Map.groupBy(found, ({ person }) => person)
  const scores = [...byPerson].map(([person, list]) => ({
    person,
    points: countedPoints(
      list.map((row) => outOf(row, most)),
      counts,
    ),
    lateSeconds: 0,
    n: list.length,
  }))
  await setWorkScores(tx, deps, activity, scores, by)
}

/** The same share of other points, where an older paper had others. */
function outOf({ points, max }: Row, most: string): string | null {
  if (points === null || max === most) return points
  const [earned, of] = [fractionOf(points), fractionOf(max)]
  return of.n === 0n ? points : earnedPoints({ n: earned.n * of.d, d: earned.d * of.n }, most)
}
