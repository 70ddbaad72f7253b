// The answer of a course to one of its readers: who teaches it, and which of its calls the reader may make.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Tx } from '@lyceum/kit/database/database'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { has, may } from '@lyceum/identity/mirror/permissions'
import { type CourseAccess, readCourseAccess, teaches } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type { Course as Row } from '../generated/client.ts'
import type { Course } from './api.ts'
import { instructorsOf, type TaughtCourse } from './course-rows.ts'
import { summaryOf } from './course-view.ts'

type CourseAction =
  | 'course.published'
  | 'course.unpublished'
  | 'course.deleted'
  | 'course.restored'
  | 'course.reviewed'
  | 'course.unreviewed'
  | 'course.returned'
/** The audit line of an action on a whole course. */
export const auditCourse = ({ db }: Deps, { id, orgId }: Pick<Row, 'id' | 'orgId'>, action: CourseAction) =>
  audit(db, { action, subject: `course:${id}`, course: id, org: orgId })

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

export const toCourse = (actor: Actor, access: CourseAccess, { row, ...course }: TaughtCourse, now: Date): Course => ({
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
    attendance: has(access.can, 'attendance.change'),
    times: has(access.can, 'times.change'),
  },
})

/** Names of an organisation's courses by id, for lists that hold ids alone. */
export async function courseNames({ db }: Deps, orgId: string, ids: string[]): Promise<Record<string, string>> {
  const named = await db.course.findMany({ where: { orgId, id: { in: ids } }, select: { id: true, name: true } })
  return Object.fromEntries(named.map(({ id, name }) => [id, name]))
}
