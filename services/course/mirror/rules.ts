// The rules of courses that calls name in `may`, the same in every service. Permissions in an organisation come from
// the actor's token, roles in a course from the mirror (in course itself from its own rows, by views of the same names).
import {
  type CoursePermission,
  coursePermissions,
  type Difference,
  has,
  may,
  type PermissionSet,
  permissions,
  permissionsHeld,
  permissionsOf,
} from '@lyceum/identity/mirror/permissions'
import { organisationRules, reviewsAnywhere, signedIn } from '@lyceum/identity/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { context } from '@lyceum/kit/calls/context'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { forbidden, notFound, unauthorised } from '@lyceum/kit/calls/errors'
import type { Finder, Rule, Scope } from '@lyceum/kit/calls/routes'
import type { CourseRule } from './rule-names.ts'

export type CourseRole = 'student' | 'instructor' | 'instructor_assistant'
/** student, visitor: with their rights only. preview: as students will see it once it is published. inspect: a manager who looks and changes nothing. */
export type Simulating = 'student' | 'visitor' | 'preview' | 'inspect'
export type CourseAccess = {
  /** The effective role: lowered while simulating. */
  role: CourseRole | undefined
  /** The role without simulation. */
  realRole: CourseRole | undefined
  /** Permissions of the actor in the course, by the role here or in the organisation; while simulating, what the simulated one may. */
  can: PermissionSet
  /** The same without simulation. */
  realCan: PermissionSet
  /** May see the course as others do. */
  maySimulate: boolean
  simulating: Simulating | undefined
  /** Also while previewing. */
  published: boolean
  /** Its organisation demands that a course is published before students see it. */
  publishRequired: boolean
  /** Looks without a session: the organisation allows guest preview and the course is public. */
  guest: boolean
}
/** The versions of the rows that course access was read from; 0: there was no row. */
export type CourseVersions = { course: number; member: number }
/** The scope of a call behind a rule about courses: the course, and the actor's access to it. */
export type CourseScope = Scope & { course: string; access: CourseAccess; versions: CourseVersions }

/** Sees drafts and whatever else those who teach see, without a simulation. */
export const teaches = ({ can }: Pick<CourseAccess, 'can'>) => has(can, 'content.drafts')
/** Sees drafts and activities that are not open yet: those who teach, and inspecting managers. */
export const seesAll = (access: CourseAccess) => teaches(access) || access.simulating === 'inspect'
/** 403 unless the actor may do this in the course. */
export function requireIn(access: CourseAccess, permission: CoursePermission): void {
  if (!has(access.can, permission)) throw forbidden()
}

/** The rows behind a person's access to a course. */
type AccessRow = {
  org: string
  published: boolean
  deleted: boolean
  course_version: string
  role: CourseRole | null
  member_version: string | null
  acting_as: Simulating | '' | null
  /** Changes of the course's organisation to the permissions of the role there, or of visitors. */
  difference: Difference | null
  /** The course is in the department to which the actor's permissions are bound, or in none. */
  within: boolean
  /** Open to people without a session. */
  open: boolean
  publish_required: boolean
}

/** Whether course `c` is in the department of a parameter or below it; a course without a department is in all. `d` is the mirror's row of its own. */
export const withinSql = (department: string) =>
  `(nullif(${department}, '') is null or c.department_id is null or coalesce(nullif(${department}, '')::uuid = any(d.path), c.department_id = nullif(${department}, '')::uuid))`
/** Changes of the organisation of course `c` to the permissions of member `m`'s role there, else of visitors'; `o` is the mirror's row of it. */
export const differenceSql = `o.role_permissions -> coalesce(m.role, 'visitor')`
/** Whether course `c` of organisation `o` is open to visitors, who have no session. */
export const openSql = `(c.public_scope = 'public' and c.published and not c.deleted and not o.deleted and o.state <> 'suspended' and coalesce((o.settings->>'guest_preview')::bool, false))`

/** Whether organisation `o` demands that courses are published. */
const publishRequiredSql = `coalesce((o.settings->>'publish_required')::bool, true)`

/** May somebody without a session look. */
export const mayVisit = ({ open, difference }: Pick<AccessRow, 'open' | 'difference'>): boolean =>
  open && has(permissionsOf('visitor', difference), 'course.visit')

/**
 * Whether the organisation of course `c` has suspended the person `ps` of the mirror, or is suspended itself; `o` is the mirror's row of it. The enrolment
 * stays, and opens nothing through another organisation.
 */
export const suspendedSql = `(coalesce(c.org_id = any(ps.suspended_in), false) or coalesce(o.state = 'suspended', false))`

/** The columns of AccessRow, of course `c`; person, session and department are parameters. */
const accessColumns = (department: string) => `
  c.org_id::text as org, c.published, c.deleted, c.version::text as course_version, case when m.state = 'active' and not ${suspendedSql} then m.role end as role,
  m.version::text as member_version, s.acting_as, ${differenceSql} as difference, ${withinSql(department)} as within, ${openSql} as open,
  ${publishRequiredSql} as publish_required`
