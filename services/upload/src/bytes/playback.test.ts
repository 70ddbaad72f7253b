// Grants at the bytes listener: time, sessions, pieces, CORS.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Grant, grantKeys, signGrant } from '../../mirror/grant.ts'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'
import { pieceSize } from './serve.ts'

let env: TestUploads, teacher: Actor, student: Actor
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, student } = env.school)
})
afterAll(() => env?.stop())

const granted = (upload: string, more: Partial<Grant> = {}) =>
  signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload,
    person: student.person,
    session: student.session,
    activity: newId(),
    expires: Math.floor(Date.now() / 1000) + 60,
    file: false,
    ...more,
  })
const refusal = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await env.bytes(url, { headers })
  const code = answer.headers.get('content-type')?.includes('json') ? ((await answer.json()) as { code: string }).code : undefined
  return [answer.status, code]
}

describe('a grant', () => {
  test('opens until its time or its session is over', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    const file = (grant: string) => refusal(`/bytes/${grant}/file`, { range: 'bytes=0-99' })
    expect(await file(granted(id))).toEqual([206, undefined])
    expect(await file(granted(id, { expires: Math.floor(Date.now() / 1000) - 1 }))).toEqual([403, 'grant.ended'])
    expect(await file('x.y')).toEqual([403, 'grant.ended'])
    expect(await file(`${granted(id)}x`)).toEqual([403, 'grant.ended'])
    expect(await file(granted(newId()))).toEqual([404, 'lark.errorMsg.notFound'])
  })

  test.each(['kv', 'the fact alone'])('is refused within 10 s of sign-out (%s)', async (by) => {
    const session = newId()
    const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    const tomorrow = Math.floor(Date.now() / 1000) + 24 * 60 * 60
    const statusOf = async (grant: string) => (await refusal(`/bytes/${grant}/file`, { range: 'bytes=0-9' }))[0]
    const ended = granted(id, { session, expires: tomorrow })
    const going = granted(id, { session: newId(), expires: tomorrow })
    expect(await statusOf(ended)).toBe(206)
    const identity = await testProducer(env.world, 'identity')
    if (by === 'kv') await env.world.kv.set(`session-ended:${session}`, '1', 60)
    else await identity.emit(SessionEndedSchema, { key: `session:${session}`, org: student.org }, null)
    // each question comes ten seconds later by the clock: no cached result lives so long, and the fact may take its time
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await expect
      .poll(() => {
        vi.setSystemTime(Date.now() + 10_000)
        return statusOf(ended)
      })
      .toBe(403)
    expect(await statusOf(going)).toBe(206)
    vi.useRealTimers()
    await identity.stop()
  })

  test('without the whole file gives documents in pieces, images, and no film or package', async () => {
    const pdf = await env.send(teacher, somePdf(pieceSize + 10), { name: 'a.pdf' })
    const ask = (id: string, headers: Record<string, string> = {}, query = '') => refusal(`/bytes/${granted(id)}/file${query}`, headers)
    const no = [403, 'upload.downloadNotAllowed']
    expect(await ask(pdf.id)).toEqual(no)
    expect(await ask(pdf.id, { range: 'bytes=0-' })).toEqual(no)
    expect(await ask(pdf.id, { range: 'bytes=0-9' }, '?download=true')).toEqual(no)
    expect(await ask(pdf.id, { range: `bytes=0-${pieceSize}` })).toEqual(no)
    expect(await ask(pdf.id, { range: `bytes=0-${pieceSize - 1}` })).toEqual([206, undefined])
    const head = await env.bytes(`/bytes/${granted(pdf.id)}/file`, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(pieceSize + 10))
    const png = await env.send(teacher, Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), { name: 'a.png' })
    expect(await ask(png.id)).toEqual([200, undefined])
    const zip = await env.send(teacher, Buffer.from('PK\x05\x060000'), { name: 'a.zip' })
    expect(await ask(zip.id)).toEqual(no)
    expect(await refusal(`/bytes/${granted(zip.id, { file: true })}/file`)).toEqual([200, undefined])
  })

  test('redirects a student to a download only with allow_download', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'a.pdf' })
    const blob = async (grant: string) =>
      (await env.call(student, 'GET', `/api/uploads/${id}/blob?scope=${student.org}&grant=${grant}`)).status
    const wholeFile = granted(id, { file: true })
    expect([await blob(wholeFile), await blob(granted(id)), await blob('x')]).toEqual([403, 403, 403])
    await env.call(teacher, 'PUT', `/api/uploads/${id}`, { allow_download: true })
    expect([await blob(wholeFile), await blob(granted(id)), await blob(granted(id, { file: true, person: teacher.person }))]).toEqual([
      302, 403, 403,
    ])
  })
})

describe('the bytes listener', () => {
  test('lets pages of its own host in and no others', async () => {
    const ask = (origin: string) =>
      env.bytes('/bytes/x/file', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'upload-token' },
      })
    const own = await ask('http://127.0.0.1:8080')
    expect([own.status, own.headers.get('access-control-allow-origin'), own.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'http://127.0.0.1:8080',
      expect.stringContaining('upload-token'),
    ])
    expect((await ask('http://evil.test')).headers.get('access-control-allow-origin')).toBeNull()
    const refused = await env.bytes('/bytes/x/file', { headers: { origin: 'http://127.0.0.1:8080' } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, 'http://127.0.0.1:8080'])
  })

  test('has no other addresses and sends no content that a browser would run', async () => {
    const { id } = await env.send(teacher, Buffer.from('<svg xmlns="x"><script>1</script></svg>'), { name: 'a.svg' })
    const answer = await env.bytes(`/bytes/${granted(id)}/file`)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('set-cookie')).toBeNull()
    for (const path of ['/api/uploads', '/bytes/x/hd/../../x', '/bytes/x/other/index.m3u8', '/bytes/x/hd/passwd', '/'])
      expect((await env.bytes(path)).status).toBeGreaterThanOrEqual(400)
  })
})
