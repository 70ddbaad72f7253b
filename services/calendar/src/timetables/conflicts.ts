// Who would have to be in two places: lessons of a file beside one another and beside those that are there, by the people of their courses.
import { personNames } from '@lyceum/identity/mirror/persons'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { ImportedRow } from './api.ts'
import { occurrencesIn, type Series, timesOn } from './rules.ts'
import { seriesOf, timetableColumns, type TimetableRow } from './timetable-row.ts'

export type Planned = { line: number; series: Series; course: { id: string; name: string } }
type Conflict = ImportedRow['conflicts'][number]
type Side = { line: number | null; series: Series; course: { id: string; name: string } }
type Met = { a: Side; b: Side; at: number }

/** Lessons that are compared, and pairs of them that are looked at. */
const mostLessons = 50_000
const mostPairs = 500

/** Pairs of series that meet, each at the first time, of which one is planned. Pure. */
export function meetings(sides: readonly Side[]): Met[] {
  const lessons = sides
    .flatMap((side) =>
      occurrencesIn(
        side.series,
        timesOn(side.series, side.series.firstDay).start - 1,
        timesOn(side.series, side.series.lastDay).end + 1,
      ).map((one) => ({ side, ...one })),
    )
    .slice(0, mostLessons)
    .sort((x, y) => x.start - y.start)
  const found = new Map<string, Met>()
  let open: typeof lessons = []
  for (const lesson of lessons) {
    open = open.filter(({ end }) => end > lesson.start)
    for (const other of open) {
      const [a, b] = [other.side, lesson.side]
      if (a === b || (a.line === null && b.line === null)) continue
      const name = `${sides.indexOf(a)} ${sides.indexOf(b)}`
      if (!found.has(name) && found.size < mostPairs) found.set(name, { a, b, at: lesson.start })
    }
    open.push(lesson)
  }
  return [...found.values()]
}

export async function conflictsOf(tx: Tx, planned: Planned[]): Promise<Map<number, Conflict[]>> {
  const conflicts = new Map<number, Conflict[]>()
  const courses = [...new Set(planned.map(({ course }) => course.id))]
  if (courses.length === 0) return conflicts
  const beside = await rows<TimetableRow & { name: string }>(
    tx,
    `
    with teachers as (
      select distinct person_id from mirror.members where course_id = any($1) and role <> 'student' and state = 'active'
    ), theirs as (
      select distinct m.course_id from mirror.members m join teachers using (person_id) where m.state = 'active' and m.role <> 'student'
      union select unnest($1::uuid[])
    )
    select ${timetableColumns}, c.name from timetables t join theirs on theirs.course_id = t.course_id join mirror.courses c on c.id = t.course_id and not c.deleted
    order by t.id limit 5000`,
    courses,
  )
  const sides: Side[] = [
    ...planned,
    ...beside.map((row) => ({ line: null, series: seriesOf(row), course: { id: row.course_id, name: row.name } })),
  ]
  const met = meetings(sides)
  const shared = await peopleOf(tx, met)
  const names = await personNames(
    tx,
    [...shared.values()].flatMap(({ teachers }) => teachers),
  )
  for (const { a, b, at } of met) {
    const both = shared.get(`${a.course.id} ${b.course.id}`)
    const same = a.course.id === b.course.id
    if (!same && (!both || both.teachers.length + both.students === 0)) continue
    const people = (both?.teachers ?? []).map((id) => ({ id, name: names.get(id)?.name ?? '' }))
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const)
      if (mine.line !== null)
        conflicts.set(mine.line, [
          ...(conflicts.get(mine.line) ?? []),
          { at: new Date(at).toISOString(), with: other.course.name, with_line: other.line, people, students: both?.students ?? 0 },
        ])
  }
  return conflicts
}

/** The people that two courses share: teachers by id, students counted. */
async function peopleOf(tx: Tx, met: Met[]): Promise<Map<string, { teachers: string[]; students: number }>> {
  const pairs = met.map(({ a, b }) => ({ a: a.course.id, b: b.course.id }))
  if (pairs.length === 0) return new Map()
  const shared = await rows<{ a: string; b: string; teachers: string[]; students: number }>(
    tx,
    `
    select p.a::text, p.b::text, array_remove(array_agg(case when x.role <> 'student' and y.role <> 'student' then x.person_id::text end), null) as teachers,
      (count(*) filter (where x.role = 'student' or y.role = 'student'))::int as students
    from (select distinct a, b from jsonb_to_recordset($1::jsonb) as g(a uuid, b uuid)) p
    join mirror.members x on x.course_id = p.a and x.state = 'active'
    join mirror.members y on y.course_id = p.b and y.state = 'active' and y.person_id = x.person_id
    group by p.a, p.b`,
    JSON.stringify(pairs),
  )
  return new Map(shared.map(({ a, b, ...people }) => [`${a} ${b}`, people]))
}
