// Reads of organisations: their public view, people and departments.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import type { Toggle } from '../org-settings/api.ts'
import type { Organisation as OrganisationModel } from '../generated/client.ts'
import { demoPeople } from './demo-people.ts'
import type { Department, Organisation, Site } from './api.ts'
import { asOrganisation, zoneOf } from './settings.ts'

const orgColumns = columnsOf<OrganisationModel>()('id', 'name', 'locale', 'settings')

/** The organisation that a host name stands for: the one that lists it, else the oldest. Undefined on an empty installation. */
export async function organisationAt(tx: Tx, host: string): Promise<Organisation | undefined> {
  const row = await one<RowOf<typeof orgColumns> & { settings: object }>(
    tx,
    `
    select ${orgColumns()} from organisations where id = coalesce(
      (select id from organisations where not deleted and hosts @> array[$1] limit 1),
      (select id from organisations where not deleted order by created_at, id limit 1))`,
    host.toLowerCase().replace(/:\d+$/, ''),
  )
  return row ? asOrganisation({ ...row, settings: row.settings as never }) : undefined
}

/** The organisation as it is shown before sign-in. People are named in a demo school alone. */
export async function site(deps: Deps, host: string): Promise<Site> {
  const org = await organisationAt(deps.sql, host)
  return { org: org ?? null, demo_people: org?.demo ? await demoPeople(deps, org.id) : [] }
}

/** 403 unless it is the organisation of the call or open to team teaching, 404 when there is none. */
export async function departments(deps: Deps, actor: Actor, org: string): Promise<Department[]> {
  await checkOpenOrg(deps, actor, org)
  return (await deps.db.department.findMany({ where: { orgId: org, deleted: false }, orderBy: [{ sort: 'asc' }, { name: 'asc' }] })).map(
    ({ id, name, parentId }) => ({ id, name, parent_id: parentId }),
  )
}

/** One's own, and those in which the feature is on. */
export const openOrganisations = ({ db }: Deps, actor: Actor, toggle: Toggle): Promise<{ id: string; name: string }[]> =>
  rows(
    db,
    `
    select id::text, name from organisations where not deleted and (id = $1 or (state = 'active' and settings->'toggles' ? $2))
    order by id = $1 desc, name, id limit 500`,
    actor.org,
    toggle,
  )

/** One's own organisations, that of the call first. */
export async function myOrganisations({ db }: Deps, { person, org }: Actor): Promise<{ id: string; name: string; time_zone: string }[]> {
  const mine = await rows<{ id: string; name: string; locale: string; settings: object }>(
    db,
    `
    select o.id::text, o.name, o.locale, o.settings
    from memberships m join organisations o on o.id = m.org_id and not o.deleted
    where m.person_id = $1 and ${activeSql('m')} order by o.id = nullif($2, '')::uuid desc, o.name, o.id limit 100`,
    person,
    org,
  )
  return mine.map((row) => ({ id: row.id, name: row.name, time_zone: zoneOf(row) }))
}

/** Another organisation's people and departments are visible only where it is open to team teaching. */
export async function checkOpenOrg({ db }: Deps, actor: Actor, org: string): Promise<void> {
  if (org === actor.org) return
  const row = await db.organisation.findFirst({ where: { id: org, deleted: false } })
  if (!row) throw notFound('org', org)
  if (row.state !== 'active') throw forbidden()
  if (!asOrganisation(row).toggles.includes('org_team_teaching')) throw forbidden()
}

/** 403 for another organisation than the call's, 404 when there is none. */
export async function checkOwnOrg({ db }: Deps, actor: Actor, org: string): Promise<void> {
  if (org === actor.org) return
  throw (await db.organisation.count({ where: { id: org, deleted: false } })) ? forbidden() : notFound('org', org)
}
