// Tests of identity: signing in and sessions.
import { createHook } from 'node:async_hooks'
import { newId } from '@lyceum/kit/ids'
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import { actorOf } from '@lyceum/kit/test/actors'
import { testService, type TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDepartment, makeOrganisation, makePerson } from './demo.ts'
import { service } from './service.ts'
import { hashOf } from './sessions/sessions.ts'

let it: TestService
let pool: ReturnType<typeof openPool>
const org = newId()
const other = newId()
let department: string
let teacher: string
let student: string
const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
const signIn = (login: string, password: string, { host = 'school.test', address = newId() } = {}) =>
  it.call(bff, 'POST', '/internal-api/sessions', { sign_in: { login, password }, host, address })

beforeAll(async () => {
  it = await testService(service)
  pool = openPool(it.databaseUrl, { max: 2 })
  const tx = plain(pool)
  await makeOrganisation(tx, { id: org, name: 'School', locale: 'en', hosts: ['School.test'], settings: { toggles: ['timetable'] } })
  await makeOrganisation(tx, { id: other, name: 'Other', locale: 'th', hosts: ['other.test'] })
  department = await makeDepartment(tx, { org, name: 'Biology' })
  teacher = await makePerson(tx, {
    org,
    name: 'Mei Lin',
    user_no: 'T1',
    email: 'Mei@School.test',
    roles: ['instructor'],
    department,
    password: 'right-1',
    also: [{ org: other, roles: ['student'] }],
  })
  student = await makePerson(tx, { org, name: 'Budi', user_no: 'S1', email: 'budi@school.test', roles: ['student'], password: 'right-2' })
  await makePerson(tx, { org: other, name: 'Somchai', user_no: 'S1', roles: ['student'], password: 'right-3' })
})
afterAll(async () => {
  await pool.end()
  await it.stop()
})

