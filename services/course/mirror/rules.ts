// Who may do what in a course: the rules that calls name in `may`, the same in every service. Roles in an organisation come from
// the actor's token, roles in a course from the mirror (in course itself from its own rows, by views of the same names).
import type { Actor } from '@lyceum/kit/actor'
import { context } from '@lyceum/kit/context'
import { one, rows, type Tx } from '@lyceum/kit/db'
import { forbidden, notFound, unauthorised } from '@lyceum/kit/errors'
import type { Authorise, Finder, Place } from '@lyceum/kit/routes'

export type CourseRole = 'student' | 'instructor' | 'instructor_assistant'
/** student, visitor: with their rights only. preview: as students will see it once it is published. inspect: a manager who looks and changes nothing. */
export type Simulating = 'student' | 'visitor' | 'preview' | 'inspect'
export type Standing = {
  /** As it counts now: lowered while simulating. */
  role: CourseRole | undefined
  /** As it really is. */
  realRole: CourseRole | undefined
  /** Manages the course's organisation, and does not simulate. */
  manager: boolean
  /** May see the course as others do. */
  maySimulate: boolean
  simulating: Simulating | undefined
  /** Also while previewing. */
  published: boolean
}
/** The versions of the rows that a standing was read from; 0: there was none. */
export type CourseVersions = { course: number; member: number }
export type CoursePlace = Place & { course: string; standing: Standing; versions: CourseVersions }

const teachers = ['instructor', 'educational_admin', 'admin']
const managers = ['educational_admin', 'admin', 'wg_admin']
const hasRole = (actor: Pick<Actor, 'roles'>, roles: string[]) => actor.roles.some((role) => roles.includes(role))
const isTeacher = (role: string | undefined) => role === 'instructor' || role === 'instructor_assistant'

/** May the actor make courses in the organisation of the scope. */
export const mayTeach = (actor: Actor) => actor.org !== '' && hasRole(actor, teachers)
/** Does the actor manage this organisation; only ever the one of the scope. */
export const manages = (actor: Pick<Actor, 'org' | 'roles'>, org: string) => actor.org === org && hasRole(actor, managers)
/** Teaches the course or manages its organisation, and simulates nobody. */
export const teaches = ({ role, manager }: Standing) => manager || isTeacher(role)
/** Sees drafts and what is not open yet: who teaches, and who inspects. */
export const seesAll = (standing: Standing) => teaches(standing) || standing.simulating === 'inspect'

type Row = {
  org: string
  published: boolean
  deleted: boolean
  version: string
  role: CourseRole | null
  member_version: string | null
  acting_as: Simulating | '' | null
}

/** Where the actor stands in a course. 404 when it is not known here, or deleted and not asked for as such. */
export async function standingIn(
  tx: Tx,
  actor: Actor,
  course: string,
  deleted = false,
): Promise<{ org: string; standing: Standing; versions: CourseVersions }> {
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
  const told = actor.simulating?.course === course ? actor.simulating.as : row.acting_as || undefined
  const simulating = (told === 'inspect' ? reallyManages : maySimulate) ? told : undefined
  const asStudent = simulating === 'student' || simulating === 'preview'
  const role = asStudent ? 'student' : simulating ? undefined : realRole
  const published = row.published || simulating === 'preview'
  return {
    org: row.org,
    standing: { role, realRole, manager: reallyManages && !simulating, maySimulate, simulating, published },
    versions: { course: Number(row.version), member: Number(row.member_version ?? 0) },
  }
}

/** Those of the courses that the actor teaches or whose organisation they manage, and in which they simulate nobody: what `teaches` says of a
 *  standing, and of an inspection, for lists over many courses. Deleted ones are not among them. */
export async function taughtAmong(tx: Tx, actor: Actor, courses: string[]): Promise<string[]> {
  if (courses.length === 0) return []
  const found = await rows<{ id: string }>(
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
  return found.map(({ id }) => id)
}

/** What a call found out about the actor in its course; only behind a rule about courses. */
export const standingOf = (place: Place): Standing => (place as CoursePlace).standing

export const versionsOf = (place: Place): CourseVersions => (place as CoursePlace).versions

/** What is known here of a right that was decided elsewhere: the course, the person's membership, and their roles in an organisation. */
export type CourseRight = {
  course: { org: string; published: boolean; deleted: boolean; version: number } | undefined
  member: { role: CourseRole; active: boolean; version: number } | undefined
  actor: Pick<Actor, 'org' | 'roles'>
}
/**
 * How a right to see a course that another service decided by these versions still holds: not at all, as a student, as one who teaches, or
 * as it was decided, where this service has not heard yet of the membership it was decided by. A simulation is left out of account: it only
 * ever takes rights away.
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

const courseRules: Record<string, (standing: Standing) => void> = {
  viewCourse(standing) {
    const { role, manager, published, simulating } = standing
    if (simulating === 'inspect') return
    if (!manager && !role) throw forbidden()
    if (!published && !teaches(standing)) throw forbidden('course.unpublished')
  },
  teachCourse(standing) {
    if (!teaches(standing)) throw forbidden()
  },
  manageCourse({ manager }) {
    if (!manager) throw forbidden()
  },
  learnCourse(standing) {
    if (!standing.role) throw forbidden()
    courseRules.viewCourse!(standing)
  },
}

/** Throws 401, 403 or 404 when the actor may not; else answers the place with the actor's role and standing in it. */
export const authorise: Authorise = async (tx, actor, rule, place) => {
  if (actor.kind === 'visitor') throw unauthorised()
  if (rule === 'signedIn') return place
  if (rule === 'teach' || rule === 'manage') {
    const may = rule === 'teach' ? mayTeach(actor) : manages(actor, place.org)
    if (!may) throw forbidden()
    return place
  }
  const check = courseRules[rule]
  if (!check || !place.course) throw new Error(`rule ${rule} cannot be decided here`)
  const { org, standing, versions } = await standingIn(tx, actor, place.course, (place as DeletedPlace).deleted)
  const call = context()
  if (call) call.acting = standing.simulating
  if (standing.simulating === 'visitor') throw forbidden('simulation.visitor')
  // they may manage that one: the page then switches. The BFF says so to its members alone
  if (org !== actor.org && !standing.realRole) throw forbidden('scope.other', { org })
  check(standing)
  return { ...place, org, role: standing.role, standing, versions } as CoursePlace
}

/** The finder of a path id that is a course's own. It asks nothing yet: the rule's one query says whose the course is and whether it is there. */
export const courseFinder: Finder = async (_, id) => ({ org: '', course: id })

/** The place of a deleted course: only there its rights can be asked for. */
export type DeletedPlace = Place & { deleted?: boolean }
