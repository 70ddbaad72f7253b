import { expect, test } from 'vitest'
import { brokenSegments } from './hls.ts'

test('broken segments end playback at the fifth in one place, also far from the beginning; playing on begins anew', () => {
  const unplayable = brokenSegments()
  expect([60, 60, 60.2, 60.4, 60.4].map(unplayable)).toEqual([false, false, false, false, true])
  expect([90, 92, 94, 96, 98, 98, 98, 98].map(unplayable)).toEqual([false, false, false, false, false, false, false, false])
  expect(unplayable(98)).toBe(true)
})
