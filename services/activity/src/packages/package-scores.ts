// The scores that follow from attempts at packages: by which of them counts, out of the points that the activity has now.
import { Problem } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../generated/client.ts'
import { setWorkScores } from '../gradebook/scores/work-scores.ts'
import { type Counts, countedPoints, earnedPoints, storedPoints } from '../exams/attempts/rules.ts'
import { type Fraction, fractionOf } from '../points/fractions.ts'
import { settingsOf } from '../types/settings.ts'

type Scored = Pick<Activity, 'id' | 'orgId' | 'courseId' | 'type' | 'settings' | 'points'>

/** Of a score in per cent. */
const shareOf = (percent: string): Fraction => {
  const { n, d } = fractionOf(percent)
  return { n, d: d * 100n }
}

/**
 * Writes the scores of these people, or of all who have attempts. Nothing happens where the activity has no points, and while the results of the course
 * are final: what a package reports is kept all the same.
 */
export async function scorePackage(tx: Tx, activity: Scored, persons: readonly string[] | null, now: Date): Promise<void> {
  const most = activity.points?.toString()
  if (most === undefined) return
  const found = await rows<{ person: string; score: string | null; n: number }>(
    tx,
    `select person_id::text as person, trim_scale(score)::text as score, n from package_attempts
     where activity_id = $1 and not trial and deleted_at is null and ($2::uuid[] is null or person_id = any($2)) order by person_id, n`,
    activity.id,
    persons,
  )
  const byPerson = Map.groupBy(found, ({ person }) => person)
  for (const person of persons ?? []) if (!byPerson.has(person)) byPerson.set(person, [])
  const counts = settingsOf(activity).score as Counts
  const scores = [...byPerson].map(([person, list]) => {
    const shares = list.flatMap(({ score }) => (score === null ? [] : [shareOf(score)]))
    // an attempt without a score takes nothing from those that have one
    const counted = countedPoints(shares, counts)
    return { person, points: counted && storedPoints(earnedPoints(counted, most)), lateSeconds: 0, n: list.at(-1)?.n ?? 0 }
  })
  try {
    await setWorkScores(tx, { now: () => now }, activity, scores, null)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'results.final') throw error
  }
}
