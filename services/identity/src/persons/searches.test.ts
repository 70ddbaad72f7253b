// The table of searches in people, departments and study units of an organisation.
import { newId } from '@lyceum/kit/ids'
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import { actorOf } from '@lyceum/kit/test/actors'
import { addSearched, brokenSearches, planOf } from '@lyceum/kit/test/searches'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDepartment, makeOrganisation, makePerson } from '../demo.ts'
import { service } from '../service.ts'

let it: TestService
let pool: ReturnType<typeof openPool>
const org = newId()
const manager = actorOf({ person: newId(), org, roles: ['admin'] })
beforeAll(async () => {
  it = await testService(service)
  pool = openPool(it.databaseUrl, { max: 2 })
  await makeOrganisation(plain(pool), { id: org, name: 'School', locale: 'en', hosts: ['school.test'] })
})
afterAll(async () => {
  await pool?.end()
  await it?.stop()
})

test('people are found by every row of the table, by indexes', async () => {
  const like = await makePerson(plain(pool), { org, name: 'Ann', user_no: '', roles: ['student'], password: 'right-1' })
  const ids = await addSearched(pool, { table: 'persons', like, column: 'name', own: 'user_no' })
  await pool.query(`insert into memberships (person_id, org_id, roles) select unnest($1::uuid[]), $2, '{student}'`, [[...ids.keys()], org])
  const find = async (sought: string) =>
    (await it.call(manager, 'GET', `/api/user/search?page_size=100&keywords=${encodeURIComponent(sought)}`)).body.users.map(
      ({ id }: { id: string }) => id,
    )
  expect(await brokenSearches(ids, find)).toEqual([])
  expect(await planOf(pool, `select from persons where folded like '%nunez%'`)).toContain('persons_found')
  expect(await planOf(pool, `select from persons where kit.search_words(folded) @@ kit.search_query('王芳')`)).toContain(
    'persons_found_words',
  )
})
test('departments are found by every row of the table', async () => {
  const like = await makeDepartment(plain(pool), { org, name: 'Biology' })
  const ids = await addSearched(pool, { table: 'departments', like, column: 'name' })
  const find = async (sought: string) =>
    (await it.call(manager, 'GET', `/api/departments?page_size=100&keyword=${encodeURIComponent(sought)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await brokenSearches(ids, find)).toEqual([])
})
test('study units are found by every row of the table', async () => {
  const unit = { kind: 'program', name: 'Seas', code: '' }
  const { id } = (await it.call(manager, 'POST', '/api/study-units', unit)).body
  const ids = await addSearched(pool, { table: 'study_units', like: id, column: 'name' })
  const find = async (sought: string) =>
    (await it.call(manager, 'GET', `/api/study-units?page_size=100&keyword=${encodeURIComponent(sought)}`)).body.items.map(
      (one: { id: string }) => one.id,
    )
  expect(await brokenSearches(ids, find)).toEqual([])
})
