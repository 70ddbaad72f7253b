// A backup taken while a school is at work, and its restore elsewhere, with a search for everything acknowledged before it.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, describe, expect, test } from 'vitest'
import { lyceum } from '../../tools/admin/lyceum.ts'
import { stackEnv } from '../../deploy/stack/servers.ts'
import { userActions } from '@lyceum/kit/facts/wire-format'
import { topicLog } from '@lyceum/kit/bus/kafka/topic-log'
import { createLog } from '@lyceum/kit/telemetry/log'
import { allWell, type Ground, keepWriting, makeGround, query, whatIsThere } from '../faults/course.ts'
import { download, randomText, sha256, startChunked } from '../faults/files.ts'
import { signIn } from '../flows/school.ts'
import { type Address, newPrefix, type Product, startProduct, type Way } from '../flows/start.ts'
import { keepWorking, rowsOf } from './load.ts'

/** From one way to run to another. `npm run test:long` tries all of them. */
const ways: [Way, Way][] = process.env.LYCEUM_LONG
  ? [
      ['servers', 'servers'],
      ['servers', 'one'],
      ['one', 'servers'],
    ]
  : [['one', 'one']]

const opened: Product[] = []
const folders: string[] = []
const folder = async () => {
  folders.push(await mkdtemp(join(tmpdir(), 'lyceum-backup-')))
  return folders.at(-1)!
}
afterAll(async () => {
  for (const one of opened) await one.stop()
  for (const one of folders) await rm(one, { recursive: true, force: true })
})

const quiet = { ...process.env, LOG_LEVEL: 'silent' }
const envOf = async (way: Way, data: string) =>
  way === 'one'
    ? { ...quiet, DATABASE_URL: undefined, LYCEUM_HOME: data }
    : { ...quiet, ...(await stackEnv()), LYCEUM_PREFIX: data, S3_BUCKET: data }
async function command(env: NodeJS.ProcessEnv, ...typed: string[]) {
  const { exit, out, err } = await lyceum([...typed, '--json'], env, () => {})
  return { exit, value: out ? JSON.parse(out) : undefined, error: err ? JSON.parse(err).error : undefined }
}

async function clicksIn(at: Address): Promise<Set<string>> {
  if (at.way === 'one') {
    const rows = await query<{ action: string }>(at.databases.statistics, `select value::json->>'action' as action from kit.actions`)
    return new Set(rows.map(({ action }) => action))
  }
  const { KAFKA_BROKERS = '', LYCEUM_PREFIX } = at.env ?? {}
  const log = await topicLog({
    brokers: KAFKA_BROKERS.split(','),
    prefix: LYCEUM_PREFIX,
    log: createLog({ level: 'silent', service: 'test' }),
  })
  const found = new Set<string>()
  const ends = (await log.ends([userActions])).get(userActions) ?? []
  const ranges = ends.map(({ partition, low, high }) => ({ partition, from: low, to: high }))
  await log.read(userActions, ranges, ({ value }) => void found.add(JSON.parse(value ?? '{}').action))
  await log.close()
  return found
}

