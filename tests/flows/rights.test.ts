// The rights matrix: every call × every role × own course, another course, another organisation, a course as a student, against rights/<service>.csv.
// The table is written from the specification and reviewed by people; it checks the contracts' rules (`may`).
import { globSync, readFileSync } from 'node:fs'
import { bffCalls } from '@lyceum/bff/api'
import type { Call, Table } from '@lyceum/kit/calls/contract'
import { pathOf } from '@lyceum/kit/calls/client'
import { bytesCalls } from '@lyceum/upload/bytes/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '../../services/contracts.ts'
import { newSchool, product } from './product.ts'
import { makePlaces, type Place, type Role, roles, type Where } from './rights-places.ts'
import { placeId, requests } from './rights-requests.ts'
import type { Person, School } from './school.ts'

/** ok: allowed; 401: sign in first; no: 403 or 404; 404: there is no such call for browsers; grant: refused without a grant or token of its own. */
const classes = ['ok', '401', 'no', '404', 'grant'] as const
type Class = (typeof classes)[number]
type Row = { call: string; where: Where; expected: Record<Role, Class> }

const all: Table = Object.assign({}, ...Object.values(contracts), bffCalls, bytesCalls)
const roleNames = Object.keys(roles) as Role[]
const folder = new URL('./rights/', import.meta.url)
const rows = globSync('*.csv', { cwd: folder })
  .sort()
  .flatMap((file) => read(readFileSync(new URL(file, folder), 'utf8')))

function read(text: string): Row[] {
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell]))
    return {
      call: cells.call ?? '',
      where: cells.place as Where,
      expected: Object.fromEntries(roleNames.map((role) => [role, cells[role]])) as Row['expected'],
    }
  })
}

describe('the table', () => {
  test('has a row for every call, and no other', () => {
    const named = new Set(rows.map(({ call }) => call))
    expect(Object.keys(all).filter((call) => !named.has(call))).toEqual([])
    expect([...named].filter((call) => !(call in all))).toEqual([])
  })

  test('tries a call with a place in all three places, one with a scope in a foreign organisation too', () => {
    const places = (call: string) =>
      rows
        .filter((row) => row.call === call)
        .map(({ where }) => where)
        .sort()
    for (const [name, call] of Object.entries(all) as [string, Call][]) {
      const wanted = call.at ? ['foreign', 'other', 'own'] : call.scope === 'none' ? ['own'] : ['foreign', 'own']
      expect(places(name), name).toEqual(expect.arrayContaining(name.includes('/internal-api/') ? ['own'] : wanted))
      expect(new Set(places(name)).size, name).toBe(places(name).length)
    }
  })

  test('tries a call about a file also as a student of the course whose file it is', () => {
    const learned = rows.filter(({ where }) => where === 'learning').map(({ call }) => call)
    const about = (Object.entries(all) as [string, Call][]).filter(([, call]) => call.at === 'upload').map(([name]) => name)
    const inBody = [
      'POST /api/uploads/move',
      'POST /api/uploads/delete',
      'POST /api/uploads/restore',
      'POST /api/resource-groups/:id/files',
    ]
    expect(learned).toEqual(expect.arrayContaining([...about, ...inBody, 'GET /api/uptoken', 'GET /api/courses/:id/resources']))
  })

  test('knows only its own words', () => {
    for (const { call, expected } of rows) for (const role of roleNames) expect(classes, `${call} ${role}`).toContain(expected[role])
  })
})

describe('the product', () => {
  let home: School
  let places: Record<Where, Place>
  const people = {} as Record<Role, Person | undefined>

  beforeAll(async () => {
    let away: School
    ;[home, away] = await Promise.all([newSchool(), newSchool('Harbour College')])
    places = await makePlaces(home, away)
    for (const role of roleNames) people[role] = roles[role] && (await home.signIn(roles[role]))
  })

  // ending one's other sessions would end those of the places' people
  const last = (name: string) => Number(name === 'DELETE /api/user/sessions')
  for (const name of [...new Set(rows.map(({ call }) => call))].sort((a, b) => last(a) - last(b))) {
    test(name, async () => {
      const found: string[] = []
      const wanted: string[] = []
      for (const { call, where, expected } of rows.filter((row) => row.call === name)) {
        const met = async (role: Role) => `${role} ${where}: ${await tried(call, where, role, expected[role])}`
        wanted.push(...roleNames.map((role) => `${role} ${where}: ${expected[role]}`))
        if (call.startsWith('GET ')) found.push(...(await Promise.all(roleNames.map(met))))
        else for (const role of roleNames) found.push(await met(role))
      }
      expect(found).toEqual(wanted)
    })
  }

  /** The class of the answer: `expected` when it fits, else a description of the answer. */
  async function tried(name: string, where: Where, role: Role, expected: Class): Promise<string> {
    const call = all[name] as Call
    const place = places[where]
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
})

/** Managers of their organisation: they read whatever its teachers read. */
const managers = new Set<Role>(['educational_admin', 'admin', 'wg_admin'])

/** Simulation ends at once: the next row runs in the person's own role. */
const entersRole = new Set(['PUT /api/course/:id/role', 'PUT /api/courses/:id/preview', 'PUT /api/courses/:id/inspect'])

/** Calls that name their object in the body: the scope is one's own organisation. */
const bodyNamesPlace = new Set([
  'PUT /api/course/enrollments',
  'DELETE /api/course/enrollments',
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
