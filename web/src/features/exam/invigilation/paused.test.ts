// Tests of the pauses: the button that resumes all is there while somebody may be paused.
import { expect, test } from 'vitest'
import { nobodyPaused } from './paused.ts'

const rows = (...paused: boolean[]) => paused.map((one) => ({ paused: one }))
test('nobody is paused where all are seen to write', () => {
  const counts = { all: 2 }
  expect(nobodyPaused({ paused: false, counts, items: rows(false, false) })).toBe(true)
  expect(nobodyPaused({ paused: false, counts, items: rows(false, true) })).toBe(false)
  expect(nobodyPaused({ paused: true, counts, items: rows(false, false) })).toBe(false)
  // the other one is not shown
  expect(nobodyPaused({ paused: false, counts, items: rows(false) })).toBe(false)
})
