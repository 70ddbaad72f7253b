// The data of an earlier release in this one: a backup that release has made (fixtures/make.ts) is restored, and compared row by row and by calls.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { copyOut } from '@lyceum/kit/database/postgres-copy'
import type { DumpedTable } from '@lyceum/kit/database/dump'
import { scaled } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manifest, readManifest } from '../../tools/admin/backup-folder.ts'
import { serviceNames } from '../../tools/admin/databases.ts'
import { lyceum } from '../../tools/admin/lyceum.ts'
import { openInstallation } from '../../tools/admin/installation.ts'
import { download } from '../faults/files.ts'
import { query } from '../faults/course.ts'
import { type Person, signIn } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { pdf } from '../media.ts'

type School = {
  org: string
  password: string
  people: Record<'teacher' | 'assistant' | 'student' | 'secondStudent' | 'thirdStudent', { id: string; login: string }>
  course: string
  activities: Record<'page' | 'material' | 'strict' | 'free' | 'later' | 'draft' | 'deleted', string>
  uploads: Record<'video' | 'reader' | 'removed', string>
  notifications: number
}
/** Tables that are not compared: a restore ends sessions and files get the present names of the store; notifications are compared by their call. */
const notCompared: Record<string, 'all' | string[]> = {
  'identity.public.sessions': 'all',
  'upload.public.uploads': ['etag'],
  'notification.public.notifications': ['type', 'payload'],
}

let folder: string
let school: School
let manifest: Manifest
let product: Product | undefined
const env = () => ({ ...process.env, LOG_LEVEL: 'silent', DATABASE_URL: undefined, LYCEUM_HOME: join(folder, 'home') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-upgrade-'))
  execFileSync('tar', ['-xzf', fileURLToPath(new URL('fixtures/61a8b29.tar.gz', import.meta.url)), '-C', folder])
  school = JSON.parse(await readFile(join(folder, 'school.json'), 'utf8'))
  manifest = await readManifest(join(folder, 'backup'))
  const restored = await lyceum(['restore', '--from', join(folder, 'backup'), '--json'], env(), () => {})
  expect(restored).toMatchObject({ exit: 0, err: '' })
  expect(JSON.parse(restored.out)).toMatchObject({ files_missing: 0 })
}, scaled(120_000))
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Rows of a table as COPY writes them, in an order of their own, with only these of its columns. */
async function rowsNow(client: pg.Client, { schema, name }: DumpedTable, columns: string[]): Promise<string[]> {
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const parts: Buffer[] = []
  for await (const part of copyOut(client, `copy (select ${listed} from ${schema}.${pg.escapeIdentifier(name)}) to stdout`))
    parts.push(part)
  return lines(Buffer.concat(parts))
}
const lines = (copied: Buffer) => copied.toString().split('\n').slice(0, -1).sort()

test('each row of each table that both releases have is as it was, before anything runs', async () => {
  const installation = await openInstallation(env(), join(folder, 'home'))
  const [changed, compared]: [string[], string[]] = [[], []]
  for (const service of serviceNames) {
    const client = new pg.Client(installation.databaseUrl(service))
    await client.connect()
    await client.query(`set time zone 'UTC'`)
    for (const table of manifest.databases[service]!.tables) {
      const label = `${service}.${table.schema}.${table.name}`
      const left = notCompared[label] ?? []
      if (table.schema === 'kit' || left === 'all') continue
      const { rows } = await client.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
        [table.schema, table.name],
      )
      const gone = table.columns.filter((column) => !rows.some(({ name }) => name === column))
      if (gone.length > 0) changed.push(`${label} without ${gone.join(', ')}`)
      const kept = table.columns.filter((column) => !gone.includes(column) && !left.includes(column))
      const dumped = gunzipSync(await readFile(join(folder, 'backup', 'databases', service, table.file)))
      const before = lines(dumped).map((line) =>
        line
          .split('\t')
          .filter((_, nth) => kept.includes(table.columns[nth]!))
          .join('\t'),
      )
      const after = await rowsNow(client, table, kept)
      compared.push(...after)
      for (const row of before.sort().filter((one) => !after.includes(one))) changed.push(`${label} lost ${row}`)
      if (after.length !== before.length) changed.push(`${label}: ${before.length} rows, now ${after.length}`)
    }
    await client.end()
  }
  await installation.close()
  expect(changed).toEqual([])
  expect(compared.length).toBeGreaterThan(150)
})

