// The rules of courses that calls name in `may`, the same in every service. Roles in an organisation come from
// the actor's token, roles in a course from the mirror (in course itself from its own rows, by views of the same names).
import { managingRoles, teachingRoles } from '@lyceum/identity/mirror/roles'
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
  /** Manages the course's organisation, and does not simulate. */
  manager: boolean
  /** May see the course as others do. */
  maySimulate: boolean
  simulating: Simulating | undefined
  /** Also while previewing. */
  published: boolean
}
/** The versions of the rows that course access was read from; 0: there was no row. */
export type CourseVersions = { course: number; member: number }
/** The scope of a call behind a rule about courses: the course, and the actor's access to it. */
export type CourseScope = Scope & { course: string; access: CourseAccess; versions: CourseVersions }

const hasRole = (actor: Pick<Actor, 'roles'>, roles: readonly string[]) => actor.roles.some((role) => roles.includes(role))
const isTeacher = (role: string | undefined) => role === 'instructor' || role === 'instructor_assistant'

/** May the actor make courses in the organisation of the scope. */
export const mayTeach = (actor: Actor) => actor.org !== '' && hasRole(actor, teachingRoles)
/** Does the actor manage this organisation; only ever the one of the scope. */
export const manages = (actor: Pick<Actor, 'org' | 'roles'>, org: string) => actor.org === org && hasRole(actor, managingRoles)
/** Teaches the course or manages its organisation, without a simulation. */
export const teaches = ({ role, manager }: CourseAccess) => manager || isTeacher(role)
/** Sees drafts and activities that are not open yet: teachers and inspecting managers. */
export const seesAll = (access: CourseAccess) => teaches(access) || access.simulating === 'inspect'

type Row = {
  org: string
  published: boolean
  deleted: boolean
  version: string
  role: CourseRole | null
  member_version: string | null
  acting_as: Simulating | '' | null
}

/** Reads the actor's access to a course. 404 when the mirror has no such course, or its `deleted` differs from the argument. */
export async function readCourseAccess(
  tx: Tx,
  actor: Actor,
  course: string,
  deleted = false,
): Promise<{ org: string; access: CourseAccess; versions: CourseVersions }> {
  const row = await one<Row>(
    tx,
    `
    select c.org_id::text as org, c.published, c.deleted, c.version::text, case when m.state = 'active' then m.role end as role,
      m.version::text as member_version, s.acting_as
    from mirror.courses c
    left join mirror.members m on m.course_id = c.id and m.person_id = nullif($2, '')::uuid
    left join mirror.simulations s on s.course_id = c.id and s.session_id = $3
    where c.id = $1::uuid`,
    course,
    actor.person,
    actor.session,
  )
  if (!row || row.deleted !== deleted) throw notFound('course', course)
  const realRole = row.role ?? undefined
  const reallyManages = manages(actor, row.org)
  const maySimulate = reallyManages || isTeacher(realRole)
  const requested = actor.simulating?.course === course ? actor.simulating.as : row.acting_as || undefined
  const simulating = (requested === 'inspect' ? reallyManages : maySimulate) ? requested : undefined
  const asStudent = simulating === 'student' || simulating === 'preview'
  const role = asStudent ? 'student' : simulating ? undefined : realRole
  const published = row.published || simulating === 'preview'
  return {
    org: row.org,
    access: { role, realRole, manager: reallyManages && !simulating, maySimulate, simulating, published },
    versions: { course: Number(row.version), member: Number(row.member_version ?? 0) },
  }
}

/** The courses of a list that the actor teaches or whose organisation they manage, without those in which they simulate somebody: `teaches` for
 *  many courses in one query, true of an inspection too. Deleted courses are left out. */
