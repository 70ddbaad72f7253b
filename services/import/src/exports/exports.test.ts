// Tests of the list of an organisation's exports: recorded as they begin, with rows and file once they have ended, narrowed and bounded.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rosters, testRosters } from '../test/rosters.ts'
import type { Export } from './api.ts'
import { followDepartment, sweepExports } from './exports.ts'

let it: Rosters
let admin: Actor
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => {
  admin = it.begin()
  const page = { status: 200, body: { items: [], next: null, total: 0 } }
  it.owners.onRead = (path) => {
    if (path === '/api/org') return { status: 200, body: { orgs: [{ id: admin.org, name: 'Reef School', time_zone: 'UTC' }] } }
    return path === '/api/users' || path === '/api/users/rows' || path === '/api/departments' || path.startsWith('/api/roster/')
      ? page
      : undefined
  }
})

const list = async (query: Record<string, string> = {}, by: Actor = admin): Promise<Export[]> =>
  (await it.send('GET', `/api/management/exports?${new URLSearchParams(query)}`, undefined, by)).body.items
const begin = async (url: string, body: object, by: Actor = admin): Promise<string> => {
  const { status, body: answer } = await it.send('POST', url, body, by)
  expect(status).toBe(202)
  return answer.task
}
const people = (by?: Actor) => begin('/api/users/exports', { format: 'csv' }, by)
const ended = (id: string, by: Actor = admin) =>
  until(async () => (await list({}, by)).find((one) => one.id === id && one.state !== 'running'))

test('an export is listed with its person, and once it has ended with its rows and its file', async () => {
  const task = await people()
  expect(await ended(task)).toMatchObject({
    kind: 'people',
    name: null,
    by: { id: admin.person, name: 'Mei Lin' },
    state: 'finished',
    rows: 0,
    file: { name: 'People.csv', upload: expect.any(String), until: null },
    mine: true,
    error: null,
  })
  const colleague = actorOf({ org: admin.org, roles: ['admin'] })
  expect(await list({}, colleague)).toMatchObject([{ id: task, mine: false }])
  expect(await list({}, actorOf({ roles: ['admin'] }))).toEqual([])
})

test('no transaction waits while identity names its person', async () => {
  const held = `select 1 from pg_locks where database = (select oid from pg_database where datname = current_database())
    and relation = 'kit.tasks'::regclass and mode = 'RowExclusiveLock'`
  it.owners.onCall = async ({ path }) => {
    if (path === '/api/user/profile') await until(async () => (await it.db.query(held)).rowCount === 0)
    return undefined
  }
  for (const task of [
    await people(),
    await begin('/api/data-import/exports', { kind: 'oneroster' }),
    await begin('/api/question-exports', { bank_id: newId(), format: 'gift' }),
  ])
    expect(await list()).toContainEqual(expect.objectContaining({ id: task, by: { id: admin.person, name: 'Mei Lin' } }))
})

test('a file of questions is kept for a day; one that is gone is none', async () => {
  const task = await begin('/api/question-exports', { bank_id: newId(), format: 'gift' })
  await it.db.query(
    `update kit.tasks set state = 'finished', result = '{"questions": 12, "left": 0, "name": "Tides.gift"}' where id = $1`,
    [task],
  )
  expect(await list()).toMatchObject([{ kind: 'questions', rows: 12, file: null }])
  await it.db.query(
    `insert into question_files (id, org_id, person_id, task, name, mime, content, created_at) values ($1, $2, $3, $4, 'x', 'text/plain', '', now())
     on conflict (task) do update set mime = excluded.mime`,
    [newId(), admin.org, admin.person, task],
  )
  expect(await list()).toMatchObject([{ rows: 12, file: { name: 'Tides.gift', upload: null, until: expect.any(String) } }])
})

test('narrowed by person, words of a name, kind, state and time, paged; anything else is refused at its field', async () => {
  const [first, second] = [await people(), await begin('/api/data-import/exports', { kind: 'oneroster' })]
  for (const one of [first, second]) await ended(one)
  await it.db.query(`update exports set created_at = created_at - interval '2 hours', person_name = '林美玲' where task = $1`, [first])
  const ids = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id)
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  expect(await ids({})).toEqual([second, first])
  expect([await ids({ kind: 'roster' }), await ids({ kind: 'people' })]).toEqual([[second], [first]])
  expect([await ids({ q: 'mei' }), await ids({ q: '美' }), await ids({ q: 'Ben' })]).toEqual([[second], [first], []])
  expect([await ids({ from: hourAgo }), await ids({ to: hourAgo })]).toEqual([[second], [first]])
  expect([await ids({ person_id: admin.person }), await ids({ person_id: newId() })]).toEqual([[second, first], []])
  expect([await ids({ state: 'running' }), await ids({ page: '2', page_size: '1' })]).toEqual([[], [first]])
  for (const wrong of [{ kind: 'x' }, { state: 'x' }, { person_id: '1' }, { from: 'x' }, { q: 'x'.repeat(101) }] as Record<
    string,
    string
  >[])
    expect((await it.send('GET', `/api/management/exports?${new URLSearchParams(wrong)}`)).status).toBe(400)
})

