// Tests of operators: organisations that they make, suspend and resume, and their entries.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const operator = actorOf({ org: '', roles: [] })
const job = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
beforeAll(async () => {
  school = await testSchool()
  const home = await makeOrganisation(plain(school.pool), { name: 'Operations', locale: 'en' })
  operator.person = await school.person({ org: home, roles: ['student'], email: 'op@school.test', user_no: 'OP' })
  expect((await school.call(job, 'POST', '/internal-api/operators', { login: 'OP@school.test' })).body).toMatchObject({ org: 'Operations' })
})
afterAll(() => school.stop())

const query = async (sql: string, ...values: unknown[]) => (await school.pool.query(sql, values)).rows
const call = (method: string, path: string, body?: object, actor = operator) =>
  school.call(actor, method, `/api/installation/orgs${path}`, body)
const lastFact = async (key: string) =>
  JSON.parse((await query('select value from kit.outbox where key = $1 order by seq desc limit 1', key))[0].value)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
let nth = 0
const draft = (more: object = {}) => {
  nth++
  return { name: `Isle ${nth}`, locale: 'en', administrator: { name: 'Ada', user_no: '1', email: `ada${nth}@isle.test` }, ...more }
}
const made = async (more: object = {}) => (await call('POST', '', draft(more))).body
const actions = async (org: string) =>
  (await query('select action from kit.audit where org_id = $1 order by id', org)).map(({ action }) => action)

test('somebody who is no operator may make none of the calls, whatever they are in their organisation', async () => {
  const admin = actorOf({ org: school.org, roles: ['admin', 'wg_admin'], person: await school.person({ roles: ['admin'] }) })
  const id = school.org
  for (const [method, path, body] of [
    ['GET', ''],
    ['POST', '', draft()],
    ['PUT', `/${id}`, { name: 'Mine' }],
    ['POST', `/${id}/entry`, { until: inHours(1) }],
    ['PUT', `/${id}/entry`, { until: inHours(1) }],
    ['DELETE', `/${id}/entry`],
  ] as const)
    expect((await call(method, path, body, admin)).status, `${method} ${path}`).toBe(403)
  expect((await call('GET', '', undefined, { ...operator, kind: 'job' })).status).toBe(403)
})

test('an operator has no right in an organisation by being one', async () => {
  for (const path of ['/api/users', '/api/org/settings', '/api/org-requests'])
    expect((await school.call({ ...operator, org: school.org }, 'GET', path)).status, path).toBe(403)
})

test('a new organisation has an administrator, who gets a welcome by mail; codes and addresses are one each', async () => {
  const body = draft({ name: ' Reef <i>College</i> ', code: 'reef', time_zone: 'Asia/Bangkok' })
  const answer = await call('POST', '', body)
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { name: 'Reef <i>College</i>', code: 'reef', time_zone: 'Asia/Bangkok', state: 'active', people: 1, storage_quota: 0, entry: null },
  ])
  const [admin] = await query(
    'select p.id, m.roles from persons p join memberships m on m.person_id = p.id where p.email = $1',
    body.administrator.email,
  )
  expect(admin.roles).toEqual(['admin'])
  await expect.poll(() => school.it.mails.filter(({ to }) => to === body.administrator.email).length, { timeout: 15_000 }).toBe(1)
  expect(school.it.mails.find(({ to }) => to === body.administrator.email)!.text).toContain('https://school.test/verify-email#')
  expect(await actions(answer.body.id)).toEqual(['org.made', 'user.made'])
  expect((await call('POST', '', draft({ code: 'reef' }))).body.code).toBe('org.codeTaken')
  expect((await call('POST', '', draft({ administrator: body.administrator }))).body.code).toBe('email.taken')
  const wrong = await call(
    'POST',
    '',
    draft({ name: '  ', time_zone: 'Moon/Crater', administrator: { name: ' ', user_no: '1', email: 'x@y.test' } }),
  )
  expect(Object.keys(wrong.body.details)).toEqual(['name', 'time_zone', 'administrator.name'])
  expect(Object.keys((await call('POST', '', draft({ administrator: { name: 'A', user_no: '1', email: 'no' } }))).body.details)).toEqual([
    'administrator.email',
  ])
})

