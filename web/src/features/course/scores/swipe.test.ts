// Swipes between students: to the left leads on, to the right back; a press or a scroll does neither.
import { expect, test } from 'vitest'
import { swipeOf } from './swipe.ts'

test.each([
  [{ x: -90, y: 12 }, 1],
  [{ x: 90, y: -30 }, -1],
  [{ x: -20, y: 0 }, 0],
  [{ x: -90, y: 80 }, 0],
  [{ x: 4, y: 300 }, 0],
] as const)('%o: %i', (by, to) => expect(swipeOf(by)).toBe(to))
