// Courses with their teachers, by SQL: one, one locked, many.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import { type CourseScope, findCourse } from '../../mirror/rules.ts'
import { type Course as Row, Prisma } from '../generated/client.ts'
import type { Instructor } from './api.ts'
import { zoneSql } from './ending.ts'

/** The teachers of these courses, instructors before assistants; a person not in the mirror yet has an empty name. */
export async function instructorsOf(tx: Tx, courses: string[]): Promise<Map<string, Instructor[]>> {
  const instructors =
    courses.length === 0
      ? []
      : await rows<Instructor & { course: string }>(
          tx,
          `
    select e.course_id::text as course, e.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.avatar, '') as avatar, e.role
    from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = any($1) and e.role <> 'student' and e.state = 'active' and p.deleted is not true
    order by e.role, e.joined_at, e.id`,
          courses,
        )
  const byCourse = new Map<string, Instructor[]>(courses.map((id) => [id, []]))
  for (const { course, ...instructor } of instructors) byCourse.get(course)?.push(instructor)
  return byCourse
}

/** The columns of SelectedCourse, of course `c`. */
export const courseColumns = `${modelColumns(Prisma.CourseScalarFieldEnum, 'c')},
  (select coalesce(json_agg(json_build_object('id', e.person_id, 'name', coalesce(p.name, ''), 'avatar', coalesce(p.avatar, ''), 'role', e.role)
      order by e.role, e.joined_at, e.id), '[]')
    from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = c.id and e.role <> 'student' and e.state = 'active' and p.deleted is not true) as instructors, ${zoneSql} as zone`
const select = `select ${courseColumns} from courses c`

/** `zone`: its own, else its organisation's. */
export type TaughtCourse = { row: Row; instructors: Instructor[]; zone: string }
export type SelectedCourse = SqlModel<Row> & Omit<TaughtCourse, 'row'>
export const toTaughtCourse = ({ instructors, zone, version, ...row }: SelectedCourse): TaughtCourse => ({
  row: { ...row, version: BigInt(version) },
  instructors,
  zone,
})

/** Finds a course for its reader: its row and its teachers go with the scope. */
export const findCourseRow: Finder = async (tx, id, actor) => {
  const { row, ...scope } = await findCourse<SelectedCourse>(tx, id, actor, { columns: `, ${courseColumns}`, from: 'courses c' })
  return { ...scope, taught: toTaughtCourse(row) } as Scope
}
/** The course that a call is about, as findCourseRow has read it. */
export const courseOf = (scope: CourseScope): TaughtCourse => (scope as CourseScope & { taught: TaughtCourse }).taught

/** A course and its teachers, locked until the transaction ends: its version and its facts keep one order. */
export async function lockRow(tx: Tx, id: string): Promise<TaughtCourse | undefined> {
  const row = await one<SelectedCourse>(tx, `${select} where c.id = $1 for no key update of c`, id)
  return row && toTaughtCourse(row)
}
/** By id, deleted ones too, in the order of their ids. */
export const readRows = async (tx: Tx, ids: string[]): Promise<TaughtCourse[]> =>
  (await rows<SelectedCourse>(tx, `${select} where c.id = any($1) order by c.id`, ids)).map(toTaughtCourse)
