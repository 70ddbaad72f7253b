// Tests of the undo of a change of many people: each has their own fields of before, what was changed since stays, and after ten minutes it is over.
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const query = async (sql: string, ...values: unknown[]) => (await school.pool.query(sql, values)).rows
const ended = async (task: string) => {
  const read = async () => (await query('select state, result from kit.tasks where id = $1', task))[0]
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).not.toBe('running')
  return await read()
}
const undo = (task: string, actor = admin) => call('POST', '/api/users/changes/undo', { task }, actor)
const states = async (department: string) =>
  (
    await query(
      'select person_id::text as id, roles, state, until from memberships where department_id = $1 order by person_id',
      department,
    )
  ).map(({ id, roles, state, until }) => [id, roles.toSorted().join(), state, until?.toISOString() ?? null])

test('a change of 1,100 people is undone: roles, states and ends are as before, and what somebody has changed since stays', async () => {
  const department = (await call('POST', '/api/departments', { name: 'Bay' })).body.id
  await query(
    `with made as (
       insert into persons (id, org_id, user_no, name, version) select gen_random_uuid(), $1, 'X' || n, 'Xu ' || n, 0 from generate_series(1, 1100) n returning id, user_no),
     placed as (
       insert into memberships (person_id, org_id, roles, department_id, state)
       select id, $1, case when right(user_no, 1) = '1' then '{student,instructor}'::text[] else '{student}' end, $2,
         case when right(user_no, 1) = '2' then 'suspended' else 'active' end from made returning person_id, roles)
     insert into role_grants (person_id, org_id, role, source) select person_id, $1, unnest(roles), 'hand' from placed`,
    school.org,
    department,
  )
  const before = await states(department)
  const [rostered, another] = before.filter(([, roles, state]) => roles === 'student' && state === 'active').slice(1)
  await query(
    `insert into field_keepers (subject, kind, org_id, keeper, fields) values ($1, 'person', $3, 'roster:sis', '{name,roles,state}'), ($2, 'person', $3, 'pinned', '{state}')`,
    rostered![0],
    another![0],
    school.org,
  )
  const keepers = () =>
    query(
      'select subject::text, keeper, fields from field_keepers where subject = any($1) and fields <> $2 order by 1, 2',
      [rostered![0], another![0]],
      [],
    )
  const keptBefore = await keepers()
  const conditions = JSON.stringify({ department_id: department })
  const { task } = (await call('PUT', '/api/users', { conditions, change: { add_roles: ['instructor'], state: 'suspended' } })).body
  expect((await undo(task)).body.code).toBe('user.undoOver')
  expect(await ended(task)).toMatchObject({ state: 'finished', result: { refused: 0 } })
  expect(new Set((await states(department)).map(([, ...rest]) => rest.join()))).toEqual(new Set(['instructor,student,suspended,']))

  const [kept] = before.find(([, roles, state]) => roles === 'student' && state === 'active')!
  await call('POST', `/api/users/${kept}/resume`, {})
  expect(
    (await undo(task, actorOf({ org: school.org, roles: ['admin'], person: await school.person({ roles: ['admin'] }) }))).body.code,
  ).toBe('user.undoOver')
  // one that was given up half-way can be begun again
  await query('update bulk_steps set undo_task = $2 where task = $1', task, 'identity.of-a-lost-process1')
  const undone = await undo(task)
  expect(undone.status).toBe(202)
  expect((await undo(task)).body.code).toBe('user.undoOver')
  expect(await ended(undone.body.task)).toMatchObject({ state: 'finished', result: { kept: 1, refused: 0 } })
  expect(await states(department)).toEqual(before.map((one) => (one[0] === kept ? [kept, 'instructor,student', 'active', null] : one)))
  // a register goes on with what it kept; a hand's own fields stay pinned
  expect(await keepers()).toEqual(keptBefore)
  expect(await query('select from bulk_steps')).toEqual([])
})

test('ten minutes after its end a change can be undone no more', async () => {
  const department = (await call('POST', '/api/departments', { name: 'Cape' })).body.id
  await query(
    `with made as (
       insert into persons (id, org_id, user_no, name, version) select gen_random_uuid(), $1, 'Y' || n, 'Yu ' || n, 0 from generate_series(1, 501) n returning id)
     insert into memberships (person_id, org_id, roles, department_id) select id, $1, '{student}', $2 from made`,
    school.org,
    department,
  )
  const { task } = (
    await call('PUT', '/api/users', { conditions: JSON.stringify({ department_id: department }), change: { state: 'suspended' } })
  ).body
  await ended(task)
  await query(`update kit.tasks set ended_at = ended_at - interval '11 minutes' where id = $1`, task)
  expect((await undo(task)).body.code).toBe('user.undoOver')
})
