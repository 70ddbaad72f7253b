// Courses as a register has them: the columns that its fields mean, and the rows written from them, many in one statement.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { caseless } from '@lyceum/kit/text/folded'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { CourseChangedSchema, CourseCreatedSchema, CoursePublishedSchema } from '@lyceum/proto/course'
import { issueAccessCodes } from '../access-codes/access-codes.ts'
import type { Course as Row } from '../generated/client.ts'
import { emitCourses } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import { dayOf, zoneSql } from '../courses/ending.ts'
import { publishedAtOnce } from '../courses/publishing.ts'

/** Fields of a register; one that is left out stays as it is. Days are YYYY-MM-DD, an empty year or semester is none. */
export type CourseFields = {
  name?: string
  course_code?: string
  academic_year?: string
  semester?: string
  department_id?: string | null
  start_date?: string | null
  end_date?: string | null
}
export type CourseField = keyof CourseFields
export const courseFields: readonly CourseField[] = [
  'name',
  'course_code',
  'academic_year',
  'semester',
  'department_id',
  'start_date',
  'end_date',
]

export type CourseColumns = {
  name: string
  course_code: string
  term_id: string | null
  academic_year: string | null
  semester: string | null
  department_id: string | null
  department_name: string | null
  start_date: string | null
  end_date: string | null
}
/** `byHand`: somebody has changed its fields since a register did; `waits`: not published, and nobody teaches it. */
export type PresentCourse = CourseColumns & {
  id: string
  deleted: boolean
  published: boolean
  version: string
  byHand: boolean
  waits: boolean
  zone: string
}

/** Courses of an organisation by id, deleted ones too; with `lock` until the transaction ends, in one order. */
export async function presentCourses(tx: Tx, org: string, ids: readonly string[], lock: boolean): Promise<Map<string, PresentCourse>> {
  const present = await rows<PresentCourse>(
    tx,
    `
    select c.id::text, c.name, c.course_code, c.term_id::text, c.academic_year, c.semester, c.department_id::text, c.department_name,
      c.start_date::text, c.end_date::text, c.deleted, c.published, c.version::text, c.changed_at is not null as "byHand", ${zoneSql} as zone,
      not c.published and not exists (
        select from enrolments e where e.course_id = c.id and e.role = 'instructor' and e.state = 'active') as waits
    from courses c where c.id = any($1) and c.org_id = $2 order by c.id ${lock ? 'for no key update of c' : ''}`,
    ids,
    org,
  )
  return new Map(present.map((course) => [course.id, course]))
}

type Term = { id: string; year: string; semester: string | null }
/** Terms of the organisation, and the names of departments that a register names. */
export type References = { terms: readonly Term[]; departments: ReadonlyMap<string, string> }

export async function referencesOf(tx: Tx, org: string, departments: readonly string[]): Promise<References> {
  const terms = await rows<Term>(
    tx,
    `
    select t.id::text, coalesce(y.name, t.name) as year, case when y.id is not null then t.name end as semester
    from terms t left join terms y on y.id = t.parent_id where t.org_id = $1 order by t.id`,
    org,
  )
  const known =
    departments.length === 0
      ? []
      : await rows<{ id: string; name: string }>(
          tx,
          'select id::text, name from mirror.departments where org_id = $1 and id = any($2) and not deleted',
          org,
          departments,
        )
  return { terms, departments: new Map(known.map(({ id, name }) => [id, name])) }
}

const same = (a: string | null, b: string | null) => (a === null || b === null ? a === b : caseless(a) === caseless(b))

/** The names of a term put a course into it, any others take it out: a term that is renamed gives its courses its new name. */
function termFields({ terms }: References, year: string | null, semester: string | null) {
  const term = terms.find((one) => same(one.year, year) && same(one.semester, semester))
  return { term_id: term?.id ?? null, academic_year: term?.year ?? year, semester: term?.semester ?? semester }
}

type Refused = { code: 'roster.fieldMissing'; params: { field: string } } | { code: 'course.endBeforeStart' | 'department.unknown' }
export const isRefused = (wanted: CourseColumns | Refused): wanted is Refused => 'code' in wanted

const empty: CourseColumns = {
  name: '',
  course_code: '',
  term_id: null,
  academic_year: null,
  semester: null,
  department_id: null,
  department_name: null,
  start_date: null,
  end_date: null,
}