test('the list is found by name and code and by its state', async () => {
  const one = await made({ name: 'Žižka Lagoon', code: 'zl-9' })
  const found = async (conditions: object) =>
    (await call('GET', `?conditions=${encodeURIComponent(JSON.stringify(conditions))}`)).body.items?.map(({ id }: { id: string }) => id)
  expect(await found({ keyword: 'zizka' })).toEqual([one.id])
  expect(await found({ keyword: 'ZL-9', state: 'active' })).toEqual([one.id])
  expect(await found({ keyword: 'zl-9', state: 'suspended' })).toEqual([])
  expect(await found({ keyword: `%' or 1=1 --` })).toEqual([])
  expect((await call('GET', `?conditions=${encodeURIComponent('{"state":"gone"}')}`)).status).toBe(400)
})

test('in a suspended organisation nobody signs in or acts, and its members are in no fact; resumed, everything is as before', async () => {
  const elsewhere = await makeOrganisation(plain(school.pool), { name: 'Elsewhere', locale: 'en' })
  const id = await school.person({ email: 'only@school.test', roles: ['instructor'] })
  const both = await school.person({ email: 'both@school.test', also: [{ org: elsewhere, roles: ['student'] }] })
  const before = [await school.signIn('only@school.test'), await school.signIn('both@school.test')]
  await school.set({ guest_preview: true })
  const [{ version }] = await query('select version::int8 from organisations where id = $1', school.org)
  const suspended = await call('PUT', `/${school.org}`, { state: 'suspended', version: Number(version) })
  expect([suspended.status, suspended.body.state]).toEqual([200, 'suspended'])
  expect((await call('PUT', `/${school.org}`, { name: 'Older', version: Number(version) })).body.code).toBe('org.newer')
  // at once, before any job has run
  expect((await school.session(before[0]!.hash)).body.memberships ?? []).toEqual([])
  expect(await school.signIn('only@school.test')).toMatchObject({
    status: 403,
    body: { code: 'account.suspended', params: { org: 'Coral School' } },
  })
  expect(await lastFact(`org:${school.org}`)).toMatchObject({ state: 'suspended', settings: { guest_preview: false } })
  await expect.poll(async () => (await lastFact(`person:${id}`)).suspended_in, { timeout: 15_000 }).toEqual([school.org])
  await expect.poll(async () => (await school.session(before[0]!.hash)).status, { timeout: 15_000 }).toBe(404)
  expect(await lastFact(`person:${both}`)).toMatchObject({ memberships: [{ org_id: elsewhere }], suspended_in: [school.org] })
  const { session } = (await school.signIn('both@school.test')).body
  expect(session.memberships.map(({ org }: { org: { id: string } }) => org.id)).toEqual([elsewhere])
  const resumed = await call('PUT', `/${school.org}`, { state: 'active' })
  expect(resumed.body.state).toBe('active')
  await expect.poll(async () => (await lastFact(`person:${id}`)).suspended_in, { timeout: 15_000 }).toEqual([])
  expect((await lastFact(`person:${id}`)).memberships).toMatchObject([{ org_id: school.org, roles: ['instructor'] }])
  expect(await lastFact(`org:${school.org}`)).toMatchObject({ state: 'active', settings: { guest_preview: true } })
  expect((await school.signIn('only@school.test')).status).toBe(201)
  expect(await actions(school.org)).toEqual(['org.suspended', 'org.resumed'])
})

test('somebody whom a person has suspended stays so when the organisation is resumed', async () => {
  const { id: org } = await made()
  const person = await school.person({ org, email: `stays@isle.test` })
  await query(`update memberships set state = 'suspended' where person_id = $1`, person)
  await call('PUT', `/${org}`, { state: 'suspended' })
  await call('PUT', `/${org}`, { state: 'active' })
  await expect.poll(async () => (await lastFact(`person:${person}`)).suspended_in, { timeout: 15_000 }).toEqual([org])
})

test('the only organisation of an operator is not theirs to suspend', async () => {
  const [{ org_id }] = await query('select org_id from memberships where person_id = $1', operator.person)
  expect((await call('PUT', `/${org_id}`, { state: 'suspended' })).body.code).toBe('operator.ownOrganisation')
})

