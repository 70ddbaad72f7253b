import type { Actor } from '@lyceum/kit/actor'
import { forbidden, notFound } from '@lyceum/kit/errors'
import type { Deps } from '../deps.ts'
import { demoPeople } from '../sessions/one-click.ts'
import type { Department, Organisation, Site } from './api.ts'
import { asOrganisation } from './settings.ts'

/** The organisation that a host name stands for: the one that lists it, else the oldest. Undefined on an empty installation. */
export async function organisationAt({ db }: Pick<Deps, 'db'>, host: string): Promise<Organisation | undefined> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const found =
    (await db.organisation.findFirst({ where: { deleted: false, hosts: { has: name } } })) ??
    (await db.organisation.findFirst({ where: { deleted: false }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }))
  return found ? asOrganisation(found) : undefined
}

/** What may be shown before anybody has signed in. People are named in a demo school alone. */
export async function site(deps: Deps, host: string): Promise<Site> {
  const org = await organisationAt(deps, host)
  return { org: org ?? null, demo_people: org?.demo ? await demoPeople(deps, org.id) : [] }
}

/** 403 unless it is the organisation of the call or open to team teaching, 404 when there is none. */
export async function departments(deps: Deps, actor: Actor, org: string): Promise<Department[]> {
  await mustBeOpen(deps, actor, org)
  return (await deps.db.department.findMany({ where: { orgId: org }, orderBy: [{ sort: 'asc' }, { name: 'asc' }] })).map(
    ({ id, name, parentId }) => ({ id, name, parent_id: parentId }),
  )
}

/** People and departments of another organisation are nobody's business, except where it has opened itself to team teaching. */
export async function mustBeOpen({ db }: Deps, actor: Actor, org: string): Promise<void> {
  if (org === actor.org) return
  const found = await db.organisation.findFirst({ where: { id: org, deleted: false } })
  if (!found) throw notFound('org', org)
  if (!asOrganisation(found).toggles.includes('org_team_teaching')) throw forbidden()
}

/** The same without an exception. */
export async function mustBeOwn({ db }: Deps, actor: Actor, org: string): Promise<void> {
  if (org === actor.org) return
  throw (await db.organisation.count({ where: { id: org, deleted: false } })) ? forbidden() : notFound('org', org)
}
