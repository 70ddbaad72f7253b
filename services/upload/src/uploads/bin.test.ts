// The bin, moves of several uploads, and files of courses.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, other: Actor, student: Actor, stranger: Actor
const course = newId()
beforeAll(async () => {
  env = await openUploads({ env: { UPLOAD_PERSON_QUOTA: '10000' } })
  ;({ teacher, other, student, stranger } = env.school)
  const { db, org } = env.school
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Marine Biology', 'MB1', 1, true, false, 1)`,
    [course, org],
  )
  for (const [person, role] of [
    [teacher, 'instructor'],
    [other, 'instructor_assistant'],
    [student, 'student'],
  ] as const)
    await db.query(`insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 1)`, [
      course,
      person.person,
      org,
      role,
    ])
})
afterAll(() => env?.stop())
const folder = async (who: Actor, name: string, parent_id?: string) =>
  (await env.declareUpload(who, { name, is_folder: true, ...(parent_id && { parent_id }) })).id
const list = async (who: Actor, query = '') => (await env.call(who, 'GET', `/api/uploads?page_size=100&${query}`)).body
const used = async (who: Actor) => (await env.call(who, 'GET', '/api/user/storage-used')).body.storage_used
const conditions = (wanted: object) => `conditions=${encodeURIComponent(JSON.stringify(wanted))}`

test('a keyword is text: % _ and \\ stand for themselves, in files, in groups and in the bin', async () => {
  const own = await env.school.person('Nils Berg', 'instructor')
  for (const name of ['50% off', 'a _b', 'c_d', 'a\u2216b', 'plain']) await folder(own, name)
  const group = (await env.call(own, 'POST', '/api/resource-groups', { name: 'Shared' })).body.id
  const ids = (await list(own)).items.map(({ id }: { id: string }) => id)
  await env.call(own, 'POST', `/api/resource-groups/${group}/files`, { upload_ids: ids })
  const search = async (keyword: string) => [
    (await list(own, conditions({ keyword }))).total,
    (await env.call(own, 'GET', `/api/resource-groups/${group}/files?${conditions({ keyword })}`)).body.total,
    (await env.call(own, 'GET', `/api/deleted-uploads?${conditions({ keyword })}`)).body.total,
  ]
  expect(await search('%')).toEqual([1, 1, 0])
  expect(await search('_')).toEqual([1, 1, 0])
  expect(await search('\\')).toEqual([0, 0, 0])
  // within a word it is a joint, as a hyphen is
  expect([await search('cd'), await search('c_d')]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ])
  await env.call(own, 'POST', '/api/uploads/delete', { upload_ids: ids })
  expect([await search('%'), await search('_'), await search('\\')]).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [0, 0, 0],
  ])
})

