// Organisations as whoever operates the installation makes and lists them; browsers have no such call.
import { one, rows } from '@lyceum/kit/db'
import { conflict, invalid } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import { cleanTitle } from '@lyceum/kit/titles'
import type { Deps } from '../deps.ts'
import { tellOrganisation } from '../tell.ts'
import type { KeptOrg, OrgDraft } from './api.ts'

type Row = Omit<KeptOrg, 'created_at'> & { created_at: Date }
const columns = `o.id::text, o.name, o.locale, o.hosts, o.created_at,
  (select count(*)::int from memberships m where m.org_id = o.id) as people`
const shown = (row: Row): KeptOrg => ({ ...row, created_at: row.created_at.toISOString() })

/** The oldest first: it is shown at every host name that no other one lists. */
export async function listOrganisations({ db }: Deps, query: PageQuery) {
  const { limit, offset } = limits(query)
  const counted = await one<{ n: number }>(db, 'select count(*)::int as n from organisations where not deleted')
  const found = await rows<Row>(
    db,
    `select ${columns} from organisations o where not o.deleted order by o.created_at, o.id limit $1::int offset $2::int`,
    limit,
    offset,
  )
  return pageOf(query, counted?.n ?? 0, found.map(shown))
}

/** 409 org.hostTaken: a host name stands for one organisation. */
export async function makeOrganisation({ db, now }: Deps, { name: given, locale, hosts = [] }: OrgDraft): Promise<KeptOrg> {
  const name = cleanTitle(given)
  if (name === '') throw invalid({ name: 'field.required' })
  const wanted = [...new Set(hosts.map((host) => host.toLowerCase()))]
  // two that ask for the same host name at once
  await db.$executeRawUnsafe(`select pg_advisory_xact_lock(hashtext('organisations'))`)
  const other = await one<{ host: string }>(
    db,
    'select host from organisations o, unnest(o.hosts) as host where not o.deleted and host = any($1::text[]) limit 1',
    wanted,
  )
  if (other) throw conflict('org.hostTaken', other)
  const id = newId()
  await db.$executeRawUnsafe(
    `insert into organisations (id, org_id, name, locale, hosts, settings, version, created_at)
     values ($1::uuid, $1::uuid, $2, $3, $4::text[], '{}', 0, $5::timestamptz)`,
    id,
    name,
    locale,
    wanted,
    now(),
  )
  await tellOrganisation(db, id)
  return shown((await one<Row>(db, `select ${columns} from organisations o where o.id = $1::uuid`, id))!)
}
