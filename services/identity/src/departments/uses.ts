// Uses of a department: what is in it, and what other systems mean by it after it was merged into another.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { DepartmentUses } from './api.ts'

/** The id of what a department has become, where it was merged into another; `id` is a column or a parameter. */
export const presentDepartmentSql = (id: string): string => `coalesce((select merged_into from departments where id = ${id}), ${id})`

/** External ids of departments that were merged into these, which are deleted. */
export async function freeMerged(tx: Tx, ids: readonly string[]): Promise<void> {
  await run(
    tx,
    `delete from kit.external_ids where kind = 'department' and subject in (select id from departments where merged_into = any($1))`,
    ids,
  )
}

const usesSql = `
  select (select count(*)::int from departments where parent_id = $1 and not deleted) as departments,
    (select count(*)::int from memberships m join persons p on p.id = m.person_id and not p.deleted where m.department_id = $1 and m.org_id = $2) as people,
    (select count(*)::int from study_units where department_id = $1 and not deleted) as units`
export const usesOf = async (tx: Tx, org: string, id: string): Promise<DepartmentUses> =>
  (await one<DepartmentUses>(tx, usesSql, id, org)) ?? { departments: 0, people: 0, units: 0 }
