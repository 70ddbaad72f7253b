// Providers of meetings: accounts and their secrecy, meetings at a BigBlueButton that checks sums and roles and misbehaves, presence, recordings.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { secretKeys } from '@lyceum/kit/text/kept-secrets'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BigBlueButton, startBigBlueButton } from '../../test/bigbluebutton.ts'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { eventually, meetingCalls } from '../../test/meeting-calls.ts'
import type { Deps } from '../../deps.ts'
import { resealAccounts } from '../accounts/accounts.ts'
import { askWithin } from './asking.ts'

let env: TestCourse, stand: BigBlueButton
beforeAll(async () => {
  stand = await startBigBlueButton()
  env = await testCourse({ MEETING_HOSTS: new URL(stand.url).origin })
})
afterEach(() => {
  stand?.mend()
  expect(stand?.faults).toEqual([])
})
afterAll(async () => {
  await env?.stop()
  stand?.stop()
})

const calls = meetingCalls(() => ({ env, stand }))
const { accounts, accountOf, write, setUp, tried, read, choose, join, lecture, atProvider, remove, watchOf, secondsIn, sweep, soon } = calls

describe('accounts', () => {
  test('are written by administrators alone, need each field to be on, and are tried step by step', async () => {
    expect((await accounts()).items).toEqual(
      ['bigbluebutton', 'tencent'].map((provider) => ({ provider, account: {}, has_secret: false, on: false, fetches: true, version: 0 })),
    )
    const faults = async (body: object) => Object.keys((await setUp(body)).body.details ?? {})
    expect(await faults({ account: { url: stand.url }, secret: undefined })).toEqual(['account.hash', 'secret'])
    expect(await faults({ account: { url: 'ftp://x.example.edu', hash: 'md5', app_id: '1' } })).toEqual([
      'account.url',
      'account.hash',
      'account.app_id',
    ])
    expect(await faults({ account: { url: 'https://me:pw@bbb.example.edu/?a=b', hash: 'sha1' } })).toEqual(['account.url'])
    expect((await setUp({ secret: 'a b' })).status).toBe(400)
    for (const who of [env.teacher, env.student]) expect((await write({ provider: 'tencent', account: {} }, who)).status).toBe(403)
    expect((await env.call({ ...env.manager, department: newId() }, 'GET', '/api/org/meeting-providers')).body.code).toBe('department.only')
    const saved = await setUp()
    expect(saved.body.items[0]).toMatchObject({
      provider: 'bigbluebutton',
      account: { url: stand.url, hash: 'sha256' },
      has_secret: true,
      on: true,
    })
    expect((await setUp({ version: 1 })).body.code).toBe('meetingAccount.newer')
    expect(await tried()).toEqual(['server', 'secret', 'meeting'].map((step) => ({ step, ok: true, error: null })))
    expect(stand.meetings.size).toBe(0)
    await setUp({ secret: 'wrong' })
    expect(await tried()).toEqual([
      { step: 'server', ok: true, error: null },
      { step: 'secret', ok: false, error: 'checksumError' },
    ])
    for (const hash of ['sha1', 'sha512', 'sha256'] as const) {
      stand.hash = hash
      await setUp({ account: { url: `${stand.url}/api/`, hash } })
      expect((await tried()).at(-1)).toEqual({ step: 'meeting', ok: true, error: null })
    }
    const { rows } = await env.db.query(`select after from kit.audit where action = 'org.meetingProviderChanged' order by at desc limit 1`)
    expect(rows[0].after).toEqual({
      meeting_provider: 'bigbluebutton',
      meeting_provider_on: true,
      meeting_provider_fetches: true,
      meeting_provider_secret: true,
    })
  })

  test('lead to no inner network, no redirect, no large or late answer', async () => {
    const first = async (url: string) => {
      await setUp({ account: { url, hash: 'sha256' } })
      return (await tried()).at(-1)
    }
    for (const [url, error] of [
      ['https://10.1.2.3/bigbluebutton', 'address'],
      ['https://169.254.169.254/', 'address'],
      ['http://bbb.example.edu/bigbluebutton', 'protocol'],
      ['http://127.0.0.1:1/bigbluebutton', 'protocol'],
    ] as const)
      expect(await first(url)).toEqual({ step: 'server', ok: false, error })
    await setUp()
    for (const [error, how] of [
      ['size', (response) => void response.end(`<response>${'x'.repeat(10 * 1024 * 1024)}</response>`)],
      ['redirect', (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
      ['status 500', (response) => void response.writeHead(500).end('oops')],
      ['format', (response) => void response.end('<!DOCTYPE x [<!ENTITY y "z">]><response><returncode>SUCCESS</returncode></response>')],
      ['connection', (response) => void response.destroy()],
    ] as [string, Parameters<BigBlueButton['break']>[1]][]) {
      stand.break('isMeetingRunning', how)
      expect((await tried()).at(-1)).toEqual({ step: 'secret', ok: false, error })
    }
    await env.activities.world.kv.delete(`meeting-provider-test:${env.org}`)
    const slow = askWithin([new URL(stand.url).origin], 200)
    stand.break('*', () => {})
    await expect(slow(new URL(stand.url))).rejects.toMatchObject({ reason: 'down', code: 'time' })
  })

  test('seal their secrets by a newer key; without the key of before they are entered again', async () => {
    await setUp()
    const older = `test:${Buffer.alloc(32, 9).toString('base64')}`
    const config = { secretKeys: secretKeys(`newer:${Buffer.alloc(32, 8).toString('base64')},${older}`) } as Deps['config']
    const database = plainDatabase(env.db)
    expect([await resealAccounts(database, { config }), await resealAccounts(database, { config })]).toEqual([1, 0])
    expect((await accountOf('bigbluebutton')).has_secret).toBe(false)
    await setUp()
    expect((await accountOf('bigbluebutton')).has_secret).toBe(true)
  })
})

describe('a meeting at BigBlueButton', () => {
  beforeAll(() => setUp())

  test('is made at its opening; the teacher is its host, a student its guest, and nobody is known there by their id', async () => {
    const later = await atProvider(60)
    expect(await read(later)).toMatchObject({
      provider: 'bigbluebutton',
      has_address: true,
      choices: ['link', 'bigbluebutton'],
      error: null,
    })
    expect(await read(later, env.student)).toMatchObject({ choices: [], can_join: false })
    const id = await atProvider(5, { record: true })
    await eventually(() => expect(stand.meetings.has(id)).toBe(true))
    expect(stand.meetings.has(later)).toBe(false)
    const { url } = (await join(id, env.teacher)).body
    const host = await stand.follow(url)
    const guest = await stand.follow((await join(id)).body.url)
    const again = await stand.follow((await join(id)).body.url)
    expect(host).toMatchObject({ role: 'MODERATOR' })
    expect(guest).toMatchObject({ role: 'VIEWER' })
    expect(again).toEqual(guest)
    expect(JSON.stringify([host, guest])).not.toContain(env.student.person)
    expect(await stand.follow(url.replace('role=MODERATOR', 'role=VIEWER'))).toBe('checksumError')
    // an old address ends with its meeting
    stand.meetings.delete(id)
    expect(await stand.follow(url)).toBe('notFound')
    await join(id)
    expect(await stand.follow(url)).toBe('mismatchCreateTimeParam')
    expect((await join(id, env.stranger)).status).toBeGreaterThanOrEqual(403)
    expect(await read(id)).toMatchObject({ state: 'running', people: 1, options: { record: true, muted: true } })
  })

  test('ends there ten seconds after it was ended here, once; a deleted one is ended at once', async () => {
    const id = await atProvider(5)
    await join(id)
    await eventually(() => expect(stand.meetings.has(id)).toBe(true))
    await env.ok(env.teacher, 'POST', `/api/activities/${id}/meeting/end`, {})
    await eventually(async () =>
      expect((await env.db.query(`select run_at > now() as later from kit.jobs where key = $1`, [`meeting:${id}`])).rows).toEqual([
        { later: true },
      ]),
    )
    expect(stand.meetings.has(id)).toBe(true)
    expect((await join(id)).body.code).toBe('meeting.ended')
    await env.db.query(`update meetings set ended_at = ended_at - interval '1 minute' where activity_id = $1`, [id])
    await soon()
    await eventually(() => expect(stand.meetings.has(id)).toBe(false))
    const gone = await atProvider(5)
    await eventually(() => expect(stand.meetings.has(gone)).toBe(true))
    await remove(gone)
    await eventually(() => expect(stand.meetings.has(gone)).toBe(false))
  })

  test('of a provider that is down is tried again, who teaches sees why, and nobody is kept waiting', async () => {
    stand.break('create', (response) => void response.writeHead(502).end('bad gateway'))
    const id = await atProvider(5)
    await eventually(async () => expect((await read(id)).error).toBe('meeting.providerDown'))
    expect((await read(id, env.student)).error).toBeNull()
    const refused = await join(id)
    expect([refused.status, refused.body.code]).toEqual([503, 'meeting.providerDown'])
    stand.mend()
    await soon()
    await eventually(async () => expect((await read(id)).error).toBeNull())
    await setUp({ secret: 'wrong' })
    expect((await join(id)).body.code).toBe('meeting.providerRefused')
    const other = await atProvider(5)
    await eventually(async () => expect((await read(other)).error).toBe('meeting.providerRefused'))
    await setUp({ on: false })
    expect((await join(id)).body.code).toBe('meeting.providerOff')
    expect((await choose(await lecture(5))).body.code).toBe('meeting.providerOff')
    await setUp()
    await eventually(async () => expect((await read(other)).error).toBeNull())
    expect((await choose(id, { provider: 'tencent' })).status).toBe(400)
  })

  test('that was changed while its provider refused it is made as it is now, and one that an early host has made is ended with it', async () => {
    let renamed: Promise<unknown> | undefined
    const id = await lecture(5)
    stand.break('create', (response) => {
      renamed ??= env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { title: 'Tides' }).finally(() => {
        stand.mend()
        response.end('<response><returncode>FAILED</returncode><messageKey>validationError</messageKey></response>')
      })
    })
    await choose(id)
    await eventually(() => expect(stand.meetings.get(id)?.name).toBe('Tides'))
    await renamed
    await eventually(async () => expect((await env.db.query('select 1 from kit.jobs where key = $1', [`meeting:${id}`])).rows).toEqual([]))
    expect((await read(id)).error).toBeNull()

    const early = await atProvider(60)
    await join(early, env.teacher)
    expect(stand.meetings.has(early)).toBe(true)
    await remove(early)
    await eventually(() => expect(stand.meetings.has(early)).toBe(false))
  })

  test('without times is looked at no more once its provider is silent for hours', async () => {
    const id = await atProvider(null)
    await join(id)
    stand.break('getMeetingInfo', (response) => void response.writeHead(502).end())
    await env.db.query(`update meetings set began_at = now() - interval '3 hours', looked_at = null where activity_id = $1`, [id])
    await sweep('look_at', id)
    await soon()
    await eventually(async () => expect(await watchOf(id)).toMatchObject({ look_at: null }))
  })

  test('counts the seconds of who is there, and brings its recordings when they are ready', async () => {
    const ann = await newStudent(env, 'Ann')
    const id = await atProvider(5, { record: true })
    await stand.follow((await join(id, ann)).body.url)
    await join(id)
    await sweep('look_at', id)
    await soon()
    await eventually(async () => expect((await secondsIn(id)).Ann).toBeGreaterThan(0))
    const there = await secondsIn(id)
    expect(Object.entries(there).filter(([, count]) => count === 0)).toHaveLength(1)

    await env.ok(env.teacher, 'POST', `/api/activities/${id}/meeting/end`, {})
    stand.meetings.delete(id)
    stand.recordings.push(
      { recordID: 'r1', meetingID: id, name: 'Ebb & flow', state: 'processing' },
      { recordID: 'r2', meetingID: 'other', name: 'Not ours', state: 'published', url: 'https://films.example.edu/other' },
    )
    await sweep('look_at', id)
    await soon()
    const waiting = (what: (watch: Awaited<ReturnType<typeof watchOf>>) => boolean) =>
      eventually(async () => expect(what(await watchOf(id))).toBe(true))
    await waiting(({ ask_at, look_at }) => ask_at !== null && look_at === null)
    await sweep('ask_at', id)
    await soon()
    await eventually(async () =>
      expect((await read(id)).recordings).toMatchObject([{ title: 'Ebb & flow', page: null, processing: true, published: false }]),
    )
    Object.assign(stand.recordings[0]!, { state: 'published', url: 'https://films.example.edu/r1?a=1&b=2' })
    await sweep('ask_at', id)
    await soon()
    const page = 'https://films.example.edu/r1?a=1&b=2'
    await eventually(async () => expect((await read(id)).recordings).toMatchObject([{ page, processing: false }]))
    const [{ id: rid, title }] = (await read(id)).recordings
    const url = `/api/activities/${id}/meeting/recordings/${rid}`
    await env.ok(env.teacher, 'PUT', url, { title, page, published: true })
    expect((await read(id, env.student)).recordings).toMatchObject([{ page }])
    await env.ok(env.teacher, 'DELETE', url)
    await sweep('ask_at', id)
    await soon()
    await waiting(({ ask_n }) => ask_n === 3)
    expect((await read(id)).recordings).toEqual([])
  })

  test('stands in the list of the organisation, for who manages its calendar', async () => {
    const id = await atProvider(200)
    const list = (query: string, who: Actor = env.manager) => env.call(who, 'GET', `/api/management/live?${query}`)
    const { body } = await list('provider=bigbluebutton&state=before&keyword=ebb&page_size=100')
    expect(body.items.find((one: { id: string }) => one.id === id)).toMatchObject({
      course: { id: env.course },
      teachers: [{ id: env.teacher.person }],
      state: 'before',
      people: 0,
      provider: 'bigbluebutton',
    })
    expect((await list('provider=tencent')).body.total).toBe(0)
    expect((await list('keyword=nothing')).body.items).toEqual([])
    expect((await list('', env.teacher)).status).toBe(403)
    expect((await list('', { ...env.manager, department: newId() })).body.total).toBe(body.total > 0 ? (await list('')).body.total : 0)
  })

  test('leaves neither secret nor address in any answer but that of joining, any fact, log of changes or plain row', async () => {
    const id = await atProvider(5)
    const bodies = [await read(id), await accounts(), await env.ok(env.teacher, 'GET', `/api/activities/${id}`), (await setUp()).body]
    expect(JSON.stringify(bodies)).not.toContain(stand.secret)
    expect(JSON.stringify(bodies[0])).not.toContain('127.0.0.1')
    const { rows: tables } = await env.db.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const leaks = tables.map(
      ({ name }: { name: string }) =>
        `select '${name}' as name from ${name} t where t::text like '%s3cret-4711%' or t::text like '%checksum=%'`,
    )
    expect((await env.db.query(leaks.join(' union all '))).rows).toEqual([])
  })
})
