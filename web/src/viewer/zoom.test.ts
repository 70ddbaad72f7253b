// Test of the zoom steps.
import { expect, test } from 'vitest'
import { zoomBy } from './zoom.ts'

test('zoom goes in steps of 0.2 between 0.2 and 5', () => {
  expect([zoomBy(1, 1), zoomBy(1, -1), zoomBy(0.2, -1), zoomBy(5, 1), zoomBy(1.13, 1), zoomBy(1.13, -1)]).toEqual([
    1.2, 0.8, 0.2, 5, 1.2, 1,
  ])
})
