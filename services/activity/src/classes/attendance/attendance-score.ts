// The attendance of a course as an item of its gradebook: made by hand, scored by the share of roll calls, and scored anew whenever one is noted.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Actor } from '@lyceum/kit/calls/actor'
import { deleteItem, restoreItem } from '../../gradebook/score-policies/binned-items.ts'
import { createItem } from '../../gradebook/score-policies/items.ts'
import { lockBook } from '../../gradebook/scores/book.ts'
import type { Gradebook } from '../../gradebook/scores/score-row.ts'
import { setItemScores } from '../../gradebook/scores/work-scores.ts'
import { beginWrite } from '../../gradebook/scores/write-scores.ts'
import type { Deps } from '../../deps.ts'
import { studentsSql } from '../people.ts'
import type { AttendanceScore, ScoreChoice } from './api.ts'
import { share } from './share.ts'

/** Points of a new item; they are changed in the gradebook. */
const points = '100'
/** People whose scores one statement writes. */
const step = 500

const noted = `left join (attendance a join roll_calls r on r.id = a.roll_call_id and r.closed_at is not null)
  on a.course_id = m.course_id and a.person_id = m.person_id`

type Item = { id: string; points: string; deleted: boolean; final: boolean }
const itemOf = (tx: Tx, course: string) =>
  one<Item>(
    tx,
    `select i.id::text, trim_scale(i.points)::text as points, i.deleted, p.final_at is not null as final
     from score_items i join score_policies p on p.course_id = i.course_id where i.course_id = $1 and i.source = 'attendance'`,
    course,
  )

/** Null: attendance is no item of the gradebook. */
export async function readAttendanceScore(tx: Tx, course: string): Promise<AttendanceScore> {
  const item = await itemOf(tx, course)
  return item && !item.deleted ? { item_id: item.id, points: item.points } : null
}

/** Students see its scores once they are released in the gradebook. Turned off, the item is in the bin with its scores, and comes back from there. 409 results.final. */
export async function chooseAttendanceScore(
  deps: Deps,
  actor: Actor,
  place: Gradebook,
  { on, title }: ScoreChoice,
): Promise<AttendanceScore> {
  const { db, now } = deps
  // of two at once the later one finds the item of the other
  await lockBook(db, place, 'update')
  const item = await itemOf(db, place.course)
  if (on && !item) {
    const made = await createItem(deps, place, { title, points, release: 'by_hand' })
    await run(db, `update score_items set source = 'attendance' where id = $1`, made.item.id)
  } else if (on && item?.deleted) await restoreItem(deps, actor, place, item.id)
  else if (!on && item && !item.deleted) await deleteItem(deps, actor, place, item.id, undefined)
  if (on) await scoreAttendance(db, place, null, now())
  return await readAttendanceScore(db, place.course)
}

/**
 * Scores the attendance of these students of a course, or of all, where it is an item: all of its points for who was always there, none yet for whom
 * nothing counts. A score that somebody wrote over it in the gradebook stays; results that are final stay until they are reopened.
 */
export async function scoreAttendance(tx: Tx, place: Gradebook, persons: readonly string[] | null, now: Date): Promise<void> {
  const scored = await itemOf(tx, place.course)
  if (!scored || scored.deleted || scored.final) return
  const students = await rows<{ person: string }>(
    tx,
    `select m.person_id::text as person from ${studentsSql('$1')} and ($2::uuid[] is null or m.person_id = any($2::uuid[]))`,
    place.course,
    persons,
  )
  const locked = students.map(({ person }) => person)
  // of two roll calls noted at once the later one counts both, by the points that the item has now
  const { items } = await beginWrite(tx, place, locked)
  const item = items.find(({ id }) => id === scored.id)
  if (!item) return
  const found = await rows<{ person: string; points: string | null }>(
    tx,
    `select m.person_id::text as person, trim_scale(round($3::numeric * ${share}, 4))::text as points
     from ${studentsSql('$1', noted)} and m.person_id = any($2::uuid[]) group by m.person_id order by m.person_id`,
    place.course,
    locked,
    item.points,
  )
  for (let first = 0; first < found.length; first += step) {
    const scores = found.slice(first, first + step).map((one) => ({ ...one, lateSeconds: 0, n: 0 }))
    await setItemScores(tx, { now: () => now }, place, item.id, scores, { by: null, what: 'attendance' })
  }
}