describe('deleting can be undone', () => {
  test('a folder comes back with all in it, and its storage is reserved again', async () => {
    const own = await env.school.person('Ada Birk', 'instructor')
    const a = await folder(own, 'A')
    const file = await env.send(own, somePdf(400), { name: 'in.pdf', parent_id: a } as never)
    await env.send(own, somePdf(300), { name: 'top.pdf' })
    expect((await env.call(own, 'POST', '/api/uploads/delete', { upload_ids: [a] })).status).toBe(204)
    expect(await used(own)).toBe(300)
    expect((await env.call(own, 'GET', '/api/deleted-uploads')).body).toMatchObject({
      total: 1,
      items: [{ id: a, item_count: 1, is_folder: true }],
    })
    expect((await env.call(own, 'GET', `/api/uploads/${file.id}`)).status).toBe(404)
    expect((await env.call(other, 'POST', '/api/uploads/restore', { upload_ids: [a] })).status).toBe(403)
    const back = await env.call(own, 'POST', '/api/uploads/restore', { upload_ids: [a] })
    expect([back.status, back.body.items.length]).toEqual([200, 1])
    expect(await used(own)).toBe(700)
    expect((await list(own, `parent_id=${a}`)).items).toMatchObject([{ id: file.id, status: 'ready' }])
    expect((await env.call(own, 'GET', '/api/deleted-uploads')).body.total).toBe(0)
  })

  test('to the top when its folder is deleted', async () => {
    const own = await env.school.person('Bo Ek', 'instructor')
    const a = await folder(own, 'A')
    const file = await env.send(own, somePdf(100), { name: 'in.pdf', parent_id: a } as never)
    await env.call(own, 'DELETE', `/api/uploads/${file.id}`)
    await env.call(own, 'DELETE', `/api/uploads/${a}`)
    expect((await env.call(own, 'POST', '/api/uploads/restore', { upload_ids: [file.id] })).body.items).toMatchObject([{ parent_id: null }])
  })

  test('deleted files are purged, oldest first, when new files need their storage', async () => {
    const own = await env.school.person('Cy Falk', 'instructor')
    const files: string[] = []
    for (const size of [3000, 3000, 3000]) files.push((await env.send(own, somePdf(size), { name: `${size}.pdf` })).id)
    for (const id of files) await env.call(own, 'DELETE', `/api/uploads/${id}`)
    await env.declareUpload(own, { name: 'new.pdf', size: 6500 })
    const left = (await env.call(own, 'GET', '/api/deleted-uploads')).body
    expect(left.items).toMatchObject([{ id: files[2] }])
    expect((await env.call(own, 'POST', '/api/uploads/restore', { upload_ids: [files[0]] })).body.code).toBe('upload.purged')
    await expect.poll(() => env.keys(`files/${files[0]}`)).toEqual([])
    expect(await env.keys(`files/${files[2]}`)).toHaveLength(1)
  })

  test('their bytes are counted beside those in use, and gone with the next sweep after their time', async () => {
    const own = await env.school.person('Fay Lind', 'instructor')
    const { id } = await env.send(own, somePdf(700), { name: 'old.pdf' })
    const use = async () => {
      const { storage_used, in_bin } = (await env.call(own, 'GET', '/api/user/storage-used')).body
      return [storage_used, in_bin]
    }
    expect(await use()).toEqual([700, 0])
    await env.call(own, 'DELETE', `/api/uploads/${id}`)
    expect(await use()).toEqual([0, 700])
    expect(await env.keys(`files/${id}`)).toHaveLength(1)
    await env.school.db.query(`update uploads set deleted_at = deleted_at - interval '31 days' where id = $1`, [id])
    await expect
      .poll(async () => {
        await env.school.db.query(`update kit.jobs set run_at = now() where key = 'every:sweepUploads' and lease_until is null`)
        return await env.keys(`files/${id}`)
      })
      .toEqual([])
    expect(await use()).toEqual([0, 0])
  })

  test('an upload that was never sent is purged at once', async () => {
    const own = await env.school.person('Di Gram', 'instructor')
    const { id } = await env.declareUpload(own, { name: 'a.pdf', size: 10 })
    await env.call(own, 'DELETE', `/api/uploads/${id}`)
    expect((await env.call(own, 'GET', '/api/deleted-uploads')).body.total).toBe(0)
  })
})

describe('several at once', () => {
  test('moved together, or none of them', async () => {
    const own = await env.school.person('Eva Holm', 'instructor')
    const [a, b] = [await folder(own, 'A'), await folder(own, 'B')]
    const files = [await env.declareUpload(own, { name: '1.pdf', size: 1 }), await env.declareUpload(own, { name: '2.pdf', size: 1 })].map(
      ({ id }) => id,
    )
    const move = (upload_ids: string[], parent_id: string | null) => env.call(own, 'POST', '/api/uploads/move', { upload_ids, parent_id })
    expect((await move([...files, b], a)).body.items).toHaveLength(3)
    expect(await list(own)).toMatchObject({ total: 1, items: [{ id: a, item_count: 3 }] })
    expect((await move([files[0]!, a], b)).body.details).toMatchObject({ parent_id: [{ code: 'folder.inItself' }] })
    expect((await list(own, `parent_id=${a}`)).total).toBe(3)
    const foreign = await env.declareUpload(other, { name: '3.pdf', size: 1 })
    expect((await move([files[0]!, foreign.id], null)).status).toBe(403)
    expect((await move(files, null)).body.items).toMatchObject([{ parent_id: null }, { parent_id: null }])
  })

  test('sorted, filtered; 400 names a condition that does not exist', async () => {
    const own = await env.school.person('Finn Ivar', 'instructor')
    for (const [name, size] of [
      ['b.pdf', 30],
      ['a.mp3', 20],
      ['c.pdf', 10],
    ] as const)
      await env.declareUpload(own, { name, size })
    await folder(own, 'z')
    const names = async (query: string) => (await list(own, query)).items.map(({ name }: { name: string }) => name)
    expect(await names('sort=name')).toEqual(['z', 'a.mp3', 'b.pdf', 'c.pdf'])
    expect(await names('sort=size&order=descending')).toEqual(['z', 'b.pdf', 'a.mp3', 'c.pdf'])
    expect(await names(conditions({ type: ['audio', 'folder'] }))).toEqual(['z', 'a.mp3'])
    expect(await names(conditions({ status: 'processing' }))).toHaveLength(3)
    for (const [wrong, field] of [
      [{ type: 'film' }, 'conditions.type'],
      [{ type: ['audio', 'x'] }, 'conditions.type'],
      [{ status: 'gone' }, 'conditions.status'],
      [{ colour: 'red' }, 'conditions.colour'],
    ] as const) {
      const { status, body } = await env.call(own, 'GET', `/api/uploads?${conditions(wrong)}`)
      expect([status, Object.keys(body.details)]).toEqual([400, [field]])
    }
  })
})