describe('signing in', () => {
  test("201 by e-mail in any case and by user number of the host's organisation", async () => {
    const byMail = await signIn('MEI@school.test', 'right-1')
    expect(byMail.status).toBe(201)
    expect(byMail.body.session.user).toMatchObject({ id: teacher, name: 'Mei Lin', settings: { locale: null, theme: 'system' } })
    expect(byMail.body.session.memberships.map((one: { org: { id: string }; roles: string[] }) => [one.org.id, one.roles])).toEqual([
      [org, ['instructor']],
      [other, ['student']],
    ])
    expect(byMail.body.session.org_id).toBe(org)
    expect((await signIn('S1', 'right-2')).body.session.user.id).toBe(student)
    expect((await signIn('S1', 'right-3', { host: 'other.test:8080' })).body.session.user.name).toBe('Somchai')
    expect((await signIn('S1', 'right-3')).status).toBe(401)
  })

  test('401 that is the same for a wrong password and an unknown login', async () => {
    const [wrong, unknown] = [await signIn('S1', 'no'), await signIn('nobody', 'no')]
    expect([wrong.status, wrong.body.code]).toEqual([401, 'session.wrong'])
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
  })

  test('the number of attempts left after the same login in another case does not show whether it is known', async () => {
    const left = async (...logins: string[]) => {
      const address = newId()
      const answers = []
      for (const login of logins) answers.push((await signIn(login, 'no', { address })).body.params.left)
      return answers
    }
    expect(await left('S1', 's1', ' S1 ')).toEqual(await left('S999', 's999', ' S999 '))
    expect(await left('budi@school.test', 'Budi@School.test')).toEqual(await left('nobody@school.test', 'Nobody@School.test'))
  })

  test('an unknown login costs the work of a known one', async () => {
    const work = async (login: string) => {
      const begun: string[] = []
      const hook = createHook({ init: (_id, type) => void begun.push(type) }).enable()
      await signIn(login, 'no')
      hook.disable()
      return begun.filter((type) => type === 'ARGON2REQUEST').length
    }
    expect([await work('S1'), await work('nobody-at-all'), await work('nobody@school.test')]).toEqual([1, 1, 1])
  })

  test('400 names the missing field', async () => {
    const answer = await it.call(bff, 'POST', '/internal-api/sessions', { sign_in: { login: 'S1' }, host: 'school.test', address: 'a' })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual(['password'])
  })

  test('429 after five failures from one address, with Retry-After, though the next try were right; another address may still', async () => {
    const address = 'lab-1'
    for (const left of [4, 3, 2, 1, 0])
      expect(await signIn('S1', 'no', { address })).toMatchObject({ status: 401, body: { params: { left } } })
    const sixth = await signIn('S1', 'right-2', { address })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'session.tooMany'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(50)
    expect((await signIn('budi@school.test', 'right-2', { address })).status).toBe(429)
    expect((await signIn('T1', 'right-1', { address })).status).toBe(201)
    expect((await signIn('S1', 'right-2', { address: 'lab-2' })).status).toBe(201)
  })

  test('parallel guesses are counted too', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('T1', 'no', { address: 'parallel' })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('a right password makes earlier mistakes good', async () => {
    for (let n = 0; n < 4; n++) await signIn('S1', 'no', { address: 'good' })
    expect((await signIn('S1', 'right-2', { address: 'good' })).status).toBe(201)
    expect((await signIn('S1', 'no', { address: 'good' })).status).toBe(401)
  })

  test('429 for an address with 300 failures, whoever it is', async () => {
    for (let n = 0; n < 300; n++)
      await it.world.kv.incr(
        `sign-in:address:${(await import('node:crypto')).createHash('sha256').update('school').digest('base64url').slice(0, 22)}`,
        60,
      )
    expect((await signIn('T1', 'right-1', { address: 'school' })).status).toBe(429)
  })
})

describe('sessions', () => {
  test('only the hash of the token is kept', async () => {
    const {
      body: { token },
    } = await signIn('T1', 'right-1')
    const { rows } = await pool.query(
      "select encode(hash, 'hex') as hash, row_to_json(sessions)::text as all from sessions where hash = decode($1, 'hex')",
      [hashOf(token)],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].all).not.toContain(token)
  })

  test('reading moves the end, but not beyond its longest life', async () => {
    const {
      body: { token },
    } = await signIn('T1', 'right-1')
    const hash = hashOf(token)
    const end = async () =>
      (await pool.query("select expires_at from sessions where hash = decode($1, 'hex')", [hash])).rows[0].expires_at.getTime()
    await pool.query(
      `update sessions set seen_at = now() - interval '1 day', expires_at = now() + interval '1 day' where hash = decode($1, 'hex')`,
      [hash],
    )
    expect((await it.call(bff, 'GET', `/internal-api/sessions/${hash}`)).status).toBe(200)
    expect((await end()) - Date.now()).toBeGreaterThan(13.9 * 86_400_000)
    await pool.query(
      `update sessions set seen_at = now() - interval '1 day', created_at = now() - interval '89 days' where hash = decode($1, 'hex')`,
      [hash],
    )
    await it.call(bff, 'GET', `/internal-api/sessions/${hash}`)
    expect((await end()) - Date.now()).toBeLessThan(1.1 * 86_400_000)
    await pool.query(`update sessions set expires_at = now() - interval '1 second' where hash = decode($1, 'hex')`, [hash])
    expect((await it.call(bff, 'GET', `/internal-api/sessions/${hash}`)).status).toBe(404)
  })

  test('204 ends it, again and again; the fact is an empty value', async () => {
    const {
      body: { token, session },
    } = await signIn('T1', 'right-1')
    const hash = hashOf(token)
    expect((await it.call(bff, 'DELETE', `/internal-api/sessions/${hash}`)).status).toBe(204)
    expect((await it.call(bff, 'DELETE', `/internal-api/sessions/${hash}`)).status).toBe(204)
    expect((await it.call(bff, 'GET', `/internal-api/sessions/${hash}`)).status).toBe(404)
    const { rows } = await pool.query('select type, value from kit.outbox where key = $1', [`session:${session.id}`])
    expect(rows).toEqual([{ type: 'lyceum.identity.v1.SessionEnded', value: null }])
  })

  test('401 for nobody and 403 for a person on the calls of the BFF', async () => {
    for (const [method, url] of [
      ['GET', `/internal-api/sessions/${'0'.repeat(64)}`],
      ['GET', '/internal-api/site?host=x'],
    ] as const) {
      expect((await it.call(undefined, method, url)).status).toBe(401)
      expect((await it.call(actorOf({ org, roles: ['admin'] }), method, url)).status).toBe(403)
    }
  })
})

