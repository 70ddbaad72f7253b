// Tests of the groups of the management.
import { expect, test } from 'vitest'
import { permissions, permissionsIn, asText } from '@lyceum/identity/mirror/permissions'
import { managementGroups as specified } from '../../../tests/spec/screens.ts'
import { type OrgRole, permissionNumbers, permits } from '../session/session.ts'
import { managementFor, managementGroups } from './management-groups.ts'

test('has the 17 groups of the specification, in its order', () => {
  expect(managementGroups.map(({ name }) => name)).toEqual(specified.map(({ name }) => name))
  expect(managementGroups).toHaveLength(17)
})
test('shows users, storage and rights to administrators alone, and nothing to those who manage nothing', () => {
  const names = (...roles: Parameters<typeof managementFor>[0]) => managementFor(roles, () => true, true).map(({ name }) => name)
  expect(names('admin')).toHaveLength(17)
  expect(names('educational_admin')).not.toEqual(expect.arrayContaining(['user']))
  expect(names('educational_admin')).toHaveLength(14)
  expect(names('student', 'instructor')).toEqual([])
})
test('offers only what is built', () => {
  for (const { entries } of managementFor(['admin'], () => true)) expect(entries.every(({ built }) => built)).toBe(true)
})
test('the numbers of permissions are those of the identity service', () => {
  for (const [name, number] of Object.entries(permissionNumbers)) expect(permissions[name as never]).toMatchObject({ number })
})
test('offers nobody what their permissions refuse', () => {
  const entries = (role: OrgRole) => {
    const can = asText(permissionsIn([role]))
    return managementFor([role], (name) => permits(can, name)).flatMap((group) => group.entries.map(({ name }) => name))
  }
  expect(entries('admin')).toEqual(expect.arrayContaining(['meetings', 'bulletins', 'notificationRules', 'auditLog']))
  expect(entries('educational_admin')).toEqual(expect.arrayContaining(['meetings', 'bulletins', 'auditLog']))
  expect(entries('educational_admin')).not.toContain('notificationRules')
  for (const name of ['meetings', 'bulletins', 'notificationRules']) expect(entries('wg_admin')).not.toContain(name)
  expect(entries('wg_admin')).toEqual(expect.arrayContaining(['courses', 'audit', 'auditLog', 'allowances']))
})
