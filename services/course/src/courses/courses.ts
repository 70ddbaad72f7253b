// Making, changing, publishing, deleting and restoring a course.
import type { Actor } from '@lyceum/kit/actor'
import { conflict, type FieldError, invalid, notFound } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/outbox'
import type { Place } from '@lyceum/kit/routes'
import {
  CourseChangedSchema,
  CourseCreatedSchema,
  CourseDeletedSchema,
  CoursePublishedSchema,
  CourseRestoredSchema,
  CourseUnpublishedSchema,
} from '@lyceum/proto/course'
import { type Standing, standingIn, standingOf, teaches } from '../../mirror/rules.ts'
import { giveAccessCode } from '../access-codes/access-codes.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import type { Course as Row } from '../generated/client.ts'
import { checkCover } from '../uploads/uploads.ts'
import type { Course, CourseDraft, Instructor } from './api.ts'
import { columnsOf, instructorsOf, lockRow, readRow, summaryOf, tellCourse } from './course-row.ts'

/** The maker becomes its first instructor. */
export async function createCourse(deps: Deps, actor: Actor, draft: CourseDraft): Promise<Course> {
  const { db, now } = deps
  const columns = columnsOf(draft)
  checkNamed(columns.name)
  checkDates(columns.startDate, columns.endDate)
  if (columns.coverUploadId) await checkCover(db, columns.coverUploadId, actor)
  const row = await db.course.create({
    data: {
      ...columns,
      name: columns.name ?? '',
      id: newId(),
      orgId: actor.org,
      createdBy: actor.person,
      version: versionAfter(undefined, now()),
    },
  })
  await tellCourse(db, CourseCreatedSchema, row)
  await giveAccessCode(db, row)
  await enrol(deps, row, [actor.person], 'instructor')
  return await shown(deps, actor, row)
}

export async function readCourse({ pool, now }: Deps, place: Place, id: string): Promise<Course> {
  const found = await readRow(pool, id)
  if (!found || found.row.deleted) throw notFound('course', id)
  return withRights(standingOf(place), found.row, found.instructors, now())
}

/** 409 course.newer when somebody else wrote since the version the writer saw. */
export async function changeCourse(
  deps: Deps,
  actor: Actor,
  place: Place,
  id: string,
  { version, ...draft }: Partial<CourseDraft> & { version?: number },
): Promise<Course> {
  const { db } = deps
  const { row: before, instructors } = await held(deps, id)
  if (version !== undefined && version < Number(before.version)) throw conflict('course.newer', { version: Number(before.version) })
  const columns = columnsOf(draft)
  if (before.lite && draft.learning_mode === 'checkpoint') throw invalid({ learning_mode: 'course.lite.checkpoint' })
  if (draft.name !== undefined) checkNamed(columns.name)
  checkDates(
    columns.startDate === undefined ? before.startDate : columns.startDate,
    columns.endDate === undefined ? before.endDate : columns.endDate,
  )
  // whoever changes the course keeps the cover that a colleague has chosen
  if (columns.coverUploadId && columns.coverUploadId !== before.coverUploadId)
    await checkCover(db, columns.coverUploadId, { org: before.orgId, person: actor.person })
  const row = await db.course.update({ where: { id }, data: { ...columns, version: versionAfter(before.version, deps.now()) } })
  await tellCourse(db, CourseChangedSchema, row)
  return withRights(standingOf(place), row, instructors, deps.now())
}

/** Publishing or hiding again what is so already changes nothing and tells nobody. 400 with errors.published where something is missing. */
export async function publishCourse(deps: Deps, place: Place, id: string, published: boolean): Promise<Course> {
  const { db, now } = deps
  const { row: before, instructors } = await held(deps, id)
  if (before.published === published) return withRights(standingOf(place), before, instructors, now())
  if (published) {
    const missing = missingToPublish(before, instructors, now())
    if (missing.length > 0) throw invalid({ published: missing }, 'course.notPublishable')
  }
  const row = await db.course.update({ where: { id }, data: { published, version: versionAfter(before.version, now()) } })
  await tellCourse(db, published ? CoursePublishedSchema : CourseUnpublishedSchema, row)
  return withRights({ ...standingOf(place), published }, row, instructors, now())
}

/** A course may be published empty: its activities are published one by one. It needs a name, somebody who teaches it and time left. */
export function missingToPublish(
  { name, endDate }: Pick<Row, 'name' | 'endDate'>,
  instructors: Pick<Instructor, 'role'>[],
  now: Date,
): FieldError[] {
  return [
    ...(name.trim() === '' ? [{ code: 'course.publish.nameMissing', message: 'The course has no name' }] : []),
    ...(instructors.some(({ role }) => role === 'instructor')
      ? []
      : [{ code: 'course.publish.instructorMissing', message: 'Nobody teaches the course' }]),
    ...(endDate && endDate.toISOString().slice(0, 10) < now.toISOString().slice(0, 10)
      ? [
          {
            code: 'course.publish.ended',
            params: { end_date: endDate.toISOString().slice(0, 10) },
            message: 'The course has ended: change its end date',
          },
        ]
      : []),
  ]
}

export async function deleteCourse(deps: Deps, id: string): Promise<null> {
  const before = await locked(deps, id)
  const row = await deps.db.course.update({ where: { id }, data: { deleted: true, version: versionAfter(before.version, deps.now()) } })
  await tellCourse(deps.db, CourseDeletedSchema, row)
  return null
}

export async function restoreCourse(deps: Deps, actor: Actor, id: string): Promise<Course> {
  const before = await locked(deps, id, true)
  const row = await deps.db.course.update({ where: { id }, data: { deleted: false, version: versionAfter(before.version, deps.now()) } })
  await tellCourse(deps.db, CourseRestoredSchema, row)
  return await shown(deps, actor, row)
}

/** The row, held until the transaction ends: its version and its facts keep one order. */
export const locked = async (deps: Deps, id: string, deleted = false): Promise<Row> => (await held(deps, id, deleted)).row
/** The same with who teaches it. */
async function held({ db }: Deps, id: string, deleted = false) {
  const found = await lockRow(db, id)
  if (!found || found.row.deleted !== deleted) throw notFound('course', id)
  return found
}

const shown = async (deps: Deps, actor: Actor, row: Row): Promise<Course> =>
  shownTo(deps, (await standingIn(deps.db, actor, row.id)).standing, row)

export const shownTo = async ({ db, now }: Deps, standing: Standing, row: Row): Promise<Course> =>
  withRights(standing, row, (await instructorsOf(db, [row.id])).get(row.id) ?? [], now())

const withRights = (standing: Standing, row: Row, instructors: Instructor[], now: Date): Course => ({
  ...summaryOf(row, instructors, now),
  course_outline: row.courseOutline,
  role: standing.role ?? null,
  simulating: standing.simulating ?? null,
  can: { teach: teaches(standing), simulate: standing.maySimulate, manage: standing.manager },
})

function checkNamed(name: string | undefined) {
  if (!name) throw invalid({ name: 'field.required' })
}
function checkDates(start: Date | null | undefined, end: Date | null | undefined) {
  if (start && end && end < start) throw invalid({ end_date: 'course.endBeforeStart' })
}
