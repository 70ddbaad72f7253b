// Packages over the calls: opened by a job, read through a door on an origin of their own, gone with their file.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { scaled, until } from '@lyceum/kit/test/wait'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { courseCopies } from '../test/course-copies.ts'
import { zipOf } from '../test/office.ts'
import { manifest12, smallPackage } from '../test/packages.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, courses: TestProducer, identity: TestProducer, teacher: Actor, student: Actor, source: string, webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'lyceum-frame-'))
  await mkdir(join(webFolder, 'package-frame'))
  await writeFile(join(webFolder, 'package-frame', 'frame.html'), '<!doctype html><title>Frame</title>')
  await writeFile(join(webFolder, 'index.html'), 'the page')
  env = await openUploads({ env: { PACKAGE_ORIGIN: 'http://localhost:9', WEB_FOLDER: webFolder } })
  courses = await testProducer(env.world, 'course')
  identity = await testProducer(env.world, 'identity')
  ;({ teacher, student } = env.school)
})
afterAll(async () => {
  await courses?.stop()
  await identity?.stop()
  await env?.stop()
  if (webFolder) await rm(webFolder, { recursive: true })
})

const send = async (bytes: Buffer, more: object = {}) =>
  (await env.send(teacher, bytes, { name: 'lessons.zip', is_scorm: true, ...more } as never)).id
const read = async (id: string, who = teacher, grant?: string) =>
  await env.call(who, 'GET', `/api/uploads/scorm/${id}${grant ? `?grant=${grant}` : ''}`)
/** The answer once the job has opened the package or refused it. */
const opened = async (id: string, who = teacher) => {
  await until(async () => (await read(id, who)).body.status_code !== 'opening', scaled(30_000))
  return (await read(id, who)).body
}
/** The student's grant, as an activity of the course gives it. */
const granted = (upload: string, who = student, seconds = 600) =>
  signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload,
    person: who.person,
    session: who.session,
    activity: newId(),
    expires: Math.floor(Date.now() / 1000) + seconds,
    file: false,
  })
