// Departments and study units of a roster: trees, codes, what is in use, and the way back.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDepartment, makeOrganisation } from '../demo.ts'
import { plain } from '@lyceum/kit/database/database'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = await school.person({ roles: ['admin'] })
})
afterAll(() => school.stop())

const source = 'sis'
const kinds = { departments: 'departments', units: 'study-units' } as const
type Of = keyof typeof kinds
const put = async (of: Of, rows: object[], more: object = {}): Promise<any[]> => {
  const answer = await school.call(admin, 'PUT', `/api/roster/${kinds[of]}`, { source, rows, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rows
}
const undo = async (of: Of, outcomes: any[]): Promise<any[]> => {
  const rows = outcomes.map(({ external_id, id, before, version }) => ({ external_id, id, before, version }))
  const answer = await school.call(admin, 'PUT', `/api/roster/${kinds[of]}/undo`, { source, rows })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rows
}
const listed = async (of: Of, ids: string[]): Promise<any[]> => {
  const { body } = await school.call(admin, 'GET', `/api/${kinds[of]}?page=1&page_size=100`)
  return ids.map((id) => body.items.find((one: any) => one.id === id))
}
const codes = (rows: any[]) => rows.map(({ outcome, code }) => code ?? outcome)
const facts = async () => (await school.pool.query('select count(*)::int as n from kit.outbox')).rows[0].n

test('departments are made level by level, moved with all below them, and the same rows emit no fact', async () => {
  const [science, arts] = await put('departments', [
    { external_id: 'D1', name: ' Science ', code: 'SCI', parent_id: null },
    { external_id: 'D2', name: 'Arts' },
  ])
  const [physics] = await put('departments', [{ external_id: 'D3', name: 'Physics', parent_id: science.id }])
  const [optics] = await put('departments', [{ external_id: 'D4', name: 'Optics', parent_id: physics.id }])
  const before = await facts()
  expect(codes(await put('departments', [{ external_id: 'D3', name: 'Physics', parent_id: science.id }]))).toEqual(['same'])
  expect(codes(await put('departments', [{ external_id: 'D3', parent_id: arts.id }], { check: true }))).toEqual(['changed'])
  expect(await facts()).toBe(before)
  const moved = await put('departments', [{ external_id: 'D3', parent_id: arts.id }])
  const [now, below] = await listed('departments', [physics.id, optics.id])
  expect([now.path, below.path]).toEqual([
    [arts.id, physics.id],
    [arts.id, physics.id, optics.id],
  ])
  const quiet = await school.pool.query('select bool_and(quiet) as all from kit.outbox where key = $1', [`department:${optics.id}`])
  expect(quiet.rows).toEqual([{ all: true }])
  expect(await undo('departments', moved)).toEqual([{ external_id: 'D3', outcome: 'undone' }])
  expect((await listed('departments', [optics.id]))[0].path).toEqual([science.id, physics.id, optics.id])
})

test('circles, levels beyond ten, foreign parents, taken codes and doubled rows are refused by themselves', async () => {
  const tx = plain(school.pool)
  const other = await makeOrganisation(tx, { name: 'Other School', locale: 'en' })
  const foreign = await makeDepartment(tx, { org: other, name: 'Theirs' })
  const [a] = await put('departments', [{ external_id: 'A', name: 'A', code: 'a' }])
  const [b] = await put('departments', [{ external_id: 'B', name: 'B', code: 'b', parent_id: a.id }])
  const rows = await put('departments', [
    { external_id: 'A', parent_id: b.id },
    { external_id: 'A', name: 'twice' },
    { external_id: 'C', name: 'C', parent_id: foreign },
    { external_id: 'E', name: 'E', code: 'B' },
    { external_id: 'F', name: '  ' },
    { external_id: 'G', name: 'G' },
  ])
  expect(codes(rows)).toEqual([
    'department.cycle',
    'roster.twice',
    'department.unknown',
    'department.codeTaken',
    'roster.fieldMissing',
    'made',
  ])
  let parent = a.id
  for (let level = 2; level <= 10; level++)
    [{ id: parent }] = (await put('departments', [{ external_id: `L${level}`, name: 'L', parent_id: parent }])) as any
  expect(codes(await put('departments', [{ external_id: 'L11', name: 'L', parent_id: parent }]))).toEqual(['department.tooDeep'])
  expect(codes(await put('departments', [{ external_id: 'A', parent_id: rows[5].id }]))).toEqual(['department.tooDeep'])
})

test('a department by hand with the code is taken for that of the row; its name by hand stays from then on', async () => {
  const hand = (await school.call(admin, 'POST', '/api/departments', { name: 'By Hand', code: 'HAND' })).body
  const [linked] = await put('departments', [{ external_id: 'H', name: 'By Register', code: 'hand' }])
  expect(linked).toMatchObject({ id: hand.id, outcome: 'changed' })
  const [{ version }] = await listed('departments', [hand.id])
  await school.call(admin, 'PUT', `/api/departments/${hand.id}`, { name: 'Again By Hand', version })
  expect(await put('departments', [{ external_id: 'H', name: 'By Register' }])).toMatchObject([{ outcome: 'same', pinned: ['name'] }])
  const [taken] = await put('departments', [{ external_id: 'H', name: 'By Register' }], { take_over: true })
  expect(taken).toMatchObject({ outcome: 'changed', pinned: [] })
  expect(codes(await put('departments', [{ external_id: 'H2', name: 'Thief', code: 'HAND' }]))).toEqual(['department.codeTaken'])
})

test('a field that a hand has changed stays also in a department that a row finds by its code', async () => {
  const [made] = await put('departments', [{ external_id: 'HR-9', name: 'By Office', code: 'KEPT' }], { source: 'hr' })
  await school.call(admin, 'PUT', `/api/departments/${made.id}`, { name: 'By Hand', version: made.version })
  const row = { external_id: 'SIS-9', name: 'By Register', code: ' kept ' }
  expect(await put('departments', [row], { check: true })).toMatchObject([{ id: made.id, pinned: ['name', 'code'] }])
  expect(await put('departments', [row])).toMatchObject([{ id: made.id, outcome: 'changed', pinned: ['name', 'code'] }])
  expect((await listed('departments', [made.id]))[0].name).toBe('By Hand')
})

test('a department that is gone is deleted with what is below it, unless somebody is in it, and an undo brings it back', async () => {
  const [top] = await put('departments', [{ external_id: 'T', name: 'Top' }])
  const [low, used] = await put('departments', [
    { external_id: 'TL', name: 'Low', parent_id: top.id },
    { external_id: 'TU', name: 'Used', parent_id: top.id },
  ])
  const person = await school.person()
  await school.pool.query('update memberships set department_id = $1 where person_id = $2', [used.id, person])
  const gone = await put(
    'departments',
    ['T', 'TL', 'TU', 'never'].map((external_id) => ({ external_id, gone: true })),
  )
  expect(codes(gone)).toEqual(['roster.inUse', 'left', 'roster.inUse', 'same'])
  expect((await listed('departments', [low.id, top.id])).map((one) => one?.id)).toEqual([undefined, top.id])
  expect(await undo('departments', [gone[1]])).toEqual([{ external_id: 'TL', outcome: 'undone' }])
  expect(await listed('departments', [low.id])).toMatchObject([
    { name: 'Low', path: [top.id, low.id], external_ids: [{ source, id: 'TL' }] },
  ])
  expect(await undo('departments', [top, low, used])).toMatchObject([
    { outcome: 'kept', code: 'roster.inUse' },
    { outcome: 'undone' },
    { outcome: 'kept', code: 'roster.inUse' },
  ])
})

test('an undo reaches no department of another school, and none that the source does not name', async () => {
  const tx = plain(school.pool)
  const other = await makeOrganisation(tx, { name: 'Third School', locale: 'en' })
  const foreign = await makeDepartment(tx, { org: other, name: 'Theirs' })
  await school.pool.query('update departments set deleted = true where id = $1', [foreign])
  const own = await makeDepartment(tx, { org: school.org, name: 'Own' })
  const version = (await school.pool.query('select version from departments where id = $1', [foreign])).rows[0].version
  const forged = [
    { external_id: 'Z1', id: foreign, version: 1, before: { was: { name: 'Mine' }, became: {}, deleted: true } },
    { external_id: 'Z2', id: newId(), version: 1, before: { was: { name: 'New' }, became: {}, deleted: true } },
    { external_id: 'Z3', id: own, version: 1, before: { was: { name: 'Renamed' }, became: {} } },
  ]
  expect((await undo('departments', forged)).map(({ outcome }) => outcome)).toEqual(['kept', 'kept', 'kept'])
  expect((await school.pool.query('select version from departments where id = $1', [foreign])).rows[0].version).toBe(version)
  expect((await listed('departments', [own]))[0].name).toBe('Own')
})

test('grades, classes and programs are made, changed, refused and deleted, and come back', async () => {
  const [grade, program] = await put('units', [
    { external_id: 'U1', kind: 'grade', name: '2026', code: '26' },
    { external_id: 'U2', kind: 'program', name: 'Physics', code: '26' },
  ])
  const made = await put('units', [
    { external_id: 'U3', kind: 'klass', name: 'Class 1', grade_id: grade.id, program_id: program.id },
    { external_id: 'U4', kind: 'grade', name: 'Wrong', program_id: program.id },
    { external_id: 'U5', kind: 'klass', name: 'Wrong', grade_id: program.id },
    { external_id: 'U6', kind: 'grade', name: 'Taken', code: '26' },
    { external_id: 'U7', name: 'No kind' },
    { external_id: 'U1', kind: 'klass', name: 'Other kind' },
  ])
  expect(codes(made)).toEqual([
    'made',
    'field.unknown',
    'studyUnit.unknown',
    'studyUnit.codeTaken',
    'roster.fieldMissing',
    'roster.otherKind',
  ])
  const before = await facts()
  expect(codes(await put('units', [{ external_id: 'U3', kind: 'klass', name: 'Class 1', grade_id: grade.id }]))).toEqual(['same'])
  expect(await facts()).toBe(before)
  expect(codes(await put('units', [{ external_id: 'U1', gone: true }]))).toEqual(['roster.inUse'])
  const changed = await put('units', [{ external_id: 'U3', name: 'Class One', grade_id: null }])
  expect(await undo('units', changed)).toEqual([{ external_id: 'U3', outcome: 'undone' }])
  expect(await listed('units', [made[0].id])).toMatchObject([{ name: 'Class 1', grade_id: grade.id, program_id: program.id }])
  const left = await put('units', [{ external_id: 'U3', gone: true }])
  expect(codes(left)).toEqual(['left'])
  expect(await undo('units', left)).toEqual([{ external_id: 'U3', outcome: 'undone' }])
  expect(await listed('units', [made[0].id])).toMatchObject([{ name: 'Class 1', external_ids: [{ source, id: 'U3' }] }])
  expect((await undo('units', [made[0], grade])).map(({ outcome, code }) => code ?? outcome)).toEqual(['undone', 'roster.inUse'])
  const person = await school.person()
  await school.pool.query('update memberships set program_id = $1 where person_id = $2', [program.id, person])
  expect((await undo('units', [program])).map(({ code }) => code)).toEqual(['roster.inUse'])
})

test('a name of a unit by hand stays', async () => {
  const [unit] = await put('units', [{ external_id: 'P1', kind: 'program', name: 'Old' }])
  const [{ version }] = await listed('units', [unit.id])
  await school.call(admin, 'PUT', `/api/study-units/${unit.id}`, { name: 'By Hand', version })
  expect(await put('units', [{ external_id: 'P1', kind: 'program', name: 'New' }])).toMatchObject([{ outcome: 'same', pinned: ['name'] }])
})

test('departments and units are found by external id and code', async () => {
  const [department] = await put('departments', [{ external_id: 'FD', name: 'Found', code: 'Find-1' }])
  const find = async (of: Of, body: object) =>
    (await school.call(admin, 'POST', `/api/roster/${kinds[of]}/find`, { source, ...body })).body.items
  expect(await find('departments', { codes: ['FIND-1'], external_ids: ['none'] })).toEqual([
    { external_id: 'FD', code: 'FIND-1', id: department.id },
  ])
  const [grade, klass] = await put('units', [
    { external_id: 'FG', kind: 'grade', name: 'G', code: 'same' },
    { external_id: 'FK', kind: 'klass', name: 'K', code: 'same' },
  ])
  expect((await find('units', { codes: ['same'] })).map(({ id }: any) => id).toSorted()).toEqual([grade.id, klass.id].toSorted())
})
