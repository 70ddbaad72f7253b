// Tests of suspended and ended memberships: sign-in, sessions, facts, the last administrator, and the release before.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asText, permissionsIn } from '../../mirror/permissions.ts'
import { makeOrganisation } from '../demo.ts'
import { password, type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = await school.person({ roles: ['admin'] })
})
afterAll(() => school.stop())

const call = (method: string, path: string, body?: object) => school.call(admin, method, path, body)
const suspend = (id: string, body: object = {}) => call('POST', `/api/users/${id}/suspend`, body)
const resume = (id: string) => call('POST', `/api/users/${id}/resume`, {})
const query = async (sql: string, ...values: unknown[]) => (await school.pool.query(sql, values)).rows
const lastFact = async (id: string) =>
  JSON.parse((await query('select value from kit.outbox where key = $1 order by seq desc limit 1', `person:${id}`))[0].value)
const end = (id: string, minutes: number) =>
  query(`update memberships set until = now() + make_interval(mins => $2) where person_id = $1 and org_id = $3`, id, minutes, school.org)
const byEmail = async (id: string) => (await query('select email from persons where id = $1', id))[0].email as string

test('a suspended member is signed out at once, signs in no more, and is in no membership of the fact; resumed, everything is as before', async () => {
  const id = await school.person({ roles: ['instructor'] })
  const email = await byEmail(id)
  const session = await school.signIn(email)
  const work = await school.it.call(
    actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' }),
    'POST',
    `/internal-api/sessions/${session.hash}/delegations`,
    { org_id: school.org, call: 'POST /api/banks/:id/imports' },
  )
  expect(work.status).toBe(201)
  const endedHashes: string[] = []
  const stop = await school.it.world.kv.subscribe('session-ended', (hash) => endedHashes.push(hash))
  const { status, body } = await suspend(id)
  expect([status, body]).toMatchObject([200, { state: 'suspended', sessions: 0, roles: ['instructor'], until: null }])
  await stop()
  expect(endedHashes).toHaveLength(2)
  expect(endedHashes).toContain(session.hash)
  expect((await school.session(session.hash)).status).toBe(404)
  expect(await lastFact(id)).toMatchObject({ memberships: [], suspended_in: [school.org] })
  expect(await school.signIn(email)).toMatchObject({ status: 403, body: { code: 'account.suspended', params: { org: 'Coral School' } } })
  expect((await school.signIn(email, 'another word')).body).toMatchObject({ code: 'session.wrong', params: { left: 4 } })
  const again = await suspend(id)
  expect([again.status, again.body.version]).toEqual([200, body.version])
  expect((await resume(id)).body).toMatchObject({ state: 'active', roles: ['instructor'] })
  expect(await lastFact(id)).toMatchObject({ memberships: [{ org_id: school.org, roles: ['instructor'] }], suspended_in: [] })
  expect((await school.signIn(email)).status).toBe(201)
  const lines = await query('select action from kit.audit where person = $1 order by id', id)
  expect(lines.map(({ action }) => action)).toEqual(['user.suspended', 'user.resumed'])
})

test('a password is reset while the account is suspended, and opens no session', async () => {
  const id = await school.person()
  const email = await byEmail(id)
  await suspend(id)
  const target = { unique_id: email, unique_id_type: 'email' }
  await school.call(undefined, 'POST', '/api/auth_code/get_auth_code', target)
  const auth_code = await school.codeTo(email)
  const reset = await school.call(undefined, 'POST', '/api/user/password-reset', {
    ...target,
    auth_code,
    new_password: 'salt marsh at dawn',
  })
  expect(reset.status).toBe(200)
  expect(await query('select from sessions where person_id = $1', id)).toEqual([])
  expect((await school.signIn(email, 'salt marsh at dawn')).body.code).toBe('account.suspended')
})

test('a person who belongs elsewhere too signs in there, and comes back by no association code', async () => {
  const away = await makeOrganisation(plain(school.pool), { name: 'Harbour', locale: 'en' })
  const id = await school.person({ also: [{ org: away, roles: ['instructor'] }] })
  await suspend(id)
  const { status, body } = await school.signIn(await byEmail(id))
  expect([status, body.session]).toMatchObject([201, { org_id: away, memberships: [{ org: { id: away } }] }])
  expect(await lastFact(id)).toMatchObject({ memberships: [{ org_id: away }], suspended_in: [school.org] })
  await query(`update organisations set association_code = 'CORAL' where id = $1`, school.org)
  const there = actorOf({ person: id, org: away, roles: ['instructor'] })
  expect(await school.call(there, 'PUT', '/api/user/association-code', { association_code: 'coral' })).toMatchObject({
    status: 403,
    body: { code: 'account.suspended' },
  })
  expect((await school.call(there, 'GET', '/api/org')).body.orgs ?? []).not.toContainEqual(expect.objectContaining({ id: school.org }))
})

