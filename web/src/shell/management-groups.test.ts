// Tests of the groups of the management.
import { expect, test } from 'vitest'
import { asText, type Permission as AnyPermission, permissions, permissionsIn } from '@lyceum/identity/mirror/permissions'
import { managementGroups as specified } from '../../../tests/spec/screens.ts'
import { managementEntries, managementPages } from '../management.ts'
import type { OrgRole } from '../session/session.ts'
import { permissionNumbers, permits } from '../permissions.ts'
import { managementFor, managementGroups } from './management-groups.ts'

const entriesOf = (can: bigint) =>
  managementFor((name) => permits(asText(can), name)).flatMap(({ entries }) => entries.map(({ name }) => name))
const entries = (...roles: OrgRole[]) => entriesOf(permissionsIn(roles))

test('has the 17 groups of the specification, in its order', () => {
  expect(managementGroups.map(({ name }) => name)).toEqual(specified.map(({ name }) => name))
  expect(managementGroups).toHaveLength(17)
})
test('every entry stands in a group, once, and leads to a page', () => {
  expect(managementGroups.flatMap((group) => group.entries)).toHaveLength(managementEntries.length)
  const addresses = Object.keys(managementPages)
  for (const { to } of managementEntries) expect(addresses).toContain(to.replace('#/', ''))
})
test('the numbers of permissions are those of the identity service', () => {
  for (const [name, number] of Object.entries(permissionNumbers)) expect(permissions[name as never]).toMatchObject({ number })
})
test('goes by permission, whatever the role is', () => {
  expect(entries('admin')).toEqual(managementEntries.flatMap(({ name }) => (name === 'workgroupRequests' ? [] : [name])))
  expect(entries('wg_admin')).toContain('workgroupRequests')
  expect(entries('educational_admin')).toEqual(expect.arrayContaining(['meetings', 'bulletins', 'auditLog']))
  expect(entries('educational_admin')).not.toContain('notificationRules')
  for (const name of ['meetings', 'bulletins', 'notificationRules', 'terms']) expect(entries('wg_admin')).not.toContain(name)
  expect(entries('wg_admin')).toEqual(expect.arrayContaining(['courses', 'audit', 'auditLog', 'allowances']))
  expect(entries('student', 'instructor', 'instructor_assistant')).toEqual([])
  expect(entries('faculty')).toEqual(['courses'])
  expect(entriesOf(permissionsIn(['faculty'], { faculty: { given: [permissions['audit.read'].number], taken: [] } }))).toEqual([
    'courses',
    'auditLog',
    'signIns',
    'exports',
  ])
})
test('a teacher has none of the permissions that open a page of the management', () => {
  const needs = new Set<AnyPermission>(managementEntries.map((entry) => entry.needs))
  for (const role of ['student', 'instructor', 'instructor_assistant'] as const)
    for (const name of needs) expect(permits(asText(permissionsIn([role])), name as never), `${role} ${name}`).toBe(false)
})