const accessJoins = (person: string, session: string) => `
  left join mirror.members m on m.course_id = c.id and m.person_id = nullif(${person}, '')::uuid
  left join mirror.simulations s on s.course_id = c.id and s.session_id = ${session}
  left join mirror.persons ps on ps.id = nullif(${person}, '')::uuid
  left join mirror.orgs o on o.id = c.org_id
  left join mirror.departments d on d.id = c.department_id`

/** Reads the actor's access to a course. 404 when the mirror has no such course, or its `deleted` differs from the argument. */
export async function readCourseAccess(tx: Tx, actor: Actor, course: string, deleted = false): Promise<DecidedAccess> {
  return decideAccess(await one<AccessRow>(tx, accessSql(), ...accessValues(actor, course)), actor, course, deleted)
}

const accessSql = (columns = '', from = 'mirror.courses c') =>
  `select ${accessColumns('$4')}${columns} from ${from} ${accessJoins('$2', '$3')} where c.id = $1::uuid`
const accessValues = (actor: Actor, id: string) => [id, actor.person, actor.session, actor.department ?? '']

/**
 * A finder of courses `c` with more of them: the access of who asks is read beside it, so that one statement finds and decides. `columns` begin with a
 * comma. 404 when there is no such course.
 */
export async function findCourse<T>(tx: Tx, id: string, actor: Actor, { columns, from }: { columns: string; from: string }) {
  const row = await one<T & AccessRow>(tx, accessSql(columns, from), ...accessValues(actor, id))
  if (!row) throw notFound('course', id)
  return { org: row.org, course: id, accessRow: row, row } satisfies CourseRef & { row: T }
}

/**
 * A finder of rows `t` that belong to a course, which is not deleted: the access of who asks is read beside them, so that one statement finds and
 * decides. `columns` begin with a comma.
 */
export async function findInCourse<T>(
  tx: Tx,
  id: string,
  actor: Actor,
  { columns = '', from }: { columns?: string; from: string },
): Promise<(CourseRef & { row: T }) | undefined> {
  const row = await one<T & AccessRow & { course: string }>(
    tx,
    `select t.course_id::text as course, ${accessColumns('$4')}${columns}
     from ${from} join mirror.courses c on c.id = t.course_id and not c.deleted ${accessJoins('$2', '$3')} where t.id = $1::uuid`,
    ...accessValues(actor, id),
  )
  return row && { org: row.org, course: row.course, accessRow: row, row }
}

type DecidedAccess = { org: string; access: CourseAccess; versions: CourseVersions }
function decideAccess(row: AccessRow | undefined, actor: Actor, course: string, deleted: boolean): DecidedAccess {
  if (!row || row.deleted !== deleted) throw notFound('course', course)
  const realRole = row.role ?? undefined
  const inOrganisation = actor.org === row.org && row.within ? permissionsHeld(actor) : 0n
  const realCan = inOrganisation | (realRole ? permissionsOf(realRole, row.difference) : 0n)
  const maySimulate = has(realCan, 'course.simulate')
  const requested = actor.simulating?.course === course ? actor.simulating.as : row.acting_as || undefined
  const simulating = (requested === 'inspect' ? has(realCan, 'course.inspect') : maySimulate) ? requested : undefined
  const asStudent = simulating === 'student' || simulating === 'preview'
  const role = asStudent ? 'student' : simulating ? undefined : realRole
  const can = asStudent ? permissionsOf('student') : simulating ? 0n : realCan
  const published = row.published || simulating === 'preview'
  return {
    org: row.org,
    access: {
      role,
      realRole,
      can,
      realCan,
      maySimulate,
      simulating,
      published,
      publishRequired: row.publish_required,
      guest: actor.kind === 'visitor' && mayVisit(row),
    },
    versions: { course: Number(row.course_version), member: Number(row.member_version ?? 0) },
  }
}

/** Whether the role of member `m` in course `c` permits this there; `o` is the mirror's row of the course's organisation. */
export const roleMaySql = (name: CoursePermission): string => {
  const { number, given } = permissions[name]
  const changed = (how: 'given' | 'taken') => `coalesce(${differenceSql} -> '${how}' @> '${number}', false)`
  return `((m.role in (${given.map((role) => `'${role}'`).join()}) or ${changed('given')}) and not ${changed('taken')})`
}

/** The courses of a list whose drafts the actor sees, also those that they inspect; none in which they simulate somebody: `seesAll` for many courses
 *  in one query. Deleted courses are left out. */
export const taughtAmong = (tx: Tx, actor: Actor, courses: string[]): Promise<string[]> =>
  permittedAmong(tx, actor, courses, 'content.drafts', true)

/** The courses of a list in which the actor has a permission, in one query; none in which they simulate somebody. Deleted courses are left out.
 *  `inspecting`: those too that they inspect. */
