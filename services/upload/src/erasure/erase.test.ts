// Erasure of a person.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { scaled } from '@lyceum/kit/test/wait'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, identity: TestProducer, activity: TestProducer
beforeAll(async () => {
  env = await openUploads()
  identity = await testProducer(env.world, 'identity')
  activity = await testProducer(env.world, 'activity')
})
afterAll(async () => {
  await identity?.stop()
  await activity?.stop()
  await env?.stop()
})

const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: scaled(30_000) })
const erase = (who: Actor) => identity.emit(PersonErasedSchema, { key: `person:${who.person}`, org: env.school.org }, null)
const rowOf = async (id: string) =>
  (await env.school.db.query('select name, deleted, purged_at is not null as purged from uploads where id = $1', [id])).rows[0]
const erased = { name: '', deleted: true, purged: true }

test('own files and folders are purged with their names and bytes; files that a course uses stay', async () => {
  const who = await env.school.person('Ada Birk', 'instructor')
  const { id: folder } = await env.declareUpload(who, { name: 'Ada secret', is_folder: true })
  const inside = await env.send(who, somePdf(400), { name: 'ada-diary.pdf', parent_id: folder } as never)
  const binned = await env.send(who, somePdf(200), { name: 'ada-old.pdf' })
  await env.call(who, 'DELETE', `/api/uploads/${binned.id}`)
  const used = await env.send(who, somePdf(300), { name: 'reader.pdf' })
  const id = newId()
  await activity.emit(
    ActivityChangedSchema,
    { key: `course:${id}`, org: env.school.org },
    { activity: { id, orgId: env.school.org, courseId: id, type: 'material', title: 'Reader', uploadIds: [used.id], version: 1n } },
  )
  await soon(async () =>
    expect((await env.school.db.query('select from upload_references where upload_id = $1', [used.id])).rowCount).toBe(1),
  )
  await erase(who)
  for (const one of [folder, inside.id, binned.id]) await soon(async () => expect(await rowOf(one)).toEqual(erased))
  expect(await rowOf(used.id)).toEqual({ name: 'reader.pdf', deleted: false, purged: false })
  await soon(async () => expect(await env.keys(`files/${inside.id}`)).toEqual([]))
  expect(await env.keys(`files/${used.id}`)).not.toEqual([])
  const { rows } = await env.school.db.query(`select value from kit.outbox where value ~* 'Ada secret|ada-diary|ada-old'`)
  expect(rows).toEqual([])
  const { rows: bytes } = await env.school.db.query('select bytes::int from storage_used where person_id = $1', [who.person])
  expect(bytes).toEqual([{ bytes: 300 }])
})

test('a group keeps an owner, files shared into it stay, and an empty one is deleted', async () => {
  const [who, colleague] = [await env.school.person('Bo Lund', 'instructor'), await env.school.person('Cy Maar', 'instructor')]
  const group = async (name: string) => (await env.call(who, 'POST', '/api/resource-groups', { name })).body.id as string
  const [shared, alone] = [await group('Tides'), await group('Mine')]
  await env.call(who, 'POST', `/api/resource-groups/${shared}/members`, { person_ids: [colleague.person] })
  const file = await env.send(who, somePdf(100), { name: 'map.pdf' })
  expect((await env.call(who, 'POST', `/api/resource-groups/${shared}/files`, { upload_ids: [file.id] })).status).toBeLessThan(300)
  await erase(who)
  await soon(async () =>
    expect(
      (await env.school.db.query('select person_id::text as id, role from resource_group_members where group_id = $1', [shared])).rows,
    ).toEqual([{ id: colleague.person, role: 'owner' }]),
  )
  const { rows } = await env.school.db.query('select id::text, deleted from resource_groups where id = any($1) order by deleted', [
    [shared, alone],
  ])
  expect(rows).toEqual([
    { id: shared, deleted: false },
    { id: alone, deleted: true },
  ])
  await soon(async () => expect((await env.school.db.query(`select from kit.jobs where kind = 'erasePersonFiles'`)).rowCount).toBe(0))
  expect(await rowOf(file.id)).toMatchObject({ name: 'map.pdf', deleted: false })
})

test('a group of teaching and research never passes to people of another school; its next fact leaves the erased out', async () => {
  const { db, org, manager } = env.school
  const [lead, guest, elsewhere] = [
    await env.school.person('Di Vos 1', 'admin'),
    await env.school.person('Ed Nilsen 1', 'instructor'),
    newId(),
  ]
  const { id } = (await env.call(lead, 'POST', '/api/resource-groups', { name: 'Marine teaching', kind: 'vtrs' })).body
  await db.query(`insert into resource_group_members (group_id, person_id, role, org_id) values ($1, $2, 'manager', $3)`, [
    id,
    guest.person,
    elsewhere,
  ])
  await erase(lead)
  const latest = async () =>
    (
      await db.query(`select value::jsonb->'members' as members from kit.outbox where key = $1 order by seq desc limit 1`, [
        `resourceGroup:${id}`,
      ])
    ).rows[0].members
  await soon(async () => expect(await latest()).toEqual([{ person_id: guest.person, role: 'manager', org_id: elsewhere }]))
  // whoever manages the groups of its home does, and removes the last
  const path = `/api/resource-groups/${id}`
  expect((await env.call(manager, 'GET', path)).body).toMatchObject({ role: null, org: { id: org } })
  expect((await env.call(manager, 'DELETE', `${path}/members/${guest.person}`)).status).toBe(204)
})
