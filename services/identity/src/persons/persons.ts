import type { Actor } from '@lyceum/kit/actor'
import { rows } from '@lyceum/kit/db'
import { notFound } from '@lyceum/kit/errors'
import { likePattern } from '../../mirror/persons.ts'
import type { Deps } from '../deps.ts'
import { mustBeOwn } from '../organisations/organisations.ts'
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

export type UserSearch = { keywords?: string; exclude_student_role?: boolean; org_id?: string; department_id?: string }

/** At most 50 people of the organisation, by name. */
export async function searchUsers(
  deps: Deps,
  actor: Actor,
  { keywords = '', exclude_student_role = false, org_id = actor.org, department_id }: UserSearch,
): Promise<FoundUser[]> {
  await mustBeOwn(deps, actor, org_id)
  return await rows<FoundUser>(
    deps.db,
    `
    select p.id::text, p.name, p.user_no, p.email, p.avatar as avatar_big_url, m.org_id::text, m.roles,
      case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end as department
    from memberships m join persons p on p.id = m.person_id left join departments d on d.id = m.department_id
    where m.org_id = $1::uuid and not p.deleted
      and ($2 = '' or p.name ilike $2 or p.user_no ilike $2 or p.email ilike $2)
      and (not $3::bool or not m.roles <@ array['student'])
      and ($4::uuid is null or m.department_id = $4::uuid)
    order by p.name, p.id limit 50`,
    org_id,
    likePattern(keywords),
    exclude_student_role,
    department_id ?? null,
  )
}
