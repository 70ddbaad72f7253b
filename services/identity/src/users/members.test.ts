// Tests of changes to members who are suspended or whose end has passed, and of tasks whose actor loses the right to them.
import { plain } from '@lyceum/kit/database/database'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asText, permissionsIn } from '../../mirror/permissions.ts'
import { makeOrganisation } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = await school.person({ roles: ['admin'] })
})
afterAll(() => school.stop())

const call = (method: string, path: string, body?: object, actor = admin) => school.call(actor, method, path, body)
const suspend = (id: string) => call('POST', `/api/users/${id}/suspend`, {})
const resume = (id: string) => call('POST', `/api/users/${id}/resume`, {})
const query = async (sql: string, ...values: unknown[]) => (await school.pool.query(sql, values)).rows
const emailOf = async (id: string) => (await query('select email from persons where id = $1', id))[0].email as string
const end = (id: string) => query(`update memberships set until = now() - interval '1 minute' where person_id = $1`, id)
const actions = async (id: string) =>
  (await query('select action from kit.audit where person = $1 order by id', id)).map(({ action }) => action as string)

test('a person who was suspended before keeps the sessions of elsewhere whatever is changed here', async () => {
  const away = await makeOrganisation(plain(school.pool), { name: 'Harbour', locale: 'en' })
  const id = await school.person({ also: [{ org: away, roles: ['instructor'] }] })
  await suspend(id)
  const session = await school.signIn(await emailOf(id))
  expect((await call('PUT', `/api/users/${id}`, { roles: ['student', 'instructor'] })).status).toBe(200)
  expect((await call('PUT', '/api/users', { ids: [id], change: { add_roles: ['faculty'] } })).body.changed).toBe(1)
  expect((await suspend(id)).status).toBe(200)
  expect((await school.session(session.hash)).status).toBe(200)
  expect(await actions(id)).toEqual(['user.suspended', 'user.changed', 'user.changed'])
})

test('a change of a member whose end has passed signs them out before the job does', async () => {
  const id = await school.person()
  const session = await school.signIn(await emailOf(id))
  const ended: string[] = []
  const stop = await school.it.world.kv.subscribe('session-ended', (hash) => ended.push(hash))
  await end(id)
  expect((await call('PUT', `/api/users/${id}`, { roles: ['instructor'] })).body).toMatchObject({ state: 'suspended', sessions: 0 })
  await stop()
  expect(ended).toContain(session.hash)
  expect((await school.session(session.hash)).status).toBe(404)
  expect(await query('select state from memberships where person_id = $1', id)).toEqual([{ state: 'suspended' }])
  expect((await actions(id)).toSorted()).toEqual(['user.changed', 'user.suspended'])
})

test('a member who is suspended and resumed keeps the end; one that has passed is removed', async () => {
  const id = await school.person()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await call('PUT', `/api/users/${id}`, { until })
  await suspend(id)
  expect((await resume(id)).body).toMatchObject({ state: 'active', until })
  for (const state of ['suspended', 'active']) await call('PUT', '/api/users', { ids: [id], change: { state } })
  expect((await call('GET', `/api/users/${id}`)).body).toMatchObject({ state: 'active', until })
  await suspend(id)
  await end(id)
  expect((await resume(id)).body).toMatchObject({ state: 'active', until: null })
})

test('a code that is not used yet opens nothing once the telephone number is another', async () => {
  const id = await school.person()
  const target = { unique_id: await emailOf(id), unique_id_type: 'email' }
  await school.call(undefined, 'POST', '/api/auth_code/get_auth_code', target)
  const auth_code = await school.codeTo(target.unique_id)
  expect((await call('PUT', `/api/users/${id}`, { mobile_phone: '+6281300000001' })).status).toBe(200)
  const reset = await school.call(undefined, 'POST', '/api/user/password-reset', {
    ...target,
    auth_code,
    new_password: 'salt marsh at dawn',
  })
  expect(reset.body.code).toBe('authCode.expired')
})

test('a task fails once its actor may change nobody, and is bound to the department to which they are bound then', async () => {
  const [bay, shore] = [
    (await call('POST', '/api/departments', { name: 'Bay' })).body.id,
    (await call('POST', '/api/departments', { name: 'Shore' })).body.id,
  ]
  await query(
    `with made as (
       insert into persons (id, org_id, user_no, name, version) select gen_random_uuid(), $1, 'X' || n, 'Xu ' || n, 0 from generate_series(1, 1100) n returning id)
     insert into memberships (person_id, org_id, roles, department_id) select id, $1, '{student}', $2 from made`,
    school.org,
    bay,
  )
  const task = async ({ body }: { body: { task: string } }) =>
    (await query('select state, result, error from kit.tasks where id = $1', body.task))[0]
  const changed = async () =>
    (await query(`select count(*)::int as n from memberships where department_id = $1 and 'instructor' = any(roles)`, bay))[0].n

  const other = await school.person({ roles: ['admin'] })
  const ids = await query('select person_id as id from memberships where department_id = $1 order by person_id', bay)
  // the second five hundred wait for this one
  const hand = await school.pool.connect()
  await hand.query('begin')
  await hand.query('select from persons where id = $1 for update', [ids[700].id])
  const begun = await call(
    'PUT',
    '/api/users',
    { conditions: JSON.stringify({ department_id: bay }), change: { add_roles: ['instructor'] } },
    actorOf({ org: school.org, roles: ['admin'], person: other }),
  )
  await expect.poll(changed, { timeout: 30_000 }).toBe(500)
  await query(`update memberships set state = 'suspended' where person_id = $1`, other)
  await hand.query('rollback')
  hand.release()
  await expect.poll(async () => (await task(begun)).state, { timeout: 30_000 }).toBe('failed')
  expect([(await task(begun)).error.code, await changed()]).toEqual(['forbidden', 500])

  await query(
    `insert into role_permissions (org_id, role, permission, given) select $1, 'educational_admin', n, true from unnest('{5,6}'::int[]) n`,
    school.org,
  )
  const near = await school.person({ department: shore })
  const manager = await school.person({ roles: ['educational_admin'], department: shore })
  // the token is of the time before they were bound
  const can = asText(permissionsIn(['educational_admin', 'admin']))
  const bound = await call(
    'PUT',
    '/api/users',
    { conditions: JSON.stringify({ role: 'student' }), change: { add_roles: ['instructor'] } },
    actorOf({ org: school.org, roles: ['educational_admin'], person: manager, can }),
  )
  await expect.poll(async () => (await task(bound)).state, { timeout: 30_000 }).toBe('finished')
  expect([(await task(bound)).result, await changed()]).toEqual([{ changed: 1, refused: 0 }, 500])
  expect(await actions(near)).toEqual(['user.changed'])
})
