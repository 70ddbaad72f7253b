// The rights matrix of one service: every call of its table × every role × own course, another course, another organisation, a course as a student.
import { pathOf } from '@lyceum/kit/calls/client'
import type { Call, Table } from '@lyceum/kit/calls/contract'
import { beforeAll, expect, test } from 'vitest'
import { newSchool, product } from '../product.ts'
import type { Person, School } from '../school.ts'
import type { Permission } from '@lyceum/identity/mirror/permissions'
import { makePlaces, type Place, type Role, roleNames, roles, type Where } from './places.ts'
import { setPermissions } from './permissions.ts'
import { placeId, requests } from './requests.ts'
import { type Class, callsOf, type Profile, profiles, type Right, type Service } from './table.ts'

const rowsOf = (profile: string) => Object.entries(profiles[profile] as Profile) as [Where, Record<Role, Class>][]

/** The tests of a service's table. */
export function testRights(service: Service, rights: Right[]): void {
  const all: Table = callsOf[service]
  let home: School
  let places: Partial<Record<Where, Place>>
  const people = {} as Record<Role, Person | undefined>

  beforeAll(async () => {
    let away: School
    ;[home, away] = await Promise.all([newSchool(), newSchool('Harbour College')])
    places = await makePlaces(home, away, new Set(rights.flatMap(({ profile }) => rowsOf(profile).map(([where]) => where))))
    for (const role of roleNames) people[role] = roles[role] && (await home.signIn(roles[role]))
  })

  // ending one's other sessions would end those of the places' people
  const last = ({ call }: { call: string }) => Number(call === 'DELETE /api/user/sessions')
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
      await Promise.all(roleNames.map(async (role) => (people[role] = roles[role] && (await home.signIn(roles[role])))))
      byAdmin()
      for (const { call } of asked) {
        const wanted = (role: Role) => (role === 'admin' ? 'ok' : role === 'visitor' ? '401' : 'no')
        const answers = roleNames.map(async (role) => [role, await tried(call, 'own', role, wanted(role))])
        expect(Object.fromEntries(await Promise.all(answers)), call).toEqual(
          Object.fromEntries(roleNames.map((role) => [role, wanted(role)])),
        )
      }
    })

    test('permissions given to faculty: every call opens, in courses of others too', async () => {
      await setPermissions(home.id, { faculty: asked.map(({ permission }) => permission as Permission) })
      people.faculty = await home.signIn('faculty')
      for (const { call, profile } of asked) {
        const where = profiles[profile]?.other ? 'other' : 'own'
        expect(await tried(call, where, 'faculty', 'ok'), call).toBe('ok')
      }
    })
  }

  /** The class of the answer: `expected` when it fits, else a description of the answer. */
  async function tried(name: string, where: Where, role: Role, expected: Class): Promise<string> {
    const call = all[name] as Call
    const place = places[where] as Place
    // a person who signs out, or in again, must still have a session for the next row
    const who = role !== 'visitor' && name.endsWith(' /api/session') ? await home.signIn(roles[role] as never) : people[role]
    const asked = (await requests[name]?.({ where, place, who, home })) ?? { params: { id: placeId(place, call.at) ?? '' } }
    const scope =
      call.at || name === 'GET /api/orgs/:id/departments' || name.startsWith('GET /api/course/') || bodyNamesPlace.has(name)
        ? home.id
        : place.org
    const [method, path] = pathOf(name, { params: asked.params, query: { ...asked.query, ...(call.scope === 'query' && { scope }) } })
    const body = asked.body
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
        ...asked.headers,
      },
      ...(body !== undefined && { body: bytes ? String(body) : JSON.stringify(body) }),
    })
    const text = call.kind === 'stream' && answer.ok ? '' : await answer.text()
    ended.abort()
    if (entersRole.has(name) && answer.ok && who)
      await who.call('PUT /api/course/:id/role', { params: { id: place.course }, body: { active: 'instructor' } })
    const secret = managers.has(role) ? undefined : place.secrets.find((name) => text.includes(name))
    if (secret) return `${answer.status} names “${secret}”`
    return isOf(expected, answer.status, text) ? expected : `${answer.status} ${text.slice(0, 160)}`
  }
}

/** Managers of their organisation: they read whatever its teachers read. */
const managers = new Set<Role>(['educational_admin', 'admin', 'wg_admin'])

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
])

function isOf(expected: Class, status: number, text: string): boolean {
  const noSuchCall = text.includes('"call.notFound"')
  if (expected === 'ok') return (status >= 200 && status < 400) || status === 409 || status === 422
  if (expected === '401') return status === 401
  if (expected === 'no') return (status === 403 || status === 404) && !noSuchCall
  if (expected === '404') return status === 404 && noSuchCall
  return [401, 403, 404].includes(status) && !noSuchCall
}
