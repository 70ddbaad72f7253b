// Tests of departments: a tree, its searches, changes and refusals.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const manager = actorOf({ roles: ['educational_admin'] })
beforeAll(async () => {
  school = await testSchool()
  manager.org = school.org
})
afterAll(() => school.stop())

const call = (method: string, path: string, body?: object, actor = manager) => school.call(actor, method, path, body)
const make = async (body: object) => (await call('POST', '/api/departments', { name: 'Department', ...body })).body
const put = (id: string, body: object) => call('PUT', `/api/departments/${id}`, body)
const list = async (query = '') => (await call('GET', `/api/departments?page_size=100${query}`)).body.items
const get = async (id: string) => (await list()).find((one: { id: string }) => one.id === id)
const facts = async (id: string) =>
  (await school.pool.query('select value from kit.outbox where key = $1 order by seq', [`department:${id}`])).rows.map(({ value }) =>
    JSON.parse(value),
  )
const lines = async (id: string) =>
  (await school.pool.query('select action, before, after from kit.audit where subject = $1 order by id', [`department:${id}`])).rows

test('a tree: listed from the top down, found by a word, under one, by code; each change is a fact with its path', async () => {
  const science = await make({ name: 'Science', code: 'SCI', sort: 2 })
  const arts = await make({ name: 'Arts', sort: 1 })
  const marine = await make({ name: 'Marine Biology', parent_id: science.id })
  expect(marine).toMatchObject({ parent_id: science.id, path: [science.id, marine.id], external_ids: [], code: '' })
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual([arts.id, science.id, marine.id])
  expect((await list('&keyword=marine')).map(({ id }: { id: string }) => id)).toEqual([marine.id])
  expect((await list(`&parent_id=${science.id}`)).map(({ id }: { id: string }) => id)).toEqual([marine.id])
  expect((await list(`&within=${science.id}`)).map(({ id }: { id: string }) => id)).toEqual([science.id, marine.id])
  expect(await list(`&within=${arts.id}&keyword=marine`)).toEqual([])
  expect((await list('&keyword=sci')).map(({ id }: { id: string }) => id)).toEqual([science.id])
  expect((await call('GET', '/api/departments?page_size=2')).body).toMatchObject({ total: 3, pages: 2, items: [{}, {}] })
  expect(await facts(marine.id)).toMatchObject([
    {
      id: marine.id,
      org_id: school.org,
      parent_id: science.id,
      path: [science.id, marine.id],
      deleted: false,
      version: String(marine.version),
    },
  ])

  const reef = await make({ name: 'Reefs', parent_id: marine.id })
  const moved = await put(marine.id, { parent_id: arts.id, version: marine.version })
  expect(moved.body.path).toEqual([arts.id, marine.id])
  expect((await get(reef.id)).path).toEqual([arts.id, marine.id, reef.id])
  expect((await facts(reef.id)).at(-1).path).toEqual([arts.id, marine.id, reef.id])
  expect(await lines(marine.id)).toMatchObject([
    { action: 'department.made' },
    { action: 'department.changed', before: { parent_id: science.id }, after: { parent_id: arts.id } },
  ])
  expect((await put(marine.id, { parent_id: null, version: moved.body.version })).body.path).toEqual([marine.id])
  expect((await get(reef.id)).path).toEqual([marine.id, reef.id])
})

test('refused: a place below itself or in no tree, beyond ten levels, a code or external id of another, a version that is old', async () => {
  await make({ name: 'Arts', code: 'Ω1' })
  const top = await make({ name: 'Top', code: 'TOP', external_id: { source: 'sis', id: '1' } })
  const below = await make({ parent_id: top.id })
  const refusal = async (id: string, body: object) => {
    const { status, body: problem } = await put(id, { version: 9e15, ...body })
    return [status, problem.code, Object.keys(problem.errors ?? {})]
  }
  for (const parent_id of [top.id, below.id]) expect(await refusal(top.id, { parent_id })).toEqual([400, 'invalid', ['parent_id']])
  expect(await refusal(top.id, { parent_id: newId() })).toEqual([400, 'invalid', ['parent_id']])
  for (const code of ['top', 'ω1']) expect(await refusal(below.id, { code }), code).toEqual([409, 'department.codeTaken', ['code']])
  expect(await refusal(below.id, { external_id: { source: 'sis', id: '1' } })).toEqual([409, 'externalId.taken', ['external_id']])
  expect(await refusal(below.id, { external_id: { source: 'SIS!', id: '1' } })).toEqual([400, 'invalid', ['external_id.source']])
  expect(await refusal(below.id, { name: ' ' })).toEqual([400, 'invalid', ['name']])
  expect(await refusal(top.id, { version: top.version - 1 })).toEqual([409, 'department.newer', []])
  let { id } = below
  for (let level = 3; level <= 10; level++) ({ id } = await make({ parent_id: id }))
  expect((await call('POST', '/api/departments', { name: 'Eleven', parent_id: id })).body.errors).toHaveProperty('parent_id')
  // with what is below it
  const two = await make({})
  const inner = await make({ parent_id: two.id })
  expect(await refusal(two.id, { parent_id: (await get(id)).parent_id })).toEqual([400, 'invalid', ['parent_id']])
  expect((await get(inner.id)).path).toEqual([two.id, inner.id])
})

