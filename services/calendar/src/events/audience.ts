// The audience of an event, checked: departments by who manages the calendar, courses by who changes their content.
import { permittedAmong } from '@lyceum/course/mirror/rules'
import { departmentsWithin } from '@lyceum/identity/mirror/departments'
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { EventDraft, TargetData } from './api.ts'
import type { EventRow } from './event-row.ts'

type Audience = Pick<EventRow, 'targetType' | 'departmentIds' | 'roleIds' | 'courseIds' | 'allCourses' | 'userIds' | 'groupIds'>
const nobody = { departmentIds: [], roleIds: [], courseIds: [], allCourses: false, userIds: [], groupIds: [] }
/** The most courses of one event. */
const mostCourses = 200

/** The audience after a write. A part without a new value stays as it was; another target begins anew. */
export async function checkAudience({ db }: Deps, actor: Actor, changes: Partial<EventDraft>, before?: EventRow): Promise<Audience> {
  const targetType = changes.target_type ?? before?.targetType ?? 'self'
  if (before && changes.target_data === undefined && targetType === before.targetType) return audienceOf(before)
  const data = changes.target_data ?? {}
  if (targetType === 'self') return { targetType, ...nobody }
  const { role_ids: roleIds = [], user_ids: userIds = [], group_ids: groupIds = [] } = data
  if (targetType === 'department') {
    const departmentIds = data.department_ids ?? []
    if (departmentIds.length === 0) throw invalid({ department_ids: 'calendarEvent.departmentsMissing' })
    if (!may(actor, 'calendar.manage')) throw forbidden()
    await checkDepartments(db, actor.org, departmentIds)
    if (!(await departmentsWithin(db, actor, departmentIds))) throw forbidden('department.only')
    await checkPeople(db, userIds, 'select person_id from mirror.memberships where org_id = $2 and person_id = any($1)', actor.org)
    return { ...nobody, targetType, departmentIds, roleIds, userIds }
  }
  const courseIds = await coursesOf(db, actor, data)
  await checkGroups(db, courseIds, groupIds)
  await checkPeople(
    db,
    userIds,
    `select person_id from mirror.members where course_id = any($2) and state = 'active' and person_id = any($1)`,
    courseIds,
  )
  return { ...nobody, targetType, courseIds, allCourses: data.all_courses === true, roleIds, userIds, groupIds }
}

const audienceOf = ({ targetType, departmentIds, roleIds, courseIds, allCourses, userIds, groupIds }: EventRow): Audience => ({
  targetType,
  departmentIds,
  roleIds,
  courseIds,
  allCourses,
  userIds,
  groupIds,
})

/** All courses are those whose content the actor changes at this moment. 403 for one whose content they do not change. */
async function coursesOf(tx: Tx, actor: Actor, { all_courses, course_id, course_ids = [] }: TargetData): Promise<string[]> {
  if (all_courses) {
    const members = await rows<{ id: string }>(
      tx,
      `select m.course_id::text as id from mirror.members m where m.person_id = $1 and m.state = 'active' and m.role <> 'student'
       order by m.course_id desc limit ${mostCourses}`,
      actor.person,
    )
    const mine = await permittedAmong(
      tx,
      actor,
      members.map(({ id }) => id),
      'content.change',
    )
    if (mine.length === 0) throw invalid({ course_id: 'calendarEvent.courseMissing' })
    return mine.sort()
  }
  const asked = [...new Set([...(course_id ? [course_id] : []), ...course_ids])]
  if (asked.length === 0) throw invalid({ course_id: 'calendarEvent.courseMissing' })
  const known = await rows(tx, 'select from mirror.courses where id = any($1) and not deleted', asked)
  if (known.length < asked.length) throw invalid({ course_id: notKnownYet('calendarEvent.courseUnknown') })
  const permitted = await permittedAmong(tx, actor, asked, 'content.change')
  if (permitted.length < asked.length) throw forbidden()
  return asked.sort()
}

/** The names of whom an event is for, by id. */
export async function targetNames(tx: Tx, { departmentIds, courseIds, userIds, groupIds }: Audience): Promise<Record<string, string>> {
  const named = await rows<{ id: string; name: string }>(
    tx,
    `
    select id::text, name from mirror.departments where id = any($1) and not deleted
    union all select id::text, name from mirror.courses where id = any($2) and not deleted
    union all select id::text, name from mirror.persons where id = any($3) and not deleted
    union all select id::text, name from mirror.groups where id = any($4) and not deleted`,
    departmentIds,
    courseIds,
    userIds,
    groupIds,
  )
  return Object.fromEntries(named.map(({ id, name }) => [id, name]))
}

async function checkDepartments(tx: Tx, org: string, ids: string[]): Promise<void> {
  const known = await rows(tx, 'select from mirror.departments where id = any($1) and org_id = $2 and not deleted', ids, org)
  if (known.length < ids.length) throw invalid({ department_ids: notKnownYet('calendarEvent.departmentUnknown') })
}

async function checkGroups(tx: Tx, courses: string[], ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const known = await rows(tx, 'select from mirror.groups where id = any($1) and course_id = any($2) and not deleted', ids, courses)
  if (known.length < ids.length) throw invalid({ group_ids: notKnownYet('calendarEvent.groupUnknown') })
}

async function checkPeople(tx: Tx, ids: string[], within: string, place: string | string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set((await rows<{ person_id: string }>(tx, within, ids, place)).map(({ person_id }) => person_id))
  if (ids.some((id) => !known.has(id))) throw invalid({ user_ids: notKnownYet('calendarEvent.personUnknown') })
}