export async function permittedAmong(
  tx: Tx,
  actor: Actor,
  courses: string[],
  permission: CoursePermission,
  inspecting = false,
): Promise<string[]> {
  if (courses.length === 0) return []
  const allowed = (name: CoursePermission, held: string) =>
    `(coalesce(${roleMaySql(name)}, false) or (${held}::bool and c.org_id = nullif($4, '')::uuid and ${withinSql('$8')}))`
  const acting = `coalesce(case when c.id::text = $6 then $7 end, s.acting_as, '')`
  const permitted = await rows<{ id: string }>(
    tx,
    `
    select c.id::text from mirror.courses c
    left join mirror.persons ps on ps.id = nullif($2, '')::uuid
    left join mirror.orgs o on o.id = c.org_id
    left join mirror.members m on m.course_id = c.id and m.person_id = nullif($2, '')::uuid and m.state = 'active' and not ${suspendedSql}
    left join mirror.simulations s on s.course_id = c.id and s.session_id = $3
    left join mirror.departments d on d.id = c.department_id
    where c.id = any($1::uuid[]) and not c.deleted
      and case ${acting} when '' then ${allowed(permission, '$5')} when 'inspect' then ${inspecting ? allowed('course.inspect', '$9') : '$9::bool and false'} else false end`,
    courses,
    actor.person,
    actor.session,
    actor.org,
    may(actor, permission),
    actor.simulating?.course ?? '',
    actor.simulating?.as ?? '',
    actor.department ?? '',
    inspecting && may(actor, 'course.inspect'),
  )
  return permitted.map(({ id }) => id)
}

/** The rows behind a right that another service decided: the course, the person's membership, and what they may do in its organisation. */
export type CourseRight = {
  course: { published: boolean; deleted: boolean; version: number } | undefined
  member: { role: CourseRole; active: boolean; version: number; difference: Difference | null } | undefined
  /** By their roles in the organisation of the course; none where it is another one, or the course is not of their department. */
  can: PermissionSet
}
/**
 * The right to see a course that another service decided by these versions, as it holds now: no more, as a student, as a teacher, as an inspector,
 * who sees what teachers see without their right to the files, or as decided, while this service's mirror is older than the membership behind the
 * decision. Simulations do not count: they only take rights away.
 */
export function stillViews(
  { course, member, can }: CourseRight,
  decided: CourseVersions,
): 'no' | 'as student' | 'as teacher' | 'as inspector' | 'as decided' {
  const behind = (course?.version ?? 0) < decided.course
  if (course?.deleted && !behind) return 'no'
  const role = member?.active ? permissionsOf(member.role, member.difference) : 0n
  if (course && has(can | role, 'content.drafts')) return 'as teacher'
  if (course && has(can | role, 'course.inspect')) return 'as inspector'
  if ((member?.version ?? 0) < decided.member) return 'as decided'
  return has(can, 'course.read') || (member?.active && (behind || course?.published)) ? 'as student' : 'no'
}

/** A rule about the course of the scope. Throws 401, 403 or 404 when the actor may not; 401 for visitors, unless it lets guests in. */
const inCourse =
  (check: (access: CourseAccess) => void, { guests = false } = {}): Rule<CourseScope> =>
  async (tx, actor, scope) => {
    const { accessRow, ...found } = scope as CourseRef
    const { course, deleted = false } = found
    if (!course) throw new Error('a rule about courses needs a finder that finds a course')
    if (actor.kind === 'visitor' && !guests) throw unauthorised()
    const { org, access, versions } = accessRow
      ? decideAccess(accessRow, actor, course, deleted)
      : await readCourseAccess(tx, actor, course, deleted)
    if (actor.kind === 'visitor') {
      if (!access.guest) throw unauthorised()
      return { ...found, course, org, access, versions }
    }
    const call = context()
    if (call) call.simulatedRole = access.simulating
    if (access.simulating === 'visitor') throw forbidden('simulation.visitor')
    // a manager of that organisation may see it there: the page then switches. The BFF passes the organisation on to its members alone
    if (org !== actor.org && !access.realRole) throw forbidden('scope.other', { org })
    check(access)
    return { ...found, course, org, access, versions }
  }

/** The rules of every service whose calls happen in courses. */
export const courseRules = {
  signedIn,
  ...organisationRules,
  ...(Object.fromEntries(coursePermissions.map((name) => [name, inCourse((access) => requireIn(access, name))])) as Record<
    CoursePermission,
    Rule<CourseScope>
  >),
  viewCourse: inCourse(
    (access) => {
      const { role, can, published, simulating } = access
      if (simulating === 'inspect') return
      if (!role && !has(can, 'course.read')) throw forbidden()
      if (!published && !teaches(access) && !has(can, 'course.read')) throw forbidden('course.unpublished')
    },
    { guests: true },
  ),
  reviewsAnywhere,
} satisfies Record<CourseRule, Rule>
export type CourseRules = typeof courseRules

/** A finder's answer for a course. `deleted` marks the calls whose rights are those of a deleted course; `accessRow` is what findInCourse read already. */
export type CourseRef = Scope & { course: string; deleted?: boolean; accessRow?: AccessRow }
/** The finder of a path id that is a course's own. It needs no query: the rule's one query reads the course's organisation and state. */
export const courseFinder: Finder = async (_, id) => ({ org: '', course: id }) as CourseRef
