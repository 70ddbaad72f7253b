// Tests of requests: who may make, read and decide them, and what an agreed one does.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDepartment, makeOrganisation } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
let away: string
const admin = actorOf({ roles: ['admin'] })
const workgroup = actorOf({ roles: ['wg_admin'] })
beforeAll(async () => {
  school = await testSchool()
  away = await makeOrganisation(plain(school.pool), { name: 'Harbour', locale: 'en' })
  admin.org = school.org
  admin.person = await school.person({ roles: ['admin'] })
  workgroup.org = school.org
  workgroup.person = await school.person({ roles: ['wg_admin'] })
})
afterAll(() => school.stop())

const query = async (sql: string, ...values: unknown[]) => (await school.pool.query(sql, values)).rows
/** A person of the other organisation, whose calls need no scope. */
const stranger = async () => actorOf({ org: '', roles: [], person: await school.person({ org: away }) })
type Asking = ReturnType<typeof actorOf>
const ask = (actor: Asking, body: object) => school.call(actor, 'POST', '/api/org-requests', body)
const join = (actor: Asking, more: object = {}) => ask(actor, { kind: 'join', org_id: school.org, role: 'student', ...more })
const decide = (id: string, body: object, actor = admin, path = '/api/org-requests') => school.call(actor, 'PUT', `${path}/${id}`, body)
const forWorkgroup = (id: string, body: object, actor = workgroup) => decide(id, body, actor, '/api/workgroup/org-requests')
const lastFact = async (key: string) =>
  JSON.parse((await query('select value from kit.outbox where key = $1 order by seq desc limit 1', key))[0].value)

test('an agreed request to join makes the membership, with the role, number and department that were decided', async () => {
  const person = await stranger()
  const department_id = await makeDepartment(plain(school.pool), { org: school.org, name: 'Reefs' })
  const made = await join(person, { user_no: ' 77 ', text: 'I take part in the reef project.' })
  expect([made.status, made.body]).toMatchObject([201, { kind: 'join', state: 'open', user_no: '77', org: { name: 'Coral School' } }])
  const listed = await school.call(admin, 'GET', '/api/org-requests')
  expect(listed.body.items).toMatchObject([{ id: made.body.id, person: { org: 'Harbour' }, text: 'I take part in the reef project.' }])
  const decided = await decide(made.body.id, { decision: 'agree', role: 'faculty', department_id, version: made.body.version })
  expect([decided.status, decided.body]).toMatchObject([200, { state: 'agreed', decided_by: { id: admin.person }, reason: '' }])
  expect(
    await query('select roles, department_id from memberships where person_id = $1 and org_id = $2', person.person, school.org),
  ).toEqual([{ roles: ['faculty'], department_id }])
  const fact = await lastFact(`person:${person.person}`)
  expect(fact.memberships.map((one: { org_id: string }) => one.org_id)).toContain(school.org)
  expect((await school.call(admin, 'GET', `/api/users/${person.person}`)).body.external_ids).toEqual([{ source: 'user_no', id: '77' }])
  const request = await lastFact(`org-request:${made.body.id}`)
  expect(request).toMatchObject({ state: 'agreed', person_id: person.person, decided_by: admin.person, org_name: 'Coral School' })
  expect(JSON.stringify(request)).not.toContain('reef project')
  const lines = await query('select action from kit.audit where org_id = $1 and person = $2 order by id', school.org, person.person)
  expect(lines.map(({ action }) => action)).toEqual(['user.joined', 'orgRequest.agreed'])
  expect((await join(person)).body.code).toBe('orgRequest.member')
  expect((await decide(made.body.id, { decision: 'reject', reason: 'No', version: 9e15 })).body.code).toBe('orgRequest.decided')
})

test('a rejection needs a reason, which its person reads; they may ask again', async () => {
  const person = await stranger()
  const { body } = await join(person)
  expect(await decide(body.id, { decision: 'reject', reason: '  ', version: body.version })).toMatchObject({
    status: 400,
    body: { details: { reason: [{ code: 'field.required' }] } },
  })
  expect((await decide(body.id, { decision: 'agree', version: 0 })).body.code).toBe('orgRequest.newer')
  expect((await decide(body.id, { decision: 'reject', reason: ' The course is full. ', version: body.version })).body.state).toBe(
    'rejected',
  )
  expect((await school.call(person, 'GET', '/api/user/org-requests')).body.items).toMatchObject([
    { state: 'rejected', reason: 'The course is full.' },
  ])
  expect(await query('select from memberships where person_id = $1 and org_id = $2', person.person, school.org)).toEqual([])
  expect((await join(person)).status).toBe(201)
})

test('open requests are listed the oldest first, decided ones by their decision, the newest first', async () => {
  const made: { id: string; version: number }[] = []
  for (let n = 0; n < 3; n++) made.push((await join(await stranger())).body)
  const [first, second, third] = made.map(({ id }) => id)
  const listed = async (state: string) => {
    const { body } = await school.call(admin, 'GET', `/api/org-requests?state=${state}&page_size=100`)
    return body.items.map(({ id }: { id: string }) => id).filter((id: string) => made.some((one) => one.id === id))
  }
  expect(await listed('open')).toEqual([first, second, third])
  for (const nth of [1, 0, 2]) {
    const { id, version } = made[nth]!
    expect((await decide(id, { decision: 'reject', reason: 'No', version })).status).toBe(200)
  }
  expect(await listed('rejected')).toEqual([third, first, second])
})

