import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { heard } from './live.ts'
import { queryClient } from './queries.ts'

const asked: unknown[] = []
beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
    asked.push(filters?.queryKey?.[0])
  })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('a message for me makes the inbox old at once', async () => {
  heard({ subject: 'notification', id: 'p1' })
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['GET /api/notifications', 'GET /api/notifications/unread-count'])
})
it('many hints ask at most every two seconds', async () => {
  for (let i = 0; i < 50; i++) {
    heard({ subject: 'upload', id: 'u1' })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked.filter((call) => call === 'GET /api/uploads/:id').length).toBeLessThanOrEqual(3)
})
it('what nobody knows changes nothing', async () => {
  heard({ subject: 'weather', id: 'x' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual([])
})