describe('people', () => {
  const as = (person: string, roles: string[], of = org) => actorOf({ person, org: of, roles })

  test('settings: the fields that are given change; only the language is a fact', async () => {
    const facts = async () =>
      (await pool.query('select count(*)::int as n from kit.outbox where key = $1', [`person:${student}`])).rows[0].n
    const previous = await facts()
    expect((await it.call(as(student, ['student']), 'PUT', '/api/user/settings', { theme: 'dark' })).body).toEqual({
      locale: null,
      theme: 'dark',
      density: 'default',
      time_zone: null,
      player: null,
    })
    expect(await facts()).toBe(previous)
    expect((await it.call(as(student, ['student']), 'PUT', '/api/user/settings', { locale: 'id' })).body).toEqual({
      locale: 'id',
      theme: 'dark',
      density: 'default',
      time_zone: null,
      player: null,
    })
    expect(await facts()).toBe(previous + 1)
    expect((await it.call(as(student, ['student']), 'PUT', '/api/user/settings', { locale: null })).body.locale).toBe(null)
    const zone = (time_zone: string | null) => it.call(as(student, ['student']), 'PUT', '/api/user/settings', { time_zone })
    expect((await zone('Asia/Jakarta')).body.time_zone).toBe('Asia/Jakarta')
    expect((await signIn('S1', 'right-2')).body.session.user.settings.time_zone).toBe('Asia/Jakarta')
    expect((await zone('+08:00')).body.errors).toHaveProperty('time_zone')
    expect((await zone(null)).body.time_zone).toBe(null)
    const player = { speed: 1.5, volume: 0.4, muted: false, captions: 'th', captions_shown: true }
    const watch = (given: object | null) => it.call(as(student, ['student']), 'PUT', '/api/user/settings', { player: given })
    expect((await watch(player)).body).toMatchObject({ theme: 'dark', player })
    expect((await signIn('S1', 'right-2')).body.session.user.settings.player).toEqual(player)
    expect((await watch({ ...player, speed: 9 })).status).toBe(400)
    expect((await watch(null)).body.player).toBe(null)
    const wrong = await it.call(as(student, ['student']), 'PUT', '/api/user/settings', { locale: 'xx', colour: 1 })
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([400, ['colour', 'locale']])
  })

  test('search: by any part, in one organisation, without students when asked', async () => {
    const search = (query: string, actor = as(teacher, ['instructor'])) => it.call(actor, 'GET', `/api/user/search?${query}`)
    expect((await search('keywords=ei%20L')).body.users).toMatchObject([
      { id: teacher, user_no: 'T1', department: { name: 'Biology' }, roles: ['instructor'] },
    ])
    expect((await search('keywords=s')).body).toMatchObject({ page: 1, page_size: 10, pages: 1, total: 2, start: 1, end: 2 })
    expect((await search('page=2&page_size=1')).body).toMatchObject({ users: [{ id: teacher }], page: 2, pages: 2, start: 2, end: 2 })
    expect((await search(`department_id=${department}`)).body.users).toHaveLength(1)
    expect((await search('keywords=%25')).body.users).toHaveLength(0)
    expect((await search(`org_id=${other}`)).status).toBe(403)
    expect((await search(`org_id=${newId()}`)).status).toBe(404)
    expect((await search('org_id=x')).status).toBe(400)
    expect((await search('', as(student, ['student']))).status).toBe(403)
  })

  test('search for team teaching: both choices are asked for, students are left out, and only an organisation open to it is looked into', async () => {
    const search = (query: string) =>
      it.call(as(student, ['instructor'], other), 'GET', `/api/user/search?exclude_student_role=true&${query}`)
    const missing = await search('')
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([400, ['org_id', 'department_id']])
    expect((await search(`org_id=${org}&department_id=${department}`)).status).toBe(403)
    const toggles = (list: string[]) =>
      pool.query(`update organisations set settings = settings || jsonb_build_object('toggles', $2::text[]) where id = $1`, [org, list])
    await toggles(['timetable', 'org_team_teaching'])
    expect((await search(`org_id=${org}&department_id=${department}`)).body.users.map((one: { name: string }) => one.name)).toEqual([
      'Mei Lin',
    ])
    expect((await search(`org_id=${org}&department_id=${department}&external_source=sis&external_id=1`)).status).toBe(403)
    expect((await it.call(as(student, ['student'], other), 'GET', `/api/orgs/${org}/departments`)).status).toBe(200)
    await toggles(['timetable'])
    expect((await search(`org_id=${org}&department_id=${newId()}`)).status).toBe(403)
  })

  test('departments: of my organisation; 403 of another, 404 of none, 400 of nonsense', async () => {
    const ask = (id: string) => it.call(as(student, ['student']), 'GET', `/api/orgs/${id}/departments`)
    expect((await ask(org)).body.departments).toEqual([{ id: department, name: 'Biology', parent_id: null }])
    expect((await ask(other)).status).toBe(403)
    expect((await ask(newId())).status).toBe(404)
    expect((await ask('nonsense')).status).toBe(400)
  })
})
