// The list of a course's members, and the choice of enrolments by the conditions of that list.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid } from '@lyceum/kit/calls/errors'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { one, rows } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { has } from '@lyceum/identity/mirror/permissions'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { type CourseScope, readCourseAccess, requireIn, teaches } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { Enrolment } from '../generated/client.ts'
import { groupsOfPerson } from '../groups/group-reads.ts'
import type { Student } from '../groups/api.ts'
import type { Member, Selected } from './api.ts'
import { mostMembers } from './api.ts'
import { enrolmentKind } from './enrolment-rows.ts'

type MemberRow = Pick<SqlRow<Enrolment>, 'id' | 'joined_at' | 'person_id'> & {
  role: CourseRole
  name: string
  user_no: string
  avatar: string
  email: string
  groups: Student['groups']
  klass: Member['klass']
  organisation: string | null
  suspended: boolean
}

const roles: readonly string[] = ['student', 'instructor', 'instructor_assistant']
const teachersFirst = `case e.role when 'instructor' then 0 when 'instructor_assistant' then 1 else 2 end`
const orders = { name: 'p.name', user_no: 'p.user_no', klass: 'k.name', joined: 'e.joined_at' } as const

const from = `from enrolments e left join mirror.persons p on p.id = e.person_id
  left join mirror.memberships ms on ms.person_id = e.person_id and ms.org_id = e.org_id`
const where = `where e.course_id = $1 and e.state = 'active' and p.deleted is not true
    and ${heldSql('p.folded', '$2')} and ($3::text is null or e.role = $3)
    and ($4::text is null or e.id = (select x.subject from kit.external_ids x
      where x.org_id = e.org_id and x.kind = '${enrolmentKind}' and x.source = $4 and x.external_id = $5))
    and ($6::uuid[] is null or ms.klass_id = any($6::uuid[]))`

const isId = (text: string) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)

/** The values of `where`. 400 for conditions that the list does not know. */
function valuesOf(course: string, text: string | undefined): [course: string, keyword: string[], ...(string | string[] | null)[]] {
  const {
    keyword = '',
    role,
    klass_ids,
    ...others
  } = conditionsOf(text, ['keyword', 'role', 'klass_ids', 'external_source', 'external_id'])
  const { external_source, external_id } = others
  if (typeof keyword !== 'string' || keyword.length > 100) throw invalid({ 'conditions.keyword': 'field.format' })
  if (role !== undefined && !roles.includes(String(role))) throw invalid({ 'conditions.role': 'field.choice' })
  if (klass_ids !== undefined && !(Array.isArray(klass_ids) && klass_ids.length <= 100 && klass_ids.every(isId)))
    throw invalid({ 'conditions.klass_ids': 'field.format' })
  const external = { external_source, external_id }
  const given = Object.values(external).some((value) => value !== undefined)
  for (const [name, value] of Object.entries(external))
    if (given && typeof value !== 'string') throw invalid({ [`conditions.${name}`]: value === undefined ? 'field.required' : 'field.type' })
  const values = [role, external_source, external_id].map((value) => (value === undefined ? null : String(value)))
  return [course, wordPatterns(keyword), ...values, klass_ids ?? null]
}

/** The ids of the enrolments that a bulk call names, or that fit its conditions, never both; 403 unless the actor changes members of that course. */
export async function selectedEnrolments({ db }: Deps, actor: Actor, { enrollment_ids, ...fitted }: Selected): Promise<string[]> {
  if (enrollment_ids) {
    const both = (['course_id', 'conditions', 'except_ids'] as const).filter((field) => fitted[field] !== undefined)
    if (both.length > 0) throw invalid(Object.fromEntries(both.map((field) => [field, 'field.unknown' as const])))
    return enrollment_ids
  }
  const { course_id, conditions, except_ids = [] } = fitted
  if (!course_id) throw invalid({ enrollment_ids: 'field.required' })
  // everybody of a course is asked for, not what is left out
  if (conditions === undefined) throw invalid({ conditions: 'field.required' })
  const { access } = await readCourseAccess(db, actor, course_id)
  requireIn(access, 'members.change')
  const fitting = await rows<{ id: string }>(
    db,
    `select e.id::text ${from} ${where} and e.id <> all($7::uuid[]) order by e.id limit ${mostMembers + 1}`,
    ...valuesOf(course_id, conditions),
    except_ids,
  )
  if (fitting.length > mostMembers) throw invalid({ conditions: ['enrolment.tooMany', { most: mostMembers }] })
  return fitting.map(({ id }) => id)
}

