// The department to which somebody's rights are bound, by the rows of identity itself: what is in it or below it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'

/** 403 for a department with this path outside the actor's binding; an empty path is the top of the organisation. */
export function checkPathWithin({ department }: Pick<Actor, 'department'>, path: readonly string[]): void {
  if (department && !path.includes(department)) throw forbidden()
}

/** The audit lines that a manager of a department reads: of its people, by the rows of identity itself. `line` is a row of the log. */
export const auditWithin = (department: string): string =>
  `exists (select from memberships m join departments d on d.id = m.department_id
     where m.org_id = line.org_id and m.person_id = line.person and nullif(${department}, '')::uuid = any(d.path))`

/** No binding holds everything; nothing but a department is within one. */
export const isWithin = async (tx: Tx, binding: string | null | undefined, department: string | null | undefined): Promise<boolean> =>
  !binding ||
  (department !== null &&
    department !== undefined &&
    (await one(tx, 'select from departments where id = $1 and $2::uuid = any(path)', department, binding)) !== undefined)
