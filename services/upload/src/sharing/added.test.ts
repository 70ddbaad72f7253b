// Tests of what comes into a shared folder where the organisation reviews what is shared, and of reviewers who look into one.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, owner: Actor, member: Actor, manager: Actor
let group: string, folder: string, inside: string
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher: owner, other: member, manager } = env.school)
  group = (await env.call(owner, 'POST', '/api/resource-groups', { name: 'Marine biology' })).body.id
  await env.call(owner, 'POST', `/api/resource-groups/${group}/members`, { person_ids: [member.person] })
})
afterAll(() => env?.stop())

const setReview = (on: boolean) =>
  env.school.db.query(`update mirror.orgs set settings = settings || jsonb_build_object('review_sharing', $2::bool) where id = $1`, [
    env.school.org,
    on,
  ])
const file = async (parent?: string) =>
  (await env.send(owner, somePdf(100), { name: 'Tides.pdf', parent_id: parent } as never)).id as string
const newFolder = async (parent?: string) =>
  (await env.declareUpload(owner, { name: `Charts ${newId()}`, is_folder: true, parent_id: parent } as never)).id as string
const share = (id: string) => env.call(owner, 'POST', `/api/resource-groups/${group}/files`, { upload_ids: [id] })
const shareOf = async (upload: string) =>
  (await env.call(manager, 'GET', '/api/shared-resources?page_size=100')).body.items.find(
    (one: { upload: { id: string } }) => one.upload.id === upload,
  )
const decide = async (upload: string, audit_status: string, { version } = { version: undefined as number | undefined }) => {
  const now = await shareOf(upload)
  const body = {
    shares: [{ id: now.id, version: version ?? now.version }],
    audit_status,
    ...(audit_status === 'reject' && { reason: 'Copied' }),
  }
  return (await env.call(manager, 'PUT', '/api/shared-resources', body)).body.items[0].outcome
}
const seen = async (id: string, actor = member) => (await env.call(actor, 'GET', `/api/uploads/${id}`)).status === 200

beforeEach(async () => {
  await setReview(true)
  folder = await newFolder()
  inside = await newFolder(folder)
  await share(folder)
  expect(await decide(folder, 'agree')).toBe('changed')
})

test.each<[string, () => Promise<string>]>([
  ['a file that is sent into a folder below', () => file(inside)],
  ['a folder that is made in it', () => newFolder(folder)],
  [
    'a link',
    async () =>
      (
        await env.call(owner, 'POST', '/api/uploads', {
          name: 'Film',
          original_url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
          parent_id: folder,
        })
      ).body.id,
  ],
  [
    'a file that is moved in',
    async () => {
      const id = await file()
      await env.call(owner, 'POST', '/api/uploads/move', { upload_ids: [id], parent_id: inside })
      return id
    },
  ],
  [
    'a file that is restored into it',
    async () => {
      const id = await file(folder)
      await env.call(owner, 'DELETE', `/api/uploads/${id}`)
      await decide(folder, 'agree')
      await env.call(owner, 'POST', '/api/uploads/restore', { upload_ids: [id] })
      return id
    },
  ],
])('an agreed folder waits again with %s, and says since when', async (_, add) => {
  const id = await add()
  expect([await seen(id), await seen(folder)]).toEqual([false, false])
  expect(await shareOf(folder)).toMatchObject({ audit_status: 'wait', audited_by: null, audited_at: null, added_at: expect.any(String) })
  const mine = (await env.call(owner, 'GET', `/api/resource-groups/${group}/files?page_size=100`)).body.items
  expect(mine.find((one: { upload: { id: string } }) => one.upload.id === folder)).toMatchObject({
    audit_status: 'wait',
    added_at: expect.any(String),
  })
  expect(await decide(folder, 'agree')).toBe('changed')
  expect(await seen(id)).toBe(true)
})

test('nobody agrees with what was added since they looked', async () => {
  await decide(folder, 'wait')
  const looked = await shareOf(folder)
  await file(inside)
  expect(await decide(folder, 'agree', looked)).toBe('newer')
  expect(await decide(folder, 'agree')).toBe('changed')
})

test('an agreed folder stays so in a school without reviews, unless what was rejected in the group comes into it', async () => {
  const rejected = await file()
  await share(rejected)
  await decide(rejected, 'reject')
  await setReview(false)
  const free = await file(folder)
  expect([await seen(free), (await shareOf(folder)).audit_status]).toEqual([true, 'agree'])
  await env.call(owner, 'POST', '/api/uploads/move', { upload_ids: [rejected], parent_id: inside })
  expect([await seen(rejected), (await shareOf(folder)).audit_status]).toEqual([false, 'wait'])
})

test('a reviewer lists a folder that waits, without work that is handed in; nobody else does', async () => {
  const [id, held] = [await file(folder), await file(folder)]
  await env.school.db.query(
    `insert into upload_references (activity_id, holder_kind, upload_id, course_id, org_id, title, type, published, hold, by_right, version)
     values ($1, 'submission', $2, $1, $3, '', '', true, true, false, 1)`,
    [newId(), held, env.school.org],
  )
  const reviewer: Actor = { ...manager, roles: ['instructor'], can: (1n << 18n).toString(16), person: newId() }
  const path = `/api/resource-groups/${group}/files`
  const listed = await env.call(reviewer, 'GET', `${path}?parent_id=${folder}`)
  expect(listed.body).toMatchObject({ total: 2, path: [{ id: folder }], items: [{ audit_status: 'wait', reason: null }, {}] })
  expect(listed.body.items.map((one: { upload: { id: string } }) => one.upload.id)).toEqual([inside, id])
  expect((await env.call(reviewer, 'GET', `${path}?parent_id=${inside}`)).body).toMatchObject({
    total: 0,
    path: [{ id: folder }, { id: inside }],
  })
  expect((await env.call(reviewer, 'GET', path)).status).toBe(403)
  expect((await env.call(reviewer, 'GET', `${path}?parent_id=${await newFolder()}`)).status).toBe(403)
  expect((await env.call({ ...reviewer, department: newId() }, 'GET', `${path}?parent_id=${folder}`)).status).toBe(403)
  expect((await env.call(member, 'GET', `${path}?parent_id=${folder}`)).status).toBe(404)
})
