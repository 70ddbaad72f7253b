// Making, changing, publishing, deleting and restoring a course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type FieldError, forbidden, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import type { ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema, CourseCreatedSchema, CoursePublishedSchema, CourseUnpublishedSchema } from '@lyceum/proto/course'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { has, may } from '@lyceum/identity/mirror/permissions'
import { type CourseAccess, type CourseScope, readCourseAccess, teaches } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import { issueAccessCode } from '../access-codes/access-codes.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { checkPeople } from '../enrolments/people.ts'
import type { Course as Row } from '../generated/client.ts'
import { ownShape } from '../modes/rules.ts'
import { termColumns } from '../terms/terms.ts'
import { checkCover } from '../uploads/uploads.ts'
import type { Course, CourseDraft, NewCourse } from './api.ts'
import { emitCourse, holdCovers } from './course-facts.ts'
import { changerOf, checkVersion, lockCourse } from './change-row.ts'
import { publishedAtOnce } from './publishing.ts'
import { instructorsOf, readRow, type TaughtCourse } from './course-rows.ts'
import { columnsOf, summaryOf } from './course-view.ts'
import { dayOf, hasEnded } from './ending.ts'
import { departmentsWithin } from '@lyceum/identity/mirror/departments'

/** The maker becomes its first instructor, or those it is made for do. */
export async function createCourse(deps: Deps, actor: Actor, { external_id, instructor_ids, ...draft }: NewCourse): Promise<Course> {
  const { db, now } = deps
  if (instructor_ids) {
    if (!may(actor, 'members.appoint')) throw forbidden()
    if (!(await departmentsWithin(db, actor, draft.department?.id ? [draft.department.id] : []))) throw forbidden('department.only')
    await checkPeople(db, actor.org, instructor_ids, 'instructor_ids')
  }
  const columns = await columnsIn(deps, actor.org, draft)
  checkName(columns.name)
  checkDates(columns.startDate, columns.endDate)
  checkZone(columns.timeZone)
  if (columns.coverUploadId) await checkCover(db, columns.coverUploadId, actor)
  const row = await db.course.create({
    data: {
      ...columns,
      name: columns.name ?? '',
      id: newId(),
      orgId: actor.org,
      createdBy: actor.person,
      published: await publishedAtOnce(db, actor.org),
      version: versionAfter(undefined, now()),
    },
  })
  await setCourseId(deps, may(actor, 'external_ids.change'), row, external_id)
  await emitCourse(db, CourseCreatedSchema, row)
  if (row.coverUploadId) await holdCovers(db, [row])
  await issueAccessCode(db, row)
  await enrol(deps, row, instructor_ids ?? [actor.person], 'instructor')
  return await readForActor(deps, actor, row)
}

