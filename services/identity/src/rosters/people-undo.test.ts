// The way back of a roster's people: changed, left, made, linked and taken over; and undos that nobody has written.
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
let admin: ReturnType<typeof actorOf>
const source = 'sis'
let nth = 0

beforeAll(async () => {
  school = await testSchool()
  const id = await school.person({ user_no: 'ADMIN', roles: ['admin'] })
  admin = actorOf({ person: id, org: school.org, roles: ['admin'] })
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

test('an undo brings back what was changed, unless somebody has changed it since', async () => {
  const given = row()
  const made = await first(given)
  const changed = await first({ ...given, name: 'Changed', roles: ['instructor'] })
  expect(await undo(changed)).toEqual({ external_id: given.external_id, outcome: 'undone' })
  expect(await read(made.id)).toMatchObject({ name: given.name, roles: ['student'], state: 'active' })
  const again = await first({ ...given, name: 'Changed' })
  await change(made.id, { name: 'By Hand' })
  expect(await undo(again)).toMatchObject({ outcome: 'kept', code: 'roster.changedSince' })
  expect((await read(made.id)).name).toBe('By Hand')
  const left = await first({ external_id: given.external_id, gone: true })
  expect(await undo(left)).toMatchObject({ outcome: 'undone' })
  expect((await read(made.id)).state).toBe('active')
})

test('an undo of what was made suspends it, of what was linked frees it, of what was taken over pins it again', async () => {
  const made = await first(row())
  expect(await undo(made)).toMatchObject({ outcome: 'undone' })
  expect((await read(made.id)).state).toBe('suspended')
  const hand = await school.person({ user_no: 'LINKED', name: 'Before', roles: ['instructor'] })
  const linked = await first(row({ user_no: 'LINKED', name: 'After' }))
  expect(await undo(linked)).toMatchObject({ outcome: 'undone' })
  expect(await read(hand)).toMatchObject({ name: 'Before', roles: ['instructor'], external_ids: [] })
  const given = row()
  const { id } = await first(given)
  await change(id, { name: 'Pinned' })
  const taken = await first(given, { take_over: true })
  expect(await undo(taken)).toMatchObject({ outcome: 'undone' })
  expect(await first(given)).toMatchObject({ outcome: 'same', pinned: ['name'] })
})

test('an undo that nobody has written is no way to change an account', async () => {
  const id = await school.person({ user_no: 'VICTIM', email: 'victim@school.test' })
  const forged = { external_id: 'VICTIM', id, version: 0, before: { was: { email: 'thief@evil.test', roles: ['admin'] }, became: {} } }
  expect(await undo(forged)).toMatchObject({ outcome: 'kept' })
  const given = row()
  const made = await first(given)
  expect(await undo({ ...made, before: { was: { roles: ['admin'] }, became: {} } })).toMatchObject({
    outcome: 'kept',
    code: 'roster.roleTooHigh',
  })
  expect(await undo({ ...made, before: { was: { name: 7, email: { a: 1 }, id: 'x' }, became: 'no' } })).toMatchObject({ outcome: 'undone' })
  expect(await read(made.id)).toMatchObject({ name: given.name, email: given.email })
})
