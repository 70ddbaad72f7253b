// Views, texts and page counts over the calls.
import { randomUUID } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfOf } from '../test/pdfs.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, student: Actor, other: Actor
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, student } = env.school)
  other = await env.school.person('Tom Reed', 'instructor')
})
afterAll(() => env?.stop())
const granted = (upload: string, more: object = {}) =>
  signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload,
    person: student.person,
    session: student.session,
    activity: newId(),
    expires: Math.floor(Date.now() / 1000) + 60,
    file: false,
    ...more,
  })
const get = (who: Actor, path: string) => env.call(who, 'GET', `/api/uploads/${path}`)
const gb18030 = Buffer.from('bac3d1f3c9facef1d1a7cac7d1d0bebf', 'hex')

describe('a view', () => {
  test('gives its owner all, a stranger 403, and a student with a grant the rights of the grant', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    const mine = (await get(teacher, `${id}/view`)).body
    expect(mine).toMatchObject({ kind: 'pdf', mine: true, download: true, captions: [], chapters: [], preview: null })
    expect((await env.bytes(mine.urls.file)).status).toBe(200)
    expect((await get(other, `${id}/view`)).status).toBe(403)
    expect((await get(student, `${id}/view`)).status).toBe(403)
    const theirs = (await get(student, `${id}/view?grant=${granted(id)}`)).body
    expect(theirs).toMatchObject({ mine: false, download: false })
    expect((await env.bytes(theirs.urls.file)).status).toBe(403)
    expect((await get(student, `${id}/view?grant=${granted(id, { person: teacher.person })}`)).body.code).toBe('grant.ended')
    expect((await get(student, `${id}/view?grant=${granted(id, { expires: 1 })}`)).body.code).toBe('grant.ended')
  })
  test('under an alias has neither the file’s own id nor its time, hash or tag, and opens by the alias alone', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'Maya_Tan.pdf' })
    const [alias, name] = [randomUUID(), 'file-1.pdf']
    const grant = granted(id, { alias, name, file: true })
    const own = (await get(teacher, `${id}/view`)).body
    const shown = (await get(student, `${alias}/view?grant=${grant}`)).body
    expect(shown).toMatchObject({ id: alias, name, created_at: null, mine: false, kind: 'pdf' })
    const [bytes, named] = [await env.bytes(shown.urls.file), await env.bytes(own.urls.file)]
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(Buffer.from(await named.arrayBuffer()))
    const info = (await get(student, `reference/document/${alias}/pdf-info-for-stat?grant=${grant}`)).body
    const said = JSON.stringify([shown, info, [...bytes.headers], Buffer.from(grant, 'base64url').toString('latin1')])
    for (const secret of [id, 'Maya_Tan', own.created_at, named.headers.get('etag')!.slice(1, -1)]) expect(said).not.toContain(secret)
    const piece = await env.bytes(shown.urls.file, { headers: { range: 'bytes=0-9', 'if-range': bytes.headers.get('etag')! } })
    expect(piece.status).toBe(206)
    expect((await get(student, `${id}/view?grant=${grant}`)).body.code).toBe('grant.ended')
    expect((await get(student, `${alias}/view`)).status).toBe(404)
    expect((await get(student, `${alias}/view?grant=${granted(id)}`)).body.code).toBe('grant.ended')
  })
  test('403 for the whole of a file without that right, also by a piece of another version of it', async () => {
    const { id } = await env.send(teacher, somePdf(3000), { name: 'a.pdf' })
    const { urls } = (await get(student, `${id}/view?grant=${granted(id)}`)).body
    const piece = await env.bytes(urls.file, { headers: { range: 'bytes=0-9' } })
    expect([piece.status, (await piece.arrayBuffer()).byteLength]).toEqual([206, 10])
    const again = await env.bytes(urls.file, { headers: { range: 'bytes=10-19', 'if-range': piece.headers.get('etag')! } })
    expect(again.status).toBe(206)
    expect((await env.bytes(urls.file, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } })).status).toBe(403)
  })
  test('a teacher of a course that uses it has all of it, but not while simulating a student there', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    const [course, { db, org }] = [newId(), env.school]
    await db.query(
      `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Tides', 'T1', 1, true, false, 1)`,
      [course, org],
    )
    await db.query(
      `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'instructor', 'active', 1)`,
      [course, other.person, org],
    )
    await db.query(
      `insert into upload_references (activity_id, upload_id, course_id, org_id, title, type, published, version) values ($1, $2, $3, $4, 'Tides', 'material', true, 1)`,
      [newId(), id, course, org],
    )
    expect((await get(other, `${id}/view`)).body).toMatchObject({ mine: false, download: true })
    const simulate = (as: string, version: number) =>
      db.query(
        `insert into mirror.simulations (session_id, course_id, acting_as, version) values ($1, $2, $3, $4)
         on conflict (course_id, session_id) do update set acting_as = excluded.acting_as, version = excluded.version`,
        [other.session, course, as, version],
      )
    for (const [nth, as] of ['student', 'visitor', 'preview'].entries()) {
      await simulate(as, nth)
      expect((await get(other, `${id}/view`)).status, as).toBe(403)
    }
    await simulate('', 9)
    expect((await get(other, `${id}/view`)).status).toBe(200)
  })
  test.each([
    ['notes.md', '# Tide', 'text'],
    ['tide.py', 'print(1)', 'code'],
    ['a.zip', 'PK\x05\x060000', 'none'],
  ])('%s', async (name, bytes, kind) => {
    const { id } = await env.send(teacher, Buffer.from(bytes), { name })
    expect((await get(teacher, `${id}/view`)).body.kind).toBe(kind)
    const theirs = (await get(student, `${id}/view?grant=${granted(id)}`)).body
    expect(theirs.urls).toEqual({ file: null, hls: null, preview: null })
  })
})

