// Tests of the rows of all members: every order, who was never seen, bounds of a department, and places that are none.
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asText, permissionsIn } from '../../mirror/permissions.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
let bay: string
const extra = 1150
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = await school.person({ roles: ['admin'], name: 'Zoe Admin' })
  bay = (await school.call(admin, 'POST', '/api/departments', { name: 'Bay' })).body.id
  // many of a name, of a time, and never seen: the place is their id too
  await school.pool.query(
    `with made as (
       insert into persons (id, org_id, user_no, name, version) select gen_random_uuid(), $1, 'X' || n, 'Xu ' || n % 7, 0 from generate_series(1, ${extra}) n
       returning id, user_no)
     insert into memberships (person_id, org_id, roles, department_id, seen_at, created_at)
     select id, $1, '{student}', case when length(user_no) = 5 then $2::uuid end,
       case when length(user_no) > 3 then now() - length(user_no) * interval '1 hour' end,
       timestamptz '2026-01-01 00:00:00.123456Z' + right(user_no, 1)::int * interval '1 microsecond' from made`,
    [school.org, bay],
  )
})
afterAll(() => school.stop())

type Rows = { items: { id: string; name: string; email?: string; state: string }[]; next: string | null; total: number | null }
const read = async (query: Record<string, string> = {}, actor = admin) => {
  const { status, body } = await school.call(actor, 'GET', `/api/users/rows?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Rows
}
const all = async (query: Record<string, string> = {}, actor = admin) => {
  const pages = [await read(query, actor)]
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) pages.push(await read({ ...query, after: next }, actor))
  return {
    total: pages[0]!.total,
    sizes: pages.map(({ items }) => items.length),
    ids: pages.flatMap(({ items }) => items.map(({ id }) => id)),
  }
}
/** The same order at once. */
const ordered = async (order: string) =>
  (
    await school.pool.query(
      `select m.person_id::text as id from memberships m join persons p on p.id = m.person_id where m.org_id = $1 order by ${order}`,
      [school.org],
    )
  ).rows.map(({ id }) => id)

test('every order leaves nobody out and repeats nobody', async () => {
  for (const [sort, order] of [
    ['name', 'p.name, p.id'],
    ['-name', 'p.name desc, p.id desc'],
    ['user_no', 'p.user_no, p.id'],
    ['-user_no', 'p.user_no desc, p.id desc'],
    ['seen_at', 'm.seen_at nulls first, m.person_id'],
    ['-seen_at', 'm.seen_at desc nulls last, m.person_id desc'],
    ['created_at', 'm.created_at, m.person_id'],
    ['-created_at', 'm.created_at desc, m.person_id desc'],
  ] as const) {
    const { total, sizes, ids } = await all({ sort })
    expect([sort, total, sizes]).toEqual([sort, extra + 1, [500, 500, 151]])
    expect(ids, sort).toEqual(await ordered(order))
  }
})

test('conditions and the department of a manager hold on every page', async () => {
  const inBay = await all({ conditions: JSON.stringify({ department_id: bay }) })
  expect([inBay.total, inBay.ids.length]).toEqual([151, 151])
  await school.pool.query(
    `insert into role_permissions (org_id, role, permission, given) select $1, 'educational_admin', n, true from unnest('{5,6}'::int[]) n`,
    [school.org],
  )
  const person = await school.person({ name: 'Mo Manager', roles: ['educational_admin'], department: bay })
  const can = asText(permissionsIn(['educational_admin', 'admin']))
  const bound = actorOf({ org: school.org, roles: ['educational_admin'], person, department: bay, can })
  expect(new Set((await all({}, bound)).ids)).toEqual(new Set([...inBay.ids, person]))
  // a place of the whole list leads to nobody beyond the department
  const { next } = await read({ sort: 'created_at' })
  const further = (await read({ sort: 'created_at', after: next! }, bound)).items.map(({ id }) => id)
  expect(further.filter((id) => id !== person && !inBay.ids.includes(id))).toEqual([])
  expect((await school.call(actorOf({ org: school.org, roles: ['instructor'] }), 'GET', '/api/users/rows')).status).toBe(403)
})

test('400 at the condition, the order and a place that is none', async () => {
  const wrong = async (query: Record<string, string>) => {
    const { status, body } = await school.call(admin, 'GET', `/api/users/rows?${new URLSearchParams(query)}`)
    return [status, Object.keys(body.errors)]
  }
  const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect(await wrong({ conditions: '{"role":"king"}' })).toEqual([400, ['conditions.role']])
  expect(await wrong({ sort: 'colour' })).toEqual([400, ['sort']])
  for (const after of [
    'x',
    'a'.repeat(1001),
    place(null),
    place(['Ann']),
    place(['Ann', 'nobody']),
    place(['A\0', admin.person]),
    place([null, admin.person]),
  ])
    expect(await wrong({ after }), after).toEqual([400, ['after']])
  for (const key of ['now', '9'.repeat(18), 7])
    expect(await wrong({ sort: 'seen_at', after: place([key, admin.person]) })).toEqual([400, ['after']])
  expect((await read({ after: place(['~~~', admin.person]) })).next).toBeNull()
})
