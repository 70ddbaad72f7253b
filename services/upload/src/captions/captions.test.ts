// Captions and chapters over the calls.
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, student: Actor, other: Actor, film: string
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, student } = env.school)
  other = await env.school.person('Tom Reed', 'instructor')
  film = (await env.declareUpload(teacher, { name: 'tide.mp4', size: 1000 })).id
})
afterAll(() => env?.stop())
const captionsUrl = (language: string, id = film) => `/api/uploads/${id}/captions/${language}`
const srt = '1\n00:00:01,000 --> 00:00:02,000\nSalt\n'
const granted = (upload: string) =>
  signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload,
    person: student.person,
    session: student.session,
    activity: newId(),
    expires: Math.floor(Date.now() / 1000) + 60,
    file: false,
  })

describe('captions', () => {
  test('SubRip is stored as WebVTT, listed, served by a grant, replaced and removed', async () => {
    expect(await env.call(teacher, 'PUT', captionsUrl('en'), { text: srt })).toMatchObject({
      status: 200,
      body: { language: 'en', cues: 1 },
    })
    expect(await env.call(teacher, 'PUT', captionsUrl('zh-CN'), { text: 'WEBVTT\n\n00:01.000 --> 00:02.000\n盐' })).toMatchObject({
      status: 200,
    })
    const list = await env.call(teacher, 'GET', `/api/uploads/${film}/captions`)
    expect(list.body).toMatchObject({ items: [{ language: 'en' }, { language: 'zh-CN' }], can_edit: true })
    const view = await env.call(student, 'GET', `/api/uploads/${film}/view?grant=${granted(film)}`)
    expect(view.body.captions.map((one: { language: string }) => one.language)).toEqual(['en', 'zh-CN'])
    const answer = await env.bytes(view.body.captions[1].url)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n盐\n',
    ])
    expect((await env.bytes(`/bytes/${granted(film)}/captions/th`)).status).toBe(404)
    expect((await env.call(teacher, 'DELETE', captionsUrl('zh-CN'))).status).toBe(204)
    expect((await env.call(teacher, 'DELETE', captionsUrl('zh-CN'))).status).toBe(204)
    expect((await env.call(teacher, 'GET', `/api/uploads/${film}/captions`)).body.items).toHaveLength(1)
  })
  test('of letters that take three bytes as many are taken as of others', async () => {
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'ทะเลลึก '.repeat(80_000)}`
    expect((await env.call(teacher, 'PUT', captionsUrl('th'), { text })).status).toBe(200)
    expect((await env.call(teacher, 'DELETE', captionsUrl('th'))).status).toBe(204)
  })
  test('400 at the field, with the line, for other formats', async () => {
    const { status, body } = await env.call(teacher, 'PUT', captionsUrl('en'), { text: 'WEBVTT\n\n1:00 --> later\nx' })
    expect([status, body.details.text]).toEqual([400, [{ code: 'captions.format', params: { line: 3 } }]])
  })
  test('400 for an invalid language, and for a text that is too long', async () => {
    expect((await env.call(teacher, 'PUT', captionsUrl('english please'), { text: srt })).status).toBe(400)
    expect((await env.call(teacher, 'PUT', captionsUrl('en'), { text: 'x'.repeat(700_001) })).status).toBe(400)
  })
  test('409 for a document, and for the 21st language', async () => {
    const { id } = await env.send(teacher, somePdf(200), { name: 'a.pdf' })
    expect(await env.call(teacher, 'PUT', captionsUrl('en', id), { text: srt })).toMatchObject({
      status: 409,
      body: { code: 'upload.notMedia' },
    })
    const fresh = (await env.declareUpload(teacher, { name: 'b.mp4', size: 10 })).id
    const languages = Array.from({ length: 21 }, (_, n) => `x${String.fromCharCode(97 + n)}`)
    const answers: number[] = []
    for (const one of languages) answers.push((await env.call(teacher, 'PUT', captionsUrl(one, fresh), { text: srt })).status)
    expect(answers).toEqual([...Array(20).fill(200), 409])
  })
  test('403 for anybody but the owner', async () => {
    for (const who of [student, other, env.school.manager]) {
      expect((await env.call(who, 'PUT', captionsUrl('en'), { text: srt })).status).toBe(403)
      expect((await env.call(who, 'DELETE', captionsUrl('en'))).status).toBe(403)
    }
  })
  test("403 for another file's grant", async () =>
    expect(await env.call(student, 'GET', `/api/uploads/${film}/view?grant=${granted(newId())}`)).toMatchObject({
      status: 403,
      body: { code: 'grant.ended' },
    }))
})

describe('chapters', () => {
  const put = (who: Actor, chapters: object[]) => env.call(who, 'PUT', `/api/uploads/${film}/chapters`, { chapters })
  test('are kept in order and come with the view', async () => {
    const { body } = await put(teacher, [
      { title: ' The sea ', second: 30.4 },
      { title: 'Salt', second: 0 },
    ])
    const chapters = [
      { title: 'Salt', second: 0 },
      { title: 'The sea', second: 30 },
    ]
    expect(body).toEqual({ chapters })
    expect((await env.call(teacher, 'GET', `/api/uploads/${film}/view`)).body.chapters).toEqual(chapters)
  })
  test('400 for two at a second, 403 for a student', async () => {
    const same = [
      { title: 'a', second: 1 },
      { title: 'b', second: 1.2 },
    ]
    expect((await put(teacher, same)).body.details.chapters[0].code).toBe('chapters.sameSecond')
    expect((await put(student, [])).status).toBe(403)
  })
})