describe('an office file that nothing converts', () => {
  const zip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(3000)])
  const allowedOf = async (draft: object) => (await env.declareUpload(teacher, { size: zip.length, ...draft })).allow_download

  test('of a format that the page draws is read in pieces without the right to download it', async () => {
    for (const format of ['docx', 'xlsx']) {
      const { id } = await env.send(teacher, zip, { name: `a.${format}`, allow_download: false })
      const view = (await get(student, `${id}/view?grant=${granted(id)}`)).body
      expect(view).toMatchObject({ kind: 'office', drawn: format, download: false, preview: { status: 'none' } })
      expect((await env.bytes(view.urls.file, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
      expect((await env.bytes(view.urls.file)).status).toBe(403)
      expect((await env.bytes(`${view.urls.file}?download=true`, { headers: { range: 'bytes=0-99' } })).status).toBe(403)
    }
  })
  test('of any other format is a file for its grant alone', async () => {
    const { id } = await env.send(teacher, zip, { name: 'a.pptx' })
    const theirs = (await get(student, `${id}/view?grant=${granted(id)}`)).body
    expect(theirs).toMatchObject({ kind: 'office', drawn: null, urls: { file: null } })
    expect((await get(student, `${id}/view?grant=${granted(id, { file: true })}`)).body).toMatchObject({ download: true })
  })
  test('may be downloaded from the start where it may not be shown, unless somebody forbids it', async () => {
    for (const [name, allowed] of [
      ['a.pptx', true],
      ['a.ppt', true],
      ['a.epub', true],
      ['a.zip', true],
      // what the page draws by itself may be protected, broken or too large when it is unpacked
      ['a.docx', true],
      ['a.xlsx', true],
      ['a.pdf', false],
    ] as const)
      expect(await allowedOf({ name }), name).toBe(allowed)
    expect(await allowedOf({ name: 'a.pptx', allow_download: false })).toBe(false)
    expect(await allowedOf({ name: 'a.zip', is_scorm: true })).toBe(false)
    expect(await allowedOf({ name: 'folder', is_folder: true })).toBe(false)
  })
  test('the rules of uploads say which those are', async () => {
    const { not_shown } = (await env.call(teacher, 'GET', '/api/upload-rules')).body
    expect(not_shown.extensions).toEqual(expect.arrayContaining(['pptx', 'doc', 'zip', 'tiff']))
    for (const shown of ['docx', 'xlsx', 'pdf', 'png', 'mp4', 'txt']) expect(not_shown.extensions).not.toContain(shown)
    expect(not_shown.max_office_size).toBe(20 * 1024 * 1024)
  })
})

describe('text', () => {
  test('is decoded in its encoding, which may be named', async () => {
    const { id } = await env.send(teacher, gb18030, { name: 'a.txt' })
    expect((await get(teacher, `${id}/text`)).body).toMatchObject({ encoding: 'gb18030', truncated: false })
    expect((await get(student, `${id}/text?grant=${granted(id)}&encoding=big5`)).body.encoding).toBe('big5')
    expect((await get(student, `${id}/text`)).status).toBe(403)
    expect((await get(teacher, `${id}/text?encoding=klingon`)).status).toBe(400)
  })
  test('is truncated after a MiB, and marked so', async () => {
    const { id } = await env.send(teacher, Buffer.from('海'.repeat(500_000)), { name: 'long.txt' })
    const { body } = await get(teacher, `${id}/text`)
    expect([body.truncated, body.encoding, body.text.length]).toEqual([true, 'utf-8', Math.floor(1048576 / 3)])
  })
  test('409 for other files', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    expect(await get(teacher, `${id}/text`)).toMatchObject({ status: 409, body: { code: 'upload.noText' } })
  })
})

describe('other calls', () => {
  test('pages of a PDF; null when unknown; 409 for other files', async () => {
    const pdf = await env.send(teacher, pdfOf(4), { name: 'a.pdf' })
    const info = (id: string) => get(teacher, `reference/document/${id}/pdf-info-for-stat`)
    await expect.poll(async () => (await info(pdf.id)).body).toEqual({ num_pages: 4, file_key: pdf.key })
    expect((await info((await env.send(teacher, somePdf(500), { name: 'b.pdf' })).id)).body.num_pages).toBeNull()
    expect((await info((await env.send(teacher, gb18030, { name: 'a.txt' })).id)).body.code).toBe('upload.notPdf')
  })
  test('a sound that is not ready; other files', async () => {
    const song = await env.declareUpload(teacher, { name: 'a.mp3', size: 10 })
    expect((await get(teacher, `audio/${song.id}`)).body.code).toBe('upload.notReady')
    const pdf = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    expect((await get(teacher, `audio/${pdf.id}`)).body.code).toBe('upload.notAudio')
  })
  test.each(['preview/aliyun', 'preview/wps', 'preview/private-wps', 'preview/yz', 'rms-preview', 'rms-video-urls'])(
    '%s: no such provider is connected',
    async (path) => {
      const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
      expect(await get(teacher, `${id}/${path}`)).toMatchObject({ status: 409, body: { code: 'preview.providerNotSet' } })
      expect((await get(student, `${id}/${path}`)).status).toBe(403)
    },
  )
})
