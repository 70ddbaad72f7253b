// Tests of the list of sign-ins.
import { actorOf } from '@lyceum/kit/test/actors'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'
import { sweepSignIns } from './sign-ins.ts'

let school: TestSchool
let admin: Awaited<ReturnType<TestSchool['signIn']>>['actor']
beforeAll(async () => {
  school = await testSchool()
  await school.person({ user_no: 'chief', name: 'Chief', roles: ['admin'], email: 'chief@school.test' })
  admin = (await school.signIn('chief')).actor
})
afterAll(() => school.stop())

const list = async (query: Record<string, string> = {}, actor = admin) =>
  (await school.call(actor, 'GET', `/api/management/sign-ins?${new URLSearchParams({ page_size: '100', ...query })}`)).body
const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
const signIn = (login: string, password: string, { host = school.host, address = newId() } = {}) =>
  school.it.call(bff, 'POST', '/internal-api/sessions', { sign_in: { login, password }, host, address, agent: 'Reef/2.0' })

test('a sign-in, a wrong password and a login of nobody are listed with address and browser, the newest first', async () => {
  const id = await school.person({ user_no: 'S1', name: 'Mira Salt', email: 's1@school.test' })
  await signIn('S1', 'quiet harbour 12', { address: '192.0.2.7' })
  await signIn('S1', 'wrong', { address: '192.0.2.8' })
  await signIn('nobody-at-all', 'wrong', { address: '192.0.2.9' })
  const { items } = await list()
  const person = { id, name: 'Mira Salt', user_no: 'S1' }
  expect(items.slice(0, 3)).toMatchObject([
    { person: null, how: 'password', outcome: 'wrong', address: '192.0.2.9', agent: 'Reef/2.0' },
    { person, outcome: 'wrong', address: '192.0.2.8' },
    { person, outcome: 'signed_in', address: '192.0.2.7' },
  ])
  expect((await list({ person_id: id })).total).toBe(2)
  expect((await list({ person_id: id, outcome: 'wrong' })).items.map(({ address }: { address: string }) => address)).toEqual(['192.0.2.8'])
  expect((await list({ q: 'mira' })).total).toBe(2)
  expect((await list({ q: '192.0.2.9' })).items).toHaveLength(1)
  expect((await list({ q: '192.0.2' })).items).toHaveLength(0)
  const [, middle] = items
  expect((await list({ person_id: id, from: middle.at })).total).toBe(1)
  expect((await list({ person_id: id, to: middle.at })).total).toBe(1)
  expect(await list({ person_id: id, page_size: '1', page: '2' })).toMatchObject({ total: 2, pages: 2, items: [{ outcome: 'signed_in' }] })
})

test('a suspended account is noted as that, once its password is right', async () => {
  const id = await school.person({ user_no: 'S2', email: 's2@school.test' })
  await school.pool.query(`update memberships set state = 'suspended' where person_id = $1`, [id])
  expect((await signIn('S2', 'quiet harbour 12')).status).toBe(403)
  expect((await list({ person_id: id })).items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['suspended'])
})

test('guesses beyond the limit of an address write nothing more', async () => {
  const id = await school.person({ user_no: 'S3', email: 's3@school.test' })
  for (let n = 0; n < 8; n++) await signIn('S3', 'wrong', { address: '192.0.2.66' })
  expect((await list({ person_id: id })).total).toBe(5)
})

test("another school's people are listed there, also when they sign in at this host", async () => {
  const reef = newId()
  await makeOrganisation(plain(school.pool), { id: reef, name: 'Reef College', locale: 'en', hosts: ['reef.test'] })
  const id = await school.person({ org: reef, user_no: 'R1', email: 'r1@reef.test' })
  expect((await signIn('r1@reef.test', 'quiet harbour 12')).status).toBe(201)
  await signIn('r1@reef.test', 'wrong')
  expect((await list({ person_id: id })).total).toBe(0)
  const there = await list({ person_id: id }, actorOf({ org: reef, roles: ['admin'], person: id }))
  expect(there.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['wrong', 'signed_in'])
})

test('a manager of a department reads of its people alone; others nothing; bad input is refused at its field', async () => {
  const department = newId()
  await school.pool.query(`insert into departments (id, org_id, name, path, version) values ($1, $2, 'Tides', array[$1::uuid], 1)`, [
    department,
    school.org,
  ])
  const id = await school.person({ user_no: 'S4', email: 's4@school.test' })
  await school.pool.query('update memberships set department_id = $2 where person_id = $1', [id, department])
  await signIn('S4', 'wrong')
  const { items } = await list({}, { ...admin, department })
  expect(items.map(({ person }: { person: { id: string } }) => person.id)).toEqual([id])
  expect((await school.call(actorOf({ org: school.org }), 'GET', '/api/management/sign-ins')).status).toBe(403)
  for (const [field, value] of [
    ['outcome', 'x'],
    ['person_id', 'x'],
    ['from', 'yesterday'],
    ['to', 'x'],
    ['page_size', '101'],
    ['q', 'x'.repeat(101)],
  ] as const) {
    const answer = await school.call(admin, 'GET', `/api/management/sign-ins?${field}=${value}`)
    expect([answer.status, Object.keys(answer.body.details)], field).toEqual([400, [field]])
  }
})

test('after 90 days they go, and with an erased person at once', async () => {
  const id = await school.person({ user_no: 'S5', email: 's5@school.test' })
  await signIn('S5', 'wrong')
  await signIn('S5', 'wrong')
  await school.pool.query(
    `update sign_ins set at = at - interval '91 days' where id = (select id from sign_ins where person_id = $1 limit 1)`,
    [id],
  )
  expect(await sweepSignIns({ sql: plain(school.pool), now: () => new Date() }, 100)).toBe(1)
  expect((await list({ person_id: id })).total).toBe(1)
  expect((await school.call(admin, 'DELETE', `/api/users/${id}`)).status).toBe(204)
  expect((await school.pool.query('select from sign_ins where person_id = $1', [id])).rowCount).toBe(0)
})
