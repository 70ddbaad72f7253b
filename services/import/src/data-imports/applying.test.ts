// Tests of rows that wait at their owner for a fact of another service.
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { TaskCancelled } from '@lyceum/kit/tasks/task-job'
import { expect, test } from 'vitest'
import { send } from './applying.ts'

const planned = [{ nth: 1, external_id: 'e1', gone: false, row: { external_id: 'e1' }, unknown: null }]
/** Keys of the calls, and the answer or error, of an attempt; the person arrives with call `arrives`. */
async function attempt(tries: number, arrives: number, isWanted = async () => {}) {
  const keys: string[] = []
  const write = async (_: string, __: unknown, key: string): Promise<RosterOutcome[]> => {
    keys.push(key)
    const judged =
      keys.length >= arrives
        ? { id: 'm1', outcome: 'made' as const }
        : { id: null, outcome: 'refused' as const, code: 'roster.personNotHere' }
    return [{ external_id: 'e1', pinned: [], ...judged }]
  }
  const context = {
    owners: { write },
    signal: new AbortController().signal,
    isWanted,
    job: { tries, payload: { task: 't' } },
  } as unknown as Parameters<typeof send>[0]
  const sent = send(context, { id: 'r' }, { chunk: 7, kind: 'enrolments' }, planned, { tries: 3, pause: 1, most: 1 })
  return { keys, answer: await sent.catch((error: unknown) => error) }
}

test('rows whose person has not arrived are sent again with keys of their own', async () => {
  const { keys, answer } = await attempt(1, 3)
  expect(answer).toMatchObject([{ nth: 1, outcome: 'made' }])
  expect(keys).toEqual(['r:enrolments:7', 'r:enrolments:7:t:1', 'r:enrolments:7:t:2'])
})

test('a task that is cancelled while they wait sends nothing more', async () => {
  const { keys, answer } = await attempt(1, 99, () => Promise.reject(new TaskCancelled()))
  expect(answer).toBeInstanceOf(TaskCancelled)
  expect(keys).toHaveLength(1)
})

test('without their person nothing is done: the job is tried again, and goes beyond the calls before', async () => {
  const first = await attempt(1, 99)
  expect(first.answer).toBeInstanceOf(Error)
  const second = await attempt(2, first.keys.length + 1)
  expect(second.keys.slice(0, first.keys.length)).toEqual(first.keys)
  expect(second.answer).toMatchObject([{ outcome: 'made' }])
})