test('five requests are open at most, one for the same thing; a withdrawn one makes room', async () => {
  const person = await stranger()
  const orgs = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => makeOrganisation(plain(school.pool), { name: `Isle ${n}`, locale: 'en' })))
  const answers = await Promise.all(orgs.map((org_id) => join(person, { org_id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409])
  const open = answers.find(({ status }) => status === 201)!.body
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'requests.tooMany', params: { limit: 5 } })
  expect((await join(person, { org_id: open.org.id })).body.code).toBe('orgRequest.open')
  const other = await stranger()
  const path = `/api/user/org-requests/${open.id}`
  expect((await school.call(other, 'DELETE', path)).body.code).toBe('orgRequest.notFound')
  expect((await school.call(person, 'DELETE', path)).body.state).toBe('withdrawn')
  expect((await school.call(person, 'DELETE', path)).body.code).toBe('orgRequest.decided')
  expect((await join(person)).status).toBe(201)
})

test('nobody asks without what the kind needs, into or out of a demo school, or where they are suspended', async () => {
  const person = await stranger()
  const faults = async (body: object) => Object.keys((await ask(person, { org_id: school.org, ...body })).body.details)
  expect(await faults({ kind: 'join' })).toEqual(['role'])
  expect(await faults({ kind: 'new_org', name: ' ' })).toEqual(['name', 'locale', 'text'])
  expect(await faults({ kind: 'storage' })).toEqual(['storage_quota', 'text'])
  expect(await faults({ kind: 'join', role: 'admin' })).toEqual(['role'])
  expect((await join(person, { department_id: newId() })).body.details).toEqual({
    department_id: [{ code: 'department.unknown', params: {} }],
  })
  expect((await join(person, { org_id: newId() })).status).toBe(404)
  const demo = await makeOrganisation(plain(school.pool), { name: 'Demo', locale: 'en', settings: { demo: true } })
  expect((await join(person, { org_id: demo })).body.code).toBe('demo.closed')
  await query('update persons set made_by_demo = true where id = $1', person.person)
  expect((await join(person)).body.code).toBe('demo.closed')
  const suspended = await stranger()
  await query(
    `insert into memberships (person_id, org_id, roles, state) values ($1, $2, '{student}', 'suspended')`,
    suspended.person,
    school.org,
  )
  expect((await join(suspended)).body.code).toBe('account.suspended')
  expect((await ask(suspended, { kind: 'new_org', org_id: school.org, name: 'X', locale: 'en', text: 'y' })).body.code).toBe(
    'account.suspended',
  )
  expect((await ask(await stranger(), { kind: 'new_org', org_id: school.org, name: 'X', locale: 'en', text: 'y' })).status).toBe(403)
})

test('a number that is taken is named, and roles and departments beyond the decider are refused; nothing is made then', async () => {
  const person = await stranger()
  await school.person({ user_no: 'T1' })
  const { body } = await join(person, { user_no: 't1' })
  expect((await decide(body.id, { decision: 'agree', version: body.version })).body).toMatchObject({
    code: 'user.numberTakenBy',
    params: { user_no: 'T1' },
  })
  expect((await decide(body.id, { decision: 'agree', user_no: '', department_id: newId(), version: body.version })).body.details).toEqual({
    department_id: [{ code: 'department.unknown', params: {} }],
  })
  expect(await query('select from memberships where person_id = $1 and org_id = $2', person.person, school.org)).toEqual([])
  const foreign = actorOf({ org: away, roles: ['admin'], person: await school.person({ org: away, roles: ['admin'] }) })
  expect((await decide(body.id, { decision: 'agree', version: body.version }, foreign)).body.code).toBe('orgRequest.notFound')
  expect((await forWorkgroup(body.id, { decision: 'agree', version: body.version })).body.code).toBe('orgRequest.notFound')
  expect((await decide(body.id, { decision: 'agree', version: body.version }, workgroup)).status).toBe(403)
  expect((await decide(body.id, { decision: 'agree', user_no: '', version: body.version })).body.state).toBe('agreed')
})

test('the number with which somebody has joined is theirs: nobody else is given it', async () => {
  const { body } = await join(await stranger(), { user_no: 'Guest-1' })
  expect((await decide(body.id, { decision: 'agree', version: body.version })).body.state).toBe('agreed')
  const draft = { name: 'Second', email: 'second@school.test', user_no: 'gUEST-1', roles: ['student'] }
  expect((await school.call(admin, 'POST', '/api/users', draft)).body).toMatchObject({
    code: 'user.numberTakenBy',
    params: { user_no: 'Guest-1' },
  })
})