const doorOf = async (id: string, who = student, grant = granted(id, who)) => {
  const { status, body } = await env.call(who, 'POST', `/api/uploads/${id}/package-doors`, { grant })
  expect(status).toBe(201)
  return body as { door: string; url: string; origin: string; expires_at: string }
}
/** A request on the origin of packages. */
const get = (door: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://localhost:${env.port}/packages/${door}/${path}`, { headers })
const facts = async (id: string) =>
  (await env.school.db.query(`select value from kit.outbox where key = $1 and type like '%PackageOpened' order by seq`, [`upload:${id}`]))
    .rows

test('a package is opened after it arrived: its items are read, and a fact says so', async () => {
  const id = await send(smallPackage())
  expect(await opened(id)).toMatchObject({
    ...{ status_code: 'ready', message: null, kind: 'scorm12', title: 'A course of lessons' },
    items: [
      { id: 'i0', title: 'Lesson 1', launch: 'one.html', sco: true },
      { id: 'i1', launch: 'two/two.html' },
    ],
  })
  expect((await facts(id)).map(({ value }) => JSON.parse(value))).toMatchObject([
    { upload_id: id, kind: 'scorm12', items: [{ id: 'i0', sco: true }, {}] },
  ])
  // lost on the way, as by a kill: the sweep opens it again, over what is there
  await env.school.db.query('delete from packages where upload_id = $1', [id])
  await env.school.db.query(`update kit.jobs set run_at = now() where kind = 'sweepUnopenedPackages'`)
  expect((await opened(id)).items).toHaveLength(2)
})

test('titles are kept as they stand: the text of an escape, and one that is cut inside a character', async () => {
  const title = String.raw`C\u0000 of C`
  const items = [
    { id: 'A', ref: 'r0', title },
    { id: 'B', ref: 'r0', title: `${'t'.repeat(499)}😀` },
  ]
  const id = await send(zipOf({ 'imsmanifest.xml': manifest12(['a.html'], items), 'a.html': '<p>' }))
  expect((await opened(id)).items.map((one: { title: string }) => one.title)).toEqual([title, `${'t'.repeat(499)}\ufffd`])
})

test('the reason of a refusal is read with what its author has to look at; a file that is no package says so', async () => {
  const inFolder = await send(zipOf({ 'course/imsmanifest.xml': manifest12(['a.html']) }))
  expect(await opened(inFolder)).toMatchObject({
    status_code: 'failed',
    message: 'package.manifestInFolder',
    params: { folder: 'course' },
    items: [],
  })
  const missing = await send(zipOf({ 'imsmanifest.xml': manifest12(['a.html']) }))
  expect(await opened(missing)).toMatchObject({
    status_code: 'failed',
    message: 'package.noLaunch',
    params: { item: 'Lesson 1', file: 'a.html' },
  })
  expect((await env.call(teacher, 'POST', `/api/uploads/${missing}/package-doors`, {})).body).toMatchObject({ code: 'package.notReady' })
  const pdf = (await env.send(teacher, somePdf(100), { name: 'a.pdf' })).id
  expect(await read(pdf)).toMatchObject({ status: 409, body: { code: 'upload.notPackage' } })
  const waiting = (await env.declareUpload(teacher, { name: 'b.zip', size: 10, is_scorm: true })).id
  expect((await read(waiting)).body).toMatchObject({ status_code: 'opening', message: 'upload.waiting' })
})

const words = randomBytes(300_000).toString('hex')
test('a door opens the files of its package on the origin of packages, and nowhere else', async () => {
  const id = await send(smallPackage({ 'film.mp4': Buffer.from('0123456789'), 'words.txt': words }))
  await opened(id)
  const { door, url, origin } = await doorOf(id)
  const late = await get(door, 'words.txt', { range: 'bytes=-7' })
  expect([late.status, await late.text()]).toEqual([206, words.slice(-7)])
  expect([origin, url]).toEqual([
    'http://localhost:9',
    expect.stringMatching(new RegExp(`^http://localhost:9/packages/${door}/-/frame\\.html\\?package=`)),
  ])
  const page = await get(door, 'one.html')
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([200, 'text/html', expect.stringContaining('<p>One')])
  expect(await (await get(door, 'TWO/two.html')).text()).toContain('<p>Two')
  expect((await get(door, 'shared/lesson.js')).headers.get('content-type')).toBe('text/javascript')
  const range = await get(door, 'film.mp4', { range: 'bytes=3-5' })
  expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([206, 'bytes 3-5/10', '345'])
  expect((await get(door, 'one.html', { 'if-none-match': page.headers.get('etag')! })).status).toBe(304)
  for (const path of [
    'three.html',
    '%2e%2e/one.html',
    '..%2fone.html',
    '/etc/passwd',
    '-/index.html',
    '-/..%2findex.html',
    '',
    'imsmanifest.xml/',
  ])
    expect([path, (await get(door, path)).status]).toEqual([path, 404])
  // the other host of the listener, and another door
  expect((await fetch(`http://127.0.0.1:${env.port}/packages/${door}/one.html`)).status).toBe(404)
  expect(
    (
      await get(
        door.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
        'one.html',
      )
    ).status,
  ).toBe(404)
  // nothing else is on the host of packages
  const film = await env.call(teacher, 'GET', `/api/uploads/${id}/blob`)
  expect(film.status).toBe(302)
  const path = new URL(String(film.headers.location)).pathname
  expect((await fetch(`http://localhost:${env.port}${path}`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${env.port}${path}`)).status).toBe(200)
})

test('headers: a package reaches no other host, registers no worker, is framed by pages of ours alone and read by none', async () => {
  const id = await send(smallPackage())
  await opened(id)
  const { door } = await doorOf(id)
  const { headers } = await get(door, 'one.html', { origin: 'http://127.0.0.1:8080' })
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src 'self'; form-action 'none'; frame-ancestors 'self' http:\/\/[\w.]+:\*$/,
  )
  expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'no-referrer'])
  expect([headers.get('access-control-allow-origin'), headers.get('set-cookie')]).toEqual([null, null])
  expect((await get(door, 'shared/lesson.js', { 'service-worker': 'script' })).status).toBe(403)
  const frame = await get(door, '-/frame.html?clear=1')
  expect([frame.status, frame.headers.get('clear-site-data')]).toEqual([200, '"storage"'])
  expect((await get(door, '-/frame.html')).headers.get('clear-site-data')).toBeNull()
})

test('a door is one person’s and holds while its grant does: it is renewed under the same address, and ends with the session and the file', async () => {
  const id = await send(smallPackage())
  await opened(id)
  const { door } = await doorOf(id, student, granted(id, student, 2))
  await until(async () => (await get(door, 'one.html')).status === 403, scaled(30_000))
  const renew = (who: Actor, grant: string) => env.call(who, 'PUT', `/api/uploads/${id}/package-doors`, { door, grant })
  expect((await renew(teacher, granted(id, teacher))).status).toBe(404)
  expect((await renew(teacher, granted(id))).status).toBe(403)
  expect((await renew(student, granted(id))).status).toBe(200)
  await until(async () => (await get(door, 'one.html')).status === 200, scaled(30_000))
  await identity.emit(SessionEndedSchema, { key: `session:${student.session}`, org: env.school.org }, {})
  await until(async () => (await get(door, 'one.html')).status === 403, scaled(30_000))
  for (let nth = 0; nth < 25; nth++) await env.call(teacher, 'POST', `/api/uploads/${id}/package-doors`, {})
  const { rows } = await env.school.db.query('select count(*)::int from package_doors where upload_id = $1 and person_id = $2', [
    id,
    teacher.person,
  ])
  expect(rows).toEqual([{ count: 20 }])
  const own = await env.call(teacher, 'POST', `/api/uploads/${id}/package-doors`, {})
  expect((await get(own.body.door, 'one.html')).status).toBe(200)
  expect((await env.call(env.school.student, 'POST', `/api/uploads/${id}/package-doors`, {})).status).toBe(403)
  await env.call(teacher, 'DELETE', `/api/uploads/${id}`)
  await until(async () => (await get(own.body.door, 'one.html')).status === 404, scaled(30_000))
})

test('a copy of a course has the package without reading it again; its directory is there until the last of them is purged', async () => {
  const made = courseCopies(() => ({ env, courses, teacher, source }))
  ;({ source, teacher } = await made.newSource())
  const id = await send(smallPackage(), { parent_type: 'course', parent_id: source })
  await opened(id)
  const course = await made.begin(teacher)
  await made.whole(course)
  const [copy] = (await made.list(teacher, course)).items as { id: string }[]
  expect((await opened(copy!.id)).items).toHaveLength(2)
  const { body } = await env.call(teacher, 'POST', `/api/uploads/${copy!.id}/package-doors`, {})
  expect(await (await get(body.door, 'one.html')).text()).toContain('One')
  expect(await facts(copy!.id)).toHaveLength(1)
  const count = async () => {
    const found = await env.school.db.query(
      `select (select count(*)::int from packages where upload_id = any($1)) as packages, (select count(*)::int from package_files where original_id = $2) as files`,
      [[id, copy!.id], id],
    )
    return found.rows[0]
  }
  const purge = async (one: string) => {
    expect((await env.call(teacher, 'DELETE', `/api/uploads/${one}?purge=true&force=true`)).status).toBeLessThan(300)
    await until(
      async () => (await env.school.db.query('select from packages where upload_id = $1', [one])).rows.length === 0,
      scaled(30_000),
    )
  }
  await purge(id)
  expect(await count()).toEqual({ packages: 1, files: 4 })
  await purge(copy!.id)
  expect(await count()).toEqual({ packages: 0, files: 0 })
})
