import { expect, test } from 'vitest'
import { managementGroups as specified } from '../../../tests/spec/screens.ts'
import { managementFor, managementGroups } from './management-groups.ts'

test('has the 17 groups of the specification, in its order', () => {
  expect(managementGroups.map(({ name }) => name)).toEqual(specified.map(({ name }) => name))
  expect(managementGroups).toHaveLength(17)
})
test('shows users, storage and rights to administrators alone, and nothing to those who manage nothing', () => {
  const names = (...roles: Parameters<typeof managementFor>[0]) => managementFor(roles, true).map(({ name }) => name)
  expect(names('admin')).toHaveLength(17)
  expect(names('educational_admin')).not.toEqual(expect.arrayContaining(['user']))
  expect(names('educational_admin')).toHaveLength(14)
  expect(names('student', 'instructor')).toEqual([])
})
test('offers only what is built', () => {
  for (const { entries } of managementFor(['admin'])) expect(entries.every(({ built }) => built)).toBe(true)
})
