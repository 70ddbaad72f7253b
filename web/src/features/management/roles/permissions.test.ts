// Tests of the roles as the page edits them.
import { expect, test } from 'vitest'
import { changesOf, editedOf, type OrgPermissions } from './permissions.ts'

const data = (permissions: string[]): OrgPermissions => ({
  roles: [{ role: 'faculty', changeable: true, permissions, defaults: ['course.read'] }],
  permissions: [],
  version: 1,
})

test('a role is sent with all of its permissions where something was turned, and not where it was turned back', () => {
  const before = data(['course.read', 'course.inspect'])
  expect(changesOf(before, {})).toEqual([])
  expect(changesOf(before, { faculty: { 'course.read': true } })).toEqual([])
  expect(changesOf(before, { faculty: { 'audit.read': true, 'course.inspect': false } })).toEqual([
    { role: 'faculty', permissions: ['course.read', 'audit.read'] },
  ])
})

test('a change of somebody else stays beside what was turned in the page', () => {
  const [role] = data(['course.read', 'course.create']).roles
  expect(editedOf(role!, { faculty: { 'audit.read': true, 'course.read': false } })).toEqual(['course.create', 'audit.read'])
})
