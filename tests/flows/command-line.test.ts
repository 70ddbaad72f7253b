// The operator's command line, against a running product in both ways: one of its own, since it empties copies and retells facts.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpSink } from '@lyceum/notification/test/smtp-sink'
import { lyceum } from '../../tools/admin/lyceum.ts'
import { makeSchool, type Person, type School, signIn } from './school.ts'
import { type Product, startProduct } from './start.ts'

let at: Product
let school: School, teacher: Person, student: Person, course: string
const env = () => {
  const { home, env } = at
  return { ...process.env, LOG_LEVEL: 'warn', ...(home ? { LYCEUM_HOME: home, DATABASE_URL: undefined } : env) }
}
const command = async (...typed: string[]) => {
  const { exit, out, err } = await lyceum([...typed, '--json'], env(), () => {})
  return { exit, value: out ? JSON.parse(out) : undefined, error: err ? JSON.parse(err).error : undefined }
}
async function query<T>(service: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(at.databases[service])
  await client.connect()
  const { rows } = await client.query(sql, values)
  await client.end()
  return rows as T[]
}
const mirrored = () =>
  query<{ name: string; version: string }>('notification', 'select name, version from mirror.courses where id = $1', [course])
const notificationCount = async () => (await student.call('GET /api/notifications', { query: { page: 1, page_size: 100 } })).total

beforeAll(async () => {
  at = await startProduct({ name: 'command-line' })
  school = await makeSchool(at)
  ;[teacher, student] = await Promise.all([school.signIn('teacher'), school.signIn('student')])
  course = (await teacher.call('POST /api/course', { body: { name: 'Marine Biology' } })).id
  const params = { id: course }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [student.id], role: 'student' } })
  const body = { type: 'page', title: 'Currents', published: true } as const
  await teacher.call('POST /api/courses/:id/activities', { params, body })
  await until(async () => (await notificationCount()) > 0, 30_000, 50)
})
afterAll(() => at?.stop())

test('an operator is added by number, listed, and removed by address', async () => {
  const { id, login } = school.people.manager
  const [person] = await query<{ user_no: string }>('identity', 'select user_no from persons where id = $1', [id])
  expect(await command('operators', 'add', person!.user_no.toUpperCase())).toMatchObject({ exit: 0, value: { id, email: login } })
  expect((await command('operators', 'list')).value).toMatchObject([{ id }])
  expect(await command('operators', 'add', 'nobody')).toMatchObject({ error: { code: 'person.notFound' } })
  expect(await command('operators', 'remove', login)).toMatchObject({ exit: 0, value: { id } })
  expect((await command('operators', 'list')).value).toEqual([])
  expect(await command('operators', 'remove', login)).toMatchObject({ error: { code: 'person.notFound' } })
})

test('an organisation and its first administrator are made, who signs in; erased, they do not', async () => {
  const tag = randomUUID().slice(0, 8)
  const org = await command('org', 'create', '--name', `Lagoon ${tag}`, '--locale', 'th', '--host', `${tag}.test`)
  expect(org).toMatchObject({ exit: 0, value: { name: `Lagoon ${tag}`, hosts: [`${tag}.test`] } })
  expect((await command('org', 'list')).value.map(({ id }: { id: string }) => id)).toContain(org.value.id)
  const set = await command(
    'org',
    'set',
    '--org',
    `${tag}.test`,
    '--guest-preview',
    'on',
    '--toggles',
    'timetables',
    '--accent',
    'hue=9,vividness=4',
  )
  expect(set).toMatchObject({ exit: 0, value: { guest_preview: true, toggles: ['timetables'], accent: { hue: 9, vividness: 4 } } })
  expect((await command('org', 'set', '--org', `${tag}.test`, '--toggles', 'none')).value).toMatchObject({
    guest_preview: true,
    toggles: [],
  })
  const about = ['--org', `${tag}.test`, '--email', `${tag}@lagoon.test`, '--name', 'Ada Birk', '--user-no', tag, '--role', 'admin']
  const user = await command('user', 'create', ...about, '--generate-password')
  expect(user).toMatchObject({ exit: 0, value: { name: 'Ada Birk', roles: ['admin'] } })
  const who = { login: `${tag}@lagoon.test`, password: user.value.password, org: org.value.id }
  expect((await signIn(at, who)).id).toBe(user.value.id)
  expect((await command('user', 'find', tag, '--org', `Lagoon ${tag}`)).value.users).toMatchObject([{ id: user.value.id }])
  expect(await command('user', 'create', ...about)).toMatchObject({ exit: 1, error: { code: 'user.numberTakenBy' } })
  // the last administrator of an organisation stays
  expect(await command('user', 'erase', tag, '--org', org.value.id, '--yes')).toMatchObject({
    exit: 1,
    error: { code: 'user.lastAdministrator' },
  })
  const other = await command('user', 'create', '--org', org.value.id, '--name', 'Bo', '--user-no', `${tag}-2`, '--role', 'admin')
  expect(other.exit).toBe(0)
  expect(await command('user', 'erase', tag, '--org', org.value.id, '--yes')).toMatchObject({ exit: 0, value: { erased: [user.value.id] } })
  await expect(signIn(at, who)).rejects.toThrow(/401/)
})