describe.each(ways)('a backup of %s, restored to %s', (from, to) => {
  test('everything that was acknowledged before it began is there as it was, and is told exactly once; work goes on', async () => {
    const source = await startProduct({ way: from, name: `backup-${from}-${to}` })
    opened.push(source)
    const ground = await makeGround(source)
    const { school } = ground
    const admin = await school.signIn('admin')
    const unfinished = await startChunked(ground.teacher, { name: 'half.txt', bytes: randomText(9 * 2 ** 20) })
    await unfinished.block(0)

    // the backup is taken in the middle of the work
    const load = keepWorking(ground, admin)
    const enough = () => load.pages.acknowledged.size >= 15 && load.files.size >= 8 && load.people.size >= 5 && load.clicks.size >= 10
    await until(enough, 60_000)
    const env = await envOf(from, from === 'one' ? source.home! : source.env!.LYCEUM_PREFIX!)
    const before = load.now()
    const to_ = await folder()
    const backup = await command(env, 'backup', '--to', to_)
    expect(backup).toMatchObject({ exit: 0, value: { way: from, files: { files: expect.any(Number) } } })
    await until(() => load.pages.acknowledged.size > before.pages.size)
    await load.stop()
    expect(backup.value.held).toBeLessThan(scaled(10_000)) // a call that has to wait longer would be refused
    expect(await whatIsThere(source, ground, load.pages)).toEqual(allWell)
    const expected = await rowsOf(source, before)
    const course = { id: ground.course, people: school.people, password: school.password }
    opened.pop()
    await source.stop()

    const data = to === 'one' ? join(await folder(), 'home') : newPrefix()
    const restored = await command(await envOf(to, data), 'restore', '--from', to_)
    expect(restored).toMatchObject({ exit: 0, value: { files_missing: 0, uploads_to_begin_again: 1 } })
    expect(restored.value.sessions_ended).toBeGreaterThan(0)
    // a second restore overwrites nothing
    const again = await command(await envOf(to, data), 'restore', '--from', to_)
    expect(again).toMatchObject({ exit: 2, error: { flag: to === 'one' ? '--home' : '--replace' } })

    const target = await startProduct({ way: to, name: `restored-${from}-${to}`, data })
    opened.push(target)
    const as = (who: 'teacher' | 'student') =>
      signIn(target, { login: course.people[who].login, password: course.password, org: school.id })
    const there: Ground = { ...ground, teacher: await as('teacher'), student: await as('student') }
    expect((await fetch(`${target.url}/api/session`, { headers: { cookie: ground.teacher.cookie } })).status).toBe(401)

    // every activity in the course has one notification, every acknowledged one is in the course
    const { activities } = await there.teacher.call('GET /api/courses/:id/content', { params: { id: course.id } })
    const seen = { ...load.pages, acknowledged: new Map(activities.map(({ id, title }) => [title, id])) }
    expect(await whatIsThere(target, there, seen)).toEqual(allWell)
    expect([...before.pages.values()].filter((id) => !activities.some((one) => one.id === id))).toEqual([])
    expect(await rowsOf(target, before)).toEqual(expected)
    for (const [id, sum] of before.files) expect(sha256(await download(there.teacher, id)), id).toBe(sum)
    const clicks = await clicksIn(target)
    expect([...before.clicks].filter((one) => !clicks.has(one))).toEqual([])

    // and the restored system accepts work
    const writing = keepWriting(there, { writers: 1, pause: 10 })
    await until(() => writing.acknowledged.size >= 5)
    await writing.stop()
    expect(await whatIsThere(target, there, writing)).toEqual(allWell)
    opened.pop()
    await target.stop()
  })
})

describe('a backup that is none', () => {
  test('is refused: no end, another release, a damaged file, a folder in use; and nothing is left of the attempt', async () => {
    const home = join(await folder(), 'home')
    const env = await envOf('one', home)
    const broken = await folder()
    const from = (...more: string[]) => command(env, 'restore', '--from', broken, ...more)
    expect(await from()).toMatchObject({ exit: 2, error: { flag: '--from', message: expect.stringContaining('manifest') } })
    await writeFile(join(broken, 'manifest.json'), JSON.stringify({ format: 2 }))
    expect(await from()).toMatchObject({ exit: 2, error: { flag: '--from', message: expect.stringContaining('later release') } })
    await rm(join(broken, 'manifest.json'))
    await writeFile(
      join(broken, 'manifest.json'),
      JSON.stringify({
        format: 1,
        release: '9.0.0',
        way: 'one',
        files: {},
        topics: {},
        databases: { identity: { migrations: { public: ['99_later'] }, tables: [] } },
      }),
    )
    expect(await from()).toMatchObject({ exit: 2, error: { flag: '--from', message: expect.stringContaining('99_later') } })
    expect(existsSync(home)).toBe(false)
    expect(await command(env, 'backup', '--to', join(broken, 'new'), '--home', home)).toMatchObject({ exit: 2, error: { flag: '--home' } })
  })
})
