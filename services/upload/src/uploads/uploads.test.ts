// Uploads: declaring, arrival, folders, rights.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUploads, type SentBody, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, other: Actor, student: Actor, manager: Actor, activity: TestProducer
const course = newId()
beforeAll(async () => {
  env = await openUploads({ env: { UPLOAD_PERSON_QUOTA: '2000000', UPLOAD_MAX_DOCUMENT: '1000000' } })
  ;({ teacher, other, student, manager } = env.school)
  activity = await testProducer(env.world, 'activity')
  const { db, org } = env.school
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Marine Biology', 'MB1', 1, true, false, 1)`,
    [course, org],
  )
  await db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version)
     values ($1, $3, $2, 'instructor', 'active', 1), ($1, $4, $2, 'student', 'active', 1)`,
    [course, org, other.person, student.person],
  )
})
afterAll(async () => {
  await activity?.stop()
  await env?.stop()
})
const use = async (uploads: string[], more: object = {}, id = newId()) => {
  await activity.emit(
    ActivityChangedSchema,
    { key: `course:${course}`, org: env.school.org },
    {
      activity: {
        id,
        orgId: env.school.org,
        courseId: course,
        type: 'material',
        title: 'Reading list',
        published: true,
        uploadIds: uploads,
        version: BigInt(Date.now()),
        createdBy: other.person,
        ...more,
      },
    },
  )
  return id
}
const used = async (actor: Actor) => (await env.call(actor, 'GET', '/api/user/storage-used')).body.storage_used
const errors = async (draft: object) => {
  const { status, body } = await env.call(teacher, 'POST', '/api/uploads', draft)
  return [
    status,
    Object.fromEntries(
      Object.entries(body.details ?? {}).map(([field, list]) => [field, (list as { code: string }[]).map(({ code }) => code).join()]),
    ),
  ]
}

describe('declaring', () => {
  test.each([
    [{ name: 'a/b.pdf', size: 1 }, { name: 'fileUpload.nameError' }],
    [{ name: `${'報'.repeat(90)}.pdf`, size: 1 }, { name: 'fileUpload.nameTooLong' }],
    [{ name: 'setup.exe', size: 1 }, { name: 'fileUpload.formatError' }],
    [{ name: 'a.pdf', size: 0 }, { size: 'fileUpload.zeroSize' }],
    [{ name: 'a.pdf', size: 1_000_001 }, { size: 'fileUpload.sizeLimit' }],
    [{ name: 'a.pdf' }, { size: 'field.required' }],
    [{ name: 'a.pdf', size: 1.5 }, { size: 'field.type' }],
    [{ name: 'a.pdf', size: '1' }, { size: 'field.type' }],
    [{ name: 'a.pdf', size: 1, storage_type: 'tape' }, { storage_type: 'field.choice' }],
    [{ name: 'a.pdf', size: 1, owner: 'me' }, { owner: 'field.unknown' }],
    [{ name: 'a.pdf', size: 1, parent_id: newId() }, { parent_id: 'folder.notFound' }],
    [{ name: 'a.pdf', size: 1, parent_id: 'x' }, { parent_id: 'field.format' }],
    [{ name: 'a.pdf', size: 1, is_scorm: true }, { name: 'fileUpload.formatError' }],
    [{}, { name: 'field.required' }],
  ])('400 for %j', async (draft, wrong) => expect(await errors(draft)).toEqual([400, wrong]))

  test('401 for a visitor', async () =>
    expect((await env.call(undefined, 'POST', '/api/uploads', { name: 'a.pdf', size: 1 })).status).toBe(401))

  test('409 when the quota is used up; a deleted file releases its storage', async () => {
    const own = await env.school.person('Ana Lima', 'student')
    const first = await env.declareUpload(own, { name: 'a.pdf', size: 1_000_000 })
    await env.declareUpload(own, { name: 'b.pdf', size: 900_000 })
    expect(await env.call(own, 'POST', '/api/uploads', { name: 'c.pdf', size: 200_000 })).toMatchObject({
      status: 409,
      body: { code: 'storage.insufficient', params: { used: 1_900_000, total: 2_000_000 } },
    })
    expect(await used(own)).toBe(1_900_000)
    expect((await env.call(own, 'DELETE', `/api/uploads/${first.id}`)).status).toBe(204)
    expect(await used(own)).toBe(900_000)
  })

  test('the same key answers the same upload', async () => {
    const declare = () => env.call(teacher, 'POST', '/api/uploads', { name: 'a.pdf', size: 10 }, { 'idempotency-key': 'k1' })
    const atOnce = await Promise.all([declare(), declare()])
    const { status, body } = await declare()
    expect(status).toBe(201)
    for (const answer of atOnce)
      if (answer.status === 409) expect(answer.body.code).toBe('idempotency.running')
      else expect(answer).toMatchObject({ status: 201, body: { id: body.id } })
  })
})

describe('inspected bytes', () => {
  test('a text called pdf fails, and no blob of it stays', async () => {
    const own = await env.school.person('Ben Ode', 'instructor')
    const upload = await env.send(own, Buffer.from('hello, this is text'), { name: 'a.pdf' })
    expect(upload).toMatchObject({ status: 'failed', reason: 'upload.typeMismatch' })
    expect(await env.blobs.stat(upload.key)).toBeUndefined()
    expect(await used(own)).toBe(0)
    expect((await env.call(own, 'PUT', `/api/uploads/${upload.id}/uploaded`)).body.status).toBe('failed')
    expect((await env.call(own, 'POST', `/api/uploads/${upload.id}/retry`)).body.code).toBe('upload.notMedia')
  })

  test('a picture of 30,000 × 30,000 pixels fails, and no blob of it stays', async () => {
    const own = await env.school.person('Eva Lind', 'instructor')
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000753000007530080200000000000000', 'hex')
    for (const name of ['poster.png', 'poster.jpg']) {
      const upload = await env.send(own, png, { name })
      expect(upload).toMatchObject({ status: 'failed', reason: 'upload.tooManyPixels' })
      expect(await env.blobs.stat(upload.key)).toBeUndefined()
    }
    expect(await used(own)).toBe(0)
    expect((await env.send(own, Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), { name: 'small.gif' })).status).toBe('ready')
  })
  test('a film that is text fails before it is transcoded', async () => {
    expect(await env.send(teacher, Buffer.from('not a film at all'), { name: 'a.mp4' })).toMatchObject({
      status: 'failed',
      reason: 'upload.typeMismatch',
    })
  })

  test('400 when another size is sent, before it is read', async () => {
    const ticket = await env.declareUpload(teacher, { name: 'a.pdf', size: 100 })
    const answer = await env.bytes(ticket.upload_url!, { method: 'PUT', body: somePdf(101) as SentBody })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'upload.sizeMismatch'])
    expect(await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)).toMatchObject({
      status: 409,
      body: { code: 'upload.notArrived' },
    })
  })

  test('401 for an invalid token; 409 for bytes after the inspection', async () => {
    expect((await env.bytes('/bytes/in/none', { method: 'PUT', body: 'x' })).status).toBe(401)
    const ticket = await env.declareUpload(teacher, { name: 'a.pdf', size: 100 })
    const put = () => env.bytes(ticket.upload_url!, { method: 'PUT', body: somePdf(100) as SentBody })
    expect([(await put()).status, (await put()).status]).toEqual([200, 200])
    await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
    expect((await put()).status).toBe(409)
  })
})

describe('my files', () => {
  test('folders, paths, moving, and item counts', async () => {
    const own = await env.school.person('Cleo Moss', 'instructor')
    const folder = async (name: string, parent_id?: string) =>
      (await env.declareUpload(own, { name, is_folder: true, ...(parent_id && { parent_id }) })).id
    const a = await folder('A'),
      b = await folder('B', a)
    const file = await env.declareUpload(own, { name: 'Plan 海.pdf', size: 10, parent_id: b })
    const list = (query: string) => env.call(own, 'GET', `/api/uploads?${query}`)
    expect((await list('')).body).toMatchObject({ total: 1, items: [{ name: 'A', type: 'folder' }], path: [] })
    expect((await list(`parent_id=${b}`)).body).toMatchObject({ items: [{ id: file.id }], path: [{ name: 'A' }, { name: 'B' }] })
    expect((await list(`conditions=${encodeURIComponent('{"keyword":"海"}')}`)).body.items).toHaveLength(1)
    const move = (id: string, body: object) => env.call(own, 'PUT', `/api/uploads/${id}`, body)
    expect((await move(a, { parent_id: b })).body.details).toMatchObject({ parent_id: [{ code: 'folder.inItself' }] })
    expect((await move(file.id, { parent_id: null, name: 'Plan 2.pdf' })).body).toMatchObject({
      parent_id: null,
      name: 'Plan 2.pdf',
      version: expect.any(Number),
    })
    expect((await move(file.id, { name: 'Plan 2.mp4' })).body.details).toMatchObject({ name: [{ code: 'fileUpload.extensionChanged' }] })
    expect((await env.call(own, 'DELETE', `/api/uploads/${a}`)).status).toBe(204)
    expect((await env.call(own, 'GET', `/api/uploads/${b}`)).status).toBe(404)
  })

  test('folders no deeper than the organisation allows', async () => {
    let parent: string | undefined
    for (let level = 1; level <= 10; level++)
      parent = (await env.declareUpload(teacher, { name: `L${level}`, is_folder: true, ...(parent && { parent_id: parent }) })).id
    expect(await errors({ name: 'L11', is_folder: true, parent_id: parent })).toEqual([400, { parent_id: 'folderExceedsMaxLevel' }])
    expect((await env.declareUpload(teacher, { name: 'a.pdf', size: 1, parent_id: parent })).id).toBeTruthy()
  })
})

describe('others', () => {
  test('403 for students and for teachers who do not use it; teachers of courses that use it may read', async () => {
    const upload = await env.send(teacher, somePdf(500), { name: 'List.pdf' })
    const status = async (actor: Actor, method = 'GET', path = '') =>
      (await env.call(actor, method, `/api/uploads/${upload.id}${path}`)).status
    expect([await status(other), await status(student), await status(manager)]).toEqual([403, 403, 200])
    const id = await use([upload.id])
    await expect.poll(() => status(other)).toBe(200)
    expect([
      await status(student),
      await status(student, 'GET', `/blob?scope=${student.org}`),
      await status(other, 'DELETE'),
      await status(other, 'PUT', '/uploaded'),
    ]).toEqual([403, 403, 403, 403])
    expect((await env.call(teacher, 'GET', `/api/uploads/${upload.id}/references`)).body).toMatchObject({ items: [], hidden: 1 })
    expect((await env.call(other, 'GET', `/api/uploads/${upload.id}/references`)).body).toMatchObject({
      total: 1,
      items: [{ activity_id: id, course_name: 'Marine Biology', title: 'Reading list' }],
    })
    expect((await env.call(teacher, 'DELETE', `/api/uploads/${upload.id}`)).body).toMatchObject({
      code: 'upload.inUse',
      params: { activities: 1 },
    })
    await use([], { version: BigInt(Date.now() + 10) }, id)
    await expect.poll(() => status(other)).toBe(403)
    expect(await status(teacher, 'DELETE')).toBe(204)
    // it can be restored until it is purged
    expect(await env.blobs.stat(upload.key)).toMatchObject({ size: 500 })
    expect(await status(other, 'DELETE', '?purge=true')).toBe(403)
    expect(await status(teacher, 'DELETE', '?purge=true')).toBe(204)
    await expect.poll(() => env.blobs.stat(upload.key)).toBeUndefined()
  })

  test('an older state of an activity changes nothing', async () => {
    const upload = await env.send(teacher, somePdf(500), { name: 'List.pdf' })
    const id = await use([upload.id], { version: 2000n })
    const references = async () => (await env.call(other, 'GET', `/api/uploads/${upload.id}/references`)).body
    await expect.poll(async () => (await references()).total).toBe(1)
    await use([], { version: 1999n }, id)
    await use([upload.id], { version: 2001n, title: 'Newer' }, id)
    await expect.poll(async () => (await references()).items[0].title).toBe('Newer')
    expect((await references()).total).toBe(1)
  })

  test('404 for unknown, 400 for malformed ids', async () => {
    expect((await env.call(teacher, 'GET', `/api/uploads/${newId()}`)).status).toBe(404)
    expect((await env.call(teacher, 'GET', '/api/uploads/x')).status).toBe(400)
  })

  test('403 with the organisation when I look from another of mine', async () => {
    const upload = await env.declareUpload(teacher, { name: 'a.pdf', size: 10 })
    expect(await env.call({ ...teacher, org: newId() }, 'GET', `/api/uploads/${upload.id}`)).toMatchObject({
      status: 403,
      body: { code: 'scope.other', params: { org: teacher.org } },
    })
  })
})

describe('at the same time', () => {
  const folder = async (parent_id?: string) => (await env.declareUpload(teacher, { name: 'Folder', is_folder: true, parent_id })).id

  test('two folders moved into each other: one of them stays where it was', async () => {
    const [a, b] = [await folder(), await folder()]
    const move = (id: string, parent_id: string) => env.call(teacher, 'PUT', `/api/uploads/${id}`, { parent_id })
    const answers = await Promise.all([move(a, b), move(b, a)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('an upload that enters a folder during its deletion is not left without a parent', async () => {
    for (let round = 0; round < 5; round++) {
      const into = await folder()
      const [made] = await Promise.all([
        env.call(teacher, 'POST', '/api/uploads', { name: 'Inner', is_folder: true, parent_id: into }),
        env.call(teacher, 'DELETE', `/api/uploads/${into}`),
      ])
      if (made.status === 201) expect((await env.call(teacher, 'GET', `/api/uploads/${made.body.id}`)).status).toBe(404)
      else expect(made).toMatchObject({ status: 400, body: { details: { parent_id: [{ code: 'folder.notFound' }] } } })
    }
  })

  test('a PUT that ends after the inspection leaves a file that can be read', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, again] = [somePdf(1000), somePdf(1000)]
      const ticket = await env.declareUpload(teacher, { name: 'twice.pdf', size: 1000 })
      const put = (file: Buffer) => env.bytes(ticket.upload_url!, { method: 'PUT', body: file as SentBody })
      await put(first)
      await Promise.all([put(again), env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`), put(again)])
      const upload = await env.get(teacher, ticket.id)
      expect(upload.status).toBe('ready')
      const led = await env.call(teacher, 'GET', `/api/uploads/${ticket.id}/blob?scope=${env.school.org}`)
      const got = await env.bytes(new URL(led.headers.location as string).pathname)
      const bytes = Buffer.from(await got.arrayBuffer())
      expect([got.status, bytes.equals(first) || bytes.equals(again)]).toEqual([200, true])
      expect((await put(somePdf(1000))).status).toBe(409)
      const after = await env.bytes(new URL(led.headers.location as string).pathname)
      expect(Buffer.from(await after.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  test('after a refused file no block and no token: another try is another upload', async () => {
    const file = Buffer.alloc(1000, 'x')
    const ticket = await env.declareUpload(teacher, { name: 'no.pdf', size: 1000, storage_type: 'chunked' })
    const { ctx } = (await (await env.sendBlock(ticket, file, 0)).json()) as { ctx: string }
    await env.join(ticket, 1000, [ctx])
    expect((await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)).body.reason).toBe('upload.typeMismatch')
    for (const answer of [await env.sendBlock(ticket, file, 0), await env.join(ticket, 1000, [ctx])])
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'upload.finished'])
    expect((await env.call(teacher, 'GET', `/api/uptoken?id=${ticket.id}`)).body.code).toBe('upload.finished')
    expect((await env.call(teacher, 'GET', `/api/uptoken?id=${await folder()}`)).body.code).toBe('upload.notChunked')
  })
})