test('a membership that ends counts as suspended at once, and the job ends its sessions and emits the fact', async () => {
  const id = await school.person()
  const email = await byEmail(id)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const changed = await call('PUT', `/api/users/${id}`, { until })
  expect(changed.body).toMatchObject({ until, state: 'active' })
  expect((await call('PUT', `/api/users/${id}`, { until: '2020-01-01T00:00:00Z' })).body).toMatchObject({
    code: 'invalid',
    details: { until: [{ code: 'user.untilPast' }] },
  })
  const session = await school.signIn(email)
  await end(id, -1)
  expect((await call('GET', `/api/users/${id}`)).body.state).toBe('suspended')
  expect((await school.session(session.hash)).body.memberships).toEqual([])
  expect((await school.signIn(email)).body.code).toBe('account.suspended')
  await query(`update kit.jobs set run_at = now() where key = 'every:suspendEnded'`)
  await expect.poll(() => lastFact(id), { timeout: 15_000 }).toMatchObject({ memberships: [], suspended_in: [school.org] })
  expect((await school.session(session.hash)).status).toBe(404)
  expect((await resume(id)).body).toMatchObject({ state: 'active', until: null })
})

test('of the last two administrators who suspend each other at once one stays; nobody suspends themself or ends their own time', async () => {
  const org = await makeOrganisation(plain(school.pool), { name: 'Lagoon', locale: 'en' })
  const [one, two] = [await school.person({ org, roles: ['admin'] }), await school.person({ org, roles: ['admin'] })]
  const as = (person: string) => actorOf({ person, org, roles: ['admin'] })
  const stop = (person: string, other: string) => school.call(as(person), 'POST', `/api/users/${other}/suspend`, {})
  const answers = await Promise.all([stop(one, two), stop(two, one)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const left = answers[0]!.status === 200 ? one : two
  const gone = left === one ? two : one
  expect((await stop(left, left)).body.code).toBe('user.oneself')
  expect((await school.call(as(left), 'PUT', `/api/users/${left}`, { until: null, name: 'L' })).status).toBe(200)
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  expect((await school.call(as(left), 'PUT', `/api/users/${left}`, { until: soon })).body.code).toBe('user.oneself')
  const job = actorOf({ kind: 'job', person: '', session: '', org, roles: ['admin'] })
  for (const [method, path, body] of [
    ['POST', '/suspend', {}],
    ['PUT', '', { until: soon }],
    ['PUT', '', { roles: ['student'] }],
    ['DELETE', '', undefined],
  ] as const)
    expect((await school.call(job, method, `/api/users/${left}${path}`, body)).body.code, `${method} ${path}`).toBe(
      'user.lastAdministrator',
    )
  // one who is suspended is no other administrator, and may be erased
  expect((await school.call(job, 'DELETE', `/api/users/${gone}`)).status).toBe(204)
})

test('a manager suspends nobody who may do more, nor beyond the department; other sessions end by hand', async () => {
  const department = (await call('POST', '/api/departments', { name: 'Bay' })).body.id
  await query(
    `insert into role_permissions (org_id, role, permission, given) select $1, 'educational_admin', n, true from unnest('{5,6,7}'::int[]) n`,
    school.org,
  )
  const person = await school.person({ roles: ['educational_admin'], department })
  const can = asText(permissionsIn(['educational_admin', 'admin']))
  const bound = actorOf({ org: school.org, roles: ['educational_admin'], person, department, can })
  const [near, far] = [await school.person({ department }), await school.person()]
  const status = async (method: string, path: string, body?: object) =>
    (await school.call(bound, method, `/api/users/${path}`, body)).status
  expect(await status('POST', `${admin.person}/suspend`, {})).toBe(400)
  expect(await status('PUT', admin.person, { email: 'mine@school.test' })).toBe(400)
  expect(await status('DELETE', `${admin.person}/sessions`)).toBe(400)
  for (const path of ['suspend', 'resume']) expect(await status('POST', `${far}/${path}`, {})).toBe(403)
  expect([await status('GET', `${far}/sessions`), await status('DELETE', `${far}/sessions`)]).toEqual([403, 403])
  const signedIn = await school.signIn(await byEmail(near))
  const list = (await school.call(bound, 'GET', `/api/users/${near}/sessions`)).body.sessions
  expect(list).toMatchObject([{ id: signedIn.actor.session, kind: 'person', agent: 'Test/1.0', current: false }])
  expect((await school.call(bound, 'DELETE', `/api/users/${near}/sessions`)).body).toEqual({ ended: 1 })
  expect((await school.session(signedIn.hash)).status).toBe(404)
  expect(await status('POST', `${near}/suspend`, {})).toBe(200)
  expect(await status('POST', `${newId()}/suspend`, {})).toBe(404)
  await query('delete from role_permissions where org_id = $1', school.org)
})

test('of a guest only the sessions that began here are seen and ended; their own fields and address are not changed here', async () => {
  const away = await makeOrganisation(plain(school.pool), { name: 'Delta', locale: 'en', hosts: ['delta.test'] })
  const id = await school.person({ org: away, mobile_phone: '+6281234567890', also: [{ org: school.org, roles: ['instructor'] }] })
  const email = await byEmail(id)
  await school.signIn(email)
  const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
  const there = { sign_in: { login: email, password }, host: 'delta.test', address: newId() }
  expect((await school.it.call(bff, 'POST', '/internal-api/sessions', there)).status).toBe(201)
  expect((await call('GET', `/api/users/${id}`)).body).toMatchObject({ own: false, sessions: 1, mobile_phone: null, mobile_bound: false })
  expect((await call('GET', `/api/users/${id}/sessions`)).body.sessions).toHaveLength(1)
  expect((await call('DELETE', `/api/users/${id}/sessions`)).body).toEqual({ ended: 1 })
  expect(await query('select from sessions where person_id = $1', id)).toHaveLength(1)
  for (const body of [{ email: 'mine@school.test' }, { education: 'MSc' }])
    expect((await call('PUT', `/api/users/${id}`, body)).status).toBe(403)
})

test('an address is changed where it takes nothing over: unproven, told to the one before, codes to which open nothing any more', async () => {
  const id = await school.person()
  const email = await byEmail(id)
  await query(
    'update persons set email_verified_at = now(), mobile_phone = $2, mobile_verified_at = now() where id = $1',
    id,
    '+6281299999999',
  )
  const target = { unique_id: email, unique_id_type: 'email' }
  await school.call(undefined, 'POST', '/api/auth_code/get_auth_code', target)
  const auth_code = await school.codeTo(email)
  const fresh = `fresh.${newId()}@school.test`
  const changed = await call('PUT', `/api/users/${id}`, {
    email: fresh,
    mobile_phone: '+6281300000000',
    sex: 'female',
    education: ' MSc ',
    teaching_date: '2020-02-01',
    occupation_type: '',
  })
  expect(changed.body).toMatchObject({
    email: fresh,
    email_verified: false,
    mobile_phone: '+6281300000000',
    mobile_bound: false,
    sex: 'female',
    education: 'MSc',
    teaching_date: '2020-02-01',
    occupation_type: null,
  })
  const reset = await school.call(undefined, 'POST', '/api/user/password-reset', {
    ...target,
    auth_code,
    new_password: 'salt marsh at dawn',
  })
  expect(reset.body.code).toBe('authCode.expired')
  await expect.poll(() => school.it.mails.filter(({ to }) => to === email).length, { timeout: 10_000 }).toBeGreaterThan(1)
  const other = await school.person()
  expect((await call('PUT', `/api/users/${other}`, { email: fresh })).body.code).toBe('email.taken')
  const away = await makeOrganisation(plain(school.pool), { name: 'Fjord', locale: 'en' })
  const shared = await school.person({ also: [{ org: away, roles: ['admin'] }] })
  expect((await call('PUT', `/api/users/${shared}`, { email: `x.${newId()}@school.test` })).body.code).toBe('user.elsewhere')
})

test('each role has what grants it; a hand takes every grant of a role, a roster its own; the release before keeps them in step', async () => {
  const id = await school.person({ roles: ['student'] })
  const { writeRoles } = await import('../memberships/grants.ts')
  const tx = plain(school.pool)
  const roster = (roles: string[]) => writeRoles(tx, { org: school.org, source: 'roster:sis' }, [{ person: id, roles }])
  const grants = async () =>
    (await query('select role, source from role_grants where person_id = $1 order by role, source', id)).map(
      ({ role, source }) => `${role} ${source}`,
    )
  const roles = async () => (await query('select roles from memberships where person_id = $1', id))[0].roles
  await roster(['student', 'instructor'])
  expect([await roles(), await grants()]).toEqual([
    ['student', 'instructor'],
    ['instructor roster:sis', 'student hand', 'student roster:sis'],
  ])
  await roster(['student'])
  expect([await roles(), await grants()]).toEqual([['student'], ['student hand', 'student roster:sis']])
  const changed = await call('PUT', `/api/users/${id}`, { roles: ['faculty', 'student'] })
  expect(changed.body.roles).toEqual(['faculty', 'student'])
  expect(changed.body.grants).toMatchObject([
    { role: 'student', source: 'hand', by: null },
    { role: 'student', source: 'roster:sis', by: null },
    { role: 'faculty', source: 'hand', by: { id: admin.person } },
  ])
  await call('PUT', `/api/users/${id}`, { roles: ['faculty'] })
  expect(await grants()).toEqual(['faculty hand'])
  await query(`update memberships set roles = '{instructor,faculty}' where person_id = $1`, id)
  expect(await grants()).toEqual(['faculty hand', 'instructor hand'])
  await query(`update memberships set roles = '{instructor}' where person_id = $1`, id)
  expect(await grants()).toEqual(['instructor hand'])
  await query('delete from role_grants where person_id = $1', id)
  await query('call grant_roles_of_before()')
  expect(await grants()).toEqual(['instructor hand'])
})
