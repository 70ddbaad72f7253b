// Offered files: fetched from a server that redirects, lies, breaks off and begins again, into an upload of their owner.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { FileOfferedSchema } from '@lyceum/proto/activity'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { grantKeys } from '../../mirror/grant.ts'
import { sealOffer } from '../../mirror/offered-file.ts'
import type { Upload } from '../rows/shapes.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

const mib = 1024 ** 2
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), randomBytes(9 * mib)])
type Answer = (request: IncomingMessage, response: ServerResponse) => void
const asFilm =
  (bytes: Buffer, type = 'video/mp4'): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)

let env: TestUploads, activity: TestProducer, base: string
let answer: Answer = asFilm(film)
const ranges: string[] = []
const server = createServer((request, response) => {
  ranges.push(`${request.url} ${request.headers.range ?? ''}`.trim())
  answer(request, response)
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env = await openUploads({ env: { UPLOAD_MAX_VIDEO: String(12 * mib) } })
  activity = await testProducer(env.world, 'activity')
})
afterEach(() => {
  answer = asFilm(film)
  ranges.length = 0
})
afterAll(async () => {
  await activity?.stop()
  await env?.stop()
  server.closeAllConnections()
  server.close()
})

async function offer(paths: string[] = ['/film.mp4'], { id = newId(), named = true, name = 'Ebb & flow: 1/2.mp4' } = {}): Promise<string> {
  const { teacher, org } = env.school
  const addresses = paths.map((path) => ({ url: new URL(path, base).href, named }))
  const sealed = sealOffer(grantKeys(env.world.env.GRANT_KEYS!), { upload: id, addresses })
  await activity.emit(
    FileOfferedSchema,
    { key: `course:${newId()}`, org },
    { uploadId: id, orgId: org, courseId: newId(), personId: teacher.person, name, sealed },
  )
  return id
}
const until = (id: string, meets: (upload: Upload) => boolean) =>
  env.until(env.school.teacher, id, (upload) => upload.id === id && meets(upload))
const failed = async (id: string) => (await until(id, ({ status }) => status === 'failed')).reason
const usedStorage = async () =>
  Number((await env.school.db.query('select coalesce(sum(bytes), 0) as bytes from storage_used')).rows[0].bytes)
const retrySoon = (id: string) =>
  env.school.db.query(`update kit.jobs set run_at = now() where key = $1 and lease_until is null`, [`fetch:${id}`])
const tries = async (id: string) =>
  (await env.school.db.query(`select 1 from kit.jobs where key = $1 and error is not null and lease_until is null`, [`fetch:${id}`])).rows
    .length

test('a film comes into an upload of its owner, who has the room for it, from the first address at which it is', async () => {
  answer = (request, response) => (request.url === '/a.mp4' ? response.writeHead(404).end() : asFilm(film)(request, response))
  const id = await offer(['/a.mp4', '/film.mp4'])
  const upload = await until(id, ({ reason }) => reason !== 'upload.fetching')
  expect(upload).toMatchObject({
    name: 'Ebb & flow- 1-2.mp4',
    type: 'video',
    size: film.length,
    created_by_id: env.school.teacher.person,
    course_id: null,
  })
  expect((await buffer(await env.blobs.read(upload.key))).equals(film)).toBe(true)
  expect(await usedStorage()).toBe(film.length)
  expect(ranges).toEqual(['/a.mp4', '/film.mp4'])
  // the same fact again, as after a restart of the relay
  await offer(['/film.mp4'], { id })
  await expect
    .poll(() =>
      env.school.db.query(`select 1 from kit.jobs where key = any($1)`, [[`expect:${id}`, `fetch:${id}`]]).then(({ rows }) => rows.length),
    )
    .toBe(0)
  expect(ranges).toHaveLength(2)
})

test('one that breaks off goes on behind the last part that is durable; another version begins anew', async () => {
  let mark = '"one"'
  let cut = 5 * mib
  answer = ({ headers }, response) => {
    const from = headers['if-range'] === mark ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
    const range = from > 0 && { 'content-range': `bytes ${from}-${film.length - 1}/${film.length}` }
    response.writeHead(range ? 206 : 200, { etag: mark, 'content-type': 'video/mp4', 'content-length': film.length - from, ...range })
    if (cut > 0) response.write(film.subarray(from, from + cut), () => response.destroy())
    else response.end(film.subarray(from))
  }
  const id = await offer()
  await expect.poll(() => tries(id)).toBe(1)
  expect((await env.get(env.school.teacher, id)).reason).toBe('upload.fetching')
  mark = '"two"'
  await retrySoon(id)
  await expect.poll(() => ranges.length).toBe(2)
  await expect.poll(() => tries(id)).toBe(1)
  cut = 0
  await retrySoon(id)
  const { key } = await until(id, ({ reason }) => reason !== 'upload.fetching')
  expect(ranges).toEqual(['/film.mp4', ...[1, 1].map((parts) => `/film.mp4 bytes=${(parts * env.blobs.partSize).toString()}-`)])
  expect((await buffer(await env.blobs.read(key))).equals(film)).toBe(true)
})