test('the quota is in the fact of the organisation and in the list, and audited', async () => {
  const { id } = await made()
  expect((await call('PUT', `/${id}`, { storage_quota: 5_000_000_000 })).body.storage_quota).toBe(5_000_000_000)
  expect((await lastFact(`org:${id}`)).settings.storage_quota).toBe('5000000000')
  expect(await actions(id)).toEqual(['org.made', 'user.made', 'org.quotaChanged'])
  expect((await call('PUT', `/${id}`, { storage_quota: -1 })).status).toBe(400)
  expect((await call('PUT', `/${newId()}`, { name: 'X' })).body.code).toBe('org.notFound')
})

test('an entry is a membership with an end that its administrators see, in the audit log and in a fact; it is moved and ended', async () => {
  const { id: org } = await made()
  const [{ id: admin }] = await query('select person_id as id from memberships where org_id = $1', org)
  const until = inHours(2)
  expect((await call('POST', `/${org}/entry`, { until })).body).toMatchObject({ entry: until, people: 2 })
  const list = await school.call(actorOf({ org, roles: ['admin'], person: admin }), 'GET', '/api/users')
  expect(list.body.items.map((one: object) => one)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: operator.person, operator: true, roles: ['admin'], until }),
      expect.objectContaining({ id: admin, operator: false }),
    ]),
  )
  expect(await lastFact(`org-entry:${org}:${operator.person}`)).toMatchObject({ until, ended: false })
  const later = inHours(5)
  expect((await call('PUT', `/${org}/entry`, { until: later })).body.entry).toBe(later)
  expect((await call('DELETE', `/${org}/entry`)).body.entry).toBeNull()
  expect(await lastFact(`org-entry:${org}:${operator.person}`)).toMatchObject({ ended: true })
  expect((await lastFact(`person:${operator.person}`)).suspended_in).toContain(org)
  expect((await call('DELETE', `/${org}/entry`)).body.code).toBe('operator.notEntered')
  expect((await call('PUT', `/${org}/entry`, { until: later })).body.code).toBe('operator.notEntered')
  // again, by the same row
  expect((await call('POST', `/${org}/entry`, { until })).body.entry).toBe(until)
  expect(await actions(org)).toEqual(['org.made', 'user.made', 'operator.entered', 'operator.entered', 'operator.left', 'operator.entered'])
})

test('an entry lasts a day at most, begins in no suspended or demo organisation, and not where the operator is anyhow', async () => {
  const { id: org } = await made()
  expect((await call('POST', `/${org}/entry`, { until: inHours(25) })).body.details).toMatchObject({
    until: [{ code: 'operator.tooLong' }],
  })
  expect((await call('POST', `/${org}/entry`, { until: inHours(-1) })).body.details).toMatchObject({ until: [{ code: 'user.untilPast' }] })
  expect((await call('POST', `/${newId()}/entry`, { until: inHours(1) })).body.code).toBe('org.notFound')
  const [{ org_id }] = await query(
    'select org_id from memberships where person_id = $1 and state = $2 order by org_id = $3 desc',
    operator.person,
    'active',
    org,
  )
  const home = (await query(`select id from organisations where name = 'Operations'`))[0].id
  expect(org_id).toBeDefined()
  expect((await call('POST', `/${home}/entry`, { until: inHours(1) })).body.code).toBe('operator.member')
  await call('PUT', `/${org}`, { state: 'suspended' })
  expect((await call('POST', `/${org}/entry`, { until: inHours(1) })).body.code).toBe('org.suspended')
  const demo = await makeOrganisation(plain(school.pool), { name: 'Demo', locale: 'en', settings: { demo: true } })
  expect((await call('POST', `/${demo}/entry`, { until: inHours(1) })).body.code).toBe('demo.closed')
})

