// The call that lists a service's audit log: its handler and its query.
import { rows, type Tx } from '../database/database.ts'
import type { Routes } from '../calls/routes.ts'
import { leastIdAt } from '../ids.ts'
import { auditCalls, auditKey, type AuditLine, type AuditQuery } from './api.ts'

type Asked = { deps: { db: Tx }; scope: { org: string }; query: AuditQuery }
export const auditRoutes = (service: string): Routes => ({
  table: auditCalls(service),
  handlers: {
    [auditKey(service)]: async (context) => {
      const { deps, scope, query } = context as Asked
      return await auditLines(deps.db, scope.org, query)
    },
  },
})

/** The first and the last id that may have been made in this millisecond. */
const idsAt = (time: string) => {
  const first = leastIdAt(new Date(Math.max(0, Date.parse(time))))
  return { first, last: `${first.slice(0, 15)}fff-bfff-ffffffffffff` }
}

export async function auditLines(tx: Tx, org: string, { before, limit = 50, from, to, ...same }: AuditQuery) {
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
  ]
  const lines = await rows<Omit<AuditLine, 'at'> & { at: Date }>(
    tx,
    `
    select id::text, at, actor::text, session, address, action, subject, person::text, course::text, before, after
    from kit.audit where ${clauses.join(' and ')} order by id desc limit ${bind(limit + 1)}`,
    ...values,
  )
  const items = lines.slice(0, limit).map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
  return { items, more: lines.length > limit }
}
