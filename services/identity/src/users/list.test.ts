// Tests of the list of members and of changes of many at once.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { planOf } from '@lyceum/kit/test/searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asText, permissionsIn } from '../../mirror/permissions.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
let bay: string
let shore: string
let klass: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = ids.admin = await school.person({ roles: ['admin'], name: 'Zoe Admin' })
  const made = async (path: string, body: object) => (await school.call(admin, 'POST', path, body)).body.id as string
  bay = await made('/api/departments', { name: 'Bay' })
  shore = await made('/api/departments', { name: 'Shore', parent_id: bay })
  klass = await made('/api/study-units', { kind: 'klass', name: 'MB26A' })
  for (const [name, roles, department, klassId] of [
    ['Ann', ['student'], bay, klass],
    ['Bo', ['student'], shore, undefined],
    ['Cy', ['instructor'], undefined, undefined],
    ['Di', ['student'], undefined, klass],
  ] as const)
    ids[name] = await school.person({
      name: `${name} Tan`,
      roles: [...roles],
      ...(department && { department }),
      ...(klassId && { klass: klassId }),
    })
})
afterAll(() => school.stop())

const query = async (sql: string, ...values: unknown[]) => (await school.pool.query(sql, values)).rows
const list = async (conditions: object = {}, more = '', actor = admin) =>
  (await school.call(actor, 'GET', `/api/users?conditions=${encodeURIComponent(JSON.stringify(conditions))}${more}`)).body
const namesOf = async (conditions: object = {}, more = '', actor = admin): Promise<string[]> =>
  (await list(conditions, more, actor)).items.map(({ name }: { name: string }) => name.split(' ')[0])
const change = (body: object, actor = admin) => school.call(actor, 'PUT', '/api/users', body)

test('members are listed by name or another order, by each condition, and by several', async () => {
  expect(await list({}, '&page_size=2&page=2')).toMatchObject({ total: 5, pages: 3, start: 3, end: 4 })
  expect(await namesOf()).toEqual(['Ann', 'Bo', 'Cy', 'Di', 'Zoe'])
  expect(await namesOf({}, '&sort=-name&page_size=2')).toEqual(['Zoe', 'Di'])
  expect(await namesOf({}, '&sort=created_at&page_size=1')).toEqual(['Zoe'])
  expect(await namesOf({}, '&sort=-user_no&page_size=1')).toEqual(['Di'])
  await query('update memberships set seen_at = now() where person_id = $1', ids.Cy)
  expect(await namesOf({}, '&sort=-seen_at&page_size=1')).toEqual(['Cy'])
  expect((await namesOf({}, '&sort=seen_at')).at(-1)).toBe('Cy')
  expect(await namesOf({ role: 'instructor' })).toEqual(['Cy'])
  expect(await namesOf({ role: 'student' })).toEqual(['Ann', 'Bo', 'Di'])
  expect(await namesOf({ department_id: bay })).toEqual(['Ann', 'Bo'])
  expect(await namesOf({ klass_id: klass, keyword: 'di' })).toEqual(['Di'])
  expect(await namesOf({ source: 'hand' })).toHaveLength(5)
  expect(await namesOf({ source: 'roster:sis' })).toEqual([])
  const [ann] = (await list({ keyword: 'ann' })).items
  expect(ann).toMatchObject({
    state: 'active',
    until: null,
    own: true,
    klass: { id: klass, name: 'MB26A' },
    department: { id: bay },
    grade: null,
  })
  expect(ann.version).toBe((await school.call(admin, 'GET', `/api/users/${ids.Ann}`)).body.version)
  await school.call(admin, 'POST', `/api/users/${ids.Di}/suspend`, {})
  await query(`update memberships set until = now() - interval '1 second' where person_id = $1`, ids.Bo)
  expect(await namesOf({ state: 'suspended' })).toEqual(['Bo', 'Di'])
  expect(await namesOf({ state: 'active' })).toEqual(['Ann', 'Cy', 'Zoe'])
  await query('update memberships set until = null where person_id = $1', ids.Bo)
  await school.call(admin, 'POST', `/api/users/${ids.Di}/resume`, {})
})