/** The enrolments that a change of roles names, each with its own role or all with the same one. */
export async function assignedRoles(
  deps: Deps,
  actor: Actor,
  { role, roles, ...selected }: Selected & { role?: CourseRole; roles?: { enrollment_id: string; role: CourseRole }[] },
): Promise<{ enrollment_id: string; role: CourseRole }[]> {
  if (!roles) {
    if (!role) throw invalid({ role: 'field.required' })
    return (await selectedEnrolments(deps, actor, selected)).map((enrollment_id) => ({ enrollment_id, role }))
  }
  const others = Object.entries({ role, ...selected }).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (others.length > 0) throw invalid(Object.fromEntries(others.map((field) => [field, 'field.unknown' as const])))
  return roles
}

type MembersQuery = PageQuery & { conditions?: string; sort?: keyof typeof orders; order?: 'ascending' | 'descending' }

/** Only teachers see e-mail addresses and who is suspended; 403 for an external id unless the actor changes members or external ids: it says whose it is. */
export async function members({ db }: Deps, scope: CourseScope, course: string, { conditions, sort, order, ...page }: MembersQuery) {
  const values = valuesOf(course, conditions)
  const { can } = scope.access
  if (values[3] !== null && !has(can, 'members.change') && !has(can, 'external_ids.change')) throw forbidden()
  const direction = order === 'descending' ? 'desc' : 'asc'
  const { total = 0 } = (await one<{ total: number }>(db, `select count(*)::int as total ${from} ${where}`, ...values)) ?? {}
  const { limit, offset } = limits(page)
  const memberRows = await rows<MemberRow>(
    db,
    `
    select e.id, e.role, e.joined_at, e.person_id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no,
      coalesce(p.avatar, '') as avatar, coalesce(p.email, '') as email,
      ${groupsOfPerson('e.course_id', 'e.person_id')} as groups,
      case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end as klass,
      case when ms.person_id is null and p.org_id <> e.org_id then (select o.name from mirror.orgs o where o.id = p.org_id) end as organisation,
      coalesce(e.org_id = any(p.suspended_in) or (ms.person_id is null and p.org_id = any(p.suspended_in)), false) as suspended
    ${from} left join mirror.study_units k on k.id = ms.klass_id and not k.deleted ${where}
    order by ${sort ? `${orders[sort]} ${direction}` : `${teachersFirst}, p.name`}, e.id limit ${limit} offset ${offset}`,
    ...values,
  )
  const teacher = teaches(scope.access)
  return pageOf(
    page,
    total,
    memberRows.map(
      ({ id, role, joined_at, person_id, name, user_no, avatar, email, groups: [group], klass, organisation, suspended }): Member => ({
        id,
        role,
        joined_at: joined_at.toISOString(),
        group_name: group?.name ?? null,
        is_leader: group?.is_leader ?? false,
        person: { id: person_id, name, user_no, avatar, email: teacher && email ? email : null },
        klass,
        organisation,
        ...(teacher && suspended && { suspended: true as const }),
      }),
    ),
  )
}

/** The classes of a course's members, by name. */
export const memberKlasses = ({ db }: Deps, course: string): Promise<{ id: string; name: string; members: number }[]> =>
  rows(
    db,
    `
    select k.id::text, k.name, count(*)::int as members
    from enrolments e join mirror.memberships ms on ms.person_id = e.person_id and ms.org_id = e.org_id
    join mirror.study_units k on k.id = ms.klass_id and not k.deleted
    where e.course_id = $1 and e.state = 'active' group by k.id, k.name order by k.name, k.id limit 500`,
    course,
  )
