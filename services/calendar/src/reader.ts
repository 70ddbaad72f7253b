// The part of the calendar that a reader sees, as SQL over the mirrors: $1 is the person. Their courses, departments, organisations and
// teaching-and-research groups are the places in which entries are looked for.
import { courseOrPersonBelowSql } from '@lyceum/course/mirror/departments'
import { roleMaySql, suspendedSql } from '@lyceum/course/mirror/rules'
import { departmentBelowSql } from '@lyceum/identity/mirror/departments'
import { isInGroupSql } from './research-groups/research-groups.ts'

/**
 * Common tables: `courses` of the reader (published ones, or those whose drafts they see; none of an organisation that has suspended them), `departments`
 * with those above theirs, `my_groups` (teaching-and-research groups, with whether they lead them), `mine` all places, those of courses with what the reader
 * is there.
 */
export const readerSql = `
  courses as (
    select m.course_id as id, m.role, c.name, coalesce(${roleMaySql('content.change')}, false) as may_change
    from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
    left join mirror.orgs o on o.id = c.org_id left join mirror.persons ps on ps.id = m.person_id
    where m.person_id = $1::uuid and m.state = 'active' and not ${suspendedSql} and (c.published or coalesce(${roleMaySql('content.drafts')}, false))
  ), memberships as (
    select s.org_id, s.roles, s.department_id from mirror.memberships s where s.person_id = $1::uuid
  ), departments as (
    select unnest(coalesce(d.path, array[s.department_id])) as id from memberships s
    left join mirror.departments d on d.id = s.department_id where s.department_id is not null
  ), my_groups as (
    select g.id, g.name, gm.role <> 'member' as may_change
    from research_group_members gm join research_groups g on g.id = gm.group_id and not g.deleted where gm.person_id = $1::uuid and ${isInGroupSql}
  ), mine as (
    select $1::uuid as id, null::text as name, null::text as role, null::bool as may_change
    union all select id, name, role, may_change from courses
    union all select id, null, null, null from departments
    union all select org_id, null, null, null from memberships
    union all select id, null, null, null from my_groups
  )`

/** Whether the reader, who is in course `c`, is among those whom event `e` of the course is for. */
const isForSql = (c: string) => `(${c}.may_change or (
      (cardinality(e.role_ids) = 0 or ${c}.role = any(e.role_ids))
      and (cardinality(e.user_ids) + cardinality(e.group_ids) = 0 or $1::uuid = any(e.user_ids) or exists (
        select from mirror.group_members g where g.person_id = $1::uuid and g.until is null and g.group_id = any(e.group_ids)))))`

/** Joins `ec`, the course of event `e` where it is of one alone, as most are. */
export const eventCourseSql = 'left join courses ec on cardinality(e.course_ids) = 1 and ec.id = e.course_ids[1]'

/** Whether the reader sees event `e`. `ec` is its course in `courses`, where it is of one alone; of more all of `courses` are looked through. */
export const seesEventSql = `(
  e.created_by = $1::uuid
  or e.target_type = 'course' and case when cardinality(e.course_ids) = 1 then ec.role is not null and ${isForSql('ec')}
    else exists (select from courses c where c.id = any(e.course_ids) and ${isForSql('c')}) end
  or e.target_type = 'department' and exists (
    select from memberships s where s.org_id = e.org_id
      and (cardinality(e.role_ids) = 0 or s.roles && e.role_ids) and (cardinality(e.user_ids) = 0 or $1::uuid = any(e.user_ids)))
    and exists (select from departments d where d.id = any(e.department_ids)))`

const changedCoursesSql = 'array(select id from courses where may_change)'
/**
 * Whether they may change event `e`, with `ec` as above; `manages` is a parameter: they manage the calendar of organisation `org`, or of `department`
 * and those below it, where one is given. The author of an event of
 * courses or departments must still have the right there. Courses that are gone do not count.
 */
export const changesEventSql = (manages: string, org: string, department: string) => `(
  e.target_type = 'self' and e.created_by = $1::uuid
  or e.target_type = 'course' and (cardinality(e.course_ids) = 1 and coalesce(ec.may_change, false)
    or (e.created_by = $1::uuid or e.course_ids && ${changedCoursesSql}) and not exists (
      select from mirror.courses c where c.id = any(e.course_ids) and not c.deleted and c.id <> all(${changedCoursesSql})))
  or e.target_type = 'department' and ${manages}::bool and e.org_id = ${org}::uuid
    and (${department} = '' or not exists (select from unnest(e.department_ids) as named(id) where not ${departmentBelowSql('named.id', department)})))`

/** Whether meeting `m` is of a department of the organisation or below it, both parameters: by the department of its course, else by its host's. */
export const meetingBelowSql = (org: string, department: string) => courseOrPersonBelowSql('m.course_id', 'm.host_id', org, department)

/** Whether the reader sees meeting `m` of a group: who is in it, and its host while they belong to the organisation of the group; of a deleted one nobody. */
const seesGroupMeetingSql = `(exists (select from my_groups r where r.id = m.group_id)
  or m.host_id = $1::uuid and exists (select from memberships s join research_groups g on g.org_id = s.org_id and g.id = m.group_id and not g.deleted))`

/** Whether they may change meeting `m` of a group, which they see: who leads the group, and its host. */
export const changesGroupMeetingSql = `(exists (select from my_groups r where r.id = m.group_id and r.may_change)
  or m.host_id = $1::uuid and ${seesGroupMeetingSql})`

/** Whether the reader sees meeting `m`: once agreed whoever it is for, before that who asked for it and who leads it. */
export const seesMeetingSql = `case when m.group_id is not null then ${seesGroupMeetingSql} else (
  m.created_by = $1::uuid or m.host_id = $1::uuid
  or m.instruction and exists (select from courses c where c.id = m.course_id and c.role <> 'student')
  or not m.instruction and m.audit_status = 'agree' and (
    exists (select from courses c where c.id = m.course_id) or exists (select from memberships s where s.org_id = any(m.scope_org_ids)))) end`