test('the calls answer with it, and work goes on', async () => {
  product = await startProduct({ way: 'one', name: 'upgrade', data: join(folder, 'home') })
  const { course, activities, uploads, people } = school
  const as = (who: keyof School['people']): Promise<Person> =>
    signIn(product!, { login: people[who].login, password: school.password, org: school.org })
  const [teacher, student, second] = await Promise.all([as('teacher'), as('student'), as('secondStudent')])
  const params = { id: course }

  const content = await student.call('GET /api/courses/:id/content', { params })
  const mine = Object.fromEntries(content.activities.map(({ id, my }) => [id, my]))
  expect(content.modules.map(({ name }) => name)).toEqual(['Waves', 'Tides'])
  expect(Object.keys(mine).sort()).toEqual(
    [activities.page, activities.material, activities.strict, activities.free, activities.later].sort(),
  )
  expect(mine[activities.page]).toMatchObject({ percent: 100, completed: true })
  expect(mine[activities.material]).toMatchObject({ percent: 100, completed: false })
  expect(mine[activities.strict]).toMatchObject({ percent: 50, completed: true, watched_seconds: 3, resume_at: 3 })
  expect(mine[activities.free]).toMatchObject({ percent: 0, last_seen_at: null })
  expect(content.completeness).toMatchObject({ completed_count: 2, activity_count: 4 })
  const strict = await student.call('GET /api/activities/:id', { params: { id: activities.strict } })
  expect(strict).toMatchObject({
    settings: { forward_seeking: false },
    completion_criterion_key: 'watched_30',
    start_time: '2026-01-05T08:00:00.000Z',
    end_time: '2100-07-01T16:00:00.000Z',
    due_time: null,
    is_locked: false,
  })
  expect((await second.call('GET /api/activities/:id', { params: { id: activities.free } })).my).toMatchObject({
    percent: 33,
    watched_seconds: 2,
  })

  // the assistant has watched it too, and counts no more than before
  const { summary } = await teacher.call('GET /api/activities/:id/watchers', { params: { id: activities.free }, query: {} })
  expect(summary).toEqual({ students: 2, started: 1, completed: 0 })
  const trials = await query<{ id: string }>(product.databases.activity, 'select person_id as id from progress where trial')
  expect(trials.filter(({ id }) => id !== people.assistant.id)).toEqual([])

  const play = await student.call('POST /api/activities/:id/play', { params: { id: activities.strict }, body: {} })
  expect(play).toMatchObject({ resume_at: 3, watched: [[0, 3]], forward_seeking: false })
  expect((await fetch(new URL(play.urls.hls ?? '', product.bytes))).status).toBe(200)
  expect((await download(teacher, uploads.reader)).equals(pdf())).toBe(true)
  const references = await teacher.call('GET /api/uploads/:id/references', { params: { id: uploads.video }, query: {} })
  expect(references.items.map(({ activity_id }) => activity_id).sort()).toEqual([activities.strict, activities.free].sort())

  const { items } = await student.call('GET /api/notifications', { query: { page_size: 100 } })
  const told = items.filter(({ created_at }) => created_at < manifest.moment)
  expect(told.length).toBe(school.notifications)
  expect(told.filter(({ read_at }) => read_at !== null).length).toBe(2)
  for (const { payload } of told) {
    expect(payload.course).toEqual({ id: course, name: 'Tides and currents' })
    expect([course, ...Object.values(activities)]).toContain(payload.subject.id)
    expect(payload.subject.title).not.toBe('')
  }

  // who comes back finds what they had done
  const { enrollments } = await teacher.call('POST /api/courses/:id/enrollments', {
    params,
    body: { person_ids: [people.thirdStudent.id], role: 'student' },
  })
  expect(enrollments.length).toBe(1)
  const third = await as('thirdStudent')
  await expect.poll(async () => (await third.send('GET', `/api/activities/${activities.page}`)).status).toBe(200)
  expect((await third.call('GET /api/activities/:id', { params: { id: activities.page } })).my.completed).toBe(true)
})