test('external ids: one of each source, found by it, free once it is taken away or the department is deleted', async () => {
  const external_id = { source: 'oneroster', id: 'D-7' }
  const made = await make({ external_id })
  const find = async () => (await list('&external_source=oneroster&external_id=D-7')).map(({ id }: { id: string }) => id)
  expect([made.external_ids, await find()]).toEqual([[external_id], [made.id]])
  const two = (await put(made.id, { external_id: { source: 'ldap', id: 'x' }, version: made.version })).body
  expect(two.external_ids).toEqual([{ source: 'ldap', id: 'x' }, external_id])
  expect((await put(made.id, { external_id: { source: 'oneroster', id: null }, version: two.version })).body.external_ids).toHaveLength(1)
  expect(await find()).toEqual([])
  const next = await make({ external_id })
  expect((await call('DELETE', `/api/departments/${next.id}?version=${next.version}`)).status).toBe(204)
  expect((await make({ external_id })).external_ids).toEqual([external_id])
  expect((await call('GET', '/api/departments?external_id=D-7')).body.errors).toHaveProperty('external_source')
})

test('deleted while nobody and nothing is in it; then it is not there, and the fact says so', async () => {
  const top = await make({ name: 'Law', code: 'LAW' })
  const below = await make({ parent_id: top.id })
  const person = await school.person({ department: below.id })
  const remove = (one: { id: string; version: number }) => call('DELETE', `/api/departments/${one.id}?version=${one.version}`)
  expect((await remove(top)).body).toMatchObject({ code: 'department.inUse', params: { departments: 1, people: 0, units: 0 } })
  expect((await remove(below)).body).toMatchObject({ code: 'department.inUse', params: { departments: 0, people: 1 } })
  await school.pool.query('update memberships set department_id = null where person_id = $1', [person])
  expect((await remove({ ...below, version: below.version - 1 })).body.code).toBe('department.newer')
  expect([(await remove(below)).status, (await remove(below)).status, (await remove(top)).status]).toEqual([204, 404, 204])
  expect((await facts(top.id)).at(-1)).toMatchObject({ deleted: true, code: 'LAW' })
  expect((await make({ code: 'LAW' })).code).toBe('LAW')
  expect(JSON.stringify((await call('GET', `/api/orgs/${school.org}/departments`)).body)).not.toContain(top.id)
})

