// Sharing groups and their files.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, owner: Actor, member: Actor, stranger: Actor, student: Actor
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher: owner, other: member, stranger, student } = env.school)
})
afterAll(() => env?.stop())
const call = async (who: Actor, method: string, path: string, body?: object) => {
  const answer = await env.call(who, method, `/api/resource-groups${path}`, body)
  return { status: answer.status as number, body: answer.body }
}
const group = async (name = 'Marine biology') => (await call(owner, 'POST', '', { name })).body.id as string
const add = (id: string, person: Actor, role?: string, who = owner) =>
  call(who, 'POST', `/${id}/members`, { person_ids: [person.person], ...(role && { role }) })

test('403 for a student who makes one; 400 for an empty name', async () => {
  expect((await call(student, 'POST', '', { name: 'x' })).status).toBe(403)
  expect((await call(owner, 'POST', '', { name: '\u202e \u200b' })).status).toBe(400)
})

test('only its members see it; a manager adds people, an owner makes managers', async () => {
  const id = await group('Tides\u202e')
  expect((await call(owner, 'GET', `/${id}`)).body).toMatchObject({ name: 'Tides', role: 'owner', member_count: 1, file_count: 0 })
  for (const path of ['', '/members', '/files']) expect((await call(member, 'GET', `/${id}${path}`)).status).toBe(403)
  expect((await add(id, member)).status).toBe(201)
  expect((await call(member, 'GET', '')).body.items).toMatchObject([{ id, role: 'member', member_count: 2 }])
  expect((await add(id, student, undefined, member)).status).toBe(403)
  expect((await call(owner, 'PUT', `/${id}/members/${member.person}`, { role: 'manager' })).status).toBe(200)
  expect((await add(id, student, undefined, member)).status).toBe(201)
  expect((await add(id, stranger, 'manager', member)).status).toBe(403)
  expect((await call(owner, 'POST', `/${id}/members`, { person_ids: [newId()] })).body.details).toMatchObject({
    person_ids: [{ code: 'group.foreignPerson' }],
  })
  expect((await call(owner, 'GET', `/${id}/members`)).body.items.map(({ role }: { role: string }) => role)).toEqual([
    'owner',
    'manager',
    'member',
  ])
  expect((await call(member, 'DELETE', `/${id}/members/${owner.person}`)).status).toBe(403)
  expect((await call(member, 'DELETE', `/${id}/members/${student.person}`)).status).toBe(204)
  expect((await call(member, 'DELETE', `/${id}`)).status).toBe(403)
  expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(204)
  expect((await call(owner, 'GET', `/${id}`)).status).toBe(404)
})

test('409 when the last owner leaves', async () => {
  const id = await group()
  await add(id, member)
  expect((await call(owner, 'DELETE', `/${id}/members/${owner.person}`)).body.code).toBe('group.lastOwner')
  expect((await call(owner, 'PUT', `/${id}/members/${owner.person}`, { role: 'member' })).body.code).toBe('group.lastOwner')
  await call(owner, 'PUT', `/${id}/members/${member.person}`, { role: 'owner' })
  expect((await call(owner, 'DELETE', `/${id}/members/${owner.person}`)).status).toBe(204)
})

test('shared files and folders are read by members, downloaded where allowed, and by nobody after', async () => {
  const id = await group()
  await add(id, member)
  const folder = await env.declareUpload(owner, { name: 'Charts', is_folder: true })
  const file = await env.send(owner, somePdf(100), { name: 'chart.pdf', parent_id: folder.id } as never)
  const status = async (who: Actor, path = '') => (await env.call(who, 'GET', `/api/uploads/${file.id}${path}`)).status
  expect(await status(member)).toBe(403)
  expect((await call(member, 'POST', `/${id}/files`, { upload_ids: [folder.id] })).status).toBe(403)
  expect((await call(owner, 'POST', `/${id}/files`, { upload_ids: [folder.id] })).body).toEqual({ shared: 1, waiting: 0 })
  expect((await call(owner, 'POST', `/${id}/files`, { upload_ids: [folder.id] })).body).toEqual({ shared: 0, waiting: 0 })
  expect((await call(member, 'GET', `/${id}/files`)).body).toMatchObject({
    total: 1,
    items: [
      {
        share_to_id: id,
        group: { id },
        audit_status: 'agree',
        shared_by: { name: 'Elena Petrova' },
        upload: { id: folder.id, item_count: 1 },
      },
    ],
  })
  expect((await call(member, 'GET', `/${id}/files?parent_id=${folder.id}`)).body).toMatchObject({
    path: [{ name: 'Charts' }],
    items: [{ upload: { id: file.id } }],
  })
  const blob = `/blob?scope=${env.school.org}`
  expect([await status(member), await status(member, blob), await status(student)]).toEqual([200, 403, 403])
  await env.call(owner, 'PUT', `/api/uploads/${file.id}`, { allow_download: true })
  expect(await status(member, blob)).toBe(302)
  expect((await env.call(member, 'PUT', `/api/uploads/${file.id}`, { name: 'mine.pdf' })).status).toBe(403)
  expect((await call(member, 'DELETE', `/${id}/files/${folder.id}`)).status).toBe(403)
  expect((await call(owner, 'DELETE', `/${id}/files/${folder.id}`)).status).toBe(204)
  expect(await status(member)).toBe(403)
  const secret = await env.declareUpload(owner, { name: 'Secret', is_folder: true })
  expect((await call(member, 'GET', `/${id}/files?parent_id=${secret.id}`)).status).toBe(404)
})

test('a member who leaves takes their shared files along', async () => {
  const id = await group()
  await add(id, member)
  const file = await env.send(member, somePdf(100), { name: 'a.pdf' })
  await call(member, 'POST', `/${id}/files`, { upload_ids: [file.id] })
  expect((await call(owner, 'GET', `/${id}/files`)).body.total).toBe(1)
  expect((await call(member, 'DELETE', `/${id}/members/${member.person}`)).status).toBe(204)
  expect((await call(owner, 'GET', `/${id}/files`)).body.total).toBe(0)
})
