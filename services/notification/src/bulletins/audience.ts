// Whom a bulletin is for, in SQL: of one person, and of everybody. Both say the same (audience.test.ts).
import { departmentBelowSql } from '@lyceum/identity/mirror/departments'
import { one, rows, type Tx } from '@lyceum/kit/database/database'

/** Whether bulletin `b` is for a person, by membership as it is now. Students see those of a course once it is published. */
export const isForSql = (person: string): string => `(case when b.course_id is null then exists (
    select from mirror.memberships ms left join mirror.departments d on d.id = ms.department_id
    where ms.person_id = ${person} and ms.org_id = b.org_id and ${inOrganisation})
  else exists (
    select from mirror.members m join mirror.courses c on c.id = m.course_id
    where m.person_id = ${person} and m.course_id = b.course_id and ${inCourse}) end)`

const inOrganisation = `(b.roles = '{}' or ms.roles && b.roles)
  and (b.departments = '{}' or ms.department_id = any(b.departments) or d.path && b.departments)
  and (b.courses = '{}' or exists (
    select from mirror.members cm where cm.person_id = ms.person_id and cm.course_id = any(b.courses) and cm.state = 'active'))`
const inCourse = `m.state = 'active' and not c.deleted and (c.published or m.role <> 'student') and (b.roles = '{}' or m.role = any(b.roles))
  and (b.groups = '{}' or m.role <> 'student' or exists (
    select from mirror.group_members gm join mirror.groups g on g.id = gm.group_id and not g.deleted
    join mirror.group_sets s on s.id = g.set_id and not s.deleted
    where gm.person_id = m.person_id and gm.group_id = any(b.groups) and gm.until is null))`

/** The people of bulletin `b`, as rows of `person_id`. */
export const peopleOfSql = `(
    select ms.person_id from mirror.memberships ms left join mirror.departments d on d.id = ms.department_id
    join mirror.persons p on p.id = ms.person_id and not p.deleted
    where b.course_id is null and ms.org_id = b.org_id and ${inOrganisation}
    union all
    select m.person_id from mirror.members m join mirror.courses c on c.id = m.course_id
    join mirror.persons p on p.id = m.person_id and not p.deleted
    where m.course_id = b.course_id and ${inCourse})`

/** Whether bulletin `b` is out at a time. */
export const isOutSql = (now: string): string =>
  `(b.state = 'published' and not b.deleted and b.publish_at <= ${now} and (b.expires_at is null or b.expires_at > ${now}))`

/** The people who are notified of a bulletin that is still out; its author knows. */
export async function bulletinRecipients(tx: Tx, bulletin: string): Promise<string[]> {
  const list = await rows<{ person: string }>(
    tx,
    `select r.person_id::text as person from bulletins b cross join lateral ${peopleOfSql} r
     where b.id = $1 and ${isOutSql('clock_timestamp()')} and r.person_id is distinct from b.created_by`,
    bulletin,
  )
  return list.map(({ person }) => person)
}

/** Whether a bulletin for these departments and courses is for a department, or one below it, alone: all of it parameters or columns. */
export const audienceBelowSql = (departments: string, courses: string, department: string): string => `(
    cardinality(${departments}) > 0 and not exists (select from unnest(${departments}) as named(id) where not ${departmentBelowSql('named.id', department)})
    or cardinality(${courses}) > 0 and not exists (select from unnest(${courses}) as named(id) left join mirror.courses of on of.id = named.id
      where of.department_id is null or not ${departmentBelowSql('of.department_id', department)}))`

/** Whether a bulletin of the organisation is within the department to which its writer is bound. */
export const audienceWithin = async (
  tx: Tx,
  department: string | undefined,
  audience: { departments: string[]; courses: string[] },
): Promise<boolean> =>
  !department ||
  (await one(
    tx,
    `select where ${audienceBelowSql('$1::uuid[]', '$2::uuid[]', '$3')}`,
    audience.departments,
    audience.courses,
    department,
  )) !== undefined