test('the session says who is an operator; operators are added by number or address and removed', async () => {
  const id = await school.person({ user_no: 'S7', email: 's7@school.test' })
  const { hash } = await school.signIn('s7@school.test')
  expect((await school.session(hash)).body.operator).toBeUndefined()
  expect((await school.call(job, 'POST', '/internal-api/operators', { login: 's7', org: school.org })).body.id).toBe(id)
  expect((await school.session(hash)).body.operator).toBe(true)
  expect((await school.call(job, 'GET', '/internal-api/operators')).body.operators.map((one: { id: string }) => one.id)).toContain(id)
  expect((await school.call(job, 'DELETE', `/internal-api/operators/${id}`)).status).toBe(204)
  expect((await school.call(job, 'DELETE', `/internal-api/operators/${id}`)).status).toBe(404)
  expect((await school.session(hash)).body.operator).toBeUndefined()
  expect((await school.call(job, 'POST', '/internal-api/operators', { login: 'nobody' })).body.code).toBe('person.notFound')
  const { id: org } = await made()
  await school.person({ org, user_no: 'S7', email: 'other@isle.test' })
  expect((await school.call(job, 'POST', '/internal-api/operators', { login: 'S7' })).body.code).toBe('operator.several')
})

test('somebody who is no operator any more is out of every organisation they had entered, at once', async () => {
  const { id: org } = await made()
  const id = await school.person({ user_no: 'OPS8', email: 'ops8@school.test' })
  await school.call(job, 'POST', '/internal-api/operators', { login: 'ops8@school.test' })
  const past = actorOf({ org: '', roles: [], person: id })
  expect((await call('POST', `/${org}/entry`, { until: inHours(5) }, past)).status).toBe(201)
  const { hash } = await school.signIn('ops8@school.test')
  await school.call(job, 'DELETE', `/internal-api/operators/${id}`)
  expect(await query('select state from memberships where person_id = $1 and org_id = $2', id, org)).toEqual([{ state: 'suspended' }])
  expect(await lastFact(`person:${id}`)).toMatchObject({ memberships: [{ org_id: school.org }], suspended_in: [org] })
  expect(await lastFact(`org-entry:${org}:${id}`)).toMatchObject({ ended: true })
  expect((await actions(org)).slice(-2)).toEqual(['operator.entered', 'operator.left'])
  expect((await school.session(hash)).status).toBe(404)
  expect((await school.signIn('ops8@school.test')).body.session.memberships).toHaveLength(1)
})

test('an operator’s account is nobody’s but their own: no address, suspension, end, sign-out or erasure by administrators of its school', async () => {
  const id = await school.person({ user_no: 'OPS9', email: 'ops9@school.test', roles: ['faculty'] })
  const admin = actorOf({ org: school.org, roles: ['admin'], person: await school.person({ roles: ['admin'] }) })
  await school.call(job, 'POST', '/internal-api/operators', { login: 'ops9@school.test' })
  const as = (method: string, path: string, body?: object) => school.call(admin, method, `/api/users${path}`, body)
  for (const [method, path, body] of [
    ['PUT', `/${id}`, { email: 'mine@school.test' }],
    ['PUT', `/${id}`, { mobile_phone: '+60123456789' }],
    ['PUT', `/${id}`, { until: inHours(1) }],
    ['POST', `/${id}/suspend`, {}],
    ['DELETE', `/${id}/sessions`],
    ['DELETE', `/${id}`],
  ] as const)
    expect((await as(method, path, body)).status, `${method} ${JSON.stringify(body)}`).toBe(403)
  for (const change of [{ state: 'suspended' }, { until: inHours(1) }]) {
    const { body } = await as('PUT', '', { ids: [id], change })
    expect([body.changed, body.refused.map(({ code }: { code: string }) => code)]).toEqual([0, ['forbidden']])
  }
  expect((await school.signIn('ops9@school.test')).status).toBe(201)
  // their place and roles are the school's, and their membership elsewhere that school's
  expect((await as('PUT', `/${id}`, { roles: ['instructor'] })).status).toBe(200)
  const { id: org } = await made()
  const [{ id: there }] = await query('select person_id as id from memberships where org_id = $1', org)
  await query(`insert into memberships (person_id, org_id, roles) values ($1, $2, '{student}')`, id, org)
  const theirs = actorOf({ org, roles: ['admin'], person: there })
  expect((await school.call(theirs, 'POST', `/api/users/${id}/suspend`, {})).status).toBe(200)
  await school.call(job, 'DELETE', `/internal-api/operators/${id}`)
  expect((await as('POST', `/${id}/suspend`, {})).status).toBe(200)
  expect((await as('DELETE', `/${id}`)).status).toBe(204)
})
