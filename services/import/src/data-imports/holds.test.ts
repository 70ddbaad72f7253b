// Tests of holds: runs that wait until somebody has typed the number of what would leave.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted, type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

const people = (from: number, to: number, more = '') =>
  `id,user_no,name,email\n${Array.from({ length: to - from }, (_, n) => `p${n + from},00${n + from + 1000},Ann ${n + from},a${n + from}@example.edu`).join('\n')}\n${more}`

describe('a run is held', () => {
  test('when many would leave, until the number is typed', async () => {
    await it.apply(await it.check('people', people(0, 60)))
    const run = await it.check('people', people(0, 35))
    expect(run).toMatchObject({
      state: 'held',
      removals: 25,
      holds: [{ code: 'roster.manyLeave', params: { kind: 'people', number: 25, of: 60 } }],
    })
    for (const removals of [undefined, 24])
      expect(await it.send('POST', `/api/data-import/${run.id}/apply`, { version: run.version, removals })).toMatchObject({
        status: 409,
        body: { code: 'roster.otherNumber', params: { number: 25 } },
      })
    await it.apply(run, 25)
    expect([...it.owners.of('people').values()].filter(({ gone }) => gone)).toHaveLength(25)
  })

  test('by a file with a header alone, one that ends in a line, and numbers that change', async () => {
    await it.apply(await it.check('people', people(0, 30)))
    expect(await it.check('people', 'id,name\n')).toMatchObject({
      state: 'held',
      removals: 30,
      holds: [{ code: 'roster.manyLeave' }, { code: 'roster.emptyFile' }],
    })
    expect(await it.check('people', `${people(0, 29)}p29,0010`)).toMatchObject({
      state: 'held',
      holds: [{ code: 'roster.endsEarly', params: { line: 31 } }],
    })
    const numbers = people(0, 30).replaceAll(/,00(\d+),/g, ',7$1,')
    expect(await it.check('people', numbers)).toMatchObject({
      holds: [{ code: 'roster.manyChanged', params: { field: 'user_no', number: 30, of: 30 } }],
    })
  })

  test('when many are suspended by their own lines, as if they left', async () => {
    await it.apply(await it.check('people', people(0, 60)))
    it.owners.judge = (_, { name }) => (String(name).startsWith('Off') ? { outcome: 'left' } : undefined)
    expect(await it.check('people', people(0, 60).replaceAll('Ann', 'Off'))).toMatchObject({
      state: 'held',
      removals: 60,
      holds: [{ code: 'roster.manyLeave', params: { kind: 'people', number: 60, of: 60 } }],
    })
  })

  test('only by members who leave: those whom another source has too stay, and are not counted', async () => {
    const members = (n: number) => `course,person\n${Array.from({ length: n }, (_, at) => `c1,p${at}`).join('\n')}\n`
    it.owners.put('courses', 'c1')
    for (let at = 0; at < 60; at++) it.owners.put('people', `p${at}`)
    await it.apply(await it.check('enrolments', members(60)))
    it.owners.judge = (_, { gone, external_id }) => (gone && external_id < 'c1:p5' ? { outcome: 'changed' } : undefined)
    const run = await it.check('enrolments', members(30))
    expect(counted(run, 'enrolments')).toEqual({ changed: 20, left: 10, same: 30 })
    expect(run).toMatchObject({ state: 'ready', removals: 10, holds: [] })
  })

  test('if refused lines may be those that leave; lines that say who they are hold nothing', async () => {
    await it.apply(await it.check('people', people(0, 6)))
    const moved = await it.check('people', people(1, 6, 'new,001000,Ann 0,\n'))
    expect(moved).toMatchObject({
      state: 'held',
      removals: 1,
      holds: [{ code: 'roster.linesRefused', params: { kind: 'people', number: 1 } }],
    })
    expect((await it.check('people', people(1, 6, 'p1,001001,Ann 1,a1@example.edu\n'))).holds).toEqual([])
    const known = await it.check('people', 'user_no,name\n00123,Ann\n00456,Bo\n', { source: 'other' })
    await it.apply(known)
    const lost = await it.check('people', 'user_no,name\n123,Ann\n00456,Bo\n', { source: 'other' })
    expect(counted(lost, 'people')).toEqual({ refused: 1, same: 1 })
    it.owners.put('courses', 'C1')
    await it.apply(await it.check('enrolments', 'course,person\nC1,00123\nC1,00456\n', { source: 'other' }))
    const ended = await it.check('enrolments', 'course,person\nC1,123\n', { source: 'other' })
    expect(await it.lines(ended.id)).toMatchObject([
      { external_id: 'C1:123', code: 'roster.zerosLost' },
      { external_id: 'C1:00456', outcome: 'left' },
    ])
    expect(ended.holds).toEqual([{ code: 'roster.linesRefused', params: { kind: 'enrolments', number: 1 } }])
    const nameless = await it.check('enrolments', 'course,person\nC1,00123\nC1,\n', { source: 'other' })
    expect(nameless.holds).toEqual([{ code: 'roster.linesWithoutId', params: { kind: 'enrolments', number: 1 } }])
  })

  test('when a column of people is empty or holds something else', async () => {
    const file = (phone: (n: number) => string, role: string) =>
      `id,name,phone,role\n${Array.from({ length: 20 }, (_, n) => `p${n},Ann ${n},${phone(n)},${role}`).join('\n')}\n`
    await it.apply(
      await it.check(
        'people',
        file((n) => `0810000${n}`, 'student'),
      ),
    )
    expect(
      (
        await it.check(
          'people',
          file(() => '', 'staff'),
        )
      ).holds,
    ).toEqual(['roles', 'mobile_phone'].map((field) => ({ code: 'roster.manyChanged', params: { field, number: 20, of: 20 } })))
  })

  test('if lines without an id may be those that leave', async () => {
    await it.apply(await it.check('people', people(0, 3)))
    const run = await it.check('people', people(1, 3, ',,Ann 0,\n'))
    expect(run.holds).toEqual([{ code: 'roster.linesWithoutId', params: { kind: 'people', number: 1 } }])
  })
})
