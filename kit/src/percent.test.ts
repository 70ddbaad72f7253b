// The rounding of progress.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholePercent } from './percent.ts'

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 12, 58],
  [29, 100, 29],
  [57, 100, 57],
  [29, 50, 58],
  [199, 200, 99],
  [999_999, 1_000_000, 99],
  [12, 12, 100],
  [13, 12, 100],
  [-1, 12, 0],
])('%d of %d is %d %%', (part, whole, percent) => expect(wholePercent(part, whole)).toBe(percent))

test('never says more than there is, and 100 only when nothing is missing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }), (whole, some) => {
      const part = Math.min(some, whole)
      const percent = wholePercent(part, whole)
      expect(percent).toBe(Number((BigInt(part) * 100n) / BigInt(whole)))
      expect(percent === 100).toBe(part === whole)
    }),
  )
})
