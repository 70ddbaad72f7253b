// Tests of the times in the list of who writes.
import { expect, test } from 'vitest'
import { dateTime, timeWithSeconds } from '../../../ui/format.ts'
import { onDay } from './on-day.ts'

test('a time of another day has its date', () => {
  const [handedIn, dayAfter] = ['2026-11-20T12:05:25Z', Date.parse('2026-11-21T12:30:00Z')]
  expect(onDay(handedIn, timeWithSeconds, Date.parse(handedIn))).toBe(timeWithSeconds(handedIn))
  expect(onDay(handedIn, timeWithSeconds, dayAfter)).toBe(dateTime(handedIn))
})
