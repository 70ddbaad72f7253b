// People who would have to be in two places: lessons of a file beside one another and beside those that are there, by the people of their courses.
import { personNames } from '@lyceum/identity/mirror/persons'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { holidaysOf } from './holidays.ts'
import type { ImportedRow } from './api.ts'
import { dateOf, type Days, occurrencesIn, type Series, timesOn } from './rules.ts'
import { seriesOf, timetableColumns, type TimetableRow } from './timetable-row.ts'

type Course = { id: string; name: string }
/** `id`: of a series that is there already. */
export type Planned = { line: number; id?: string; series: Series; course: Course }
/** Lessons of this span alone are compared; without it all. */
type Span = { from: Date; to: Date }
type Conflict = ImportedRow['conflicts'][number]
type Side = { line: number | null; series: Series; course: Course; org: string }
type Met = { a: Side; b: Side; at: number }
/** People of two courses: teachers by id, students counted. */
type Shared = { teachers: string[]; students: number }

/** Lessons that are compared, and pairs of them that are told. */
const mostLessons = 50_000
const mostPairs = 500
const mostSeries = 5000

/** Pairs of series that meet, each at the first time, of which one is planned, and that `matter`. Pure. */
function meetings(
  sides: readonly Side[],
  holidays: ReadonlyMap<string, readonly Days[]>,
  matter: (a: Side, b: Side) => boolean,
  span?: Span,
): Met[] {
  const lessons = sides
    .flatMap((side, number) =>
      occurrencesIn(
        side.series,
        span?.from.getTime() ?? timesOn(side.series, side.series.firstDay).start - 1,
        span?.to.getTime() ?? timesOn(side.series, side.series.lastDay).end + 1,
        holidays.get(side.org),
      ).map((one) => ({ side, number, ...one })),
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
      const name = `${Math.min(other.number, lesson.number)} ${Math.max(other.number, lesson.number)}`
      if (!found.has(name) && found.size < mostPairs && matter(a, b)) found.set(name, { a, b, at: lesson.start })
    }
    open.push(lesson)
  }
  return [...found.values()]
}

/** By the line of each: whom it would have in two places, beside the others and beside what is there. */
export async function conflictsOf(tx: Tx, org: string, planned: Planned[], span?: Span): Promise<Map<number, Conflict[]>> {
  const conflicts = new Map<number, Conflict[]>()
  const courses = [...new Set(planned.map(({ course }) => course.id))]
  if (courses.length === 0) return conflicts
  const own = new Set(planned.flatMap(({ id }) => id ?? []))
  const beside = (await besideOf(tx, courses, planned, span)).filter(({ id }) => !own.has(id))
  const sides: Side[] = [
    ...planned.map((one) => ({ ...one, org })),
    ...beside.map((row) => ({ line: null, series: seriesOf(row), course: { id: row.course_id, name: row.name }, org: row.org_id })),
  ]
  const shared = await sharedPeople(tx, courses, [...new Set(sides.map(({ course }) => course.id))])
  const between = (a: Side, b: Side) => shared.get(`${a.course.id} ${b.course.id}`) ?? shared.get(`${b.course.id} ${a.course.id}`)
  const holidays = await holidaysOf(tx, [...new Set(sides.map((side) => side.org))])
  const met = meetings(sides, holidays, (a, b) => a.course.id === b.course.id || between(a, b) !== undefined, span)
  const names = await personNames(
    tx,
    met.flatMap(({ a, b }) => between(a, b)?.teachers ?? []),
  )
  for (const { a, b, at } of met) {
    const both = between(a, b)
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

/** Series of these days in the courses and in all others of their people, who teach or learn there; those of the courses first. */
async function besideOf(tx: Tx, courses: string[], planned: readonly Planned[], span?: Span): Promise<(TimetableRow & { name: string })[]> {
  const dayIn = (time: Date) => Math.floor(time.getTime() / 86_400_000)
  const [first, last] = [
    span ? dayIn(span.from) : Math.min(...planned.map(({ series }) => series.firstDay)),
    span ? dayIn(span.to) : Math.max(...planned.map(({ series }) => series.lastDay)),
  ]
  return await rows<TimetableRow & { name: string }>(
    tx,
    `
    with people as (
      select distinct person_id from mirror.members where course_id = any($1) and state = 'active'
    ), theirs as (
      select m.course_id from mirror.members m join people using (person_id) where m.state = 'active'
      union select unnest($1::uuid[])
    )
    select ${timetableColumns}, c.name from timetables t join theirs on theirs.course_id = t.course_id join mirror.courses c on c.id = t.course_id and not c.deleted
    where t.last_day >= $2::text::date - 1 and t.first_day <= $3::text::date + 1
    order by t.course_id = any($1) desc, t.id limit ${mostSeries}`,
    courses,
    dateOf(first),
    dateOf(last),
  )
}

/** The people that each of the courses shares with one of the others. */
async function sharedPeople(tx: Tx, courses: string[], others: string[]): Promise<Map<string, Shared>> {
  const shared = await rows<Shared & { a: string; b: string }>(
    tx,
    `
    select x.course_id::text as a, y.course_id::text as b,
      array_remove(array_agg(case when x.role <> 'student' and y.role <> 'student' then x.person_id::text end), null) as teachers,
      (count(*) filter (where x.role = 'student' or y.role = 'student'))::int as students
    from mirror.members x join mirror.members y on y.person_id = x.person_id and y.state = 'active' and y.course_id <> x.course_id
    where x.course_id = any($1) and x.state = 'active' and y.course_id = any($2)
    group by x.course_id, y.course_id`,
    courses,
    others,
  )
  return new Map(shared.map(({ a, b, ...people }) => [`${a} ${b}`, people]))
}
