// Lessons by course: one page of courses, their series in a span, and whom these would have in two places.
import { withinSql } from '@lyceum/course/mirror/rules'
import { departmentBelowSql } from '@lyceum/identity/mirror/departments'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { spanSql } from '../places.ts'
import { spanOf } from '../span.ts'
import { conflictsOf } from '../timetables/conflicts.ts'
import { holidaysOf } from '../timetables/holidays.ts'
import { occurrencesIn } from '../timetables/rules.ts'
import { seriesOf, timetableColumns, type TimetableRow } from '../timetables/timetable-row.ts'
import { checkOn } from '../timetables/timetables.ts'
import type { PlannedCourse } from './api.ts'

type CourseRow = { id: string; name: string; course_code: string; department: string | null; teachers: string[]; total: number }
type Query = PageQuery & { start: string; end: string; conditions?: string }
type Span = { from: Date; to: Date }
/** Series of one page, and clashes that a course shows. */
const mostSeries = 5000
const mostClashes = 10

export async function listLessons({ db, now }: Deps, actor: Actor, query: Query) {
  const { org } = actor
  await checkOn({ db }, org)
  const span = spanOf(query)
  const courses = await coursesIn(db, actor, query, span)
  const series = await seriesIn(db, courses, span)
  const holidays = (await holidaysOf(db, [org])).get(org)
  const clashes = await clashesOf(db, org, { courses, series, span })
  const names = await personNames(
    db,
    courses.flatMap(({ teachers }) => teachers),
  )
  const ofCourse = Map.groupBy(series, ({ course_id }) => course_id)
  const items = courses.map(({ id, name, course_code, department, teachers }): PlannedCourse => {
    const lessons = (ofCourse.get(id) ?? [])
      .flatMap((row) => occurrencesIn(seriesOf(row), span.from.getTime(), span.to.getTime(), holidays))
      .sort((a, b) => a.start - b.start)
    const next = lessons.find(({ start }) => start > now().getTime())
    const found = clashes.get(id) ?? []
    return {
      course: { id, name, course_code },
      department,
      teachers: teachers.flatMap((one) => names.get(one)?.name || []),
      planned: sumOf(lessons),
      held: sumOf(lessons.filter(({ end }) => end <= now().getTime())),
      next: next ? new Date(next.start).toISOString() : null,
      clashes: found.slice(0, mostClashes),
      clash_count: found.length,
    }
  })
  return pageOf(query, courses[0]?.total ?? 0, items)
}

const sumOf = (lessons: readonly { start: number; end: number }[]) => ({
  lessons: lessons.length,
  minutes: Math.round(lessons.reduce((sum, { start, end }) => sum + end - start, 0) / 60_000),
})

/** Of the department to which the actor's permissions are bound, those of none too. */
async function coursesIn(tx: Tx, { org, department }: Actor, query: Query, { from, to }: Span): Promise<CourseRow[]> {
  const { keyword = '', department_id: below = '' } = conditionsOf(query.conditions, ['keyword', 'department_id'])
  const { limit, offset } = limits(query)
  return await rows<CourseRow>(
    tx,
    `
    select c.id::text, c.name, coalesce(c.course_code, '') as course_code, d.name as department, count(*) over ()::int as total,
      array(select m.person_id::text from mirror.members m where m.course_id = c.id and m.state = 'active' and m.role = 'instructor'
        order by m.person_id limit 20) as teachers
    from mirror.courses c left join mirror.departments d on d.id = c.department_id
    where c.org_id = $1 and not c.deleted and ($2 = '' or ${withinSql('$2')}) and ($3 = '' or ${departmentBelowSql('c.department_id', '$3')})
      and ${heldSql(foldedSql('c.name', 'c.course_code'), '$4')}
      and exists (select from places p where p.place_id = c.id and p.kind = 'timetable' and ${spanSql('$5::timestamptz', '$6::timestamptz')})
    order by lower(c.name), c.id limit $7 offset $8`,
    org,
    department ?? '',
    typeof below === 'string' && /^[0-9a-f-]{36}$/.test(below) ? below : '',
    wordPatterns(typeof keyword === 'string' ? keyword : ''),
    from,
    to,
    limit,
    offset,
  )
}

const seriesIn = (tx: Tx, courses: readonly CourseRow[], { from, to }: Span): Promise<TimetableRow[]> =>
  rows<TimetableRow>(
    tx,
    `
    select ${timetableColumns} from places p join timetables t on t.id = p.item_id
    where p.place_id = any($1::uuid[]) and p.kind = 'timetable' and ${spanSql('$2::timestamptz', '$3::timestamptz')}
    order by t.id limit ${mostSeries}`,
    courses.map(({ id }) => id),
    from,
    to,
  )

async function clashesOf(
  tx: Tx,
  org: string,
  { courses, series, span }: { courses: readonly CourseRow[]; series: readonly TimetableRow[]; span: Span },
): Promise<Map<string, PlannedCourse['clashes']>> {
  const names = new Map(courses.map(({ id, name }) => [id, name]))
  const planned = series.map((row, line) => ({
    line,
    id: row.id,
    series: seriesOf(row),
    course: { id: row.course_id, name: names.get(row.course_id) ?? '' },
  }))
  const found = await conflictsOf(tx, org, planned, span)
  const clashes = new Map<string, PlannedCourse['clashes']>()
  for (const [line, list] of found) {
    const { course_id } = series[line]!
    const known = clashes.get(course_id) ?? []
    clashes.set(course_id, [...known, ...list.map(({ at, with: other, people, students }) => ({ at, with: other, people, students }))])
  }
  for (const [course, list] of clashes)
    clashes.set(
      course,
      list.toSorted((a, b) => a.at.localeCompare(b.at)),
    )
  return clashes
}
