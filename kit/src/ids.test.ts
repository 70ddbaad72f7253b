// Tests of ids.
import { expect, test } from 'vitest'
import { version } from 'uuid'
import { leastIdAt, newId } from './ids.ts'

test('ids are UUIDv7, each greater than the one before, and carry their time', () => {
  const began = Date.now()
  const made = Array.from({ length: 20_000 }, () => newId())
  expect(made.every((id) => version(id) === 7)).toBe(true)
  expect(new Set(made).size).toBe(made.length)
  expect([...made].sort()).toEqual(made)
  const at = Number.parseInt(made[0]!.replaceAll('-', '').slice(0, 12), 16)
  expect(at).toBeGreaterThanOrEqual(began)
  expect(at).toBeLessThanOrEqual(Date.now())
  expect([leastIdAt(new Date(at)) <= made[0]!, leastIdAt(new Date(at + 1)) > made[0]!]).toEqual([true, true])
})
