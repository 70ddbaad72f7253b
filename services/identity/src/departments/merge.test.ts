// Tests of merging departments: everything of the one is of the other, what other systems call it stands for the other, and a tree stays a tree.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const manager = actorOf({ roles: ['educational_admin'] })
const source = 'sis'
beforeAll(async () => {
  school = await testSchool()
  manager.org = school.org
})
afterAll(() => school.stop())

type Made = { id: string; version: number; path: string[]; name: string }
const call = (method: string, path: string, body?: object, actor = manager) => school.call(actor, method, path, body)
const make = async (body: object = {}): Promise<Made> => (await call('POST', '/api/departments', { name: 'Department', ...body })).body
const merge = ({ id, version }: Made, into: string, actor = manager) =>
  call('POST', `/api/departments/${id}/merge`, { into, version }, actor)
const rowOf = async (id: string) => (await call('GET', `/api/departments?ids=${id}`)).body.items[0]
const lastFact = async (id: string) => {
  const { rows } = await school.pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`department:${id}`])
  return JSON.parse(rows[0].value)
}
const roster = (rows: object[]) => call('PUT', '/api/roster/departments', { source, rows }, actorOf({ ...manager, roles: ['admin'] }))

test('people, classes, requests and departments below go to the other, with their facts and one audit line', async () => {
  const [old, into] = [await make({ name: 'Geology' }), await make({ name: 'Earth Sciences' })]
  const below = await make({ parent_id: old.id })
  const inner = await make({ parent_id: below.id })
  const person = await school.person({ department: old.id })
  const unit = (await call('POST', '/api/study-units', { name: 'A', kind: 'klass', department_id: old.id })).body
  const asked = newId()
  await school.pool.query(
    `insert into org_requests (id, kind, org_id, person_id, body) values ($1, 'join', $2, $3, jsonb_build_object('department_id', $4::text))`,
    [asked, school.org, person, old.id],
  )
  expect((await call('GET', `/api/departments/${old.id}/uses`)).body).toEqual({ departments: 1, people: 1, units: 1 })
  const merged = await merge(old, into.id)
  expect([merged.status, merged.body.id, merged.body.name]).toEqual([200, into.id, 'Earth Sciences'])
  expect(await rowOf(old.id)).toBeUndefined()
  expect((await rowOf(below.id)).path).toEqual([into.id, below.id])
  expect((await rowOf(inner.id)).path).toEqual([into.id, below.id, inner.id])
  expect((await rowOf(below.id)).parent_id).toBe(into.id)
  const { rows } = await school.pool.query(
    `select (select department_id from memberships where person_id = $1) as person, (select department_id from study_units where id = $2) as unit,
       (select body ->> 'department_id' from org_requests where id = $3) as request`,
    [person, unit.id, asked],
  )
  expect(rows[0]).toEqual({ person: into.id, unit: into.id, request: into.id })
  expect(await lastFact(old.id)).toMatchObject({ deleted: true, merged_into: into.id, path: [into.id, old.id] })
  const facts = await school.pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`person:${person}`])
  expect(JSON.parse(facts.rows[0].value).memberships[0].department_id).toBe(into.id)
  const lines = await school.pool.query(`select after from kit.audit where subject = $1 and action = 'department.merged'`, [
    `department:${old.id}`,
  ])
  expect(lines.rows.map(({ after }) => after)).toEqual([{ department_id: into.id, people: 1, units: 1 }])
})

test('an external id of the old one finds the other, and its rows of a roster rename nothing and make nothing, until the other is deleted', async () => {
  const [old, middle, into] = [
    await make({ name: 'Old', external_id: { source, id: 'D1' } }),
    await make({ name: 'Middle', external_id: { source, id: 'D2' } }),
    await make({ name: 'New', external_id: { source, id: 'D3' } }),
  ]
  expect((await merge(old, middle.id)).status).toBe(200)
  expect((await merge(await rowOf(middle.id), into.id)).status).toBe(200)
  for (const id of ['D1', 'D2', 'D3'])
    expect((await call('GET', `/api/departments?external_source=${source}&external_id=${id}`)).body.items[0].id).toBe(into.id)
  const written = await roster([
    { external_id: 'D1', name: 'Old' },
    { external_id: 'D2', name: 'Middle', gone: true },
    { external_id: 'D3', name: 'New' },
  ])
  expect(written.body.rows.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])).toEqual([
    [into.id, 'same'],
    [into.id, 'same'],
    [into.id, 'same'],
  ])
  expect((await rowOf(into.id)).name).toBe('New')
  const now = await rowOf(into.id)
  expect((await call('DELETE', `/api/departments/${into.id}?version=${now.version}`)).status).toBe(204)
  expect((await roster([{ external_id: 'D1', name: 'Old' }])).body.rows[0].outcome).toBe('made')
})

test('refused: itself, one below it, one of nowhere, an older version, a level too many', async () => {
  const top = await make()
  const below = await make({ parent_id: top.id })
  for (const into of [top.id, below.id, newId()])
    expect((await merge(top, into)).body).toMatchObject({ code: 'invalid', errors: { into: expect.anything() } })
  expect((await merge({ ...below, version: below.version - 1 }, top.id)).body.code).toBe('department.newer')
  let { id } = await make()
  for (let level = 2; level <= 10; level++) ({ id } = await make({ parent_id: id }))
  expect((await merge(top, id)).body.errors).toHaveProperty('into')
  expect((await rowOf(below.id)).path).toEqual([top.id, below.id])
  // into what it is part of
  expect((await merge(below, top.id)).status).toBe(200)
})

test('a manager of one department merges what is below theirs alone; whoever may not change departments merges none', async () => {
  const [own, other] = [await make(), await make()]
  const [first, second] = [await make({ parent_id: own.id }), await make({ parent_id: own.id })]
  const bound = actorOf({ ...manager, department: own.id })
  expect((await merge(first, other.id, bound)).status).toBe(403)
  expect((await merge(other, first.id, bound)).status).toBe(403)
  expect((await call('GET', `/api/departments/${other.id}/uses`, undefined, bound)).status).toBe(403)
  expect((await merge(first, second.id, actorOf({ ...manager, roles: ['instructor'] }))).status).toBe(403)
  expect((await merge(first, second.id, bound)).status).toBe(200)
})
