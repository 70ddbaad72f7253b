// Members as those read them who manage the people of the organisation.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { externalIdsOf } from '@lyceum/kit/external-ids/external-ids'
import { isWithin } from '../departments/binding.ts'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { ManagedUser } from './api.ts'

export const named = (alias: string): string =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`

/** The columns that lists and single members share, of membership `m` and person `p` beside what `places` joins. */
export const memberColumns = `
  p.id::text, p.name, p.user_no, p.email, p.avatar as avatar_big_url, m.org_id::text, m.roles, ${named('d')} as department,
  ${named('g')} as grade, ${named('k')} as klass, ${named('s')} as program, case when ${activeSql('m')} then 'active' else 'suspended' end as state,
  m.until, m.seen_at, m.created_at, p.org_id = m.org_id as own, p.version::text,
  exists (select from role_grants e where e.person_id = m.person_id and e.org_id = m.org_id and e.source = 'operator') as operator`
export const places = `
  left join departments d on d.id = m.department_id left join study_units g on g.id = m.grade_id
  left join study_units k on k.id = m.klass_id left join study_units s on s.id = m.program_id`

type Times = 'until' | 'seen_at' | 'created_at'
type AsRow<T extends { version: number }> = Omit<T, 'version' | Times | 'external_ids'> & { version: string } & {
  until: Date | null
  seen_at: Date | null
  created_at: Date
}
export const withTimes = ({ until, seen_at, created_at, version }: Pick<AsRow<ManagedUser>, Times | 'version'>) => ({
  until: until?.toISOString() ?? null,
  seen_at: seen_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  version: Number(version),
})

/** A field that only the organisation which has made the account reads. */
const ofOwn = (column: string, name = column) => `case when p.org_id = m.org_id then p.${column} end as ${name}`

/** 404 for who is no member. Of a guest only the sessions that began here are counted. */
export async function readManaged({ db, now }: Pick<Deps, 'db' | 'now'>, org: string, id: string): Promise<ManagedUser> {
  const row = await one<AsRow<ManagedUser>>(
    db,
    `
    select ${memberColumns}, p.email_verified_at is not null as email_verified, p.mobile_verified_at is not null and p.org_id = m.org_id as mobile_bound,
      ${['mobile_phone', 'sex', 'education', 'teaching_date', 'occupation_type'].map((column) => ofOwn(column)).join(', ')},
      (select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'source', r.source, 'since', to_char(r.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'by', ${named('b')}) order by r.since, r.role, r.source), '[]')
        from role_grants r left join persons b on b.id = r.granted_by where r.person_id = p.id and r.org_id = m.org_id) as grants,
      (select count(*)::int from sessions e where e.person_id = p.id and e.expires_at > $3 and (p.org_id = m.org_id or e.org_id = m.org_id)) as sessions
    from memberships m join persons p on p.id = m.person_id and not p.deleted ${places} where m.org_id = $1 and m.person_id = $2`,
    org,
    id,
    now(),
  )
  if (!row) throw notFound('user', id)
  const external_ids = (await externalIdsOf(db, org, 'person', [id])).get(id) ?? []
  return { ...row, ...withTimes(row), external_ids }
}

/** 403 department.only outside the department to which the actor is bound. */
export async function managedUser(deps: Deps, actor: Actor, id: string): Promise<ManagedUser> {
  await managedOrganisation(deps, actor)
  const user = await readManaged(deps, actor.org, id)
  if (!(await isWithin(deps.db, actor.department, user.department?.id))) throw forbidden('department.only')
  return user
}
