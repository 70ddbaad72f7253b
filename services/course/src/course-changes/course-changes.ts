// Changes of courses: making, changing and publishing one.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type FieldError, forbidden, invalid } from '@lyceum/kit/calls/errors'
import type { ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema, CourseCreatedSchema, CoursePublishedSchema, CourseUnpublishedSchema } from '@lyceum/proto/course'
import { has, may } from '@lyceum/identity/mirror/permissions'
import type { CourseScope } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import { issueAccessCode } from '../access-codes/access-codes.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { checkPeople } from '../enrolments/people.ts'
import type { Course as Row } from '../generated/client.ts'
import { ownShape } from '../courses/mode-rules.ts'
import { checkCover } from '../covers/cover.ts'
import type { Course, CourseDraft, NewCourse } from '../courses/api.ts'
import { pinFields } from '../courses/keepers.ts'
import { changedFields } from '../registered-courses/registered-courses.ts'
import { emitCourse, holdCovers } from '../courses/course-facts.ts'
import { changerOf, checkVersion, lockCourse } from '../courses/change-row.ts'
import { publishedAtOnce } from '../courses/publishing.ts'
import { courseOf, type TaughtCourse } from '../courses/course-rows.ts'
import { auditCourse, readForActor, toCourse, zoneOf } from '../courses/course-reply.ts'
import { checkDates, checkZone, columnsIn } from '../terms/course-columns.ts'
import { dayOf, hasEnded } from '../courses/ending.ts'
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

export const readCourse = ({ now }: Deps, actor: Actor, scope: CourseScope): Course => toCourse(actor, scope.access, courseOf(scope), now())

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
  await pinFields(db, id, changedFields(current, row))
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

/** External ids come from registers: who may change them sets them. */
async function setCourseId({ db }: Deps, allowed: boolean, { id, orgId }: Pick<Row, 'id' | 'orgId'>, draft: ExternalIdDraft | undefined) {
  if (!draft) return
  if (!allowed) throw forbidden()
  await setExternalId(db, { org: orgId, kind: 'course', id }, draft)
}

function checkName(name: string | undefined) {
  if (!name) throw invalid({ name: 'field.required' })
}
