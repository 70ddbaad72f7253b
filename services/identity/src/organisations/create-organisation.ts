// Creating and listing organisations, for operators alone; browsers have no such call.
import { one, rows, run } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Organisation } from '../generated/client.ts'
import type { Deps } from '../deps.ts'
import { emitOrgChanged } from '../facts.ts'
import type { OperatorOrg, OrgDraft } from './api.ts'

const orgColumns = columnsOf<Organisation>()('id', 'name', 'locale', 'hosts', 'created_at')
type Row = Omit<OperatorOrg, 'created_at'> & RowOf<typeof orgColumns>
const columns = `${orgColumns('o')}, (select count(*)::int from memberships m where m.org_id = o.id) as people`
const toOperatorOrg = (row: Row): OperatorOrg => ({ ...row, created_at: row.created_at.toISOString() })

/** The oldest first: it is shown at every host name that no other one lists. */
export async function listOrganisations({ db }: Deps, query: PageQuery) {
  const { limit, offset } = limits(query)
  const total = await one<{ n: number }>(db, 'select count(*)::int as n from organisations where not deleted')
  const orgs = await rows<Row>(
    db,
    `select ${columns} from organisations o where not o.deleted order by o.created_at, o.id limit $1 offset $2`,
    limit,
    offset,
  )
  return pageOf(query, total?.n ?? 0, orgs.map(toOperatorOrg))
}

/** 409 org.hostTaken: a host name stands for one organisation. */
export async function createOrganisation({ db, now }: Deps, { name: title, locale, hosts = [] }: OrgDraft): Promise<OperatorOrg> {
  const name = cleanTitle(title)
  if (name === '') throw invalid({ name: 'field.required' })
  const hostNames = [...new Set(hosts.map((host) => host.toLowerCase()))]
  // one after the other: two calls may name the same host at once
  await run(db, `select pg_advisory_xact_lock(hashtext('organisations'))`)
  const existing = await one<{ host: string }>(
    db,
    'select host from organisations o, unnest(o.hosts) as host where not o.deleted and host = any($1) limit 1',
    hostNames,
  )
  if (existing) throw conflict('org.hostTaken', existing)
  const id = newId()
  const data = { id, orgId: id, name, locale, hosts: hostNames, settings: {}, version: 0n, createdAt: now() }
  await db.organisation.create({ data })
  await emitOrgChanged(db, id)
  return toOperatorOrg((await one<Row>(db, `select ${columns} from organisations o where o.id = $1`, id))!)
}
