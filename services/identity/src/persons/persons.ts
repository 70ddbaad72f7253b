// Persons: one's own account, and the search for people of an organisation.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows } from '@lyceum/kit/database/database'
import { forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { indexedSql } from '@lyceum/kit/database/like-pattern'
import type { ExternalIdQuery } from '@lyceum/kit/external-ids/api'
import { externalIdCondition } from '@lyceum/kit/external-ids/external-ids'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/client.ts'
import { activeSql } from '../memberships/active.ts'
import { checkOpenOrg, checkOwnOrg } from '../organisations/organisations.ts'
import { emitPersonChanged } from '../facts.ts'
import type { OrgUser, Settings } from './api.ts'

/** Changes the fields of the request. Only the language is part of a fact, since mails are written in it. */
export async function changeSettings({ db }: Deps, actor: Actor, changes: Partial<Settings>): Promise<Settings> {
  const previous = await db.person.findUnique({ where: { id: actor.person } })
  if (!previous) throw notFound('person', actor.person)
  const { time_zone: timeZone, player, ...others } = changes
  if (timeZone && !isTimeZone(timeZone)) throw invalid({ time_zone: 'field.timeZone' })
  const updated = await db.person.update({
    where: { id: actor.person },
    data: {
      ...others,
      ...(timeZone !== undefined && { timeZone: timeZone || null }),
      ...(player !== undefined && { player: player ?? Prisma.DbNull }),
    },
  })
  if (updated.locale !== previous.locale) await emitPersonChanged(db, actor.person)
  return settingsOf({ ...updated, time_zone: updated.timeZone })
}

export const settingsOf = ({ locale, theme, density, time_zone, player }: { [Name in keyof Settings]: unknown }) =>
  ({ locale, theme, density, time_zone, player }) as Settings

/** Rows that are counted at most: counting a million people costs more than finding twenty. */
const maxCounted = 10_000

export type UserSearch = PageQuery &
  ExternalIdQuery & { keywords?: string; exclude_student_role?: boolean; org_id?: string; department_id?: string }

/** People of the organisation who are not suspended, by name. Team teaching (exclude_student_role) names the organisation and the department, 400 for each that is
 *  missing, and may search another organisation that is open to it, not by external id. The total is never more than 10,000. */
export async function searchUsers(deps: Deps, actor: Actor, query: UserSearch) {
  const { keywords = '', exclude_student_role = false, org_id, department_id } = query
  if (exclude_student_role && (!org_id || !department_id))
    throw invalid({ ...(!org_id && { org_id: 'field.required' }), ...(!department_id && { department_id: 'field.required' }) })
  const org = org_id ?? actor.org
  await (exclude_student_role ? checkOpenOrg : checkOwnOrg)(deps, actor, org)
  if (org !== actor.org && (query.external_source !== undefined || query.external_id !== undefined)) throw forbidden()
  // only the requested conditions stand in the statement: a condition that may be empty keeps PostgreSQL from using an index for it
  const values: unknown[] = [org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = ['m.org_id = $1', 'not p.deleted', activeSql('m')]
  if (keywords.trim()) clauses.push(indexedSql('p.folded', keywords, bind))
  if (exclude_student_role) clauses.push("not m.roles <@ array['student']")
  const external = externalIdCondition(query, { column: 'p.id', kind: 'person', org, bind })
  if (external) clauses.push(external)
  // its people first, then their names: by name one would read half the school until so many of one department are found
  const members = department_id
    ? `with of_department as materialized (select person_id, org_id, roles, department_id, state, until from memberships where org_id = $1 and department_id = ${bind(department_id)}::uuid) `
    : ''
  const from = `from ${department_id ? 'of_department' : 'memberships'} m join persons p on p.id = m.person_id`
  const where = `where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(
    deps.db,
    `${members}select count(*)::int as n from (select ${from} ${where} limit ${maxCounted}) counted`,
    ...values,
  )
  const { limit, offset } = limits(query)
  const users = await rows<OrgUser>(
    deps.db,
    `
    ${members}select p.id::text, p.name, p.user_no, p.email, p.avatar as avatar_big_url, m.org_id::text, m.roles,
      case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end as department
    ${from} left join departments d on d.id = m.department_id ${where} order by p.name, p.id limit ${bind(limit)}::int offset ${bind(offset)}::int`,
    ...values,
  )
  const { items, ...page } = pageOf(query, total?.n ?? 0, users)
  return { users: items, ...page }
}

/** Names in an organisation by id, of its own people and its guests, for lists that hold ids alone. */
export async function namesById({ db }: Deps, org: string, ids: string[]): Promise<Record<string, string>> {
  const named = await rows<{ id: string; name: string }>(
    db,
    `
    select p.id::text, p.name from persons p where p.id = any($1) and not p.deleted
      and (p.org_id = $2 or exists (select from memberships m where m.person_id = p.id and m.org_id = $2))
    union all select id::text, name from departments where id = any($1) and org_id = $2
    union all select id::text, name from study_units where id = any($1) and org_id = $2`,
    ids,
    org,
  )
  return Object.fromEntries(named.map(({ id, name }) => [id, name]))
}