export async function taughtAmong(tx: Tx, actor: Actor, courses: string[]): Promise<string[]> {
  if (courses.length === 0) return []
  const taught = await rows<{ id: string }>(
    tx,
    `
    select c.id::text from mirror.courses c
    left join mirror.members m on m.course_id = c.id and m.person_id = nullif($2, '')::uuid and m.state = 'active'
      and m.role in ('instructor', 'instructor_assistant')
    left join mirror.simulations s on s.course_id = c.id and s.session_id = $3
    where c.id = any($1::uuid[]) and not c.deleted and (m.person_id is not null or ($5::bool and c.org_id = nullif($4, '')::uuid))
      and coalesce(case when c.id::text = $6 then $7 end, s.acting_as, '') not in ('student', 'visitor', 'preview')`,
    courses,
    actor.person,
    actor.session,
    actor.org,
    manages(actor, actor.org),
    actor.simulating?.course ?? '',
    actor.simulating?.as ?? '',
  )
  return taught.map(({ id }) => id)
}

/** The rows behind a right that another service decided: the course, the person's membership, and their roles in an organisation. */
export type CourseRight = {
  course: { org: string; published: boolean; deleted: boolean; version: number } | undefined
  member: { role: CourseRole; active: boolean; version: number } | undefined
  actor: Pick<Actor, 'org' | 'roles'>
}
/**
 * The right to see a course that another service decided by these versions, as it holds now: no more, as a student, as a teacher, or as
 * decided, while this service's mirror is older than the membership behind the decision. Simulations do not count: they only take rights away.
 */
export function stillViews(
  { course, member, actor }: CourseRight,
  decided: CourseVersions,
): 'no' | 'as student' | 'as teacher' | 'as decided' {
  const behind = (course?.version ?? 0) < decided.course
  if (course?.deleted && !behind) return 'no'
  if ((course && manages(actor, course.org)) || (member?.active && isTeacher(member.role))) return 'as teacher'
  if ((member?.version ?? 0) < decided.member) return 'as decided'
  return member?.active && (behind || course?.published) ? 'as student' : 'no'
}

/** A rule about the course of the scope. Throws 401, 403 or 404 when the actor may not. */
const inCourse =
  (check: (access: CourseAccess) => void): Rule<CourseScope> =>
  async (tx, actor, scope) => {
    const { course, deleted } = scope as CourseRef
    if (!course) throw new Error('a rule about courses needs a finder that finds a course')
    if (actor.kind === 'visitor') throw unauthorised()
    const { org, access, versions } = await readCourseAccess(tx, actor, course, deleted)
    const call = context()
    if (call) call.simulatedRole = access.simulating
    if (access.simulating === 'visitor') throw forbidden('simulation.visitor')
    // a manager of that organisation may see it there: the page then switches. The BFF passes the organisation on to its members alone
    if (org !== actor.org && !access.realRole) throw forbidden('scope.other', { org })
    check(access)
    return { ...scope, course, org, access, versions }
  }

/** A rule about the organisation of the scope. */
const inOrganisation =
  (may: (actor: Actor, org: string) => boolean): Rule =>
  (_tx, actor, scope) => {
    if (actor.kind === 'visitor') throw unauthorised()
    if (!may(actor, scope.org)) throw forbidden()
    return scope
  }

/** The rules of every service whose calls happen in courses. */
export const courseRules = {
  signedIn: inOrganisation(() => true),
  teach: inOrganisation(mayTeach),
  manage: inOrganisation(manages),
  viewCourse: inCourse((access) => {
    const { role, manager, published, simulating } = access
    if (simulating === 'inspect') return
    if (!manager && !role) throw forbidden()
    if (!published && !teaches(access)) throw forbidden('course.unpublished')
  }),
  teachCourse: inCourse((access) => {
    if (!teaches(access)) throw forbidden()
  }),
  manageCourse: inCourse(({ manager }) => {
    if (!manager) throw forbidden()
  }),
} satisfies Record<CourseRule, Rule>
export type CourseRules = typeof courseRules

/** A finder's answer for a course. `deleted` marks the calls whose rights are those of a deleted course. */
export type CourseRef = Scope & { course: string; deleted?: boolean }
/** The finder of a path id that is a course's own. It needs no query: the rule's one query reads the course's organisation and state. */
export const courseFinder: Finder = async (_, id) => ({ org: '', course: id }) as CourseRef
