// Tests of the server's time on a device whose own clock is wrong.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCountedDown, leftUntil, noteServerTime, serverNow, warningBetween } from './server-clock.ts'

const server = Date.parse('2026-05-14T08:00:00.000Z')
beforeEach(() => vi.useFakeTimers({ now: server }))
afterEach(() => vi.useRealTimers())

test.each([-86_400_000, 86_400_000])('a device clock that is %d ms off changes nothing of the time left', (off) => {
  vi.setSystemTime(server + off)
  noteServerTime(new Date(server).toISOString())
  vi.advanceTimersByTime(60_000)
  expect(serverNow()).toBe(server + 60_000)
  expect(leftUntil(new Date(server + 600_000).toISOString())).toBe(540_000)
})
test('a clock that is set a day ahead meanwhile is not time that has passed', () => {
  noteServerTime(new Date(server).toISOString())
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(server + 86_400_000 + 2000)
  expect(serverNow()).toBe(server + 1000)
})
test('a warning is told once its minute is passed, and never after the end', () => {
  expect(warningBetween(600_001, 600_000)).toBe(10)
  expect(warningBetween(599_000, 598_000)).toBeUndefined()
  expect(warningBetween(1000, 0)).toBeUndefined()
})
test('no clock where an exam has neither a limit nor an end, which is a year of 365 days', () => {
  expect([365 * 86_400_000 - 1000, 3 * 86_400_000, 3_600_000, 0].map(isCountedDown)).toEqual([false, false, true, true])
})
