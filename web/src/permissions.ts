// Permissions that pages ask for, and the bits of a membership that hold them.

/** Numbers of permissions, as the identity service has them: the bits of a membership's `can`. */
export const permissionNumbers = {
  'org.change': 1,
  'authz.change': 2,
  'audit.read': 3,
  'departments.change': 4,
  'people.create': 5,
  'people.change': 6,
  'people.erase': 7,
  'people.search': 8,
  'people.import': 9,
  'groups.create': 11,
  'groups.manage': 12,
  'files.manage': 13,
  'terms.change': 14,
  'bulletins.change': 15,
  'calendar.manage': 16,
  'statistics.read': 17,
  'sharing.review': 18,
  'course.read': 20,
  'course.review': 27,
  'allowances.change': 48,
  'requests.decide': 52,
  'storage.change': 54,
  'subjects.change': 55,
  'curriculum.change': 56,
  'workgroup.decide': 57,
} as const
export type Permission = keyof typeof permissionNumbers
/** Permissions of the whole organisation: who manages one department has none of their calls. */
export const wide: readonly Permission[] = [
  'org.change',
  'authz.change',
  'people.import',
  'terms.change',
  'requests.decide',
  'workgroup.decide',
]

/** Whether what a membership may do, as bits in hexadecimal, has this. */
export const permits = (can: string, name: Permission) => ((BigInt(`0x${can || '0'}`) >> BigInt(permissionNumbers[name])) & 1n) === 1n
