// Results as rows: calculated from the scores of a course by its policy, written in the transaction of what changes them.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { unitsOf } from '../../points/decimals.ts'
import { groupsOfBook, type StoredBook, type StoredPolicy } from './book.ts'
import { type Fraction, rounded } from '../../points/fractions.ts'
import { type BookScores, levelOf, reaches, resultOf } from './rules.ts'
import type { CourseResult } from '../score-policies/api.ts'

/** A score of an anonymous activity counts for teachers once it is released: before, a result that moves would reveal whose it is. */
export const hiddenSql = (i: string, s: string) => `(${i}.anonymous and not ${i}.released and not ${s}.released)`

export type ScoreText = [item: string, points: string | null, state: string]
export const scoresOf = (list: readonly ScoreText[] | null): BookScores =>
  new Map((list ?? []).map(([item, points, state]) => [item, { points: points === null ? null : unitsOf(points), state }]))

/** Person → their scores, as who teaches sees them. `persons` null: of all who have any. */
export async function readScores(tx: Tx, course: string, persons: readonly string[] | null): Promise<Map<string, BookScores>> {
  const found = await rows<{ person: string; scores: ScoreText[] }>(
    tx,
    `
    select s.person_id::text as person, json_agg(json_build_array(s.item_id, trim_scale(s.points)::text, s.state)) as scores
    from scores s join score_items i on i.id = s.item_id and not i.deleted
    where s.course_id = $1 and ($2::uuid[] is null or s.person_id = any($2)) and not ${hiddenSql('i', 's')} group by s.person_id`,
    course,
    persons,
  )
  return new Map(found.map(({ person, scores }) => [person, scoresOf(scores)]))
}

/** The result as it is shown: letter and pass follow the percentage as it is read. */
export function shownResult(
  { digits, levels, pass_percent }: Pick<StoredPolicy, 'digits' | 'levels' | 'pass_percent'>,
  value: Fraction | null,
): CourseResult {
  if (value === null) return { percent: null, letter: null, passed: null }
  const percent = rounded(value, digits)
  return { percent, letter: levels && levelOf(levels, percent), passed: pass_percent === null ? null : reaches(percent, pass_percent) }
}

/** One statement at a time writes the results of a person: the later one has seen the scores of the earlier one. */
export async function lockResults(tx: Tx, course: string, persons: readonly string[]): Promise<void> {
  const sorted = [...new Set(persons)].sort()
  await run(
    tx,
    'insert into course_results (course_id, person_id) select $1::uuid, person from unnest($2::uuid[]) as p(person) order by person on conflict do nothing',
    course,
    sorted,
  )
  await run(tx, 'select from course_results where course_id = $1 and person_id = any($2) order by person_id for update', course, sorted)
}

export type ResultOf = CourseResult & { person_id: string }

/** Writes the results of these people, whose rows are locked. */
export async function writeResults(tx: Tx, course: string, book: StoredBook, persons: readonly string[]): Promise<ResultOf[]> {
  if (persons.length === 0) return []
  const groups = groupsOfBook(book)
  const scores = await readScores(tx, course, persons)
  const results = persons.map((person_id) => {
    const value = resultOf(groups, scores.get(person_id) ?? new Map())
    return { person_id, exact: value && rounded(value, 6), ...shownResult(book.policy, value) }
  })
  await run(
    tx,
    `
    update course_results r set percent = n.exact, shown = n.percent, letter = n.letter, passed = n.passed
    from jsonb_to_recordset($2::jsonb) as n(person_id uuid, exact numeric, percent text, letter text, passed bool)
    where r.course_id = $1 and r.person_id = n.person_id`,
    course,
    JSON.stringify(results),
  )
  return results.map(({ exact: _, ...result }) => result)
}
