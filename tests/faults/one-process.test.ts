// The one process killed with -9 at its worst moments. After the next start everything recovers by itself.
import { readFile, rename } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, type Product, startProduct } from '../flows/start.ts'
import { allWell, type Ground, keepReading, keepWriting, makeGround, query, whatIsThere } from './course.ts'
import { download, makeVideo, randomText, sha256, startChunked } from './files.ts'
import { handInThrough } from './hand-in.ts'

const MiB = 1024 * 1024
/** The number of kills of the process under writes, and of the database alone. */
const [kills, databaseKills] = process.env.LYCEUM_LONG ? [3, 20] : [1, 2]
/** As many as one task copies at most. */
const courses = 500
type Written = [title: string, id: string]
type Five = [Written, Written, Written, Written, Written]

describe('one process, killed', () => {
  let product: Product
  let ground: Ground
  let metricsPort: number
  beforeAll(async () => {
    metricsPort = await freePorts(1)
    product = await startProduct({ way: 'one', name: 'faults', env: { METRICS_PORT: String(metricsPort) } })
    ground = await makeGround(product)
  })
  afterAll(() => product?.stop())

  test('metrics have the port that is set for them, also after a kill, and the port of the page has none', async () => {
    await product.kill()
    await product.again()
    const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect([own.status, await own.text()]).toEqual([200, expect.stringContaining('lyceum_http_request_seconds')])
    expect((await fetch(`${product.url}/metrics`)).status).toBe(404)
  })

  test('during an upload by blocks: the blocks that were acknowledged stay, the rest follows, the file is whole', async () => {
    const { teacher } = ground
    const bytes = randomText(18 * MiB)
    const upload = await startChunked(teacher, { name: 'notes.txt', bytes })
    for (const index of [0, 1, 2]) await upload.block(index)
    const underWay = upload.block(3).then(
      () => 'stored',
      () => 'broken',
    )
    await sleep(5)
    await product.kill()
    await underWay
    await product.again()
    for (let index = 3; index < upload.blocks; index++) await upload.block(index)
    expect((await upload.finish()).status).toBe('ready')
    expect(sha256(await download(teacher, upload.id))).toBe(sha256(bytes))
  })

  test('during an upload in one piece: nothing half-made is taken for the file, and the same address takes it again', async () => {
    const { teacher } = ground
    const bytes = randomText(6 * MiB)
    const ticket = await teacher.call('POST /api/uploads', { body: { name: 'half.txt', size: bytes.length, storage_type: 'media' } })
    const address = ticket.upload_url ?? ''
    const half = request(address, { method: 'PUT', headers: { ...ticket.headers, 'content-length': bytes.length } })
    half.on('error', () => {})
    half.write(bytes.subarray(0, 3 * MiB))
    await sleep(300)
    await product.kill()
    await product.again()
    const early = await teacher.send('PUT', `/api/uploads/${ticket.id}/uploaded`)
    expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([409, 'upload.notArrived'])
    const whole = await fetch(address, { method: 'PUT', headers: ticket.headers, body: new Uint8Array(bytes) })
    expect(whole.status).toBe(200)
    expect((await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })).status).toBe('ready')
    expect(sha256(await download(teacher, ticket.id))).toBe(sha256(bytes))
  })

  test('between a file and its hand-in: file and draft are there, and it is handed in once, with the receipt that stays', async () => {
    await handInThrough(product, ground, async () => {
      await product.kill()
      await product.again()
    })
  })

  test('between commit and relay: an acknowledged fact is sent after the next start, once', async () => {
    const held = await holdRelay(product.databases.activity)
    const writing = keepWriting(ground, { writers: 2, pause: 0 })
    await until(() => writing.acknowledged.size >= 20)
    await writing.stop()
    const [outbox] = await query<{ n: number }>(
      product.databases.activity,
      'select count(*)::int as n from kit.outbox where position is null',
    )
    // the moment of this test: acknowledged and committed, but not yet sent
    expect(outbox?.n).toBeGreaterThanOrEqual(writing.acknowledged.size)
    await product.kill()
    await held.gone()
    await product.again()
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('under writes, at no chosen moment: no acknowledged write is lost, no fact is applied twice', async () => {
    const writing = keepWriting(ground, { writers: 3, pause: 10 })
    for (let i = 1; i <= kills; i++) {
      await until(() => writing.acknowledged.size >= i * 10, 60_000)
      await sleep(Math.random() * 100)
      await product.kill()
      await product.again()
    }
    await until(() => writing.acknowledged.size >= kills * 10 + 5, 60_000)
    await writing.stop()
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('its database alone, several times under load: no call fails, no write is lost or done twice, the process goes on', async () => {
    const { pid } = product.process!
    const writing = keepWriting(ground, { writers: 3, pause: 10 })
    const reading = keepReading(ground)
    for (let i = 1; i <= databaseKills; i++) {
      const [written, read] = [writing.acknowledged.size, reading.answered]
      await until(() => writing.acknowledged.size >= written + 10 && reading.answered >= read + 10, 60_000)
      await sleep(Math.random() * 100)
      process.kill(await postmaster(product), 'SIGKILL')
    }
    const [written, read] = [writing.acknowledged.size, reading.answered]
    await until(() => writing.acknowledged.size >= written + 10 && reading.answered >= read + 10, 60_000)
    await Promise.all([writing.stop(), reading.stop()])
    expect([...writing.refusals, ...reading.refusals]).toEqual([])
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
    expect([product.process!.pid, product.process!.exitCode]).toEqual([pid, null])
  })

  test('control: a write that is gone, one that is there twice, one nobody was told of and one told twice are each seen', async () => {
    const writing = keepWriting(ground, { writers: 1, pause: 0 })
    await until(() => writing.acknowledged.size >= 5)
    await writing.stop()
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
    const [[, gone], [, untold], [doubled], [, renamed], [, toldTwice]] = [...writing.acknowledged] as Five
    const { activity, notification } = product.databases
    await query(activity, 'delete from activities where id = $1', [gone])
    await query(activity, 'update activities set title = $1 where id = $2', [doubled, renamed])
    await query(notification, 'update notifications set about = array_remove(about, $1::uuid) where about @> array[$1::uuid]', [untold])
    await query(
      notification,
      `insert into notifications (id, org_id, person_id, fact_id, type, course_id, subject_id, about, payload, created_at)
       select gen_random_uuid(), org_id, person_id, gen_random_uuid(), type, course_id, subject_id, array[$1::uuid], payload, created_at
       from notifications where about @> array[$1::uuid]`,
      [toldTwice],
    )
    expect(await whatIsThere(product, ground, writing, 2000)).toEqual({
      ...allWell,
      lost: [gone],
      doubled: [doubled],
      untold: [untold],
      toldTwice: [toldTwice],
    })
  })

  test('during transcoding: it goes on by itself and the video is playable', async () => {
    const { teacher } = ground
    const bytes = await makeVideo(12)
    const ticket = await teacher.call('POST /api/uploads', { body: { name: 'lecture.mp4', size: bytes.length, storage_type: 'media' } })
    await fetch(ticket.upload_url ?? '', { method: 'PUT', headers: ticket.headers, body: new Uint8Array(bytes) })
    await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
    const state = () => teacher.call('GET /api/uploads/:id', { params: { id: ticket.id }, query: {} })
    await until(async () => (await state()).reason === 'upload.transcoding', 60_000, 50)
    expect((await state()).status).toBe('processing')
    await product.kill()
    await product.again()
    // a lease of 30 s has to run out first: nothing proves earlier that its holder is dead
    await until(async () => (await state()).status !== 'processing', 150_000, 500)
    const now = await state()
    expect([now.status, now.reason, now.videos.map(({ resolution }) => resolution).sort()]).toEqual(['ready', null, ['HD', 'QVGA', 'VGA']])
    const { id } = await teacher.call('POST /api/courses/:id/activities', {
      params: { id: ground.course },
      body: { type: 'online_video', title: 'Lecture', upload_ids: [ticket.id], published: true },
    })
    const { urls } = await teacher.call('POST /api/activities/:id/play', { params: { id }, body: {} })
    const master = await (await fetch(product.bytes + urls.hls)).text()
    expect(master.match(/RESOLUTION=/g)).toHaveLength(3)
    const base = new URL(urls.hls ?? '', product.bytes)
    const playlist = await (await fetch(new URL(/^[^#\s].*$/m.exec(master)?.[0] ?? '', base))).text()
    expect(playlist).toContain('#EXT-X-ENDLIST')
  })

  test.runIf(process.env.LYCEUM_LONG)(
    'during the next term of 500 courses, at its begin, in its middle and near its end: each is copied once and whole, and has its line',
    async () => {
      const { school, teacher } = ground
      const admin = await school.signIn('admin')
      const term = { academic_year: { name: '2026' }, semester: 'Autumn' }
      const names = Array.from({ length: courses }, (_, nth) => `Course ${nth + 1}`)
      for (const name of names) {
        const { id } = await teacher.call('POST /api/course', { body: { name, ...term } })
        const draft = { type: 'page', title: `About ${name}`, body: '<p>High water</p>' } as const
        await teacher.call('POST /api/courses/:id/activities', { params: { id }, body: draft })
      }
      const conditions = { semester: 'Autumn', academic_year: '2026' }
      const begun = await admin.call('POST /api/courses/next-term', { body: { conditions, semester: 'Spring', shift_days: 140 } })
      expect(begun.courses).toBe(courses)
      const copies = () =>
        query<{ id: string; name: string; whole: boolean }>(
          product.databases.course,
          `select id::text, name, importer_status = 1 as whole from courses where semester = 'Spring' and org_id = $1`,
          [school.id],
        )
      for (const share of [0.1, 0.5, 0.95]) {
        await until(async () => (await copies()).length >= courses * share, 600_000, 50)
        await product.kill()
        await product.again()
      }
      const task = () => admin.call('GET /api/tasks/:id', { params: { id: begun.task_id } })
      await until(async () => (await task()).state !== 'running', 900_000, 500)
      const { state, report } = await task()
      expect(state).toBe('finished')
      expect(report.map(({ item, outcome }) => `${item}: ${outcome}`).toSorted()).toEqual(names.map((name) => `${name}: done`).toSorted())
      const made = await copies()
      expect(made.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
      expect(made.filter(({ whole }) => !whole)).toEqual([])
      const pages = await query<{ course: string; title: string }>(
        product.databases.activity,
        'select course_id::text as course, title from activities where course_id = any($1::uuid[])',
        [made.map(({ id }) => id)],
      )
      const nameOf = new Map(made.map(({ id, name }) => [id, name]))
      expect(pages.map(({ course, title }) => [nameOf.get(course), title]).toSorted()).toEqual(
        names.map((name) => [name, `About ${name}`]).toSorted(),
      )
    },
    1_800_000,
  )

  test('its database alone, which does not start again: the process says so in one line and ends with 75', async () => {
    const { home = '', log } = product
    await rename(join(home, 'postgres', 'data', 'global', 'pg_control'), join(home, 'pg_control'))
    const { promise: ended, resolve } = Promise.withResolvers<number | null>()
    product.process!.once('exit', resolve)
    process.kill(await postmaster(product), 'SIGKILL')
    expect(await ended).toBe(75)
    const lastLines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('Lyceum ends: '))
    expect(lastLines).toEqual([
      expect.stringMatching(/the database in .*postgres has ended: .*pg_control.*; 5 tries to start it again have failed/),
    ])
  })
})

/** The process id of the embedded server. */
const postmaster = async ({ home = '' }: Product) =>
  Number((await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])

/** Holds every fact in this service's outbox until the server's death: its relay waits in the middle of its own transaction. */
async function holdRelay(database: string | undefined): Promise<{ gone(): Promise<void> }> {
  const client = new pg.Client(database)
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock(990001)')
  await client.query(`
    create or replace function kit.hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(990001); return new; end $$`)
  await client.query('create or replace trigger hold before update on kit.outbox for each row execute function kit.hold()')
  return { gone: () => ended }
}