export async function readCourse({ pool, now }: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Course> {
  const course = await readRow(pool, id)
  if (!course || course.row.deleted) throw notFound('course', id)
  return toCourse(actor, scope.access, course, now())
}

/** 409 course.newer when the row is newer than the version that the writer read. */
export async function changeCourse(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { version, external_id, ...draft }: Partial<CourseDraft> & { version?: number },
): Promise<Course> {
  const { db } = deps
  const { row: current, instructors, zone } = await lockCourse(deps, id)
  checkVersion(current, version)
  const columns = await columnsIn(deps, current.orgId, draft, current)
  if (current.lite && draft.learning_mode === 'checkpoint') throw invalid({ learning_mode: 'course.lite.checkpoint' })
  if (current.lite && ownShape.includes(draft.course_type ?? 1)) throw invalid({ course_type: 'course.lite.type' })
  if (draft.name !== undefined) checkName(columns.name)
  checkDates(
    columns.startDate === undefined ? current.startDate : columns.startDate,
    columns.endDate === undefined ? current.endDate : columns.endDate,
  )
  checkZone(columns.timeZone)
  // a change by another teacher keeps the cover that a colleague has chosen
  const newCover = columns.coverUploadId !== undefined && columns.coverUploadId !== current.coverUploadId
  if (columns.coverUploadId && newCover) await checkCover(db, columns.coverUploadId, actor, current)
  const row = await db.course.update({
    where: { id },
    data: {
      ...columns,
      ...(newCover && { previousCoverId: current.coverUploadId }),
      ...changerOf(deps, actor),
      version: versionAfter(current.version, deps.now()),
    },
  })
  await setCourseId(deps, has(scope.access.can, 'external_ids.change'), row, external_id)
  await emitCourse(db, CourseChangedSchema, row)
  if (row.coverUploadId !== current.coverUploadId) await holdCovers(db, [row])
  return toCourse(
    actor,
    scope.access,
    { row, instructors, zone: columns.timeZone === undefined ? zone : await zoneOf(db, row) },
    deps.now(),
  )
}

/** Publishing a published course, or hiding a hidden one, changes and emits nothing. 400 with errors.published names missing fields. */
export async function publishCourse(deps: Deps, actor: Actor, scope: CourseScope, id: string, published: boolean): Promise<Course> {
  const { db, now } = deps
  const course = await lockCourse(deps, id)
  const { row: current } = course
  if (current.published === published) return toCourse(actor, scope.access, course, now())
  if (published) {
    const missing = missingToPublish(course, now())
    if (missing.length > 0) throw invalid({ published: missing }, 'course.notPublishable')
  }
  const row = await db.course.update({ where: { id }, data: { published, version: versionAfter(current.version, now()) } })
  // what was sent back and is published again waits for its review again
  if (published) await run(db, 'delete from course_returns where course_id = $1', id)
  await emitCourse(db, published ? CoursePublishedSchema : CourseUnpublishedSchema, row)
  await auditCourse(deps, row, published ? 'course.published' : 'course.unpublished')
  return toCourse(actor, { ...scope.access, published }, { ...course, row }, now())
}

/** A course may be published empty: its activities are published one by one. It needs a name, an instructor and time left. */
function missingToPublish({ row: { name, endDate }, instructors, zone }: TaughtCourse, now: Date): FieldError[] {
  return [
    ...(name.trim() === '' ? [{ code: 'course.publish.nameMissing', message: 'The course has no name' } as const] : []),
    ...(instructors.some(({ role }) => role === 'instructor')
      ? []
      : [{ code: 'course.publish.instructorMissing', message: 'Nobody teaches the course' } as const]),
    ...(hasEnded({ endDate, zone }, now)
      ? [
          {
            code: 'course.publish.ended',
            params: { end_date: dayOf(endDate)! },
            message: 'The course has ended: change its end date',
          } as const,
        ]
      : []),
  ]
}

type CourseAction =
  | 'course.published'
  | 'course.unpublished'
  | 'course.deleted'
  | 'course.restored'
  | 'course.reviewed'
  | 'course.unreviewed'
  | 'course.returned'
/** What was done with a course as a whole. */
export const auditCourse = ({ db }: Deps, { id, orgId }: Pick<Row, 'id' | 'orgId'>, action: CourseAction) =>
  audit(db, { action, subject: `course:${id}`, course: id, org: orgId })

/** External ids come from registers: who may change them sets them. */
async function setCourseId({ db }: Deps, allowed: boolean, { id, orgId }: Pick<Row, 'id' | 'orgId'>, draft: ExternalIdDraft | undefined) {
  if (!draft) return
  if (!allowed) throw forbidden()
  await setExternalId(db, { org: orgId, kind: 'course', id }, draft)
}

export const readForActor = async (deps: Deps, actor: Actor, row: Row): Promise<Course> =>
  courseFor(deps, actor, (await readCourseAccess(deps.db, actor, row.id)).access, row)

export const courseFor = async ({ db, now }: Deps, actor: Actor, access: CourseAccess, row: Row): Promise<Course> =>
  toCourse(actor, access, { row, instructors: (await instructorsOf(db, [row.id])).get(row.id) ?? [], zone: await zoneOf(db, row) }, now())

/** The zone of a course: its own, else its organisation's. */
export const zoneOf = async (tx: Tx, { timeZone, orgId }: Pick<Row, 'timeZone' | 'orgId'>): Promise<string> =>
  timeZone ?? (await orgById(tx, orgId))?.settings.time_zone ?? 'UTC'

/** Guests see the course, neither who teaches it nor what is said of it inside. */
const forGuests = (row: Row): Row => ({
  ...row,
  reviewStatus: 'unreviewed',
  importerStatus: null,
  importedFrom: null,
  allowClone: false,
  template: false,
})

const toCourse = (actor: Actor, access: CourseAccess, { row, ...course }: TaughtCourse, now: Date): Course => ({
  ...summaryOf(access.guest ? { ...course, row: forGuests(row), instructors: [] } : { ...course, row }, now),
  course_outline: row.courseOutline,
  class_distribution: row.classDistribution,
  time_zone: row.timeZone,
  role: access.role ?? null,
  simulating: access.simulating ?? null,
  can: {
    teach: teaches(access),
    simulate: access.maySimulate,
    manage: has(access.can, 'course.review'),
    change: has(access.can, 'course.change'),
    // where courses are published by themselves only a draft of before can be
    publish: has(access.can, 'course.publish') && (access.publishRequired || !row.published),
    delete: has(access.can, 'course.delete'),
    // a copy is a new course, of the organisation of this one
    copy: has(access.can, 'course.copy') && row.orgId === actor.org && may(actor, 'course.create'),
    inspect: has(access.can, 'course.inspect'),
    appoint: has(access.can, 'members.appoint'),
    group: has(access.can, 'members.group'),
    delete_content: has(access.can, 'content.delete'),
    write: has(access.can, 'content.change'),
    enrol: has(access.can, 'members.change'),
    score: has(access.can, 'scores.change'),
    announce: has(access.can, 'content.publish'),
    files: has(access.can, 'files.change'),
    times: has(access.can, 'times.change'),
  },
})

/** The columns that a draft sets in a course of this organisation: its department under its name, its term with the names of it; a year or
 *  semester that is written takes the course out of its term. */
export async function columnsIn(
  deps: Deps,
  org: string,
  draft: Partial<CourseDraft>,
  current?: Pick<Row, 'departmentId' | 'departmentName'>,
) {
  const { term_id, academic_year, semester } = draft
  const written = academic_year !== undefined || semester !== undefined
  return {
    ...columnsOf(await withDepartment(deps, org, draft, current)),
    ...(term_id === undefined ? written && { termId: null } : await termColumns(deps.db, org, term_id)),
  }
}

/** The draft with its department's name as the organisation has it; 400 department.unknown. One without id is a text, and binds nobody. */
async function withDepartment<Draft extends Partial<CourseDraft>>(
  { db }: Deps,
  org: string,
  draft: Draft,
  current?: Pick<Row, 'departmentId' | 'departmentName'>,
): Promise<Draft> {
  const id = draft.department?.id
  if (!id) return draft
  const known = await one<{ name: string }>(
    db,
    'select name from mirror.departments where id = $1 and org_id = $2 and not deleted',
    id,
    org,
  )
  // a department that is deleted in the meantime stays with the courses it has
  const name = known?.name ?? (current?.departmentId === id.toLowerCase() ? current.departmentName : undefined)
  if (typeof name !== 'string') throw invalid({ 'department.id': notKnownYet('department.unknown') })
  return { ...draft, department: { id, name } }
}

function checkName(name: string | undefined) {
  if (!name) throw invalid({ name: 'field.required' })
}
export function checkDates(start: Date | null | undefined, end: Date | null | undefined) {
  if (start && end && end < start) throw invalid({ end_date: 'course.endBeforeStart' })
}
export function checkZone(zone: string | null | undefined) {
  if (typeof zone === 'string' && !isTimeZone(zone)) throw invalid({ time_zone: 'field.timeZone' })
}

/** Names of an organisation's courses by id, for lists that hold ids alone. */
export async function courseNames({ db }: Deps, orgId: string, ids: string[]): Promise<Record<string, string>> {
  const named = await db.course.findMany({ where: { orgId, id: { in: ids } }, select: { id: true, name: true } })
  return Object.fromEntries(named.map(({ id, name }) => [id, name]))
}
