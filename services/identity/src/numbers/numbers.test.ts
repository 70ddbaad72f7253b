// Tests of an organisation's numbers of people.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
beforeAll(async () => {
  school = await testSchool()
})
afterAll(() => school.stop())

test('counts the people of the school and those who were here this week, of a department its own and those below', async () => {
  const [reefs, corals] = [newId(), newId()]
  await school.pool.query(
    `insert into departments (id, org_id, name, path) values ($1, $3, 'Reefs', array[$1]::uuid[]), ($2, $3, 'Corals', array[$1, $2]::uuid[])`,
    [reefs, corals, school.org],
  )
  for (const user_no of ['a', 'b', 'c', 'd']) await school.person({ user_no, email: `${user_no}@school.test` })
  await school.pool.query(
    `update memberships set department_id = case p.user_no when 'a' then $1::uuid when 'b' then $2::uuid end from persons p where p.id = person_id`,
    [reefs, corals],
  )
  for (const login of ['a', 'b', 'c']) await school.signIn(login)
  // who ended the session was here all the same; who was here last month was not
  await school.pool.query('delete from sessions')
  await school.pool.query(
    `update memberships set seen_at = seen_at - interval '20 days' from persons p where p.id = person_id and p.user_no = 'b'`,
  )
  const manager = actorOf({ org: school.org, roles: ['educational_admin'] })
  const numbers = async (department?: string) =>
    (await school.call({ ...manager, ...(department && { department }) }, 'GET', '/api/management/people')).body
  expect(await numbers()).toMatchObject({ people: 4, active: 2, counted_at: expect.any(String) })
  expect(await numbers(reefs)).toMatchObject({ people: 2, active: 1 })
  expect(await numbers(corals)).toMatchObject({ people: 1, active: 0 })
  await school.person({ user_no: 'e', email: 'e@school.test' })
  // kept for ten minutes
  expect(await numbers()).toMatchObject({ people: 4 })
})

test('a session says that management asks for a code, until one is entered', async () => {
  const { actor, hash } = await school.signIn('a')
  const needed = async () => (await school.session(hash)).body.memberships[0].needs?.includes('code')
  expect(await needed()).toBeUndefined()
  await school.set({ management_auth_code: true })
  expect(await needed()).toBe(true)
  await school.pool.query('update sessions set validated_at = now() where id = $1', [actor.session])
  expect(await needed()).toBeUndefined()
  await school.pool.query(`update sessions set validated_at = now() - interval '9 hours' where id = $1`, [actor.session])
  expect(await needed()).toBe(true)
  await school.set({ management_auth_code: false })
})
