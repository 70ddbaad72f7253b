// The scores that follow from attempts: by which of them counts, out of the points that the activity has now.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { settingsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { type Fraction, fractionIn, fractionOf } from '../../points/fractions.ts'
import { setWorkScores } from '../../gradebook/scores/work-scores.ts'
import { type Counts, countedPoints, earnedPoints, exactPoints, storedPoints } from './rules.ts'

type Row = { person: string; points: string | null; exact: string | null; max: string }

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
    select a.person_id::text as person, case when a.state = 'marked' and a.to_mark = 0 then trim_scale(a.points)::text end as points, a.exact,
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
    points: pointsFrom(list, most, counts),
    lateSeconds: 0,
    n: list.length,
  }))
  await setWorkScores(tx, deps, activity, scores, by)
}

/** The points of the attempt that counts, or of their mean, rounded once. */
function pointsFrom(list: readonly Row[], most: string, counts: Counts): string | null {
  const counted = countedPoints(
    list.map((row) => outOf(row, most)),
    counts,
  )
  return counted && storedPoints(counted)
}

/** The same share of other points, where an older paper had others. */
function outOf({ points, exact, max }: Row, most: string): Fraction | null {
  if (points === null) return null
  const [earned, of] = [exactPoints(points, exact === null ? null : fractionIn(exact)), fractionOf(max)]
  return max === most || of.n === 0n ? earned : earnedPoints({ n: earned.n * of.d, d: earned.d * of.n }, most)
}