test('grades, classes and programs: their levels, people in them, and the same refusals', async () => {
  const department = await make({ name: 'Sea' })
  const unit = (body: object) => call('POST', '/api/study-units', { name: 'Unit', ...body })
  const grade = (await unit({ kind: 'grade', name: '2026', code: 'G26' })).body
  const program = (await unit({ kind: 'program', department_id: department.id })).body
  const klass = (
    await unit({ kind: 'klass', name: 'A', grade_id: grade.id, program_id: program.id, external_id: { source: 'sis', id: '9' } })
  ).body
  expect(klass).toMatchObject({ kind: 'klass', grade_id: grade.id, program_id: program.id, department_id: null })
  const found = async (query: string) => (await call('GET', `/api/study-units?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await found('')).toEqual([grade.id, klass.id, program.id])
  expect(await found(`kind=klass&grade_id=${grade.id}`)).toEqual([klass.id])
  expect(await found('kind=klass&external_source=sis&external_id=9')).toEqual([klass.id])
  expect(await found('keyword=g26')).toEqual([grade.id])
  for (const [body, field] of [
    [{ kind: 'grade', grade_id: grade.id }, 'grade_id'],
    [{ kind: 'klass', grade_id: program.id }, 'grade_id'],
    [{ kind: 'program', department_id: newId() }, 'department_id'],
    [{ kind: 'team' }, 'kind'],
  ] as const)
    expect(Object.keys((await unit(body)).body.errors), field).toEqual([field])
  expect((await unit({ kind: 'grade', code: 'g26' })).body.code).toBe('studyUnit.codeTaken')
  expect((await unit({ kind: 'grade', code: 'Élan' })).status).toBe(201)
  expect((await unit({ kind: 'grade', code: 'éLAN' })).body.code).toBe('studyUnit.codeTaken')
  expect((await unit({ kind: 'klass', code: 'g26' })).status).toBe(201)
  const remove = (one: { id: string; version: number }) => call('DELETE', `/api/study-units/${one.id}?version=${one.version}`)
  expect((await remove(grade)).body).toMatchObject({ code: 'studyUnit.inUse', params: { classes: 1, people: 0 } })
  const person = await school.person()
  await school.pool.query('update memberships set klass_id = $2 where person_id = $1', [person, klass.id])
  expect((await remove(klass)).body).toMatchObject({ code: 'studyUnit.inUse', params: { people: 1 } })
  const renamed = (await call('PUT', `/api/study-units/${klass.id}`, { name: 'B', grade_id: null, version: klass.version })).body
  expect(renamed).toMatchObject({ name: 'B', grade_id: null, program_id: program.id })
  expect((await call('PUT', `/api/study-units/${klass.id}`, { name: 'C', version: klass.version })).body.code).toBe('studyUnit.newer')
  expect((await remove(grade)).status).toBe(204)
  expect((await call('DELETE', `/api/departments/${department.id}?version=${department.version}`)).body.params).toMatchObject({ units: 1 })
})

test('everybody of the organisation reads, who manages it writes, nobody sees those of another', async () => {
  const department = await make({})
  const teacher = actorOf({ org: school.org, roles: ['instructor'] })
  const stranger = actorOf({ roles: ['admin'] })
  expect((await call('GET', '/api/departments', undefined, teacher)).status).toBe(200)
  expect((await call('POST', '/api/departments', { name: 'X' }, teacher)).status).toBe(403)
  expect((await call('GET', '/api/departments', undefined, stranger)).body.total).toBe(0)
  expect((await call('DELETE', `/api/departments/${department.id}?version=9000000000000`, undefined, stranger)).status).toBe(404)
})

test('a manager of one department makes, changes, moves and deletes below it alone', async () => {
  const [own, other] = [await make({ name: 'Own' }), await make({ name: 'Other' })]
  const inner = await make({ parent_id: own.id })
  const bound = actorOf({ org: school.org, roles: ['educational_admin'], department: own.id })
  const status = async (method: string, path: string, body?: object) => (await call(method, path, body, bound)).status
  const version = 9e15
  const unit = (await call('POST', '/api/study-units', { kind: 'program', name: 'Foreign', department_id: other.id })).body
  for (const [method, path, body] of [
    ['POST', '/api/departments', { name: 'Top' }],
    ['POST', '/api/departments', { name: 'Below another', parent_id: other.id }],
    ['PUT', `/api/departments/${other.id}`, { parent_id: own.id, version }],
    ['PUT', `/api/departments/${inner.id}`, { parent_id: null, version }],
    ['PUT', `/api/departments/${inner.id}`, { parent_id: other.id, version }],
    ['PUT', `/api/departments/${own.id}`, { parent_id: other.id, version }],
    ['DELETE', `/api/departments/${other.id}?version=${version}`, undefined],
    ['POST', '/api/study-units', { kind: 'program', name: 'P', department_id: other.id }],
    ['PUT', `/api/study-units/${unit.id}`, { department_id: own.id, version }],
    ['DELETE', `/api/study-units/${unit.id}?version=${version}`, undefined],
  ] as const)
    expect(await status(method, path, body), `${method} ${path}`).toBe(403)
  const { body: made } = await call('POST', '/api/departments', { name: 'Made', parent_id: inner.id }, bound)
  expect(await status('PUT', `/api/departments/${made.id}`, { parent_id: own.id, version })).toBe(200)
  expect(await status('POST', '/api/study-units', { kind: 'program', name: 'P', department_id: made.id })).toBe(201)
  expect(await status('DELETE', `/api/departments/${inner.id}?version=${version}`)).toBe(204)
})
