// Tests of a check's questions to owners: people who have not reached their owner yet are waited for, and never refused.
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { TaskCancelled } from '@lyceum/kit/tasks/task-job'
import { expect, test } from 'vitest'
import { judgeOf } from './judging.ts'

const plannedOf = (ids: readonly string[]) =>
  ids.map((external_id, nth) => ({ nth, external_id, gone: false, row: { external_id }, unknown: null }))

/** Ids of each call; the people of the rows arrive with call `arrives`, but for those who are there. */
function judging(arrives: number, { all = 10_000, isWanted = async () => {} } = {}) {
  const calls: string[][] = []
  const check = async (_: string, rows: { external_id: string }[]): Promise<RosterOutcome[]> => {
    calls.push(rows.map(({ external_id }) => external_id))
    return rows.map(({ external_id }) => ({
      external_id,
      id: null,
      pinned: [],
      ...(external_id === 'here' || calls.length >= arrives
        ? { outcome: 'made' as const }
        : { outcome: 'refused' as const, code: 'roster.personNotHere' }),
    }))
  }
  const { signal } = new AbortController()
  return { calls, judge: judgeOf({ owners: { check }, signal, isWanted }, { all, pause: 1, most: 1 }) }
}

test('only rows whose person is not there are asked about again, until the person is', async () => {
  const { calls, judge } = judging(3)
  expect(await judge({ kind: 'enrolments' }, plannedOf(['here', 'late']))).toMatchObject([{ outcome: 'made' }, { outcome: 'made' }])
  expect(calls).toEqual([['here', 'late'], ['late'], ['late']])
})

test('rows that wait in vain are behind, with the outcome of the plan; chunks share the patience', async () => {
  const { calls, judge } = judging(Number.POSITIVE_INFINITY, { all: 0 })
  for (const nth of [1, 2]) {
    expect(await judge({ kind: 'enrolments' }, plannedOf(['here', 'late']))).toMatchObject([
      { external_id: 'here', outcome: 'made' },
      { external_id: 'late', outcome: null, code: 'roster.behind' },
    ])
    expect(calls).toHaveLength(nth)
  }
})

test('a check that is cancelled waits no longer', async () => {
  const { calls, judge } = judging(99, { isWanted: () => Promise.reject(new TaskCancelled()) })
  await expect(judge({ kind: 'enrolments' }, plannedOf(['late']))).rejects.toBeInstanceOf(TaskCancelled)
  expect(calls).toHaveLength(1)
})