/** The columns that these fields give a course, without `present` a new one; or why they cannot be. */
export function wantedColumns(present: CourseColumns | undefined, fields: CourseFields, references: References): CourseColumns | Refused {
  const base = present ?? empty
  const { academic_year: year, semester, department_id: department } = fields
  const name = fields.name === undefined ? base.name : cleanTitle(fields.name)
  if (name === '') return { code: 'roster.fieldMissing', params: { field: 'name' } }
  const id = department === undefined ? base.department_id : (department?.toLowerCase() ?? null)
  // a department that is deleted in the meantime stays with the courses it has
  const departmentName = id === base.department_id ? base.department_name : id && references.departments.get(id)
  if (departmentName === undefined) return { code: 'department.unknown' }
  const [start, end] = [fields.start_date, fields.end_date].map((day, nth) =>
    day === undefined ? [base.start_date, base.end_date][nth]! : day,
  )
  if (start && end && end < start) return { code: 'course.endBeforeStart' }
  const named = (given: string | undefined, kept: string | null) => (given === undefined ? kept : given.trim() || null)
  return {
    name,
    course_code: fields.course_code === undefined ? base.course_code : fields.course_code.trim(),
    ...(year === undefined && semester === undefined
      ? { term_id: base.term_id, academic_year: base.academic_year, semester: base.semester }
      : termFields(references, named(year, base.academic_year), named(semester, base.semester))),
    department_id: id,
    department_name: departmentName || null,
    start_date: start ?? null,
    end_date: end ?? null,
  }
}

/** Fields in which two states of a course differ. */
export const differing = (a: CourseColumns, b: CourseColumns): CourseField[] =>
  courseFields.filter((field) => a[field] !== b[field] || (field === 'semester' && a.term_id !== b.term_id))

const columnsOfRow = (row: Row): CourseColumns => ({
  ...{ name: row.name, course_code: row.courseCode, term_id: row.termId, academic_year: row.academicYear, semester: row.semester },
  ...{ department_id: row.departmentId, department_name: row.departmentName },
  ...{ start_date: dayOf(row.startDate), end_date: dayOf(row.endDate) },
})
/** The same of two rows. */
export const changedFields = (before: Row, after: Row): CourseField[] => differing(columnsOfRow(before), columnsOfRow(after))

type Written = { id: string; columns: CourseColumns }
const given = `jsonb_to_recordset($1::jsonb) as w(id uuid, name text, course_code text, term_id uuid, academic_year text, semester text,
  department_id uuid, department_name text, start_date date, end_date date, published boolean)`
const written = (list: readonly (Written & { published?: boolean })[]) =>
  JSON.stringify(list.map(({ columns, ...one }) => ({ ...one, ...columns })))

const taken = async (tx: Tx, ids: readonly string[]): Promise<Row[]> => (await readRows(tx, [...ids])).map(({ row }) => row)
const versionsOf = (changed: readonly Row[]): Map<string, bigint> => new Map(changed.map(({ id, version }) => [id, version]))

/** Writes these columns; answers the new versions. */
export async function writeCourses(tx: Tx, list: readonly Written[]): Promise<Map<string, bigint>> {
  if (list.length === 0) return new Map()
  await run(
    tx,
    `
    update courses c set name = w.name, course_code = w.course_code, term_id = w.term_id, academic_year = w.academic_year, semester = w.semester,
      start_date = w.start_date, end_date = w.end_date, department_id = w.department_id, department_name = w.department_name,
      changed_by = null, changed_at = null, updated_at = now(), version = ${nextVersion('c.version')}
    from ${given} where c.id = w.id`,
    written(list),
  )
  const changed = await taken(
    tx,
    list.map(({ id }) => id),
  )
  await emitCourses(tx, CourseChangedSchema, changed)
  return versionsOf(changed)
}

/** Makes courses of an organisation under the ids that a source has for them; answers their versions. */
export async function makeCourses(
  tx: Tx,
  { org, person, source }: { org: string; person: string; source: string },
  list: readonly (Written & { external: string; published: boolean })[],
): Promise<Map<string, bigint>> {
  if (list.length === 0) return new Map()
  await run(
    tx,
    `
    insert into courses (id, org_id, name, course_code, term_id, academic_year, semester, start_date, end_date, department_id, department_name,
      published, imported_from, created_by, version)
    select w.id, $2::uuid, w.name, w.course_code, w.term_id, w.academic_year, w.semester, w.start_date, w.end_date, w.department_id,
      w.department_name, w.published, $3, $4::uuid, ${nextVersion('0')} from ${given}`,
    written(list),
    org,
    source,
    person,
  )
  await setExternalIds(
    tx,
    { org, kind: 'course', source },
    list.map(({ id, external }) => ({ subject: id, id: external })),
  )
  const ids = list.map(({ id }) => id)
  const made = await taken(tx, ids)
  await emitCourses(tx, CourseCreatedSchema, made)
  await issueAccessCodes(tx, org, ids)
  return versionsOf(made)
}

/** Courses that waited for somebody to teach them wait no more where courses are published by themselves. */
export async function publishTaught(tx: Tx, org: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !(await publishedAtOnce(tx, org))) return
  const published = await rows<{ id: string }>(
    tx,
    `update courses set published = true, version = ${nextVersion()} where id = any($1) and not published and not deleted returning id::text`,
    ids,
  )
  await emitCourses(
    tx,
    CoursePublishedSchema,
    await taken(
      tx,
      published.map(({ id }) => id),
    ),
  )
}