test('400 names the condition; 403 for who teaches; a manager of a department lists and changes its people alone', async () => {
  for (const [conditions, field] of [
    [{ role: 'king' }, 'role'],
    [{ klass_id: 'x' }, 'klass_id'],
    [{ state: 7 }, 'state'],
    [{ colour: 'red' }, 'colour'],
  ] as const)
    expect(Object.keys((await list(conditions)).errors), field).toEqual([`conditions.${field}`])
  expect((await school.call(actorOf({ org: school.org, roles: ['instructor'] }), 'GET', '/api/users')).status).toBe(403)
  await query(
    `insert into role_permissions (org_id, role, permission, given) select $1, 'educational_admin', n, true from unnest('{5,6}'::int[]) n`,
    school.org,
  )
  const person = await school.person({ name: 'Mo Manager', roles: ['educational_admin'], department: bay })
  const can = asText(permissionsIn(['educational_admin', 'admin']))
  const bound = actorOf({ org: school.org, roles: ['educational_admin'], person, department: bay, can })
  expect(await namesOf({}, '', bound)).toEqual(['Ann', 'Bo', 'Mo'])
  expect(await namesOf({ department_id: shore }, '', bound)).toEqual(['Bo'])
  const { body } = await change({ ids: [ids.Bo, ids.Cy, ids.admin, newId()], change: { add_roles: ['instructor'] } }, bound)
  expect([body.changed_ids, body.refused.map(({ name, code }: { name: string; code: string }) => [name, code])]).toEqual([
    [ids.Bo],
    [
      ['', 'department.only'],
      ['', 'department.only'],
      ['', 'user.notFound'],
    ],
  ])
  expect((await change({ ids: [ids.Bo], change: { department_id: null } }, bound)).body.refused).toMatchObject([
    { code: 'department.only' },
  ])
  await change({ ids: [ids.Bo], change: { remove_roles: ['instructor'] } })
  await query('delete from role_permissions where org_id = $1', school.org)
  await school.call(admin, 'DELETE', `/api/users/${person}`)
})

test('many are changed in few statements, each judged alone: facts, audit and sessions as for one', async () => {
  const seen = await school.signIn((await query('select email from persons where id = $1', ids.Ann))[0].email)
  const before = (await query('select count(*)::int as n from kit.outbox where key like $1', 'person:%'))[0].n
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const { status, body } = await change({ ids: [ids.Ann, ids.Bo, ids.Cy], change: { klass_id: klass, add_roles: ['faculty'], until } })
  expect([status, body]).toMatchObject([200, { changed: 3, refused: [], task: null }])
  expect((await query('select count(*)::int as n from kit.outbox where key like $1', 'person:%'))[0].n).toBe(before + 3)
  expect((await list({ role: 'faculty', klass_id: klass })).items).toMatchObject([
    { name: 'Ann Tan', until, roles: ['student', 'faculty'] },
    { name: 'Bo Tan', until },
    { name: 'Cy Tan', until },
  ])
  expect((await change({ ids: [ids.Ann], change: { klass_id: klass } })).body).toMatchObject({ changed: 0, changed_ids: [] })
  const suspended = await change({ conditions: '{"role":"faculty"}', change: { state: 'suspended', until: null } })
  expect(suspended.body.changed_ids.toSorted()).toEqual([ids.Ann, ids.Bo, ids.Cy].toSorted())
  expect((await school.session(seen.hash)).status).toBe(404)
  const lines = await query('select action from kit.audit where person = $1 order by id desc limit 2', ids.Ann)
  expect(lines.map(({ action }) => action).toSorted()).toEqual(['user.changed', 'user.suspended'])
  await change({ ids: [ids.Ann, ids.Bo, ids.Cy], change: { state: 'active', remove_roles: ['faculty'] } })
  expect(await namesOf({ state: 'suspended' })).toEqual([])
})

test('the last administrator and oneself stay, and the last role; the others are changed', async () => {
  const other = await school.person({ name: 'Yu Admin', roles: ['admin'] })
  const all = [ids.admin, other, ids.Ann]
  const codes = ({ body }: { body: { refused: { id: string; code: string }[] } }) => body.refused.map(({ id, code }) => [id, code])
  const removed = await change({ ids: all, change: { add_roles: ['student'], remove_roles: ['admin'] } })
  expect(codes(removed)).toEqual([[ids.admin, 'user.ownAdministrator']])
  expect(removed.body.refused[0].name).toBe('Zoe Admin')
  await change({ ids: [other], change: { add_roles: ['admin'] } })
  const job = actorOf({ kind: 'job', person: '', session: '', org: school.org, roles: ['admin'] })
  expect(codes(await change({ ids: all, change: { state: 'suspended' } }, job))).toEqual([[other, 'user.lastAdministrator']])
  await change({ ids: all, change: { state: 'active' } }, job)
  expect(codes(await change({ ids: [ids.Ann], change: { remove_roles: ['student'] } }))).toEqual([[ids.Ann, 'field.required']])
  const both = await Promise.all([
    change({ ids: [ids.admin], change: { state: 'suspended' } }, job),
    change({ ids: [other], change: { remove_roles: ['admin'], add_roles: ['student'] } }, job),
  ])
  expect(both.flatMap(codes).map(([, code]) => code)).toEqual(['user.lastAdministrator'])
  await change({ ids: all, change: { state: 'active', add_roles: ['admin'] } }, job)
})

