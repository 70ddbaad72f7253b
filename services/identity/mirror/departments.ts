// Departments as other services know them: SQL and checks of what is in one or below it, for permissions bound to it, and where one has gone. Nothing without a department is: it belongs to managers of
// the whole organisation.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Move } from './merge-moves.ts'

/** Whether the department in a column is that of a parameter or below it. */
export const departmentBelowSql = (column: string, department: string): string =>
  `exists (select from mirror.departments below where below.id = ${column} and nullif(${department}, '')::uuid = any(below.path))`

/** Whether the person in a column belongs to the department of a parameter or below it; `org` is the organisation. */
export const personBelowSql = (person: string, org: string, department: string): string =>
  `exists (select from mirror.memberships belonging join mirror.departments below on below.id = belonging.department_id
     where belonging.org_id = ${org} and belonging.person_id = ${person} and nullif(${department}, '')::uuid = any(below.path))`

/** Whether all of these departments are within the actor's; of none of them nothing is. */
export async function departmentsWithin(tx: Tx, { department }: Pick<Actor, 'department'>, ids: readonly string[]): Promise<boolean> {
  if (!department) return true
  const outside = `select from unnest($1::uuid[]) as named(id) where not ${departmentBelowSql('named.id', '$2')} limit 1`
  return ids.length > 0 && (await one(tx, outside, ids, department)) === undefined
}

/** 403 department.only unless all of these people belong to the actor's department. */
export async function checkPeopleWithin(
  tx: Tx,
  { org, department }: Pick<Actor, 'org' | 'department'>,
  people: readonly string[],
): Promise<void> {
  if (!department) return
  const outside = `select from unnest($1::uuid[]) as named(id) where not ${personBelowSql('named.id', '$2::uuid', '$3')} limit 1`
  if (people.length === 0 || (await one(tx, outside, people, org, department))) throw forbidden('department.only')
}

/**
 * The merges by which things of `from`, which was merged into `into`, come to the department they belong to: that one, and those of what it is part of
 * since; the last leads to where they are. No merge of that is applied until the transaction ends: whoever moves things into it and whoever moves all
 * of its own come one after the other.
 */
export async function mergesOf(tx: Tx, { from, into }: Move): Promise<[Move, ...Move[]]> {
  const passed = new Set([from])
  const merges: [Move, ...Move[]] = [{ from, into }]
  for (let at = into; ; ) {
    passed.add(at)
    const row = await one<{ next: string | null }>(
      tx,
      'select merged_into::text as next from mirror.departments where id = $1 for share',
      at,
    )
    if (!row?.next || passed.has(row.next)) return merges
    merges.push({ from: at, into: row.next })
    at = row.next
  }
}