test('a try whose process has died is taken over at its last part, and the dead one writes nothing more', async () => {
  answer = ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const range = from > 0 && { 'content-range': `bytes ${from}-${film.length - 1}/${film.length}` }
    response.writeHead(range ? 206 : 200, { etag: '"one"', 'content-type': 'video/mp4', 'content-length': film.length - from, ...range })
    // the first one hangs behind its first part
    if (from === 0) response.write(film.subarray(0, 5 * mib))
    else response.end(film.subarray(from))
  }
  const id = await offer()
  const parts = async () => (await env.school.db.query('select 1 from blocks where upload_id = $1', [id])).rows.length
  await expect.poll(parts).toBe(Math.floor((5 * mib) / env.blobs.partSize))
  await env.school.db.query(`update kit.jobs set lease_until = now() - interval '1 second' where key = $1`, [`fetch:${id}`])
  const { key } = await until(id, ({ reason }) => reason !== 'upload.fetching')
  expect(ranges).toEqual(['/film.mp4', `/film.mp4 bytes=${env.blobs.partSize}-`])
  expect((await buffer(await env.blobs.read(key))).equals(film)).toBe(true)
})

test('a file that is too large, no film, elsewhere or inside is refused with its reason, and takes no room', async () => {
  const before = await usedStorage()
  const cases: [string, Answer, ...Parameters<typeof offer>][] = [
    ['upload.fetchTooLarge', (_, response) => response.writeHead(200, { 'content-length': 13 * mib }).write('x')],
    ['upload.typeMismatch', asFilm(Buffer.from('<html>'), 'text/html')],
    ['upload.typeMismatch', asFilm(somePdf(5000))],
    ['upload.fetchRefused', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    ['upload.fetchRefused', (_, response) => response.writeHead(403).end()],
    ['upload.fetchRefused', asFilm(film), ['/film.mp4'], { named: false }],
    ['upload.fetchRefused', asFilm(film), ['https://10.1.2.3/film.mp4'], { named: false }],
  ]
  for (const [reason, how, ...given] of cases) {
    answer = how
    expect(await failed(await offer(...given))).toBe(reason)
  }
  expect(await usedStorage()).toBe(before)
  expect(await env.keys('files/')).toHaveLength(3)
  const { teacher, org } = env.school
  await env.school.db.query(`insert into storage_quotas (org_id, kind, subject_id, bytes, version) values ($1, 'person', $2, $3, 1)`, [
    org,
    teacher.person,
    before + 10,
  ])
  answer = asFilm(film)
  const id = await offer()
  expect(await failed(id)).toBe('upload.fetchNoRoom')
  expect((await env.call(teacher, 'POST', `/api/uploads/${id}/retry`)).status).toBe(409)
  // offered again, once there is room
  await env.school.db.query('delete from storage_quotas')
  await offer(['/film.mp4'], { id })
  await until(id, ({ reason }) => reason !== 'upload.fetching' && reason !== 'upload.fetchNoRoom')
  expect(await usedStorage()).toBe(before + film.length)
})

test('a film that waits behind others to be fetched is known at once; a failed one stays so until it is fetched again', async () => {
  const held: ServerResponse[] = []
  answer = (_, response) => void held.push(response)
  const busy = [await offer(), await offer()]
  await expect.poll(() => held.length).toBe(2)
  const id = await offer()
  expect(await until(id, () => true)).toMatchObject({ status: 'processing', reason: 'upload.fetching', name: 'Ebb & flow- 1-2.mp4' })
  expect(ranges).toHaveLength(2)
  await env.school.db.query(`update uploads set status = 'failed', reason = 'upload.fetchRefused' where id = $1`, [id])
  await offer(['/film.mp4'], { id })
  await expect
    .poll(() => env.school.db.query(`select 1 from kit.jobs where key = $1`, [`expect:${id}`]).then(({ rows }) => rows.length))
    .toBe(0)
  expect((await env.get(env.school.teacher, id)).status).toBe('failed')
  answer = asFilm(film)
  for (const response of held) asFilm(film)({} as IncomingMessage, response)
  for (const one of [...busy, id]) await until(one, ({ status, reason }) => status !== 'failed' && reason !== 'upload.fetching')
})

test('a server that is away for a day is given up, and no sweep before it; nothing comes for who is gone', async () => {
  answer = (_, response) => void response.writeHead(503).end()
  const id = await offer()
  await expect.poll(() => tries(id)).toBe(1)
  const unsent = (await env.declareUpload(env.school.teacher, { name: 'unsent.pdf', size: 10 })).id
  await env.school.db.query(`update uploads set created_at = now() - interval '3 days' where id = any($1)`, [[id, unsent]])
  await env.school.db.query(`update kit.jobs set run_at = now() where key = 'every:sweepUploads' and lease_until is null`)
  const purged = async () => (await env.school.db.query('select id from uploads where id = any($1) and deleted', [[id, unsent]])).rows
  await expect.poll(purged).toEqual([{ id: unsent }])
  await env.school.db.query(`update kit.jobs set tries = 30, run_at = now() where key = $1`, [`fetch:${id}`])
  expect(await failed(id)).toBe('upload.fetchFailed')
  await env.school.db.query('update mirror.persons set deleted = true where id = $1', [env.school.teacher.person])
  const gone = await offer()
  await expect
    .poll(() => env.school.db.query(`select 1 from kit.jobs where key = $1`, [`expect:${gone}`]).then(({ rows }) => rows.length))
    .toBe(0)
  expect((await env.school.db.query('select 1 from uploads where id = $1', [gone])).rows).toEqual([])
})