test('400 without ids or conditions, with both, without a change, and for a place that is none', async () => {
  const wrong = async (body: object) => Object.keys((await change(body)).body.errors)
  expect(await wrong({ change: { state: 'active' } })).toEqual(['ids'])
  expect(await wrong({ ids: [ids.Ann], conditions: '{}', change: { state: 'active' } })).toEqual(['conditions'])
  expect(await wrong({ ids: [ids.Ann], except_ids: [ids.Ann], change: { state: 'active' } })).toEqual(['except_ids'])
  expect(await wrong({ ids: [ids.Ann], change: {} })).toEqual(['change'])
  expect(await wrong({ ids: [ids.Ann], change: { klass_id: newId() } })).toEqual(['klass_id'])
  expect(await wrong({ ids: [ids.Ann], change: { until: '2020-01-01T00:00:00Z' } })).toEqual(['change.until'])
})

test('more than 500 are a task that names whom it has left out; lists go by indexes', async () => {
  await query(
    `with made as (
       insert into persons (id, org_id, user_no, name, version) select gen_random_uuid(), $1, 'X' || n, 'Xu ' || n, 0 from generate_series(1, 2200) n returning id)
     insert into memberships (person_id, org_id, roles, department_id) select id, $1, '{student}', $2 from made`,
    school.org,
    shore,
  )
  const mine = await change({
    conditions: JSON.stringify({ department_id: bay }),
    change: { grade_id: null, add_roles: ['instructor_assistant'] },
  })
  expect(mine.body).toMatchObject({ changed: 0, task: expect.stringMatching(/^identity\./) })
  const task = async () => (await query('select state, result, report from kit.tasks where id = $1', mine.body.task))[0]
  await expect.poll(async () => (await task()).state, { timeout: 30_000 }).toBe('finished')
  expect(await task()).toMatchObject({ result: { changed: 2202, refused: 0 }, report: [] })
  expect(await list({}, '&page_size=3')).toMatchObject({
    total: 2206,
    items: [{ name: 'Ann Tan' }, { name: 'Bo Tan' }, { name: 'Cy Tan' }],
  })
  expect(await namesOf({ department_id: bay }, '&sort=-name&page_size=1&page=2202')).toEqual(['Ann'])
  const all = await change({ conditions: '{}', change: { state: 'suspended' } })
  const ended = async () => (await query('select state, result, report from kit.tasks where id = $1', all.body.task))[0]
  await expect.poll(async () => (await ended()).state, { timeout: 30_000 }).toBe('finished')
  expect((await ended()).report).toMatchObject([{ item: 'Zoe Admin', outcome: 'skipped', code: 'user.oneself' }])
  expect((await list({ state: 'active' })).total).toBe(1)
  expect(
    (await query('select count(*)::int as n from role_grants where org_id = $1 and role = $2', school.org, 'instructor_assistant'))[0].n,
  ).toBe(2202)
  await query('analyze memberships')
  const plan = (sql: string) => planOf(school.pool, sql)
  const of = `from memberships m where m.org_id = '${school.org}'`
  expect(await plan(`select ${of} and m.roles @> '{faculty}' and m.roles <> '{student}'`)).toContain('memberships_more')
  expect(await plan(`select ${of} and m.state = 'suspended'`)).toContain('memberships_suspended')
  expect(await plan(`select ${of} order by m.created_at desc, m.person_id desc limit 10`)).toContain('memberships_made')
  expect(await plan(`select ${of} order by m.seen_at desc nulls last, m.person_id desc limit 10`)).toContain('memberships_used')
  expect(await plan(`select from role_grants where org_id = '${school.org}' and source = 'roster:a' and source <> 'hand'`)).toContain(
    'role_grants_source',
  )
})
