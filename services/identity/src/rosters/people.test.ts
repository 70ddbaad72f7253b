// People of a roster: found, made, changed, suspended and back; hostile rows; what is pinned.
import { actorOf } from '@lyceum/kit/test/actors'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { plain } from '@lyceum/kit/database/database'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
let admin: ReturnType<typeof actorOf>
let office: ReturnType<typeof actorOf>
const source = 'sis'
let nth = 0

beforeAll(async () => {
  school = await testSchool()
  const id = await school.person({ user_no: 'ADMIN', roles: ['admin'] })
  admin = actorOf({ person: id, org: school.org, roles: ['admin'] })
  const clerk = await school.person({ user_no: 'CLERK', roles: ['educational_admin'] })
  office = actorOf({ person: clerk, org: school.org, roles: ['educational_admin'] })
})
afterAll(() => school.stop())

/** A row of its own for each test. */
function row(more: object = {}): Record<string, any> {
  nth++
  return { external_id: `X${nth}`, name: `Row ${nth}`, user_no: `R${nth}`, email: `r${nth}@school.test`, roles: ['student'], ...more }
}
const put = (rows: object[], more: object = {}, actor = admin) => school.call(actor, 'PUT', '/api/roster/people', { source, rows, ...more })
const first = async (of: object, more: object = {}, actor = admin) => {
  const answer = await put([of], more, actor)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rows[0]
}
const undo = async (outcome: any, actor = admin) => {
  const { external_id, id, before, version } = outcome
  const answer = await school.call(actor, 'PUT', '/api/roster/people/undo', { source, rows: [{ external_id, id, before, version }] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rows[0]
}
const read = async (id: string) => (await school.call(admin, 'GET', `/api/users/${id}`)).body
const change = async (id: string, body: object) => {
  const answer = await school.call(admin, 'PUT', `/api/users/${id}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const facts = async () =>
  Number((await school.pool.query(`select count(*) from kit.outbox where type like '%PersonChanged'`)).rows[0].count)

test('a person is made without a password or a mail, and is found by the external id afterwards', async () => {
  const given = row({ user_no: ' ｒ00１ ', email: ' Ana@School.Test ', name: '  Ana \t Lima ', mobile_phone: '+60 12-345 6789' })
  expect(await first(given, { check: true })).toMatchObject({ outcome: 'made', id: null, before: null, pinned: [] })
  const made = await first(given)
  expect(made).toMatchObject({ outcome: 'made', before: null })
  expect(await read(made.id)).toMatchObject({
    name: 'Ana Lima',
    user_no: 'r001',
    email: 'ana@school.test',
    mobile_phone: '+60123456789',
    roles: ['student'],
    state: 'active',
    external_ids: [{ source, id: given.external_id }],
    grants: [{ role: 'student', source: 'roster:sis' }],
  })
  const { rows } = await school.pool.query('select from passwords where person_id = $1', [made.id])
  expect([rows.length, school.it.mails.length]).toEqual([0, 0])
  const { rows: emitted } = await school.pool.query('select quiet from kit.outbox where key = $1', [`person:${made.id}`])
  expect(emitted).toEqual([{ quiet: true }])
})

test('the answer to a check is not stored, whatever its key', async () => {
  const key = { 'idempotency-key': newId() }
  const asked = [row()]
  const check = async (rows: object[]) => await school.it.call(admin, 'PUT', '/api/roster/people', { source, check: true, rows }, key)
  expect((await check(asked)).body.rows).toMatchObject([{ outcome: 'made' }])
  await put(asked)
  expect((await check(asked)).body.rows).toMatchObject([{ outcome: 'same' }])
  const { rows } = await school.pool.query(`select from kit.idempotency where answer::text like '%' || $1 || '%'`, [asked[0]!.external_id])
  expect(rows).toEqual([])
})

test('the same rows twice emit no fact and raise no version; a check writes nothing', async () => {
  const rows = [row(), row(), row()]
  const made = (await put(rows)).body.rows
  const before = await facts()
  const again = (await put(rows)).body.rows
  expect(again.map(({ outcome, id }: any) => [outcome, id])).toEqual(made.map(({ id }: any) => ['same', id]))
  const renamed = rows.map((one) => ({ ...one, name: 'Other' }))
  expect((await put(renamed, { check: true })).body.rows.map(({ outcome }: any) => outcome)).toEqual(['changed', 'changed', 'changed'])
  expect(await facts()).toBe(before)
  expect((await read(made[0].id)).version).toBe(made[0].version)
})

test('500 rows are written in one call', async () => {
  const rows = Array.from({ length: 500 }, () => row())
  const answer = (await put(rows)).body.rows
  expect(new Set(answer.map(({ outcome }: any) => outcome))).toEqual(new Set(['made']))
  expect((await put([...rows, row()])).status).toBe(400)
})

test('the person with the number is taken for that of the row, unless the source knows them under another id', async () => {
  const hand = await school.person({ user_no: 'H1', name: 'By Hand', roles: ['instructor'] })
  const given = row({ user_no: 'h1', name: 'By Register' })
  const linked = await first(given)
  expect(linked).toMatchObject({ id: hand, outcome: 'changed' })
  expect(await read(hand)).toMatchObject({ name: 'By Register', user_no: 'h1' })
  expect((await read(hand)).roles.toSorted()).toEqual(['instructor', 'student'])
  expect(await first(row({ user_no: 'H1' }))).toMatchObject({
    outcome: 'refused',
    code: 'roster.numberMoved',
    params: { user_no: 'h1', external_id: given.external_id },
  })
  const other = await first(row())
  const moved = await first({ external_id: other.external_id, user_no: 'H1' })
  expect(moved).toMatchObject({ outcome: 'refused', code: 'roster.numberMoved', id: other.id })
})

test('rows that are doubled or cannot be are refused by themselves', async () => {
  const twin = row()
  const department = newId()
  const answer = await put([
    twin,
    { ...twin, user_no: 'other' },
    row({ user_no: twin.user_no.toLowerCase() }),
    row({ name: ' ​ ' }),
    row({ name: undefined }),
    row({ email: 'no address' }),
    row({ mobile_phone: 'call me' }),
    row({ department_id: department }),
    row({ klass_id: department }),
    row({ roles: ['admin'] }),
    row({ name: "Robert'); drop table persons;--" }),
  ])
  expect(answer.body.rows.map(({ outcome, code, params }: any) => [outcome, code, params?.field ?? params?.role])).toEqual([
    ['made', undefined, undefined],
    ['refused', 'roster.twice', 'external_id'],
    ['refused', 'roster.twice', 'user_no'],
    ['refused', 'roster.fieldMissing', 'name'],
    ['refused', 'roster.fieldMissing', 'name'],
    ['refused', 'field.email', 'email'],
    ['refused', 'field.phone', 'mobile_phone'],
    ['refused', 'department.unknown', 'department_id'],
    ['refused', 'studyUnit.unknown', 'klass_id'],
    ['refused', 'roster.roleTooHigh', 'admin'],
    ['made', undefined, undefined],
  ])
})

test('an address of another account, also of another school or of the same call, is left out and said', async () => {
  const tx = plain(school.pool)
  const other = await makeOrganisation(tx, { name: 'Other School', locale: 'en' })
  await school.person({ org: other, user_no: 'O1', email: 'taken@other.test' })
  const [one, two, three] = (
    await put([row({ email: 'TAKEN@other.test' }), row({ email: 'twin@school.test' }), row({ email: 'twin@school.test' })])
  ).body.rows
  expect(one).toMatchObject({ outcome: 'made', code: 'roster.emailTaken' })
  expect((await read(one.id)).email).toBeNull()
  expect([two.code, three.code]).toEqual([undefined, 'roster.emailTaken'])
})

test('places of another school are unknown, and its people stay as they are', async () => {
  const tx = plain(school.pool)
  const other = await makeOrganisation(tx, { name: 'Far School', locale: 'en' })
  const { rows } = await school.pool.query(
    `insert into departments (id, org_id, name, path) values ($1, $2, 'Far', array[$1::uuid]) returning id`,
    [newId(), other],
  )
  expect(await first(row({ department_id: rows[0].id }))).toMatchObject({ outcome: 'refused', code: 'department.unknown' })
  const theirs = await school.person({ org: other, user_no: 'FAR1' })
  expect(await first(row({ user_no: 'FAR1' }))).toMatchObject({ outcome: 'made' })
  expect(await undo({ external_id: 'X', id: theirs, before: null, version: 0 })).toMatchObject({ outcome: 'kept', code: 'user.notFound' })
})

test('of a guest only the membership is written', async () => {
  const tx = plain(school.pool)
  const other = await makeOrganisation(tx, { name: 'Home School', locale: 'en' })
  const guest = await school.person({ org: other, user_no: 'G1', name: 'Guest', also: [{ org: school.org, roles: ['student'] }] })
  await change(guest, { external_id: { source, id: 'GUEST' } })
  const changed = await first({ external_id: 'GUEST', name: 'Renamed', email: 'mine@evil.test', user_no: 'G9', roles: ['instructor'] })
  expect(changed).toMatchObject({ id: guest, outcome: 'changed' })
  const now = await read(guest)
  expect([now.name, now.user_no, now.roles.toSorted()]).toEqual(['Guest', 'G1', ['instructor', 'student']])
})

test('a person who is gone is suspended with their sessions ended, and returns whole', async () => {
  const given = row()
  const { id } = await first(given)
  await school.pool.query(
    `insert into sessions (id, hash, person_id, org_id, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [newId(), Buffer.from(newId()), id, school.org],
  )
  const left = await first({ external_id: given.external_id, gone: true })
  expect(left).toMatchObject({ id, outcome: 'left', before: { was: { state: 'active' } } })
  expect(await read(id)).toMatchObject({ state: 'suspended', roles: ['student'], sessions: 0 })
  expect(await first({ ...given, state: 'suspended' })).toMatchObject({ outcome: 'same' })
  expect(await first({ external_id: 'never seen', gone: true })).toMatchObject({ outcome: 'same', id: null })
  expect(await first(given)).toMatchObject({ outcome: 'back', id })
  expect(await read(id)).toMatchObject({ state: 'active', roles: ['student'], name: given.name })
})

test('the last administrator and oneself stay', async () => {
  const clerk = { external_id: 'CLERK', user_no: 'CLERK' }
  expect(await first({ ...clerk, state: 'suspended' }, {}, office)).toMatchObject({ outcome: 'refused', code: 'user.oneself' })
  const me = { external_id: 'ADMIN', user_no: 'ADMIN' }
  expect(await first({ ...me, state: 'suspended' })).toMatchObject({ outcome: 'refused', code: 'user.oneself' })
  const second = actorOf({ person: await school.person({ user_no: 'SECOND', roles: ['admin'] }), org: school.org, roles: ['admin'] })
  await first({ external_id: 'SECOND', user_no: 'SECOND' })
  expect(await first({ ...me, state: 'suspended' }, { check: true }, second)).toMatchObject({ outcome: 'left' })
  await school.pool.query(`update memberships set state = 'suspended' where person_id = $1`, [second.person])
  const job = actorOf({ kind: 'job', person: second.person, org: school.org, roles: ['admin'] })
  expect(await first({ ...me, state: 'suspended' }, {}, job)).toMatchObject({ outcome: 'refused', code: 'user.lastAdministrator' })
})

test('a person who may do more than the caller is changed by nobody’s file, and no role beyond the caller’s is given', async () => {
  expect(await first({ external_id: 'ADMIN2', user_no: 'ADMIN', email: 'thief@evil.test' }, {}, office)).toMatchObject({
    outcome: 'refused',
    code: 'roster.mayMore',
  })
  expect(await first(row({ roles: ['student', 'wg_admin'] }), {}, office)).toMatchObject({ code: 'roster.roleTooHigh' })
  expect(await first(row({ roles: ['instructor'] }), {}, office)).toMatchObject({ outcome: 'made' })
  const teacher = actorOf({ person: await school.person({ roles: ['instructor'] }), org: school.org, roles: ['instructor'] })
  expect((await put([row()], {}, teacher)).status).toBe(403)
})

test('a field that was changed by hand stays, is said, and is taken over when that is asked for', async () => {
  const given = row()
  const { id } = await first(given)
  await change(id, { name: 'By Hand', roles: ['instructor'] })
  const pinned = await first({ ...given, name: 'New Name', email: null })
  expect(pinned).toMatchObject({ outcome: 'changed' })
  expect(pinned.pinned.toSorted()).toEqual(['name', 'roles'])
  expect(await read(id)).toMatchObject({ name: 'By Hand', email: null, roles: ['instructor'] })
  expect(await first({ ...given, name: 'New Name', email: null })).toMatchObject({ outcome: 'same' })
  const taken = await first({ ...given, name: 'New Name', email: null }, { take_over: true })
  expect(taken).toMatchObject({ outcome: 'changed', pinned: [] })
  expect((await read(id)).name).toBe('New Name')
  expect(await first({ ...given, name: 'Newer', email: null })).toMatchObject({ outcome: 'changed', pinned: [] })
})

test('a person suspended by hand stays suspended, also where no roster knew them before', async () => {
  const given = row()
  const { id } = await first(given)
  await school.call(admin, 'POST', `/api/users/${id}/suspend`, {})
  expect(await first(given)).toMatchObject({ outcome: 'same', pinned: ['state'] })
  const hand = await school.person({ user_no: 'EXPELLED' })
  await school.call(admin, 'POST', `/api/users/${hand}/suspend`, {})
  expect(await first(row({ user_no: 'EXPELLED' }))).toMatchObject({ id: hand, pinned: ['state'] })
  expect((await read(hand)).state).toBe('suspended')
  expect(await first(given, { take_over: true })).toMatchObject({ outcome: 'back' })
})

test('an address that its person has proven stays', async () => {
  const given = row()
  const { id } = await first(given)
  await school.pool.query('update persons set email_verified_at = now() where id = $1', [id])
  expect(await first({ ...given, email: 'thief@evil.test' })).toMatchObject({ outcome: 'same', pinned: ['email'] })
  expect(await first({ ...given, email: 'thief@evil.test' }, { take_over: true }, office)).toMatchObject({ pinned: ['email'] })
  expect((await read(id)).email).toBe(given.email)
})

test('another source writes no field that this one keeps, and takes no role that it grants', async () => {
  const given = row()
  const { id } = await first(given)
  const two = { source: 'ldap' }
  expect(await first({ ...given, name: 'Of Ldap', roles: ['instructor'] }, two)).toMatchObject({ id, pinned: ['name', 'roles'] })
  expect(await read(id)).toMatchObject({ name: given.name, roles: ['student'] })
})

test('people are found by external id and by user number in any case', async () => {
  const given = row()
  const { id } = await first(given)
  const asked = { source, external_ids: [given.external_id, 'nobody'], codes: [given.user_no.toLowerCase(), 'ADMIN', ''].filter(Boolean) }
  const { items } = (await school.call(admin, 'POST', '/api/roster/people/find', asked)).body
  expect(items).toContainEqual({ external_id: given.external_id, code: given.user_no, id })
  expect(items).toContainEqual({ external_id: given.external_id, code: given.user_no.toLowerCase(), id })
  expect(items).toHaveLength(3)
})

test('one line of the audit log a call, and one for each person who is suspended', async () => {
  const rows = [row(), row(), row()]
  await put(rows)
  await put(rows.map(({ external_id }) => ({ external_id, gone: true })))
  const { rows: lines } = await school.pool.query('select action, after from kit.audit order by id desc limit 5')
  expect(lines.map(({ action }) => action).toSorted()).toEqual(
    ['roster.peopleWritten', 'roster.peopleWritten', 'user.suspended', 'user.suspended', 'user.suspended'].toSorted(),
  )
  expect(lines.map(({ after }) => after)).toContainEqual({ source, roster_left: 3 })
})
