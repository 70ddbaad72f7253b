// A course's row as the wire shows it, and as its facts carry it.
import { byHand } from '@lyceum/kit/connections'
import { one, rows, type Tx } from '@lyceum/kit/db'
import { emitAll, fact } from '@lyceum/kit/outbox'
import { cleanTitle } from '@lyceum/kit/titles'
import type {
  CourseChangedSchema,
  CourseCreatedSchema,
  CourseDeletedSchema,
  CoursePublishedSchema,
  CourseRestoredSchema,
  CourseUnpublishedSchema,
} from '@lyceum/proto/course'
import type { Pool } from 'pg'
import { type Course as Row, Prisma } from '../generated/client.ts'
import type { CourseDraft, CourseSummary, Instructor } from './api.ts'

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null
const named = (name: string | null) => (name === null ? null : { name })

function statusOf({ deleted, published, endDate }: Row, now: Date): CourseSummary['status'] {
  if (deleted) return 'deleted'
  if (!published) return 'draft'
  return endDate && day(endDate)! < day(now)! ? 'ended' : 'published'
}

export const summaryOf = (row: Row, instructors: Instructor[], now: Date): CourseSummary => ({
  id: row.id,
  org_id: row.orgId,
  name: row.name,
  display_name: row.displayName,
  course_code: row.courseCode,
  course_type: row.courseType,
  learning_mode: row.learningMode as CourseSummary['learning_mode'],
  academic_year: named(row.academicYear),
  semester: row.semester,
  department: row.departmentName === null ? null : { id: row.departmentId, name: row.departmentName },
  grade: named(row.grade),
  klass: named(row.klass),
  subject_code: row.subjectCode,
  compulsory: row.compulsory,
  public_scope: row.publicScope as CourseSummary['public_scope'],
  lite: row.lite,
  status: statusOf(row, now),
  imported_from: row.importedFrom,
  allow_clone: row.allowClone,
  cover_upload_id: row.coverUploadId,
  start_date: day(row.startDate),
  end_date: day(row.endDate),
  course_attributes: {
    published: row.published,
    teaching_class_name: row.teachingClassName,
    data: { review_status: row.reviewStatus as 'unreviewed' | 'reviewed', course_importer_status: row.importerStatus },
  },
  instructors,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: Number(row.version),
})

/** The columns for the given fields of a draft; a field that is not given is not among them. */
export function columnsOf(draft: Partial<CourseDraft>) {
  const { academic_year, grade, klass, department, start_date, end_date } = draft
  const date = (text: string | null | undefined) => (text === undefined ? undefined : text === null ? null : new Date(`${text}T00:00:00Z`))
  const name = (given: { name: string } | null | undefined) => (given === undefined ? undefined : (given?.name ?? null))
  return {
    name: draft.name === undefined ? undefined : cleanTitle(draft.name),
    displayName: draft.display_name && cleanTitle(draft.display_name),
    courseCode: draft.course_code?.trim(),
    courseType: draft.course_type,
    learningMode: draft.learning_mode,
    academicYear: name(academic_year),
    semester: draft.semester,
    departmentId: department === undefined ? undefined : (department?.id ?? null),
    departmentName: name(department),
    grade: name(grade),
    klass: name(klass),
    subjectCode: draft.subject_code,
    compulsory: draft.compulsory,
    publicScope: draft.public_scope,
    courseOutline: draft.course_outline,
    allowClone: draft.allow_clone,
    teachingClassName: draft.teaching_class_name,
    coverUploadId: draft.cover_upload_id,
    startDate: date(start_date),
    endDate: date(end_date),
  }
}

/** Who teaches these courses, instructors before assistants; a person who is not known yet has an empty name. */
export async function instructorsOf(tx: Tx, courses: string[]): Promise<Map<string, Instructor[]>> {
  const found =
    courses.length === 0
      ? []
      : await rows<Instructor & { course: string }>(
          tx,
          `
    select e.course_id::text as course, e.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.avatar, '') as avatar, e.role
    from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = any($1::uuid[]) and e.role <> 'student' and e.state = 'active' and p.deleted is not true
    order by e.role, e.joined_at, e.id`,
          courses,
        )
  const by = new Map<string, Instructor[]>(courses.map((id) => [id, []]))
  for (const { course, ...instructor } of found) by.get(course)?.push(instructor)
  return by
}

const fields = Object.values(Prisma.CourseScalarFieldEnum)
const column = (field: string) => `c.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
const instant = (field: string) =>
  ['startDate', 'endDate'].includes(field) ? `${column(field)}::timestamp at time zone 'UTC'` : column(field)
const rowSql = `select ${fields.map((field) => `${instant(field)} as "${field}"`).join(', ')},
  (select coalesce(json_agg(json_build_object('id', e.person_id, 'name', coalesce(p.name, ''), 'avatar', coalesce(p.avatar, ''), 'role', e.role)
      order by e.role, e.joined_at, e.id), '[]')
    from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = c.id and e.role <> 'student' and e.state = 'active' and p.deleted is not true) as instructors
  from courses c where c.id = $1::uuid`

/** Hot: a course and who teaches it in one prepared statement. */
export async function readRow(pool: Pool, id: string): Promise<{ row: Row; instructors: Instructor[] } | undefined> {
  const {
    rows: [found],
  } = await pool.query({ name: 'course', text: rowSql, values: [id] })
  return found && foundRow(found)
}
/** The same, held until the transaction ends: its version and its facts keep one order. */
export async function lockRow(tx: Tx, id: string): Promise<{ row: Row; instructors: Instructor[] } | undefined> {
  const found = await one<Found>(byHand(tx), `${rowSql} for no key update of c`, id)
  return found && foundRow(found)
}
type Found = Omit<Row, 'version'> & { version: string | bigint; instructors: Instructor[] }
const foundRow = ({ instructors, version, ...row }: Found) => ({ row: { ...row, version: BigInt(version) }, instructors })

type CourseFact =
  | typeof CourseCreatedSchema
  | typeof CourseChangedSchema
  | typeof CoursePublishedSchema
  | typeof CourseUnpublishedSchema
  | typeof CourseDeletedSchema
  | typeof CourseRestoredSchema

const courseFact = (schema: CourseFact, row: Row) =>
  fact(
    schema,
    { key: `course:${row.id}`, org: row.orgId },
    {
      course: {
        id: row.id,
        orgId: row.orgId,
        name: row.name,
        courseCode: row.courseCode,
        courseType: row.courseType,
        published: row.published,
        deleted: row.deleted,
        academicYear: row.academicYear ?? undefined,
        semester: row.semester ?? undefined,
        coverUploadId: row.coverUploadId ?? undefined,
        departmentId: row.departmentId ?? undefined,
        startDate: day(row.startDate) ?? undefined,
        endDate: day(row.endDate) ?? undefined,
        reviewStatus: row.reviewStatus,
        lite: row.lite,
        createdBy: row.createdBy,
        createdAt: row.createdAt.toISOString(),
        version: row.version,
      },
    },
  )

/** Says what is true of these courses now. Call it after the rows were written. */
export const tellCourses = (tx: Tx, schema: CourseFact, changed: Row[]) =>
  emitAll(
    tx,
    changed.map((row) => courseFact(schema, row)),
  )
export const tellCourse = (tx: Tx, schema: CourseFact, row: Row) => tellCourses(tx, schema, [row])
