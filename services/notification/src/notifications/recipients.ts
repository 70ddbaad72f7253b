// Recipients of notices, as things are when they are delivered.
import { permissionsOf, has, type OrganisationPermission, roles, type Difference } from '@lyceum/identity/mirror/permissions'
import { courseOrPersonBelowSql } from '@lyceum/course/mirror/departments'
import type { CourseRole } from '@lyceum/course/mirror/rules'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { bulletinRecipients } from '../bulletins/audience.ts'
import { messageRecipients } from '../messages/messages.ts'
import { type NotificationType, studentRoles, teacherRoles } from '../registry/notification-type.ts'
import type { NoticeRow } from './notice-row.ts'

/** The roles in a course that a notice is for. */
function rolesOf({ audience }: NotificationType, { params }: NoticeRow): CourseRole[] {
  if (audience === 'students') return studentRoles
  if (audience === 'teachers') return teacherRoles
  if (audience === 'attendees') return params.team ? teacherRoles : [...studentRoles, ...teacherRoles]
  return []
}

/** For the audience `person`: each with the notices that are for them, in the same order. Nobody hears of their own doing, unless the type is a receipt. */
export function noticesOfEach(type: NotificationType, notices: NoticeRow[]): Map<string, NoticeRow[]> {
  return Map.groupBy(
    notices.filter(({ recipientId, senderId }) => recipientId !== null && (type.own || recipientId !== senderId)),
    ({ recipientId }) => recipientId!,
  )
}

/** Everybody the notices are for; managers of a department, of what is of its courses, else of its people. The one who did it is left out, unless the type is a receipt; a bulletin leaves out its author, and `joined` and `left` nobody. */
export async function recipientsOf(tx: Tx, type: NotificationType, newest: NoticeRow, notices: NoticeRow[]): Promise<string[]> {
  if (type.audience === 'bulletin') return await bulletinRecipients(tx, newest.about)
  if (type.audience === 'message') return await messageRecipients(tx, newest.about)
  if (type.audience === 'joined' || type.audience === 'left') return await membersNamed(tx, newest.courseId, notices, type.audience)
  const list = await rows<{ person: string }>(
    tx,
    `
    select person::text from (
      select m.person_id as person from mirror.members m join mirror.courses c on c.id = m.course_id
      where m.course_id = $1::uuid and m.role = any($2::text[]) and m.state = 'active' and (c.published or m.role <> 'student')
      union
      select m.person_id from mirror.members m join mirror.courses c on c.id = m.course_id
      where m.course_id = $1::uuid and m.person_id = any($3::uuid[]) and m.state = 'active' and (c.published or m.role <> 'student')
      union
      select p.id from mirror.persons p where ($1::uuid is null or $5::bool) and p.id = any($3::uuid[]) and not p.deleted
      union
      select s.person_id from mirror.memberships s where cardinality($7::text[]) > 0 and s.org_id = $6::uuid and s.roles && $7::text[]
        and (s.department_id is null or s.roles && '{admin,wg_admin}'
          or ${courseOrPersonBelowSql('$10::uuid', '$11::uuid', 's.org_id', 's.department_id::text')})
    ) r where person <> all($4::uuid[]) and person <> all($9::uuid[]) and not exists (
      select from mirror.members m join mirror.courses c on c.id = m.course_id
      where m.course_id = $8::uuid and m.person_id = r.person and m.role = any($2::text[]) and m.state = 'active' and (c.published or m.role <> 'student'))`,
    newest.courseId,
    rolesOf(type, newest),
    newest.recipients,
    type.own ? [] : notices.flatMap(({ senderId }) => senderId ?? []),
    type.audience === 'attendees',
    newest.orgId,
    type.audience === 'managers' ? await managingRoles(tx, newest.orgId, type.permission) : [],
    newest.withoutCourseId,
    newest.without,
    newest.params.course ?? null,
    newest.params.host ?? null,
  )
  return list.map(({ person }) => person)
}

/** Of the people that the notices name those who are in the course, or not any more. People who were let in within ten minutes know it, and students hear nothing of a draft. */
async function membersNamed(tx: Tx, course: string | null, notices: NoticeRow[], audience: 'joined' | 'left'): Promise<string[]> {
  const list = await rows<{ person: string }>(
    tx,
    `
    select m.person_id::text as person from mirror.members m join mirror.courses c on c.id = m.course_id
    left join mirror.persons p on p.id = m.person_id
    where m.course_id = $1 and m.person_id = any($2::uuid[]) and p.deleted is not true and (m.state = 'active') = $3::bool and (c.published or m.role <> 'student')
      and not exists (
        select from notices n where n.course_id = $1 and n.type = 'join_accepted' and n.recipient_id = m.person_id
          and n.created_at > $4::timestamptz - interval '10 minutes')`,
    course,
    notices.flatMap(({ recipients }) => recipients),
    audience === 'joined',
    notices.at(-1)!.createdAt,
  )
  return list.map(({ person }) => person)
}

/** Roles of an organisation that have a permission there. */
async function managingRoles(tx: Tx, org: string, permission: OrganisationPermission = 'calendar.manage'): Promise<string[]> {
  const row = await one<{ differences: Record<string, Difference> }>(
    tx,
    'select role_permissions as differences from mirror.orgs where id = $1',
    org,
  )
  return roles.filter((role) => has(permissionsOf(role, row?.differences[role]), permission))
}
