// The results of a whole course once more, after a change of what they follow from: policy, categories, items.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import { auditScores } from './audit-scores.ts'
import { readBook, type StoredBook, type StoredItem } from './book.ts'
import { mostAtOnce, nameRecalculation, startRecalculation } from './follow-scores.ts'
import { lockResults, writeResults } from './results.ts'
import { keyOf, type Gradebook, scoreColumns, type ScoreRow } from './score-row.ts'
import { recordPassed } from './score-facts.ts'
import { countedPoints, putScores, type ScoreWrite } from './write-scores.ts'

export const step = 100

/** The people with a score or a result in the course. */
export const peopleOf = async (tx: Tx, course: string): Promise<string[]> =>
  (
    await rows<{ person: string }>(
      tx,
      `select person_id::text as person from scores where course_id = $1 union select person_id::text from course_results where course_id = $1 order by 1`,
      course,
    )
  ).map(({ person }) => person)

/** After a change whose transaction holds the book's row for update; returns the task, or null where it is done. */
export async function recalculateAll(tx: Tx, place: Gradebook, now: Date): Promise<string | null> {
  const people = await peopleOf(tx, place.course)
  if (people.length > mostAtOnce) {
    const task = await startRecalculation(tx, place, null)
    if (task) {
      await nameRecalculation(tx, place.course, task)
      return task
    }
  }
  await recalculateNow(tx, place, people, now)
  return null
}
/** The courses in which a change counts. */
export const recalculateIf = async (counts: boolean, { db, now }: { db: Tx; now(): Date }, place: Gradebook): Promise<string | null> =>
  counts ? recalculateAll(db, place, now()) : null

/** All of them in this transaction. */
export async function recalculateNow(tx: Tx, place: Gradebook, people: string[] | null, now: Date): Promise<void> {
  const persons = people ?? (await peopleOf(tx, place.course))
  for (let from = 0; from < persons.length; from += step) await recalculateStep(tx, place, persons.slice(from, from + step), now)
}

export async function recalculateStep(tx: Tx, place: Gradebook, persons: string[], now: Date): Promise<void> {
  await lockResults(tx, place.course, persons)
  const book = await readBook(tx, place.course)
  if (book.policy.final) return
  await rescore(tx, place, book, persons, now)
  await writeResults(tx, place.course, book, persons)
  await recordPassed(tx, place.course, persons, now)
}

/** The points that a score has by a rule of the book: late points taken off, or those of what was not handed in. */
export function ruledPoints(
  row: Pick<ScoreRow, 'state' | 'points' | 'earned' | 'late_seconds'>,
  item: StoredItem,
  policy: StoredBook['policy'],
): string | null {
  if (row.state === 'missing') return policy.missing && missingPoints(item.points, policy.missing.percent)
  return row.state === 'excused' || row.earned === null ? row.points : countedPoints(item, policy, row)
}
export const missingPoints = (most: string, percent: number): string => pointsOf((unitsOf(most) * BigInt(percent) + 50n) / 100n)

async function rescore(tx: Tx, place: Gradebook, book: StoredBook, persons: string[], now: Date): Promise<void> {
  const ruled = await rows<ScoreRow>(
    tx,
    `select ${scoreColumns('s')} from scores s where s.course_id = $1 and s.person_id = any($2) and (s.late_seconds > 0 or s.state = 'missing')
     and not s.overridden`,
    place.course,
    persons,
  )
  const itemOf = new Map(book.items.map((item) => [item.id, item]))
  const writes = ruled.flatMap((row): ScoreWrite[] => {
    const item = itemOf.get(row.item_id)
    if (!item) return []
    const points = ruledPoints(row, item, book.policy)
    const state = row.state === 'missing' && points === null ? '' : row.state
    return [{ ...row, points, state, by: null, what: row.state === 'missing' ? 'missing' : 'late', reason: '' }]
  })
  const before = new Map(ruled.map((row) => [keyOf(row), row]))
  await auditScores(tx, place, book, before, await putScores(tx, place, book, before, writes, now))
}
