// The judgement of the full run's rows, without a cluster.
import { expect, test } from 'vitest'
import { problems, type Row, table } from './full/judge.ts'

const well: Row = {
  event: 'upgrade',
  expects: 'planned',
  also: [],
  sent: 10,
  acknowledged: 10,
  lost: 0,
  doubled: 0,
  failedWrites: 0,
  reads: 20,
  failedReads: 0,
  p99: 80,
  recovered: 0,
  lag: 0.4,
  untold: 0,
  toldTwice: 0,
  wrong: [],
  failures: [],
}

test('a planned event at which nobody noticed anything is as it must be', () => expect(problems(well)).toEqual([]))

test.each<[Partial<Row>, RegExp]>([
  [{ lost: 1 }, /lost/],
  [{ doubled: 1 }, /twice/],
  [{ failedReads: 1 }, /planned/],
  [{ acknowledged: 9, failedWrites: 1 }, /planned/],
  [{ acknowledged: 9 }, /neither/],
  [{ sent: 0, acknowledged: 0 }, /nothing was written/],
  [{ also: ['the film became failed'] }, /film/],
  [{ expects: 'control' }, /cannot see a failure/],
  // before the guard was taken away
  [{ expects: 'control', failedReads: 1, recovered: 0 }, /cannot see a failure/],
])('%j is not', (change, said) => expect(problems({ ...well, ...change }).join()).toMatch(said))

test('at an accident calls may fail, but what was acknowledged is there once', () => {
  const failing: Row = { ...well, expects: 'accident', acknowledged: 7, failedWrites: 3, failedReads: 4, recovered: 2.14 }
  expect(problems(failing)).toEqual([])
  expect(problems({ ...failing, lost: 1 })).toHaveLength(1)
  expect(
    table([{ ...failing, at: '2026-11-21 19:00' }])
      .split('\n')
      .at(-1),
  ).toBe('| upgrade | 10 | 7 | 0 | 0 | 3 | 20 | 4 | 80 | 2.1 | 0.4 | 2026-11-21 19:00 |')
})
