import type { Actor } from '@lyceum/kit/actor'
import { one, rows } from '@lyceum/kit/db'
import { invalid, notFound } from '@lyceum/kit/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/shapes'
import { likePattern } from '@lyceum/kit/like'
import type { Deps } from '../deps.ts'
import { mustBeOpen, mustBeOwn } from '../organisations/organisations.ts'
import { tellPerson } from '../tell.ts'
import type { FoundUser, Settings } from './api.ts'

/** Changes the fields that are given; others hear of the language only, since mails are written in it. */
export async function changeSettings({ db }: Deps, actor: Actor, changes: Partial<Settings>): Promise<Settings> {
  const before = await db.person.findUnique({ where: { id: actor.person } })
  if (!before) throw notFound('person', actor.person)
  const after = await db.person.update({ where: { id: actor.person }, data: changes })
  if (after.locale !== before.locale) await tellPerson(db, actor.person)
  return settingsOf(after)
}

export const settingsOf = ({ locale, theme, density }: { locale: string | null; theme: string; density: string }) =>
  ({ locale, theme, density }) as Settings

export type UserSearch = PageQuery & { keywords?: string; exclude_student_role?: boolean; org_id?: string; department_id?: string }

/** People of the organisation, by name. Team teaching (exclude_student_role) names the organisation and the department, 400 for each that is
 *  missing, and may look into another organisation that has opened itself to it. */
export async function searchUsers(deps: Deps, actor: Actor, query: UserSearch) {
  const { keywords = '', exclude_student_role = false, org_id, department_id } = query
  if (exclude_student_role && (!org_id || !department_id))
    throw invalid({ ...(!org_id && { org_id: 'field.required' }), ...(!department_id && { department_id: 'field.required' }) })
  const org = org_id ?? actor.org
  await (exclude_student_role ? mustBeOpen : mustBeOwn)(deps, actor, org)
  const where = `m.org_id = $1::uuid and not p.deleted
      and ($2 = '' or p.name ilike $2 or p.user_no ilike $2 or p.email ilike $2)
      and (not $3::bool or not m.roles <@ array['student'])
      and ($4::uuid is null or m.department_id = $4::uuid)`
  const values = [org, likePattern(keywords), exclude_student_role, department_id ?? null]
  const { limit, offset } = limits(query)
  const counted = await one<{ n: number }>(
    deps.db,
    `select count(*)::int as n from memberships m join persons p on p.id = m.person_id where ${where}`,
    ...values,
  )
  const users = await rows<FoundUser>(
    deps.db,
    `
    select p.id::text, p.name, p.user_no, p.email, p.avatar as avatar_big_url, m.org_id::text, m.roles,
      case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end as department
    from memberships m join persons p on p.id = m.person_id left join departments d on d.id = m.department_id
    where ${where} order by p.name, p.id limit $5::int offset $6::int`,
    ...values,
    limit,
    offset,
  )
  const { items, ...page } = pageOf(query, counted?.n ?? 0, users)
  return { users: items, ...page }
}