test('two who agree at once make one membership', async () => {
  const person = await stranger()
  const { body } = await join(person)
  const answers = await Promise.all([1, 2].map(() => decide(body.id, { decision: 'agree', version: body.version })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('storage is asked by who manages the files; agreed, it is the quota in the fact of the organisation', async () => {
  const asked = { kind: 'storage', org_id: school.org, storage_quota: 2 ** 41, text: 'Recordings of a year.' }
  const student = actorOf({ org: school.org, roles: ['student'], person: await school.person() })
  expect((await ask(student, asked)).status).toBe(403)
  const { body } = await ask(admin, asked)
  expect((await school.call(workgroup, 'GET', '/api/workgroup/org-requests')).body.items).toMatchObject([{ storage_quota: 2 ** 41 }])
  expect((await school.call(admin, 'GET', '/api/workgroup/org-requests')).status).toBe(403)
  expect((await forWorkgroup(body.id, { decision: 'agree', storage_quota: 2 ** 40, version: body.version })).body.state).toBe('agreed')
  expect((await lastFact(`org:${school.org}`)).settings).toMatchObject({ storage_quota: String(2 ** 40) })
})

test('an agreed organisation is made with its person as the administrator', async () => {
  const teacher = actorOf({ org: school.org, roles: ['instructor'], person: await school.person({ roles: ['instructor'] }) })
  const { body } = await ask(teacher, {
    kind: 'new_org',
    org_id: school.org,
    name: ' Sea <b>Institute</b> ',
    locale: 'th',
    text: 'A school of our own.',
  })
  expect((await forWorkgroup(body.id, { decision: 'agree', version: body.version })).body.state).toBe('agreed')
  expect(
    await query(
      `select o.locale, m.roles from memberships m join organisations o on o.id = m.org_id where m.person_id = $1 and o.name = 'Sea <b>Institute</b>'`,
      teacher.person,
    ),
  ).toEqual([{ locale: 'th', roles: ['admin'] }])
})

test('nothing is agreed to for somebody who may not ask any more, nor by its own person', async () => {
  const teacher = actorOf({ org: school.org, roles: ['instructor'], person: await school.person({ roles: ['instructor'] }) })
  const wish = { kind: 'new_org', org_id: school.org, name: 'Late', locale: 'en', text: 'y' }
  const { body } = await ask(teacher, wish)
  const { body: quota } = await ask(admin, { kind: 'storage', org_id: school.org, storage_quota: 2 ** 41, text: 'More' })
  const asker = await stranger()
  const { body: joining } = await join(asker)
  const agree = (of: { version: number }) => ({ decision: 'agree', version: of.version })
  await query(`update memberships set state = 'suspended' where person_id = any($1)`, [teacher.person, asker.person])
  expect((await forWorkgroup(body.id, agree(body))).body.code).toBe('user.notFound')
  expect((await decide(joining.id, agree(joining))).body.code).toBe('user.notFound')
  await query(`update memberships set roles = '{student}' where person_id = $1`, admin.person)
  expect((await forWorkgroup(quota.id, agree(quota))).status).toBe(403)
  await query(`update memberships set roles = '{admin}' where person_id = $1`, admin.person)
  const { body: own } = await ask(workgroup, wish)
  expect((await forWorkgroup(own.id, agree(own))).body.code).toBe('user.oneself')
  expect(await query(`select from organisations where name = 'Late'`)).toEqual([])
  for (const one of [body, quota, own])
    expect((await forWorkgroup(one.id, { decision: 'reject', reason: 'No', version: one.version })).body.state).toBe('rejected')
  expect((await decide(joining.id, { decision: 'reject', reason: 'No', version: joining.version })).body.state).toBe('rejected')
})

test('an erased person is named in no decision', async () => {
  const id = await school.person({ roles: ['admin'] })
  const { body } = await join(await stranger())
  const reject = { decision: 'reject', reason: 'No', version: body.version }
  expect((await decide(body.id, reject, actorOf({ org: school.org, roles: ['admin'], person: id }))).body.decided_by.id).toBe(id)
  expect((await school.call(admin, 'DELETE', `/api/users/${id}`)).status).toBe(204)
  expect(await query('select decided_by, state from org_requests where id = $1', body.id)).toEqual([
    { decided_by: null, state: 'rejected' },
  ])
})

test('an erased person leaves no request behind', async () => {
  const id = await school.person()
  const { body } = await ask(actorOf({ org: school.org, roles: ['student'], person: id }), {
    kind: 'new_org',
    org_id: school.org,
    name: 'Gone',
    locale: 'en',
    text: 'For a while',
  })
  expect((await school.call(admin, 'DELETE', `/api/users/${id}`)).status).toBe(204)
  expect(await query('select from org_requests where id = $1', body.id)).toEqual([])
})

test('organisations to join are those that are open and not mine', async () => {
  const person = await stranger()
  const shut = await makeOrganisation(plain(school.pool), { name: 'Coral Island', locale: 'en' })
  await query(`update organisations set state = 'suspended' where id = $1`, shut)
  const found = await school.call(person, 'GET', '/api/org-requests/orgs?keyword=coral')
  expect(found.body.items).toEqual([{ id: school.org, name: 'Coral School' }])
  expect((await school.call(person, 'GET', '/api/org-requests/orgs?keyword=Harbour')).body.items).toEqual([])
})
