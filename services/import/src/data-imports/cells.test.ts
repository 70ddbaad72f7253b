// Tests of cells that nobody can be sure of: long numbers that a spreadsheet has shortened, and unknown words for states.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

const faultsOf = async (kind: string, file: string, more: object = {}) => {
  const run = await it.check(kind, file, more)
  return (await it.lines(run.id, { outcome: 'refused' })).map(({ line, code, params }) => [line, code, params])
}

test('numbers that a spreadsheet has shortened are refused at their field, and hold a run in which people would leave', async () => {
  await it.apply(await it.check('people', 'user_no,name\n120345,Ann\n12E5,Bo\n'))
  const run = await it.check('people', 'user_no,name\n1.2E+05,Ann\n12E5,Bo\n')
  expect(run).toMatchObject({ state: 'held', holds: [{ code: 'roster.linesRefused', params: { kind: 'people', number: 1 } }] })
  expect((await it.lines(run.id, { outcome: 'refused' })).map(({ code, params }) => [code, params])).toEqual([
    ['roster.numberShortened', { field: 'user_no', value: '1.2E+05' }],
  ])
  expect(await faultsOf('people', 'id,name,user_no,mobile_phone\n1,A,,"8,61381E+12"\n1.23457e+11,B,2,\n')).toEqual([
    [2, 'roster.numberShortened', { field: 'mobile_phone', value: '8,61381E+12' }],
    [3, 'roster.numberShortened', { field: 'id', value: '1.23457e+11' }],
  ])
  it.owners.put('courses', 'C1', {})
  expect(await faultsOf('enrolments', 'course,person\nC1,1.23457E+11\n')).toEqual([
    [2, 'roster.numberShortened', { field: 'person', value: '1.23457E+11' }],
  ])
})

test('an unknown word in a column of states refuses its line; words of six languages and an empty cell do not', async () => {
  const file = 'id,name,status\n1,Ann,在读\n2,Bo,\n3,Cy,นอกระบบ\n4,Di,nonaktif\n5,Eve,tobedeleted\n'
  expect(await faultsOf('people', file)).toEqual([[4, 'roster.unknownState', { value: 'นอกระบบ' }]])
  expect(await faultsOf('people', file, { mapping: { status: '' } })).toEqual([])
  expect(await faultsOf('courses', 'id,name,status\n1,Tides,published\n2,Reefs,sunk\n')).toEqual([
    [3, 'roster.unknownState', { value: 'sunk' }],
  ])
})
