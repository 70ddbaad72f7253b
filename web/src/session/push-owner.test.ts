// Push messages of a browser that several people use.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endPushOfOthers, keepPushOwner } from './push-owner.ts'

let subscription: object | null
const unsubscribe = vi.fn(async () => {
  subscription = null
})
const close = vi.fn()
const stored = new Map<string, string>()

beforeEach(() => {
  subscription = { unsubscribe }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const registration = { pushManager: { getSubscription: async () => subscription }, getNotifications: async () => [{ close }] }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  stored.clear()
})

test('they go on for who turned them on, in every later session, and where nobody knows who did', async () => {
  await endPushOfOthers('ana')
  keepPushOwner({ person: 'ana', device: '1' })
  await endPushOfOthers('ana')
  expect(unsubscribe).not.toHaveBeenCalled()
})

test.each([['ben'], [undefined]])('they end, with what is shown, once %s uses the browser', async (next) => {
  keepPushOwner({ person: 'ana', device: '1' })
  await endPushOfOthers(next)
  expect([unsubscribe.mock.calls.length, close.mock.calls.length, stored.size]).toEqual([1, 1, 0])
  await endPushOfOthers(next)
  expect(unsubscribe).toHaveBeenCalledOnce()
})
