// The scores of marked work: what marking hands to the gradebook, and what it may show of it. Each call is part of the caller's transaction.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import { auditScores } from './audit-scores.ts'
import { releaseItem } from './release-item.ts'
import { type Gradebook, keyOf, reasonSql } from './score-row.ts'
import { beginWrite, countedPoints, noScore, readRows, type ScoreWrite, writeScores } from './write-scores.ts'

export type ScoredActivity = Pick<Activity, 'id' | 'orgId' | 'courseId' | 'type' | 'settings'>

/** The points with which a person's work was marked; `points` null takes them back. `n`: the version of the work. */
export type WorkScore = { person: string; points: string | null; lateSeconds: number; n: number }

/** A score as its student sees it. */
export type ReleasedScore = {
  points: string | null
  max: string
  earned: string | null
  latePoints: string | null
  /** Written in the book over the work's, and why. */
  overridden: boolean
  reason: string
  releasedAt: Date
}

const placeOf = ({ orgId, courseId }: ScoredActivity) => ({ org: orgId, course: courseId })
const itemOf = (tx: Tx, { id }: ScoredActivity) =>
  one<{ id: string; released: boolean; anonymous: boolean; release: string }>(
    tx,
    'select id::text, released, anonymous, release from score_items where activity_id = $1 and not deleted',
    id,
  )

/** As setItemScores. Nothing happens where the activity has no points. */
export async function setWorkScores(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  activity: ScoredActivity,
  scores: readonly WorkScore[],
  by: string | null,
): Promise<void> {
  const item = await itemOf(tx, activity)
  if (!item || scores.length === 0) return
  const place = placeOf(activity)
  const { book, before, written } = await setItemScores(tx, deps, place, item.id, scores, { by, what: 'marked' })
  // what a marker gives has its line with the marking
  if (by === null) await auditScores(tx, place, book, before, written)
}

/**
 * Writes the scores of an item, late points taken off. They are shown at once where it is released. A score that a teacher wrote over one in the gradebook
 * stays, as who is excused stays excused. `by` null: nobody but a rule. 409 results.final.
 */
export async function setItemScores(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  place: Gradebook,
  item: string,
  scores: readonly WorkScore[],
  { by, what }: Pick<ScoreWrite, 'by' | 'what'>,
) {
  const persons = scores.map(({ person }) => person)
  const book = await beginWrite(tx, place, persons)
  const stored = book.items.find(({ id }) => id === item)!
  const before = await readRows(tx, [item], persons)
  const writes = scores.map(({ person, points, lateSeconds, n }): ScoreWrite => {
    const none = noScore(item, person)
    const row = before.get(keyOf(none)) ?? none
    const work = { earned: points, late_seconds: lateSeconds }
    const kept = row.overridden || row.state === 'excused'
    const counted = kept ? { points: row.points, state: row.state } : { points: countedPoints(stored, book.policy, work), state: '' }
    return { ...row, ...work, n, ...counted, by, what, reason: '' }
  })
  const { written } = await writeScores(tx, place, book, before, writes, now())
  return { book, before, written }
}

/**
 * Shows the scores of these people, and emits their facts. Returns the people whose scores were not shown before. Those of an anonymous activity are shown all together, by who
 * teaches: one by one they would reveal whose they are. Those that have a time wait for it. 409 results.final.
 */
export async function releaseWork(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  activity: ScoredActivity,
  persons: readonly string[],
  by: string | null,
): Promise<string[]> {
  const [item, place] = [await itemOf(tx, activity), placeOf(activity)]
  if (!item || persons.length === 0 || waitsForAll(item)) return []
  await beginWrite(tx, place, persons)
  return (await releaseItem(tx, place, item.id, now(), { by, persons })).map(({ person_id }) => person_id)
}

const waitsForAll = ({ anonymous, release, released }: { anonymous: boolean; release: string; released: boolean }) =>
  !released && (anonymous || release === 'at_time')

/** Whether a return shows no score yet: all of them are shown together, by who teaches or at their time. */
export async function scoresWait(tx: Tx, activity: ScoredActivity): Promise<boolean> {
  const item = await itemOf(tx, activity)
  return item !== undefined && waitsForAll(item)
}

/** Person → their score, of those whose score is released. */
export async function releasedOf(tx: Tx, activity: ScoredActivity, persons: readonly string[]): Promise<Map<string, ReleasedScore>> {
  const found = await rows<{
    person: string
    points: string | null
    max: string
    earned: string | null
    overridden: boolean
    reason: string
    released_at: Date
  }>(
    tx,
    `
    select s.person_id::text as person, trim_scale(s.points)::text as points, trim_scale(i.points)::text as max, trim_scale(s.earned)::text as earned,
      s.overridden, ${reasonSql('s')} as reason, s.released_at
    from score_items i join scores s on s.item_id = i.id where i.activity_id = $1 and not i.deleted and s.person_id = any($2) and s.released`,
    activity.id,
    persons,
  )
  return new Map(
    found.map(({ person, points, max, earned, overridden, reason, released_at }) => [
      person,
      { points, max, earned, latePoints: latePointsOf({ points, earned, overridden }), overridden, reason, releasedAt: released_at },
    ]),
  )
}

/** The points taken off for being late; null where none were. */
export function latePointsOf({
  points,
  earned,
  overridden,
}: {
  points: string | null
  earned: string | null
  overridden: boolean
}): string | null {
  if (points === null || earned === null || overridden || unitsOf(earned) <= unitsOf(points)) return null
  return pointsOf(unitsOf(earned) - unitsOf(points))
}
