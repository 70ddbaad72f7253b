// People of a roster whose account is not the roster's alone: operators, guests by the number of their request, and administrators, who are locked in order.
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { plain } from '@lyceum/kit/database/database'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
const source = 'sis'
let nth = 0
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = await school.person({ user_no: 'ADMIN', roles: ['admin'] })
})
afterAll(() => school.stop())

/** A row of its own for each test. */
function row(more: object = {}): Record<string, any> {
  nth++
  return { external_id: `X${nth}`, name: `Row ${nth}`, user_no: `R${nth}`, email: `r${nth}@school.test`, roles: ['student'], ...more }
}
const first = async (of: object, more: object = {}) => {
  const answer = await school.call(admin, 'PUT', '/api/roster/people', { source, rows: [of], ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rows[0]
}
const read = async (id: string) => (await school.call(admin, 'GET', `/api/users/${id}`)).body

test('a roster leaves an operator their address and their account, also when it takes over', async () => {
  const given = row()
  const { id } = await first(given)
  await school.pool.query('insert into operators (person_id) values ($1)', [id])
  const other = { ...given, name: 'Renamed', email: 'other@school.test', mobile_phone: '+60123450000' }
  expect(await first(other, { take_over: true })).toMatchObject({ outcome: 'changed', pinned: ['email', 'mobile_phone'] })
  expect(await read(id)).toMatchObject({ name: 'Renamed', email: given.email, mobile_phone: null })
  const gone = { external_id: given.external_id, gone: true }
  for (const more of [{}, { take_over: true }])
    expect(await first(gone, more)).toMatchObject({ outcome: 'refused', code: 'roster.mayMore' })
  expect((await read(id)).state).toBe('active')
  await school.pool.query('delete from operators where person_id = $1', [id])
  expect((await first(gone)).outcome).toBe('left')
})

test('somebody who has joined by a request is found by the number of it, and keeps their own account', async () => {
  const away = await makeOrganisation(plain(school.pool), { name: 'Home', locale: 'en' })
  const id = await school.person({ org: away, user_no: 'H1', email: 'h1@home.test', also: [{ org: school.org, roles: ['student'] }] })
  await school.pool.query(
    `insert into kit.external_ids (org_id, kind, source, external_id, subject) values ($1, 'person', 'user_no', 'Guest-7', $2)`,
    [school.org, id],
  )
  const given = row({ user_no: 'gUEST-7', email: null, roles: ['instructor'] })
  expect(await first(given, { check: true })).toMatchObject({ outcome: 'changed', id })
  expect(await first(given)).toMatchObject({ outcome: 'changed', id })
  expect(await read(id)).toMatchObject({ user_no: 'H1', email: 'h1@home.test' })
  expect(await first(given)).toMatchObject({ outcome: 'same', id })
  const found = await school.call(admin, 'POST', '/api/roster/people/find', { source, codes: ['GUEST-7', 'nobody'] })
  expect(found.body.items).toEqual([{ external_id: given.external_id, code: 'GUEST-7', id }])
  expect(await first(row({ user_no: 'Guest-7' }))).toMatchObject({ outcome: 'refused', code: 'roster.numberMoved' })
})

test('somebody whom no source knows is found by our own id, and no other school’s people are', async () => {
  const id = await school.person({ user_no: 'OWN', name: 'Own', email: 'own@school.test' })
  const own = { external_id: id, name: 'Own', user_no: 'OWN', email: 'own@school.test', roles: ['student'] }
  expect(await first(own)).toMatchObject({ outcome: 'same', id })
  const listed = await school.call(admin, 'GET', `/api/roster/people?source=${source}`)
  expect(listed.body.items).toContainEqual(
    expect.objectContaining({ id, external_id: null, name: 'Own', user_no: 'OWN', roles: ['student'], state: 'active' }),
  )
  const away = await makeOrganisation(plain(school.pool), { name: 'Away', locale: 'en' })
  const stranger = await school.person({ org: away, user_no: 'AWAY', name: 'Away', email: 'away@home.test' })
  expect(await first({ external_id: stranger, name: 'New', user_no: 'NEW-1', roles: ['student'] })).toMatchObject({ outcome: 'made' })
  expect(JSON.stringify((await school.call(admin, 'GET', `/api/roster/people?source=${source}`)).body)).not.toContain('away@home.test')
})

test('administrators are locked in the order of their ids, whoever of them the rows name', async () => {
  const [low, high] = [
    await school.person({ user_no: 'LOW', roles: ['admin'] }),
    await school.person({ user_no: 'HIGH', roles: ['admin'] }),
  ]
  const other = await school.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from memberships where person_id = $1 for update', [low])
    const written = first(row({ user_no: 'HIGH', email: null, roles: ['instructor'] }))
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await school.pool.query(waiting)).rows[0].n, { timeout: 15_000 }).toBe(1)
    await other.query('select from memberships where person_id = $1 for update nowait', [high])
    await other.query('commit')
    expect((await written).id).toBe(high)
  } finally {
    other.release()
  }
})
