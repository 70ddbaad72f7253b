// The erasure of a person by an administrator: whatever they did before, afterwards no table of any service names them, and no call finds
// them.
import { randomUUID } from 'node:crypto'
import { CallFailed } from '@lyceum/kit/calls/client'
import { scaled, until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { pdf } from '../media.ts'
import { newSchool, product } from './product.ts'
import { type Person, type School, signIn } from './school.ts'
import { send } from './send.ts'

let school: School, admin: Person, teacher: Person, who: Person
/** Part of everything that names the person, and of nothing else. */
const tag = `erasable${randomUUID().slice(0, 8)}`

/** The rows that still hold a text of this person, or their id: service.table → rows. Sequences of facts that only carry the id stay. */
async function traces(text: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [service, url] of Object.entries(product().databases)) {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'mirror', 'kit')`,
    )
    for (const { name } of rows) {
      const { rows: counted } = await client.query(`select count(*)::int as n from ${name} t where t::text ilike $1`, [`%${text}%`])
      if (counted[0].n > 0) found[`${service}.${name}`] = counted[0].n
    }
    await client.end()
  }
  return found
}

/** The files of a person that a service does not hold as deleted. */
async function filesLeft(service: string, person: string): Promise<number> {
  const client = new pg.Client(product().databases[service as keyof ReturnType<typeof product>['databases']])
  await client.connect()
  const { rows } = await client.query('select count(*)::int as n from uploads t where t::text like $1 and not deleted', [`%${person}%`])
  await client.end()
  return rows[0].n
}

beforeAll(async () => {
  school = await newSchool()
  ;[admin, teacher] = await Promise.all([school.signIn('admin'), school.signIn('teacher')])
  const login = `${tag}@example.edu`
  const person = { name: `Ines ${tag}`, user_no: tag, email: login, mobile_phone: '+6281234567890' }
  const made = await admin.call('POST /api/users', {
    body: { ...person, roles: ['student', 'instructor'], department_id: school.department, password: school.password },
  })
  who = await signIn(product(), { login, password: school.password, org: school.id })
  expect(who.id).toBe(made.id)

  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Marine Biology' } })
  const params = { id: course }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [who.id], role: 'student' } })
  const { id: set } = await teacher.call('POST /api/courses/:id/group-sets', { params, body: { name: 'Lab teams', groups: ['Tides'] } })
  const [group] = (await teacher.call('GET /api/group-sets/:id', { params: { id: set } })).list
  const moves = [{ person_id: who.id, from: null, to: group!.id }]
  await teacher.call('PUT /api/group-sets/:id/members', { params: { id: set }, body: { moves } })
  await teacher.call('PUT /api/groups/:id', { params: { id: group!.id }, body: { leader_id: who.id } })
  const { id: page } = await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'page', title: 'Currents', published: true, completion_criterion_key: 'read' },
  })
  // an invitation, and a place on a waiting list
  const { id: reef } = await teacher.call('POST /api/course', { body: { name: 'Reef' } })
  const ofReef = { params: { id: reef } }
  await teacher.call('PUT /api/courses/:id/join-settings', { ...ofReef, body: { approval: true } })
  const { access_code } = await teacher.call('GET /api/course/:id/access_code', ofReef)
  await who.call('POST /api/course/join', { body: { access_code } })
  await teacher.call('POST /api/course/:id/invites', { ...ofReef, body: { emails: [login] } })
  // the traces of a student and teacher: progress, files, a link, an own course, clicks, a stored answer of an idempotency key
  await who.call('POST /api/course/activities-read/:id', { params: { id: page } })
  await who.call('POST /api/course/:id/record-user-reads', { params, body: { type: 'content' } })
  await send(who, `${tag}.pdf`, pdf())
  await who.call('POST /api/user/links', { body: { title: tag, url: `https://${tag}.example.edu/` } })
  await who.call('PUT /api/user/profile', {
    body: { education: tag, version: 9_000_000_000_000_000 },
    headers: { 'idempotency-key': randomUUID() },
  })
  await who.call('POST /api/course', { body: { name: 'Reefs' } })
  await who.send('POST', '/api/user-actions', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'course.open', screen_width: 1, screen_height: 1 }),
  })
  // and a message that waits to be sent
  await who.send('POST', '/api/auth_code/get_auth_code', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ unique_id: `other-${tag}@example.edu`, unique_id_type: 'email' }),
  })
  await until(async () => 'notification.public.notifications' in (await traces(who.id)), 30_000, 100)
})

test('nothing names them any more, in no table of any service; their id stays only where a course needs it', async () => {
  const before = Object.keys(await traces(tag))
  expect(before).toEqual(expect.arrayContaining(['identity.public.persons', 'course.mirror.persons', 'upload.public.uploads']))
  await admin.call('DELETE /api/users/:id', { params: { id: who.id } })
  await expect.poll(() => traces(tag), { interval: 200, timeout: scaled(60_000) }).toEqual({})
  const ids = Object.keys(await traces(who.id)).filter((name) => !/\.kit\.(outbox|inbox|idempotency|jobs)$/.test(name))
  const known = [
    'identity.public.erased_persons',
    // what they did, and what was done to them, without values
    ...['identity', 'course'].map((service) => `${service}.kit.audit`),
    // so that a late older fact does not restore the person
    ...['course', 'activity', 'upload', 'calendar', 'notification', 'statistics'].map((service) => `${service}.mirror.persons`),
    // the maker of a course or its content, a past membership: ids without a name behind them
    'course.public.courses',
    'course.public.enrolments',
    ...['activity', 'upload', 'calendar', 'notification'].map((service) => `${service}.mirror.members`),
    // the row records that the file is deleted
    'upload.public.uploads',
    'activity.public.uploads',
    'course.public.uploads',
    'calendar.public.uploads',
    'notification.public.uploads',
  ]
  expect(ids.filter((name) => !known.includes(name))).toEqual([])
  const withFiles = ids.flatMap((name) => /^(\w+)\.public\.uploads$/.exec(name)?.[1] ?? [])
  for (const service of withFiles) expect([service, await filesLeft(service, who.id)]).toEqual([service, 0])
})

test('no sign-in knows them', async () => {
  const refused = async (work: Promise<unknown>) =>
    work.then(() => 200).catch((error) => (error instanceof CallFailed ? error.status : String(error)))
  await expect.poll(() => refused(who.call('GET /api/session'))).toBe(401)
  await expect(signIn(product(), { login: who.login, password: school.password, org: school.id })).rejects.toThrow(/401/)
  const { users } = await admin.call('GET /api/user/search', { query: { keywords: tag } })
  expect(users).toEqual([])
  expect((await admin.send('DELETE', `/api/users/${who.id}`)).status).toBe(404)
})
