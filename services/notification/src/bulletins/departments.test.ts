// Bulletins of managers who are bound to a department: for its people, and for nobody else.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org, type TestNotifications, testNotifications } from '../test/notification-facts.ts'

let env: TestNotifications
const [reefs, corals, arts] = [newId(), newId(), newId()]
const office = actorOf({ person: newId(), org, roles: ['educational_admin'] })
const of = (department: string): Actor => ({ ...office, department })
beforeAll(async () => {
  env = await testNotifications()
  await env.organisation()
  for (const [id, path] of [
    [reefs, [reefs]],
    [corals, [reefs, corals]],
    [arts, [arts]],
  ] as const)
    await env.database.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', $3::uuid[], '', false, 1)`,
      [id, org, path],
    )
})
afterAll(() => env?.stop())

const call = (actor: Actor, method: string, path: string, body?: object) =>
  env.service.call(actor, method, `/api/org/bulletins${path}`, body)
const draft = (departments: string[]) => ({ title: 'Library', content: '<p>Open.</p>', departments })

test('403 for a bulletin for everybody or another department; lists leave out what is of others', async () => {
  for (const departments of [[], [arts], [corals, arts]])
    expect((await call(of(reefs), 'POST', '', draft(departments))).body.code).toBe('department.only')
  const { body: own } = await call(of(reefs), 'POST', '', draft([corals]))
  const { body: all } = await call(office, 'POST', '', draft([]))
  const listed = async (actor: Actor) => (await call(actor, 'GET', '')).body.items.map(({ id }: { id: string }) => id).sort()
  expect([await listed(of(reefs)), await listed(of(arts)), await listed(office)]).toEqual([[own.id], [], [own.id, all.id].sort()])
  const refused = async (actor: Actor, { id, version }: { id: string; version: number }) =>
    (
      await Promise.all([
        call(actor, 'PUT', `/${id}`, { title: 'X', version }),
        call(actor, 'DELETE', `/${id}`),
        call(actor, 'GET', `/${id}/readers`),
      ])
    ).every(({ body }) => body?.code === 'department.only')
  expect([await refused(of(arts), own), await refused(of(reefs), all)]).toEqual([true, true])
  // their own is not made one for everybody
  expect((await call(of(reefs), 'PUT', `/${own.id}`, { departments: [], version: own.version })).body.code).toBe('department.only')
  expect((await call(of(reefs), 'PUT', `/${own.id}`, { title: 'Library open', version: own.version })).status).toBe(200)
  expect((await env.service.call(of(arts), 'GET', `/api/bulletins/${own.id}`)).status).toBe(404)
  expect((await call(of(reefs), 'DELETE', `/${own.id}`)).status).toBe(204)
  expect((await call(of(arts), 'PUT', `/${own.id}/restore`)).body.code).toBe('department.only')
})
