// Tests of merges that are taken back: the department is there again with what is still where the merge put it, for a week.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const manager = actorOf({ roles: ['educational_admin'] })
beforeAll(async () => {
  school = await testSchool()
  manager.org = school.org
  manager.person = await school.person({ name: 'Mei Lin', roles: ['educational_admin'] })
})
afterAll(() => school.stop())

type Made = { id: string; version: number; path: string[]; name: string; parent_id: string | null }
const call = (method: string, path: string, body?: object, actor = manager) => school.call(actor, method, path, body)
const make = async (body: object = {}): Promise<Made> => (await call('POST', '/api/departments', { name: 'Department', ...body })).body
const rowOf = async (id: string): Promise<Made> => (await call('GET', `/api/departments?ids=${id}`)).body.items[0]
const merge = async (id: string, into: string, actor = manager) =>
  await call('POST', `/api/departments/${id}/merge`, { into, version: (await rowOf(id)).version }, actor)
const unmerge = (id: string, actor = manager) => call('POST', `/api/departments/${id}/unmerge`, undefined, actor)
const merges = async (actor = manager) => (await call('GET', '/api/departments/merges', undefined, actor)).body.items
const departmentOf = async (person: string) =>
  (await school.pool.query('select department_id from memberships where person_id = $1', [person])).rows[0].department_id

test('its people, units and departments come back; those that were moved since, and what the other one had, stay', async () => {
  const top = await make({ name: 'Sciences' })
  const [old, into, elsewhere] = [
    await make({ name: 'Geology', parent_id: top.id, code: newId() }),
    await make({ name: 'Earth' }),
    await make(),
  ]
  const [below, moved] = [await make({ parent_id: old.id }), await make({ parent_id: old.id })]
  const inner = await make({ parent_id: below.id })
  const [one, two, other] = [
    await school.person({ department: old.id }),
    await school.person({ department: old.id }),
    await school.person({ department: into.id }),
  ]
  const unit = (await call('POST', '/api/study-units', { name: 'A', kind: 'klass', department_id: old.id })).body
  expect((await merge(old.id, into.id)).status).toBe(200)
  expect(await merges()).toMatchObject([{ id: old.id, name: 'Geology', into: { id: into.id, name: 'Earth' }, by: { name: 'Mei Lin' } }])
  await school.pool.query('update memberships set department_id = $2 where person_id = $1', [two, elsewhere.id])
  const { version } = await rowOf(moved.id)
  await call('PUT', `/api/departments/${moved.id}`, { parent_id: elsewhere.id, version })

  const back = await unmerge(old.id)
  expect(back).toMatchObject({ status: 200, body: { people: 1, units: 1, departments: 1, stayed: 2, department: { name: 'Geology' } } })
  expect(await rowOf(old.id)).toMatchObject({ parent_id: top.id, path: [top.id, old.id] })
  expect((await rowOf(inner.id)).path).toEqual([top.id, old.id, below.id, inner.id])
  expect((await rowOf(below.id)).parent_id).toBe(old.id)
  expect((await rowOf(moved.id)).path).toEqual([elsewhere.id, moved.id])
  expect([await departmentOf(one), await departmentOf(two), await departmentOf(other)]).toEqual([old.id, elsewhere.id, into.id])
  const { rows } = await school.pool.query('select department_id from study_units where id = $1', [unit.id])
  expect(rows[0].department_id).toBe(old.id)
  const fact = await school.pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`department:${old.id}`])
  expect(JSON.parse(fact.rows[0].value)).toMatchObject({ deleted: false, path: [top.id, old.id] })
  expect(JSON.parse(fact.rows[0].value).merged_into).toBeUndefined()
  expect(await merges()).toEqual([])
  expect((await unmerge(old.id)).body.code).toBe('departmentMerge.notFound')
  const lines = await school.pool.query(`select before, after from kit.audit where action = 'department.unmerged' and subject = $1`, [
    `department:${old.id}`,
  ])
  expect(lines.rows).toEqual([{ before: { department_id: into.id }, after: { people: 1, units: 1 } }])
  // once more, and back
  expect((await merge(old.id, into.id)).status).toBe(200)
  expect((await unmerge(old.id)).body.people).toBe(1)
})

