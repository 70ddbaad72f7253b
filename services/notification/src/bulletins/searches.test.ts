// The table of searches in bulletins.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { addSearched, brokenSearches } from '@lyceum/kit/test/searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org, type TestNotifications, testNotifications } from '../test/notification-facts.ts'

let env: TestNotifications
const office = actorOf({ person: newId(), org, roles: ['educational_admin'] })
beforeAll(async () => {
  env = await testNotifications()
  await env.organisation()
})
afterAll(() => env?.stop())

test('bulletins are found by every row of the table', async () => {
  const { id } = (await env.service.call(office, 'POST', '/api/org/bulletins', { title: 'Seas', content: '<p>Seas</p>' })).body
  const ids = await addSearched(env.database, { table: 'bulletins', like: id, column: 'title' })
  const find = async (sought: string) =>
    (await env.service.call(office, 'GET', `/api/org/bulletins?page_size=100&keyword=${encodeURIComponent(sought)}`)).body.items.map(
      (one: { id: string }) => one.id,
    )
  expect(await brokenSearches(ids, find)).toEqual([])
})