test('a manager of a department reads what its managers began, and their own; whoever may read no reports reads none', async () => {
  const department = newId()
  const bound = (more: Partial<Actor> = {}) => actorOf({ org: admin.org, roles: ['admin'], department, ...more })
  const [one, two] = [bound(), bound()]
  const ofSchool = await people()
  const ofOne = await people(one)
  await ended(ofSchool)
  await ended(ofOne, one)
  const ids = async (by: Actor) => (await list({}, by)).map(({ id }) => id)
  expect([await ids(one), await ids(two), await ids(bound({ department: newId() }))]).toEqual([[ofOne], [ofOne], []])
  expect(await ids(admin)).toEqual([ofOne, ofSchool])
  expect((await it.send('GET', '/api/management/exports', undefined, actorOf({ org: admin.org, roles: ['instructor'] }))).status).toBe(403)
})

test('rows that a page saves are recorded with their person, name and number; nothing of them is kept', async () => {
  const by = actorOf({ org: admin.org, roles: ['instructor'] })
  const saved = (body: object) => it.send('POST', '/api/exports', body, by)
  const { status, body } = await saved({ kind: 'scores', name: 'Tides 2026.csv', rows: 240 })
  expect(status).toBe(201)
  expect(await list()).toMatchObject([
    {
      id: body.id,
      kind: 'scores',
      name: 'Tides 2026.csv',
      by: { id: by.person },
      state: 'finished',
      rows: 240,
      file: null,
      error: null,
      ended_at: expect.any(String),
    },
  ])
  expect(
    [await list({ state: 'finished' }), await list({ kind: 'list' }), await list({ state: 'running' })].map(({ length }) => length),
  ).toEqual([1, 0, 0])
  for (const [wrong, field] of [
    [{ kind: 'people', name: 'x', rows: 1 }, 'kind'],
    [{ kind: 'list', name: '', rows: 1 }, 'name'],
    [{ kind: 'list', name: 'x', rows: -1 }, 'rows'],
  ] as const)
    expect([(await saved(wrong)).status, Object.keys((await saved(wrong)).body.errors)]).toEqual([400, [field]])
  await it.db.query(
    `insert into exports (task, org_id, person_id, person_name, kind, name, rows, created_at)
     select gen_random_uuid(), org_id, person_id, person_name, kind, name, rows, created_at - interval '31 days' from exports, generate_series(1, 100) where task = $1`,
    [body.id],
  )
  expect((await saved({ kind: 'list', name: 'x', rows: 1 })).status).toBe(201)
  await it.db.query(`delete from exports where created_at < now() - interval '30 days'`)
  await it.db.query(
    `insert into exports (task, org_id, person_id, person_name, kind, name, rows, created_at)
     select gen_random_uuid(), org_id, person_id, person_name, kind, name, rows, created_at from exports, generate_series(1, 100) where task = $1`,
    [body.id],
  )
  expect((await saved({ kind: 'list', name: 'x', rows: 1 })).status).toBe(429)
  await it.db.query('delete from exports where person_id = $1 and task <> $2', [by.person, body.id])
  await it.db.query(`update exports set created_at = created_at - interval '31 days' where task = $1`, [body.id])
  expect(await sweepExports(plain(it.db), new Date(), 10)).toBe(1)
})

test('a manager reads the exports of departments below theirs, also after one has moved', async () => {
  const [top, below, elsewhere] = [newId(), newId(), newId()]
  const onRead = it.owners.onRead
  it.owners.onRead = (path, query) =>
    path === '/api/departments' ? { status: 200, body: { items: [{ path: [top, below] }], total: 1 } } : onRead(path, query)
  const bound = (department: string) => actorOf({ org: admin.org, roles: ['admin'], department })
  const { body } = await it.send('POST', '/api/exports', { kind: 'list', name: 'People.csv', rows: 3 }, bound(below))
  const ids = async (department: string) => (await list({}, bound(department))).map(({ id }) => id)
  expect([await ids(top), await ids(below), await ids(elsewhere)]).toEqual([[body.id], [body.id], []])
  await followDepartment(plain(it.db), { id: below, path: [elsewhere, below] })
  expect([await ids(top), await ids(below), await ids(elsewhere)]).toEqual([[], [body.id], [body.id]])
  await followDepartment(plain(it.db), { id: below, path: [elsewhere, below], mergedInto: top })
  expect([await ids(top), await ids(elsewhere)]).toEqual([[body.id], [body.id]])
})

test('the record goes with its task', async () => {
  const task = await people()
  await ended(task)
  const sweep = () => sweepExports(plain(it.db), new Date(), 10)
  await it.db.query(`update exports set created_at = created_at - interval '31 days' where task = $1`, [task])
  expect(await sweep()).toBe(0)
  await it.db.query('delete from kit.tasks where id = $1', [task])
  expect(await sweep()).toBe(1)
})