describe('the files of a course', () => {
  const of = (who: Actor, query = '') => env.call(who, 'GET', `/api/courses/${course}/resources?${query}`)

  test('its teachers keep them together; students see ready files and download those with allow_download', async () => {
    const shelf = (await env.declareUpload(teacher, { name: 'Week 1', is_folder: true, parent_type: 'course', parent_id: course })).id
    const file = await env.send(teacher, somePdf(100), { name: 'plan.pdf', parent_type: 'folder', parent_id: shelf } as never)
    await env.declareUpload(other, { name: 'not sent.pdf', size: 10, parent_type: 'course', parent_id: course })
    expect((await of(teacher)).body).toMatchObject({ total: 2, items: [{ id: shelf, item_count: 1, course_id: course }, {}] })
    expect((await list(teacher)).total).toBe(0)
    expect((await of(student)).body.items.map(({ id }: { id: string }) => id)).toEqual([shelf])
    expect((await of(student, `parent_id=${shelf}`)).body).toMatchObject({ items: [{ id: file.id }], path: [{ name: 'Week 1' }] })
    expect((await of(stranger)).status).toBe(403)
    const blob = async (who: Actor) => (await env.call(who, 'GET', `/api/uploads/${file.id}/blob?scope=${who.org}`)).status
    expect([await blob(other), await blob(student)]).toEqual([302, 403])
    expect((await env.call(other, 'PUT', `/api/uploads/${file.id}`, { allow_download: true, name: 'Plan 1.pdf' })).body.name).toBe(
      'Plan 1.pdf',
    )
    expect([await blob(student), await blob(stranger)]).toEqual([302, 403])
  })

  test('403 for students who add a file; 400 across spaces', async () => {
    const draft = { name: 'a.pdf', size: 1, parent_type: 'course', parent_id: course }
    expect((await env.call(student, 'POST', '/api/uploads', draft)).status).toBe(403)
    const mine = await folder(teacher, 'Mine')
    const { id } = await env.declareUpload(teacher, draft)
    expect((await env.call(teacher, 'POST', '/api/uploads/move', { upload_ids: [id], parent_id: mine })).body.details).toMatchObject({
      parent_id: [{ code: 'folder.notFound' }],
    })
    expect((await env.call(student, 'DELETE', `/api/uploads/${id}`)).status).toBe(403)
    expect((await env.call(other, 'DELETE', `/api/uploads/${id}`)).status).toBe(204)
  })
})

test('an organisation’s own limits: size by type, depth and number of files in a folder', async () => {
  const { db, org } = env.school
  const settings = { max_level_in_upload_folder: 2, max_file_count_in_upload_folder: 2, upload_limits: { image: 50, video: 0 } }
  await db.query('update mirror.orgs set settings = $2 where id = $1', [org, settings])
  const own = await env.school.person('Gil Jonn', 'instructor')
  expect((await env.call(own, 'GET', '/api/upload-rules')).body).toMatchObject({
    limits: { image: 50 },
    maxLevelInUploadFolder: 2,
    maxFileCountInUploadFolder: 2,
    extensions: { video: expect.arrayContaining(['mp4']) },
  })
  const refused = async (draft: object) => {
    const { status, body } = await env.call(own, 'POST', '/api/uploads', draft)
    return status === 201 ? undefined : Object.values(body.details as Record<string, { code: string }[]>)[0]?.[0]
  }
  expect(await refused({ name: 'a.png', size: 51 })).toMatchObject({ code: 'fileUpload.sizeLimit', params: { limit: 50 } })
  expect(await refused({ name: 'a.pdf', size: 51 })).toBeUndefined()
  const a = await folder(own, 'A'),
    b = await folder(own, 'B', a)
  expect(await refused({ name: 'C', is_folder: true, parent_id: b })).toMatchObject({ code: 'folderExceedsMaxLevel', params: { limit: 2 } })
  for (const name of ['1.pdf', '2.pdf']) expect(await refused({ name, size: 1, parent_id: b })).toBeUndefined()
  expect(await refused({ name: '3.pdf', size: 1, parent_id: b })).toMatchObject({ code: 'fileExceedsMaxCount', params: { limit: 2 } })
  const c = await folder(own, 'C'),
    d = await folder(own, 'D', c)
  expect(d).toBeTruthy()
  const moved = await env.call(own, 'POST', '/api/uploads/move', { upload_ids: [c], parent_id: a })
  expect(moved.body.details).toMatchObject({ parent_id: [{ code: 'folderExceedsMaxLevel' }] })
})
