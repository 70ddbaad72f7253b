// The rights matrix of one service: every call of its table × every role × own course, another course, another organisation, a course as a student.
import { pathOf } from '@lyceum/kit/calls/client'
import type { Call, Table } from '@lyceum/kit/calls/contract'
import { beforeAll, expect, test } from 'vitest'
import { type DepartmentManagers, makeDepartmentManagers } from '../departments.ts'
import { newSchool, product } from '../product.ts'
import type { Person, School } from '../school.ts'
import { type Permission, permissions } from '@lyceum/identity/mirror/permissions'
import { concealed, lacking } from './concealed.ts'
import { departmentRoles, makePlaces, type Place, type Role, roleNames, roles, type Where } from './places.ts'
import { setPermissions } from './permissions.ts'
import { placeId, requests } from './requests.ts'
import { type Class, callsOf, type Profile, profiles, type Right, type Service } from './table.ts'

const rowsOf = (profile: string) => Object.entries(profiles[profile] as Profile) as [Where, Record<Role, Class>][]

/** The tests of a service's table. */
export function testRights(service: Service, rights: Right[]): void {
  const all: Table = callsOf[service]
  let home: School
  let departments: DepartmentManagers
  let places: Partial<Record<Where, Place>>
  const people = {} as Record<Role, Person | undefined>
  const signIn = async (role: Role): Promise<Person | undefined> => {
    if (role === 'own_department' || role === 'other_department') return await departments.signIn(departmentRoles[role])
    return roles[role] && (await home.signIn(roles[role]))
  }

  beforeAll(async () => {
    let away: School
    ;[home, away] = await Promise.all([newSchool(), newSchool('Harbour College')])
    departments = await makeDepartmentManagers(product(), home)
    places = await makePlaces(home, away, new Set(rights.flatMap(({ profile }) => rowsOf(profile).map(([where]) => where))))
    for (const role of roleNames) people[role] = await signIn(role)
  })

  // ending one's other sessions would end those of the places' people, and who has joined a course is a student there
  const last = ({ call }: { call: string }) => Number(call === 'DELETE /api/user/sessions' || call === 'POST /api/course/join')
  for (const { call, profile } of [...rights].sort((a, b) => last(a) - last(b))) {
    test(call, async () => {
      const found: string[] = []
      const wanted: string[] = []
      for (const [where, expected] of rowsOf(profile)) {
        const met = async (role: Role) => `${role} ${where}: ${await tried(call, where, role, expected[role])}`
        wanted.push(...roleNames.map((role) => `${role} ${where}: ${expected[role]}`))
        if (call.startsWith('GET ')) found.push(...(await Promise.all(roleNames.map(met))))
        else for (const role of roleNames) found.push(await met(role))
      }
      expect(found).toEqual(wanted)
    })
  }

  const asked = rights.filter(({ permission }) => permission !== '')
  if (asked.length > 0) {
    // things to be deleted and the like are made by the administrator now
    const byAdmin = () => {
      for (const place of [places.own, places.other]) if (place && people.admin) place.teacher = people.admin
    }
    test('permissions taken from all roles: all are refused but administrators', async () => {
      await setPermissions(home.id, {})
      await Promise.all(roleNames.map(async (role) => (people[role] = await signIn(role))))
      byAdmin()
      for (const { call } of asked) {
        const wanted = (role: Role) => (role === 'admin' ? 'ok' : role === 'visitor' ? '401' : 'no')
        const answers = roleNames.map(async (role) => [role, await tried(call, 'own', role, wanted(role))])
        expect(Object.fromEntries(await Promise.all(answers)), call).toEqual(
          Object.fromEntries(roleNames.map((role) => [role, wanted(role)])),
        )
      }
    })

    test('permissions given to faculty and managers of departments: every call opens in their own, but those about the whole organisation', async () => {
      const named = asked.map(({ permission }) => permission as Permission)
      await setPermissions(home.id, { faculty: named, educational_admin: named })
      for (const role of ['faculty', 'other_department'] as const) people[role] = await signIn(role)
      for (const right of asked) {
        const { call, profile } = right
        const where = profiles[profile]?.other ? 'other' : 'own'
        const wanted = (all[call] as Call).wide ? 'no' : 'ok'
        expect(await tried(call, where, 'faculty', wanted), call).toBe(wanted)
        const elsewhere = beyondDefaults(all[call] as Call, right)
        expect(await tried(call, where, 'other_department', elsewhere), `${call} of another department`).toBe(elsewhere)
      }
    })
  }

  /** The class of the answer: `expected` when it fits, else a description of the answer. */
  async function tried(name: string, where: Where, role: Role, expected: Class): Promise<string> {
    const call = all[name] as Call
    const place = places[where] as Place
    // a person who signs out, or in again, must still have a session for the next row
    const who = name.endsWith(' /api/session') ? await signIn(role) : people[role]
    const tried = (await requests[name]?.({ where, place, who, home })) ?? { params: { id: placeId(place, call.at) ?? '' } }
    const scope =
      call.at || name === 'GET /api/orgs/:id/departments' || name.startsWith('GET /api/course/') || bodyNamesPlace.has(name)
        ? home.id
        : place.org
    const [method, path] = pathOf(name, { params: tried.params, query: { ...tried.query, ...(call.scope === 'query' && { scope }) } })
    const body = tried.body
    const bytes = call.kind === 'bytes'
    const ended = new AbortController()
    const answer = await fetch((bytes ? product().bytes : product().url) + path, {
      method,
      redirect: 'manual',
      signal: ended.signal,
      headers: {
        ...(!bytes && who && { cookie: who.cookie }),
        ...(call.scope !== 'query' && { 'request-scope': scope }),
        ...(body !== undefined && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
        ...tried.headers,
      },
      ...(body !== undefined && { body: bytes ? String(body) : JSON.stringify(body) }),
    })
    const text = call.kind === 'stream' && answer.ok ? '' : await answer.text()
    ended.abort()
    if (entersRole.has(name) && answer.ok && who)
      await who.call('PUT /api/course/:id/role', { params: { id: place.course }, body: { active: 'instructor' } })
    const secret = managers.has(role) ? undefined : place.secrets.find((name) => text.includes(name))
    if (secret) return `${answer.status} names “${secret}”`
    // a refusal repeats the id that was sent
    const beyond = role === 'other_department' && answer.ok && concealed({ name, call, place }).find((one) => text.includes(one))
    if (beyond) return `${answer.status} names “${beyond}” of another department`
    const missing = answer.ok && ofDepartment.has(role) && (await lacking({ name, where, place }, text))
    if (missing) return `${answer.status} lacks “${missing}”: ${text.slice(0, 160)}`
    return isOf(expected, answer.status, text) ? expected : `${answer.status} ${text.slice(0, 160)}`
  }
}

/** Managers of their organisation: they read whatever its teachers read. */
const managers = new Set<Role>(['educational_admin', 'admin', 'wg_admin', 'own_department'])
/** They find the places' things in lists for managers. */
const ofDepartment = new Set<Role>(['educational_admin', 'own_department'])

/** Calls of permissions that no manager of a department has by default, about a person there. */
const ofPeople = new Set([
  'POST /api/users',
  'GET /api/users/:id',
  'PUT /api/users/:id',
  'DELETE /api/users/:id',
  'POST /api/users/:id/suspend',
  'POST /api/users/:id/resume',
  'GET /api/users/:id/courses',
  'GET /api/users/:id/sessions',
  'DELETE /api/users/:id/sessions',
  'PUT /api/management/storage/quotas',
])
/** Of a permission of courses, asked where no course is named. */
const anywhere = new Set(['GET /api/banks', 'POST /api/banks', 'GET /api/management/results'])
/** The answer to a manager of another department who has the permission. */
function beyondDefaults({ wide }: Call, { call, permission, profile }: Right): Class {
  if (wide || ofPeople.has(call)) return 'no'
  if (permissions[permission as Permission].place === 'course' && !anywhere.has(call)) return 'no'
  const { educational_admin, other_department } = (profiles[profile] as Profile).own ?? {}
  return educational_admin === 'ok' && other_department ? other_department : 'ok'
}

/** Simulation ends at once: the next row runs in the person's own role. */
const entersRole = new Set(['PUT /api/course/:id/role', 'PUT /api/courses/:id/preview', 'PUT /api/courses/:id/inspect'])

/** Calls that name their object in the body: the scope is one's own organisation. */
const bodyNamesPlace = new Set([
  'POST /api/calendar-timetables',
  'POST /api/instruction-team/meeting',
  'PUT /api/courses/settings',
  'PUT /api/course/enrollments',
  'DELETE /api/course/enrollments',
  'PUT /api/course/enrollments/restore',
  'GET /api/activities/delete-check',
  'DELETE /api/activities',
  'POST /api/activities/restore',
  'PUT /api/activity-resort',
  'POST /api/course/join',
  'GET /api/uptoken',
  'POST /api/notes',
])

function isOf(expected: Class, status: number, text: string): boolean {
  const noSuchCall = text.includes('"call.notFound"')
  if (expected === 'ok') return (status >= 200 && status < 400) || status === 409 || status === 422
  if (expected === '401') return status === 401
  if (expected === 'no') return (status === 403 || status === 404) && !noSuchCall
  if (expected === '404') return status === 404 && noSuchCall
  if (expected === 'unknown') return status === 400 && text.includes('"course.unknown"')
  return [401, 403, 404].includes(status) && !noSuchCall
}