test('a mistyped command ends with 2 and names its flag; one whose server cannot be reached with 3', async () => {
  const school_ = ['--org', school.id]
  for (const [typed, flag] of [
    [['user', 'create', '--nam', 'x'], '--nam'],
    [['user', 'create', '--user-no', '1', '--role', 'admin'], '--name'],
    [['user', 'create', '--name', 'x', '--user-no', '1', '--role', 'king'], '--role'],
    [['user', 'create', '--name', 'x', '--user-no', '1', '--role', 'admin', '--email', 'bad', ...school_], '--email'],
    [['user', 'create', '--name', 'x', '--user-no', '1', '--role', 'admin', '--org', 'nothing'], '--org'],
    [['user', 'create', '--name'], '--name'],
    [['user', 'erase', student.id, ...school_], '--yes'],
    [['user', 'erase', '--ids-from', '/nonexistent', '--yes', ...school_], '--ids-from'],
    [['org', 'set', '--time-zone', 'Nowhere', ...school_], '--time-zone'],
    [['org', 'set', '--toggles', 'tea_break', ...school_], '--toggles'],
    [['org', 'set', '--max-level-in-upload-folder', '700', ...school_], '--max-level-in-upload-folder'],
    [['org', 'set', '--accent', 'red=1', ...school_], '--accent'],
    [['topic', 'replay'], '<service>'],
    [['topic', 'replay', 'nothing'], '<service>'],
    [['parked', 'retry'], '<id>'],
    [['parked', 'list', '--service', 'nothing'], '--service'],
    [['mail', 'test', 'nobody'], '<address>'],
    [['org', 'list', '--home', '/nonexistent'], '--home'],
  ] as [string[], string][])
    expect(await command(...typed), typed.join(' ')).toMatchObject({ exit: 2, error: { flag, message: expect.stringContaining(flag) } })
  expect(await command('user', 'creat')).toMatchObject({ exit: 2, error: { code: 'usage' } })
  const away = await lyceum(['org', 'list', '--json'], { ...env(), DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/' }, () => {})
  expect([away.exit, JSON.parse(away.err).error.code]).toEqual([3, 'database.unreachable'])
})

test('as a program: help and results on standard output, errors on standard error, its code as it ends', async () => {
  const program = fileURLToPath(new URL('../../tools/admin/lyceum.ts', import.meta.url))
  const run = (...typed: string[]) => promisify(execFile)(process.execPath, [program, ...typed], { env: env() as NodeJS.ProcessEnv })
  const [help, wrong] = await Promise.all([run('user', 'create', '--help'), run('user', 'creat').catch((error) => error)])
  expect(help.stdout).toContain('--user-no NUMBER')
  expect([wrong.code, wrong.stdout, wrong.stderr.includes('there is no command')]).toEqual([2, '', true])
})

test('a test mail reaches the mail server, and what the server says to it is the answer', async () => {
  const sink = await smtpSink({ rcpt: (to) => (to === 'gone@school.example' ? '550 5.1.1 no such mailbox' : '250 ok') })
  const mail = async (to: string, more: object = {}) => {
    const { exit, out, err } = await lyceum(
      ['mail', 'test', to, '--json'],
      { ...env(), SMTP_URL: sink.url, MAIL_FROM: 'Straits <mail@straits.example>', ...more },
      () => {},
    )
    return { exit, answer: JSON.parse(out || err) }
  }
  expect(await mail('siti@school.example')).toEqual({
    exit: 0,
    answer: { to: 'siti@school.example', from: 'Straits <mail@straits.example>', sent: true },
  })
  const [taken] = sink.to('siti@school.example')
  expect([taken?.header('From'), taken?.header('Subject'), taken?.header('Auto-Submitted')]).toEqual([
    'Straits <mail@straits.example>',
    'Test of Lyceum',
    'auto-generated',
  ])
  expect(await mail('gone@school.example')).toMatchObject({
    exit: 1,
    answer: { error: { code: 'mail', message: expect.stringContaining('5.1.1') } },
  })
  expect(await mail('siti@school.example', { SMTP_URL: 'smtp://127.0.0.1:9' })).toMatchObject({
    exit: 1,
    answer: { error: { code: 'mail' } },
  })
  expect(await mail('siti@school.example', { SMTP_URL: undefined })).toMatchObject({ exit: 1, answer: { error: { code: 'mail' } } })
  expect(sink.mails).toHaveLength(1)
  await sink.close()
})

test('a service that lost its copies reads every topic again and has them back; nobody is told a second time', async () => {
  const before = [await mirrored(), await notificationCount()]
  await query('notification', 'delete from mirror.courses where id = $1', [course])
  await query('notification', 'delete from mirror.members where course_id = $1', [course])
  const { exit, value } = await command('topic', 'replay', 'notification', '--clear', '--wait', '40')
  expect([exit, value.left, value.facts > 0]).toEqual([0, 0, true])
  expect([await mirrored(), await notificationCount()]).toEqual(before)
  const { members } = (
    await query<{ members: number }>('notification', 'select count(*)::int as members from mirror.members where course_id = $1', [course])
  )[0]!
  expect(members).toBe(2)
})

test('with --clear the projections of a service are emptied as its mirrors are', async () => {
  const unknown = randomUUID()
  const row = 'insert into uploads (id, org_id, person_id, type, status, deleted, version) values ($1, $1, $1, $2, $3, false, 1)'
  await query('course', row, [unknown, 'image', 'ready'])
  const { exit } = await command('topic', 'replay', 'course', '--clear', '--wait', '40')
  expect([exit, await query('course', 'select id from uploads where id = $1', [unknown])]).toEqual([0, []])
})

test('everything is told anew: copies that say something else come right, nobody is told a second time', async () => {
  const [before] = await mirrored()
  const notices = await notificationCount()
  await query('notification', `update mirror.courses set name = 'Something else' where id = $1`, [course])
  const { exit, value } = await command('topic', 'retell')
  expect([exit, value.map(({ service }: { service: string }) => service)]).toEqual([
    0,
    ['identity', 'course', 'activity', 'upload', 'calendar', 'notification'],
  ])
  expect(value.find(({ service }: { service: string }) => service === 'course').facts).toBeGreaterThanOrEqual(3)
  await expect.poll(async () => (await mirrored())[0]?.name).toBe('Marine Biology')
  expect(BigInt((await mirrored())[0]!.version)).toBeGreaterThan(BigInt(before!.version))
  expect(await notificationCount()).toBe(notices)
})

test('parked facts are listed and handled again; one that fails again stays, and the command ends with 1', async () => {
  const id: string = randomUUID()
  const broken: string = randomUUID()
  const park = (fact: string, value: string) =>
    query(
      'statistics',
      `insert into kit.parked (id, topic, partition, position, key, headers, value, error, attempts)
       values ($1, 'lyceum.identity.v1', 0, 0, $2, $3, $4, 'as it was then', 5)`,
      [
        fact,
        `org:${fact}`,
        JSON.stringify({
          ce_id: fact,
          ce_type: 'lyceum.identity.v1.OrgChanged',
          ce_subject: `org:${fact}`,
          ce_time: new Date().toISOString(),
          ce_orgid: fact,
        }),
        value,
      ],
    )
  await park(id, JSON.stringify({ id, org_id: id, name: 'Mended', locale: 'en', version: '5' }))
  await park(broken, '{"id":')
  const list = (await command('parked', 'list')).value as { id: string; service: string; error: string }[]
  expect(list.filter((one) => [id, broken].includes(one.id)).map(({ service, error }) => [service, error])).toEqual([
    ['statistics', 'as it was then'],
    ['statistics', 'as it was then'],
  ])
  const { exit, value } = await command('parked', 'retry', '--all', '--service', 'statistics')
  expect([exit, value.asked, value.handled, value.parked.length]).toEqual([1, 2, 1, 1])
  expect(value.parked[0]).toMatchObject({ id: broken, attempts: 6 })
  expect(value.parked[0].error).not.toBe('as it was then')
  expect(await query('statistics', 'select name from mirror.orgs where id = $1', [id])).toEqual([{ name: 'Mended' }])
  await query('statistics', 'delete from kit.parked where id = $1', [broken])
  await query('statistics', 'delete from mirror.orgs where id = $1', [id])
})
