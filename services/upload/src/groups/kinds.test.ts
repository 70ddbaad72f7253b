// Tests of teaching-and-research groups: who makes and lists them, and that they stay apart from groups that share files.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, type TestUploads } from '../test/uploads.ts'

let env: TestUploads
const [reefs, arts] = [newId(), newId()]
beforeAll(async () => {
  env = await openUploads()
  const { db, org, teacher, other, manager } = env.school
  for (const [id, name] of [
    [reefs, 'Reefs'],
    [arts, 'Arts'],
  ])
    await db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, $3, array[$1]::uuid[], '', false, 1)`,
      [id, org, name],
    )
  await db.query(
    'update mirror.memberships set department_id = case when person_id = $3 then $4::uuid else $2::uuid end where person_id = any($1)',
    [[teacher.person, manager.person, other.person], reefs, other.person, arts],
  )
})
afterAll(() => env.stop())

const make = (actor: Actor, body: object) => env.call(actor, 'POST', '/api/resource-groups', body)
const list = async (actor: Actor, query = '') =>
  (await env.call(actor, 'GET', `/api/resource-groups?page_size=100${query}`)).body.items.map(({ name }: { name: string }) => name)

test('a manager of groups makes one and lists those of the organisation, or of their department; a member lists their own', async () => {
  const { manager, teacher, other, student } = env.school
  const made = await make(manager, { name: 'Marine teaching', kind: 'vtrs' })
  expect(made).toMatchObject({ status: 201, body: { kind: 'vtrs', role: 'owner', departments: ['Reefs'] } })
  expect((await make(teacher, { name: 'Mine', kind: 'vtrs' })).status).toBe(403)
  expect((await make(teacher, { name: 'Mine', kind: 'club' })).status).toBe(400)
  await make(teacher, { name: 'Shared tides' })
  const group = `/api/resource-groups/${made.body.id}`
  const added = await env.call(manager, 'POST', `${group}/members`, { person_ids: [teacher.person, other.person] })
  expect(added.body).toMatchObject({ member_count: 3, departments: ['Arts', 'Reefs'] })

  expect(await list(teacher)).toEqual(['Marine teaching', 'Shared tides'])
  expect([await list(teacher, '&kind=sharing'), await list(teacher, '&kind=vtrs')]).toEqual([['Shared tides'], ['Marine teaching']])
  expect(await list(student, '&kind=vtrs')).toEqual([])
  const office = await env.school.person('Rui Costa', 'educational_admin')
  expect([await list(office, '&kind=vtrs'), await list(office, '&kind=sharing'), await list(office)]).toEqual([['Marine teaching'], [], []])
  const bound = (department: string): Actor => ({ ...office, department })
  expect([await list(bound(reefs), '&kind=vtrs'), await list(bound(arts), '&kind=vtrs')]).toEqual([['Marine teaching'], []])
  const open = async (actor: Actor) => (await env.call(actor, 'GET', group)).status
  expect([await open(teacher), await open(office), await open(bound(reefs)), await open(bound(arts)), await open(student)]).toEqual([
    200, 200, 200, 403, 403,
  ])
})
