// Members that fit the conditions of a list, as SQL of memberships `m` and persons `p`.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf } from '@lyceum/kit/calls/shapes'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { indexedSql } from '@lyceum/kit/database/like-pattern'
import { activeSql } from '../memberships/active.ts'
import { orgRoles } from '../persons/api.ts'

const units = ['klass_id', 'grade_id', 'program_id'] as const
const known = ['keyword', 'role', 'department_id', ...units, 'state', 'source', 'import_id'] as const
const isId = (text: string) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)
const choices: Partial<Record<string, readonly string[]>> = { role: orgRoles, state: ['active', 'suspended'] }

export type Fitting = { from: string; where: string; values: unknown[]; bind: (value: unknown) => string }

/**
 * Of the actor's organisation, and of the department to which they are bound and those below it. A condition that is not named stands nowhere in the
 * statement: one that may be empty keeps PostgreSQL from using an index for it. 400 at the condition.
 */
export async function fittingMembers(tx: Tx, actor: Actor, text: string | undefined): Promise<Fitting> {
  const conditions = conditionsOf(text, known)
  for (const [name, value] of Object.entries(conditions)) {
    const at = `conditions.${name}`
    if (typeof value !== 'string' || value.length > 100) throw invalid({ [at]: 'field.type' })
    if (name.endsWith('_id') && !isId(value)) throw invalid({ [at]: ['field.format', { format: 'uuid' }] })
    if (choices[name]?.includes(value) === false) throw invalid({ [at]: ['field.choice', { choices: choices[name]!.join(', ') }] })
  }
  const { keyword = '', role, department_id, state, source, import_id } = conditions as Partial<Record<(typeof known)[number], string>>
  const values: unknown[] = [actor.org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = ['m.org_id = $1', 'not p.deleted']
  if (keyword.trim()) clauses.push(indexedSql('p.folded', keyword, bind))
  // the index of those who are more than students
  if (role) clauses.push(`m.roles @> array[${bind(role)}]::text[]${role === 'student' ? '' : ` and m.roles <> '{student}'`}`)
  const above = [department_id, actor.department].filter((id): id is string => Boolean(id))
  if (above.length > 0) clauses.push(`m.department_id = any(${bind(await departmentsBelow(tx, actor.org, above))}::uuid[])`)
  for (const name of units) if (conditions[name]) clauses.push(`m.${name} = ${bind(conditions[name])}::uuid`)
  if (import_id) clauses.push(`m.import_id = ${bind(import_id)}::uuid`)
  if (state === 'active') clauses.push(activeSql('m'))
  if (state === 'suspended') clauses.push(`(m.state = 'suspended' or (m.state = 'active' and m.until <= now()))`)
  if (source)
    clauses.push(`exists (select from role_grants g where g.org_id = m.org_id and g.person_id = m.person_id and g.source = ${bind(source)}
      ${source === 'hand' ? '' : `and g.source <> 'hand'`})`)
  const placed = above.length > 0 || units.some((name) => conditions[name])
  const from = placed && tooShort(keyword) ? eachSql : 'from memberships m join persons p on p.id = m.person_id'
  return { from, where: `where ${clauses.join(' and ')}`, values, bind }
}

/** A word that the index of parts of names does not find: it needs three letters. */
const tooShort = (keyword: string) => /(^|\s)[!-~]{1,2}(\s|$)/.test(keyword)
/** The people of one place, each looked at, rather than all whom a short word fits. */
const eachSql = 'from memberships m join lateral (select * from persons p where p.id = m.person_id offset 0) p on true'

const departmentsBelow = async (tx: Tx, org: string, above: string[]): Promise<string[]> =>
  (await rows<{ id: string }>(tx, 'select id::text from departments where org_id = $1 and path @> $2::uuid[]', org, above)).map(
    ({ id }) => id,
  )
