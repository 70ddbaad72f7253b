// Managers of departments: an educational admin of the department above that of a school's people, and one of a department that is elsewhere.
import { mirrored, type Person, type School, signIn } from './school.ts'
import type { Address } from './start.ts'

/** Of which department: above that of the people and of their courses, or neither above nor below it. */
export type Reach = 'above' | 'elsewhere'
export type DepartmentManagers = {
  department: Record<Reach, string>
  /** A new session of the manager. */
  signIn(reach: Reach): Promise<Person>
}

/** Puts the school's department below another one; resolves when every service has the departments and their managers. */
export async function makeDepartmentManagers(at: Address, school: School): Promise<DepartmentManagers> {
  const admin = await school.signIn('admin')
  const make = async (reach: Reach, name: string) => {
    const { id: department } = await admin.call('POST /api/departments', { body: { name } })
    const user_no = `${reach}-${school.id.slice(-8)}`
    const login = `${user_no}@example.edu`
    const { id } = await admin.call('POST /api/users', {
      body: {
        name: `manager ${user_no}`,
        user_no,
        email: login,
        roles: ['educational_admin'],
        department_id: department,
        password: school.password,
      },
    })
    return { department, login, id }
  }
  const made = { above: await make('above', 'Natural Sciences'), elsewhere: await make('elsewhere', 'Law') }
  const { items } = await admin.call('GET /api/departments', { query: {} })
  const version = items.find(({ id }) => id === school.department)?.version ?? 0
  const above = made.above.department
  await admin.call('PUT /api/departments/:id', { params: { id: school.department }, body: { parent_id: above, version } })
  await Promise.all([
    mirrored(at, 'persons', 'id = any($1::uuid[])', [Object.values(made).map(({ id }) => id)], 2),
    mirrored(at, 'departments', '(id = $1 and $2::uuid = any(path)) or id = $3', [school.department, above, made.elsewhere.department], 2),
  ])
  return {
    department: { above, elsewhere: made.elsewhere.department },
    signIn: (reach) => signIn(at, { login: made[reach].login, password: school.password, org: school.id }),
  }
}
