import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyHint } from './hints.ts'
import { queryClient } from './queries.ts'

const refetched: unknown[] = []
beforeEach(() => {
  refetched.length = 0
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
    refetched.push(filters?.queryKey?.[0])
  })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('a notification makes the inbox stale at once', async () => {
  applyHint({ subject: 'notificationsChanged', id: 'p1' })
  await vi.advanceTimersByTimeAsync(1)
  expect(refetched).toEqual(['GET /api/notifications', 'GET /api/notifications/unread-count'])
})
it('many hints refetch at most every two seconds', async () => {
  for (let i = 0; i < 50; i++) {
    applyHint({ subject: 'renditionsChanged', id: 'u1' })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(refetched.filter((call) => call === 'GET /api/uploads/:id').length).toBeLessThanOrEqual(3)
})
it('an unknown subject changes nothing', async () => {
  applyHint({ subject: 'weather' as 'orgChanged', id: 'x' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(refetched).toEqual([])
})

it('progress makes no read of the course or its members stale', async () => {
  applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(refetched).toContain('GET /api/courses/:id/study-completeness')
  expect(refetched).not.toContain('GET /api/courses/:id')
  expect(refetched).not.toContain('GET /api/courses/:id/members')
})
