// The scores that follow from attempts at packages: by which of them counts, out of the points that the activity has now.
import { Problem } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../generated/client.ts'
import { lockBook } from '../gradebook/scores/book.ts'
import { beginWrite } from '../gradebook/scores/write-scores.ts'
import { setWorkScores } from '../gradebook/scores/work-scores.ts'
import { type Counts, countedPoints, earnedPoints, storedPoints } from '../exams/attempts/rules.ts'
import { type Fraction, fractionOf } from '../points/fractions.ts'
import { settingsOf } from '../types/settings.ts'

type Scored = Pick<Activity, 'id' | 'orgId' | 'courseId'>
type Terms = Pick<Activity, 'type' | 'settings'> & { points: string | null }

/** Of a score in per cent. */
const shareOf = (percent: string): Fraction => {
  const { n, d } = fractionOf(percent)
  return { n, d: d * 100n }
}

/** As scorePackage, and nothing while the results of the course are final: what a package reports is kept all the same. */
export async function scoreUnlessFinal(...values: Parameters<typeof scorePackage>): Promise<void> {
  try {
    await scorePackage(...values)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'results.final') throw error
  }
}

/**
 * Writes the scores of these people, or of all who have attempts. Nothing happens where the activity has no points. The attempts behind them are
 * read under the locks of their writers: of two at once the later one sees what the earlier one has written. 409 results.final.
 */
export async function scorePackage(tx: Tx, { id, orgId, courseId }: Scored, persons: readonly string[] | null, now: Date): Promise<void> {
  if (!(await one(tx, 'select from score_items where activity_id = $1 and not deleted', id))) return
  const place = { org: orgId, course: courseId }
  if (persons) await beginWrite(tx, place, persons)
  else await lockBook(tx, place, 'update')
  const terms = await one<Terms>(tx, 'select type, settings, trim_scale(points)::text as points from activities where id = $1', id)
  const most = terms?.points
  if (!terms || !most) return
  const found = await rows<{ person: string; score: string | null; n: number }>(
    tx,
    `select person_id::text as person, trim_scale(score)::text as score, n from package_attempts
     where activity_id = $1 and not trial and deleted_at is null and ($2::uuid[] is null or person_id = any($2)) order by person_id, n`,
    id,
    persons,
  )
  const byPerson = Map.groupBy(found, ({ person }) => person)
  for (const person of persons ?? []) if (!byPerson.has(person)) byPerson.set(person, [])
  const counts = settingsOf(terms).score as Counts
  const scores = [...byPerson].map(([person, list]) => {
    const shares = list.flatMap(({ score }) => (score === null ? [] : [shareOf(score)]))
    // an attempt without a score takes nothing from those that have one
    const counted = countedPoints(shares, counts)
    return { person, points: counted && storedPoints(earnedPoints(counted, most)), lateSeconds: 0, n: list.at(-1)?.n ?? 0 }
  })
  await setWorkScores(tx, { now: () => now }, { id, orgId, courseId, type: terms.type, settings: terms.settings }, scores, null)
}