test('of a chain the last merge is taken back first; then those of before lead where they led', async () => {
  const [first, second, third] = [await make(), await make(), await make()]
  const person = await school.person({ department: first.id })
  await merge(first.id, second.id)
  await merge(second.id, third.id)
  expect((await unmerge(first.id)).status).toBe(404)
  expect((await unmerge(second.id)).status).toBe(200)
  const { rows } = await school.pool.query('select merged_into from departments where id = $1', [first.id])
  expect([rows[0].merged_into, await departmentOf(person)]).toEqual([second.id, second.id])
  expect((await unmerge(first.id)).body.people).toBe(1)
  expect(await departmentOf(person)).toBe(first.id)
})

test('a department below which its place is by now stays; a deleted one comes back with it, still deleted', async () => {
  const [place, other] = [await make({ name: 'Sciences' }), await make({ name: 'Arts' })]
  const old = await make({ name: 'Geology', parent_id: place.id })
  const [below, gone] = [await make({ parent_id: old.id }), await make({ parent_id: old.id })]
  const inner = await make({ parent_id: below.id })
  expect((await call('DELETE', `/api/departments/${gone.id}?version=${gone.version}`)).status).toBe(204)
  await merge(old.id, other.id)
  const { version } = await rowOf(place.id)
  expect((await call('PUT', `/api/departments/${place.id}`, { parent_id: inner.id, version })).status).toBe(200)
  expect(await unmerge(old.id)).toMatchObject({ status: 200, body: { departments: 0, stayed: 1 } })
  const up = [other.id, below.id, inner.id, place.id]
  expect([(await rowOf(below.id)).path, (await rowOf(place.id)).path, (await rowOf(old.id)).path]).toEqual([
    up.slice(0, 2),
    up,
    [...up, old.id],
  ])
  const { rows } = await school.pool.query('select parent_id, path, deleted from departments where id = $1', [gone.id])
  expect(rows).toEqual([{ parent_id: old.id, path: [...up, old.id, gone.id], deleted: true }])
})

test('refused after a week, where the code is taken or the other one is gone, and by whoever may not', async () => {
  const code = newId()
  const [old, into] = [await make({ code }), await make()]
  await merge(old.id, into.id)
  const taker = await make({ code })
  expect(await unmerge(old.id)).toMatchObject({ status: 409, body: { code: 'department.codeTaken' } })
  await call('DELETE', `/api/departments/${taker.id}?version=${taker.version}`)
  expect((await unmerge(old.id, actorOf({ ...manager, roles: ['instructor'] }))).status).toBe(403)
  expect((await unmerge(old.id, actorOf({ ...manager, org: newId() }))).status).toBeGreaterThanOrEqual(403)
  await school.pool.query(`update department_merges set merged_at = now() - interval '8 days' where department_id = $1`, [old.id])
  expect([(await unmerge(old.id)).status, await merges()]).toEqual([404, []])
  expect((await unmerge(newId())).status).toBe(404)
})

test('a manager of one department takes back merges below theirs alone; a department whose place is gone stands beside the other one', async () => {
  const [own, other] = [await make(), await make()]
  const bound = actorOf({ ...manager, department: own.id })
  const parent = await make({ parent_id: own.id })
  const [first, into] = [await make({ parent_id: parent.id }), await make({ parent_id: own.id })]
  const foreign = await make()
  await merge(first.id, into.id)
  await merge(foreign.id, other.id)
  expect((await merges(bound)).map(({ id }: Made) => id)).toEqual([first.id])
  expect((await unmerge(foreign.id, bound)).status).toBe(403)
  const { version } = await rowOf(parent.id)
  expect((await call('DELETE', `/api/departments/${parent.id}?version=${version}`)).status).toBe(204)
  expect((await unmerge(first.id, bound)).body.department.path).toEqual([own.id, first.id])
})
