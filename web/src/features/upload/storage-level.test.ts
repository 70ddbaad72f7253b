// Test of the storage levels.
import { expect, test } from 'vitest'
import { levelOf } from './storage-level.ts'

test('the storage bar turns at 80 and at 100 percent', () => {
  expect([levelOf(0, 100), levelOf(79.9, 100), levelOf(80, 100), levelOf(99.9, 100), levelOf(100, 100), levelOf(120, 100)]).toEqual([
    'normal',
    'normal',
    'warning',
    'warning',
    'insufficient',
    'insufficient',
  ])
})
