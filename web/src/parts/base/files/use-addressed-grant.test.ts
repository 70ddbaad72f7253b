// Tests of the grant for a file that an address alone names.
import { beforeEach, expect, test, vi } from 'vitest'

const { answers, calls, CallFailed } = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  calls: [] as string[],
  CallFailed: class extends Error {
    status: number
    constructor(status: number) {
      super(String(status))
      this.status = status
    }
  },
}))
vi.mock('../../../client.ts', () => ({
  CallFailed,
  call: async (name: string) => {
    calls.push(name)
    const answer = answers[name]
    if (typeof answer === 'number') throw new CallFailed(answer)
    return answer
  },
}))
const { addressedGrant } = await import('./use-addressed-grant.ts')
const { queryClient } = await import('../../../queries.ts')

const [view, granted] = ['GET /api/uploads/:id/view', 'GET /api/activity-files/:id']
beforeEach(() => {
  queryClient.clear()
  calls.length = 0
  Object.assign(answers, { [view]: {}, [granted]: { items: [{ upload_id: 'u1', grant: 'of an activity' }] } })
})

test('one’s own right is never narrowed by that of an activity', async () => {
  expect([await addressedGrant('u1'), calls]).toEqual(['', [view]])
})

test('after a refusal an activity may open it; without one the refusal stays', async () => {
  answers[view] = 403
  expect([await addressedGrant('u1'), calls]).toEqual(['of an activity', [view, granted]])
  answers[granted] = { items: [] }
  expect(await addressedGrant('u1')).toBe('')
})

test('a failure of either read is no refusal', async () => {
  answers[view] = 409
  await expect(addressedGrant('u1')).rejects.toThrow('409')
  Object.assign(answers, { [view]: 403, [granted]: 409 })
  await expect(addressedGrant('u1')).rejects.toThrow('409')
  expect(calls).toEqual([view, view, granted])
})
