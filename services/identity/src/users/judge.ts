// Rights to change members: of many as of one. Their rows are locked, then each is judged by itself.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound, type Problem } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { PermissionSet } from '../../mirror/permissions.ts'
import { activeSql } from '../memberships/active.ts'
import { isOperatorSql } from '../memberships/operator.ts'
import { readGiving, refusalOf } from './roles.ts'

/** A change of members in their organisation, the same for each. A field that is left out stays; `roles` are all of them, `until` null is no end. */
export type MemberChange = {
  roles?: readonly string[] | undefined
  add_roles?: readonly string[] | undefined
  remove_roles?: readonly string[] | undefined
  department_id?: string | null | undefined
  grade_id?: string | null | undefined
  klass_id?: string | null | undefined
  program_id?: string | null | undefined
  until?: string | null | undefined
  state?: 'active' | 'suspended' | undefined
}

export type MemberRow = {
  id: string
  roles: string[]
  department_id: string | null
  grade_id: string | null
  klass_id: string | null
  program_id: string | null
  until: Date | null
  active: boolean
}
/**
 * As it is stored. `state`: one whose end has passed is active there until a job marks it; `ended`: the end has passed; `operator`: of the installation,
 * with an account of this organisation.
 */
type StoredMember = MemberRow & { state: 'active' | 'suspended'; ended: boolean; operator: boolean }
type Change = { before: StoredMember; after: MemberRow }
/** `can`: the actor's permissions of this moment. */
export type Judged = { accepted: Change[]; refused: { id: string; problem: Problem }[]; can: PermissionSet }

const columns = `m.person_id::text as id, m.roles, m.department_id::text, m.grade_id::text, m.klass_id::text, m.program_id::text, m.until, ${activeSql('m')} as active,
  m.state, coalesce(m.until <= now(), false) as ended, p.org_id = m.org_id and ${isOperatorSql('p')} as operator`

/** Rows of members, locked in the order of their ids, people before memberships; with `others` the administrators' too. */
async function lockMembers(tx: Tx, org: string, ids: readonly string[], others: boolean): Promise<StoredMember[]> {
  await rows(tx, 'select id from persons where id = any($1) order by id for no key update', ids)
  return await rows<StoredMember>(
    tx,
    `
    select ${columns} from memberships m join persons p on p.id = m.person_id and not p.deleted
    where m.org_id = $1 and (m.person_id = any($2)${others ? ` or 'admin' = any(m.roles)` : ''}) order by m.person_id for update of m`,
    org,
    ids,
  )
}

/** Members as they are, locked with their people as lockMembers has them. */
export const memberRows = (tx: Tx, org: string, ids: readonly string[]): Promise<MemberRow[]> => lockMembers(tx, org, ids, false)

const hasAdministrator = async (tx: Tx, org: string, ids: readonly string[]): Promise<boolean> =>
  (await one(tx, `select from memberships where org_id = $1 and 'admin' = any(roles) and person_id = any($2) limit 1`, org, ids)) !==
  undefined

/** Administrates for good: active, and no end is near. One of these stays in every organisation. */
const stays = ({ roles, active, until }: MemberRow) => active && until === null && roles.includes('admin')

function changed(before: StoredMember, change: MemberChange): MemberRow {
  const { roles = before.roles, add_roles = [], remove_roles = [], state, until } = change
  const kept = [...new Set([...roles, ...add_roles])].filter((role) => !remove_roles.includes(role))
  const pick = (name: 'department_id' | 'grade_id' | 'klass_id' | 'program_id') =>
    change[name] === undefined ? before[name] : (change[name] ?? null)
  const active = state === undefined ? before.active : state === 'active'
  return {
    id: before.id,
    roles: kept,
    department_id: pick('department_id'),
    grade_id: pick('grade_id'),
    klass_id: pick('klass_id'),
    program_id: pick('program_id'),
    until: until !== undefined ? (until === null ? null : new Date(until)) : state === 'active' && before.ended ? null : before.until,
    active,
  }
}

/**
 * Judges a change of these members as the actor's, each by itself; the rows stay locked. `whole`: it takes over the account, or ends it, so that the actor
 * must be permitted all that the person is; an operator's account is theirs alone, though they may be resumed. Refused are 404 user.notFound, 400
 * permission.notYours at the roles, 403 department.only, 403 for an operator, 409 user.oneself, user.ownAdministrator, and user.lastAdministrator, whichever way the last one would go.
 */
export async function judgeMembers(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  change: MemberChange,
  { whole = change.state !== undefined || change.until !== undefined } = {},
): Promise<Judged> {
  const { org } = actor
  const locked = new Map((await lockMembers(tx, org, ids, await hasAdministrator(tx, org, ids))).map((row) => [row.id, row]))
  const administrators = new Set([...locked.values()].filter(stays).map(({ id }) => id))
  const giving = await readGiving(tx, actor)
  const judged: Judged = { accepted: [], refused: [], can: giving.own.can }
  for (const id of new Set(ids)) {
    const before = locked.get(id)
    const after = before && changed(before, change)
    const problem = !before || !after ? notFound('user', id) : judge(before, after)
    if (problem) judged.refused.push({ id, problem })
    else if (before && after) judged.accepted.push({ before, after })
  }
  return judged

  function judge(before: StoredMember, after: MemberRow): Problem | undefined {
    const [from, to] = [before, after].map(({ roles, department_id }) => ({ roles, department: department_id }))
    const refused = (whole ? refusalOf(giving, from!, undefined) : undefined) ?? refusalOf(giving, from!, to!)
    if (refused) return refused
    if (whole && before.operator && before.id !== actor.person && change.state !== 'active') return forbidden()
    if (after.roles.length === 0 && before.roles.length > 0) return invalid({ roles: 'field.required' })
    if (before.id === actor.person) {
      if (before.active !== after.active || before.until?.getTime() !== after.until?.getTime()) return conflict('user.oneself')
      if (before.roles.includes('admin') && !after.roles.includes('admin')) return conflict('user.ownAdministrator')
    }
    if (stays(before) && !stays(after)) {
      if (administrators.size === 1) return conflict('user.lastAdministrator')
      administrators.delete(before.id)
    } else if (stays(after)) administrators.add(after.id)
    return undefined
  }
}

/** Throws the refusal of one. */
export function accepted({ accepted: [one], refused: [refusal] }: Judged): Change {
  if (refusal) throw refusal.problem
  if (!one) throw forbidden()
  return one
}
