// The permissions: each with its number, where it is asked, and the roles that have it unless their organisation decides otherwise.
import type { Actor } from '@lyceum/kit/calls/actor'

export const roles = [
  'student',
  'instructor',
  'instructor_assistant',
  'faculty',
  'educational_admin',
  'admin',
  'wg_admin',
  'visitor',
] as const
export type Role = (typeof roles)[number]

const organisation = (number: number, ...given: readonly Role[]) => ({ number, place: 'organisation', given }) as const
const course = (number: number, ...given: readonly Role[]) => ({ number, place: 'course', given }) as const
const office = ['educational_admin', 'admin'] as const
const managers = [...office, 'wg_admin'] as const
/** They see and inspect the courses of their departments, and change nothing there. */
const readers = ['faculty', ...managers] as const
const teachers = ['instructor', 'instructor_assistant', 'admin'] as const
const leaders = ['instructor', 'admin'] as const
const watchers = [...teachers, 'educational_admin', 'wg_admin'] as const

/**
 * A number stands in tokens, facts and rows: it is never changed and never used again. Those of an organisation are asked in the organisation
 * of the call, those of a course in that course. Reviewed by people as tests/spec/permissions.csv; sentences: web/src/i18n/<locale>/permissions.json.
 */
export const permissions = {
  'org.change': organisation(1, 'admin'),
  'authz.change': organisation(2, 'admin'),
  'audit.read': organisation(3, ...managers),
  'departments.change': organisation(4, ...managers),
  'people.create': organisation(5, 'admin'),
  'people.change': organisation(6, 'admin'),
  'people.erase': organisation(7, 'admin'),
  'people.search': organisation(8, 'instructor', ...office),
  'people.import': organisation(9, ...office),
  'course.create': organisation(10, 'instructor', ...office),
  'groups.create': organisation(11, 'instructor', ...office),
  'groups.manage': organisation(12, ...managers),
  'files.manage': organisation(13, ...managers),
  'terms.change': organisation(14, ...office),
  'bulletins.change': organisation(15, ...office),
  'calendar.manage': organisation(16, ...office),
  'statistics.read': organisation(17, ...managers),
  'sharing.review': organisation(18, ...managers),
  'allowances.change': organisation(48, ...managers),
  'requests.decide': organisation(52, 'admin'),
  'storage.change': organisation(54, 'admin'),
  'subjects.change': organisation(55, ...office),
  'curriculum.change': organisation(56, ...office),
  'workgroup.decide': organisation(57, 'wg_admin'),

  'course.read': course(20, ...readers),
  'course.change': course(21, ...teachers),
  'course.publish': course(22, ...teachers),
  'course.delete': course(23, ...leaders),
  'course.copy': course(24, ...leaders),
  'course.simulate': course(25, ...teachers),
  'course.inspect': course(26, ...readers),
  'course.review': course(27, ...office),
  'access_code.change': course(28, ...teachers),
  'members.change': course(29, ...teachers),
  'members.appoint': course(46, ...leaders),
  'members.group': course(30, ...teachers),
  'content.drafts': course(31, ...teachers),
  'content.change': course(32, ...teachers),
  'content.publish': course(33, ...teachers),
  'content.delete': course(34, ...teachers),
  'files.change': course(35, ...teachers),
  'times.change': course(36, ...teachers),
  'progress.read': course(37, ...watchers),
  'progress.change': course(38, ...teachers),
  'work.mark': course(39, ...teachers),
  'scores.read': course(40, ...watchers),
  'scores.change': course(41, ...teachers),
  'scores.release': course(42, ...teachers),
  'attendance.change': course(43, ...teachers),
  'talk.moderate': course(44, ...teachers),
  'external_ids.change': course(47, 'admin'),
  'course.visit': course(45, 'visitor'),
} as const
export type Permission = keyof typeof permissions
type At<Place> = { [P in Permission]: (typeof permissions)[P]['place'] extends Place ? P : never }[Permission]
export type OrganisationPermission = At<'organisation'>
export type CoursePermission = At<'course'>

export const permissionNames = Object.keys(permissions) as Permission[]
export const organisationPermissions = permissionNames.filter(
  (name) => permissions[name].place === 'organisation',
) as OrganisationPermission[]
export const coursePermissions = permissionNames.filter((name) => permissions[name].place === 'course') as CoursePermission[]

/** Permissions as bits: permission n is bit n. */
export type PermissionSet = bigint
export const setOf = (names: readonly Permission[]): PermissionSet =>
  names.reduce((set, name) => set | (1n << BigInt(permissions[name].number)), 0n)
export const has = (set: PermissionSet, name: Permission): boolean => ((set >> BigInt(permissions[name].number)) & 1n) === 1n
export const namesIn = (set: PermissionSet): Permission[] => permissionNames.filter((name) => has(set, name))

/** A set as tokens and sessions carry it. */
export const asText = (set: PermissionSet): string => set.toString(16)
const parsed = new Map<string, PermissionSet>()
function ofText(text: string): PermissionSet {
  const known = parsed.get(text)
  if (known !== undefined) return known
  if (parsed.size >= 1000) parsed.clear()
  const set = BigInt(`0x${text}`)
  parsed.set(text, set)
  return set
}

/** Permissions that an organisation adds to a role's defaults, and takes from them, by number: a new default reaches every organisation. */
export type Difference = { given: number[]; taken: number[] }
export type Differences = Partial<Record<string, Difference>>

const defaults = Object.fromEntries(
  roles.map((role) => [role, setOf(permissionNames.filter((name) => (permissions[name].given as readonly Role[]).includes(role)))]),
) as Record<Role, PermissionSet>
const ofCourses = setOf(coursePermissions)
/** Their permissions of courses hold in every course of the organisation; those of other roles where a person has the role. */
const wide: readonly string[] = ['faculty', ...managers]
export const isWide = (role: string): boolean => wide.includes(role)

const bits = (numbers: number[]) => numbers.reduce((set, number) => set | (1n << BigInt(number)), 0n)
/** Permissions of a role in an organisation with this difference. */
export function permissionsOf(role: string, difference?: Difference | null): PermissionSet {
  const set = defaults[role as Role] ?? 0n
  return difference ? (set | bits(difference.given)) & ~bits(difference.taken) : set
}

/** Permissions of a person with these roles in the organisation. */
export const permissionsIn = (held: readonly string[], differences: Differences = {}): PermissionSet =>
  held.reduce((set, role) => {
    const own = permissionsOf(role, differences[role])
    return set | (wide.includes(role) ? own : own & ~ofCourses)
  }, 0n)

/** Permissions of an actor in the organisation of the call: as its token says, or by its roles where the token is of an older release. */
export const permissionsHeld = ({ can, roles }: Pick<Actor, 'can' | 'roles'>): PermissionSet =>
  can === undefined ? permissionsIn(roles) : ofText(can)

/** May the actor do this in the organisation of the call. */
export const may = (actor: Pick<Actor, 'org' | 'can' | 'roles'>, name: Permission): boolean =>
  actor.org !== '' && has(permissionsHeld(actor), name)

/** The department to which a membership's permissions in courses are bound; administrators are bound to none, whatever their department is. */
export const departmentBinding = (held: readonly string[], department: string | null): string | null =>
  held.some((role) => role === 'admin' || role === 'wg_admin') ? null : department
