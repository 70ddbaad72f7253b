// The call that lists a service's audit log: its handler and its query.
import type { Actor } from '../calls/actor.ts'
import { rows, type Tx } from '../database/database.ts'
import type { Routes } from '../calls/routes.ts'
import { leastIdAt } from '../ids.ts'
import { auditCalls, auditKey, type AuditLine, type AuditQuery } from './api.ts'

/** SQL: whether a manager of the department in a parameter reads a row `line` of the log. */
export type AuditWithin = (department: string) => string

type AuditRequest = { deps: { db: Tx }; actor: Actor; scope: { org: string }; query: AuditQuery }
/** Without `within` the log is read by managers of the whole organisation alone: it is empty for others. */
export const auditRoutes = (service: string, within?: AuditWithin): Routes => ({
  table: auditCalls(service),
  handlers: {
    [auditKey(service)]: async (context) => {
      const { deps, actor, scope, query } = context as AuditRequest
      return await auditLines(deps.db, scope.org, query, actor.department ? { department: actor.department, within } : undefined)
    },
  },
})

/** The first and the last id that may have been made in this millisecond. */
const idsAt = (time: string) => {
  const first = leastIdAt(new Date(Math.max(0, Date.parse(time))))
  return { first, last: `${first.slice(0, 15)}fff-bfff-ffffffffffff` }
}

export async function auditLines(
  tx: Tx,
  org: string,
  { before, limit = 50, from, to, ...same }: AuditQuery,
  bound?: { department: string; within: AuditWithin | undefined },
) {
  // only the requested conditions stand in the statement: each has an index that ends in the id
  const values: unknown[] = [org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = [
    'org_id = $1',
    ...(['actor', 'person', 'course', 'action'] as const).flatMap((name) =>
      same[name] === undefined ? [] : [`${name} = ${bind(same[name])}`],
    ),
    ...(before === undefined ? [] : [`id < ${bind(before)}`]),
    ...(from === undefined ? [] : [`id >= ${bind(idsAt(from).first)}`]),
    ...(to === undefined ? [] : [`id <= ${bind(idsAt(to).last)}`]),
    ...(bound ? [bound.within?.(bind(bound.department)) ?? 'false'] : []),
  ]
  const lines = await rows<Omit<AuditLine, 'at'> & { at: Date }>(
    tx,
    `
    select id::text, at, actor::text, session, address, action, subject, person::text, course::text, before, after
    from kit.audit line where ${clauses.join(' and ')} order by id desc limit ${bind(limit + 1)}`,
    ...values,
  )
  const items = lines.slice(0, limit).map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
  return { items, more: lines.length > limit }
}
