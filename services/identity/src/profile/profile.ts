// A person's profile, with the fields of spec §3.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, run } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { Person } from '../generated/client.ts'
import type { Deps } from '../deps.ts'
import type { OrgRole } from '../persons/api.ts'
import type { Profile, ProfileDraft } from './api.ts'

type Row = Omit<Profile, 'role' | 'group_name' | 'is_leader' | 'webex_auth' | 'lark_auth' | 'version'> & Pick<SqlRow<Person>, 'version'>

export async function profile({ db }: Pick<Deps, 'db'>, { person, org }: Pick<Actor, 'person' | 'org'>): Promise<Profile> {
  const row = await one<Row>(
    db,
    `
    select p.id::text, p.user_no, p.name, coalesce(m.roles, '{}') as roles, coalesce(k.name, p.klass) as klass, coalesce(s.name, p.program) as program, p.avatar as avatar_big_url, p.email,
      p.email_verified_at is not null as email_verified, p.mobile_phone, p.mobile_verified_at is not null as mobile_bound,
      exists (select from passwords w where w.person_id = p.id) as has_password, p.sex, p.education, p.teaching_date, p.occupation_type,
      p.user_attributes, p.user_addresses, p.user_auth_externals, p.version,
      case when o.id is null then null else jsonb_build_object('id', o.id, 'name', o.name) end as org,
      case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end as department
    from persons p left join memberships m on m.person_id = p.id and m.org_id = $2
    left join organisations o on o.id = m.org_id left join departments d on d.id = m.department_id
    left join study_units k on k.id = m.klass_id left join study_units s on s.id = m.program_id
    where p.id = $1 and not p.deleted`,
    person,
    org,
  )
  if (!row) throw notFound('person', person)
  return {
    ...row,
    role: numberOf(row.roles),
    group_name: null,
    is_leader: false,
    webex_auth: false,
    lark_auth: false,
    version: Number(row.version),
  }
}

/** The specification's enumeration for the highest role of a person there; null for roles it does not know. */
const numberOf = (roles: OrgRole[]): number | null =>
  roles.includes('wg_admin') ? 3 : roles.includes('admin') ? 2 : roles.includes('instructor') ? 0 : roles.includes('student') ? 1 : null

/** 409 person.newer with the newer version when another write came first. Emits no fact. */
export async function changeProfile(
  deps: Deps,
  actor: Actor,
  { version, ...changes }: Partial<ProfileDraft> & { version: number },
): Promise<Profile> {
  const current = await one<Pick<SqlRow<Person>, 'version'>>(
    deps.db,
    'select version from persons where id = $1 and not deleted for update',
    actor.person,
  )
  if (!current) throw notFound('person', actor.person)
  if (version < Number(current.version)) throw conflict('person.newer', { version: Number(current.version) })
  checkDuplicates(changes)
  const { sex, education, teaching_date, occupation_type, user_attributes, user_addresses, user_auth_externals } = changes
  await deps.db.person.update({
    where: { id: actor.person },
    data: {
      ...(sex !== undefined && { sex }),
      ...(education !== undefined && { education: education?.trim() || null }),
      ...(teaching_date !== undefined && { teachingDate: teaching_date }),
      ...(occupation_type !== undefined && { occupationType: occupation_type?.trim() || null }),
      ...(user_attributes !== undefined && { userAttributes: user_attributes }),
      ...(user_addresses !== undefined && { userAddresses: user_addresses }),
      ...(user_auth_externals !== undefined && { userAuthExternals: user_auth_externals }),
    },
  })
  await raiseVersion(deps, actor.person)
  return await profile(deps, actor)
}

/** For details that only the person sees: no fact, but a stale writer gets 409. */
export const raiseVersion = ({ db }: Pick<Deps, 'db'>, person: string) =>
  run(db, `update persons set version = ${nextVersion()} where id = $1`, person)

function checkDuplicates({ user_addresses = [], user_auth_externals = [] }: Partial<ProfileDraft>): void {
  const hasDuplicates = (words: string[]) => new Set(words).size < words.length
  if (hasDuplicates(user_addresses.map(({ type }) => type))) throw invalid({ user_addresses: 'field.twice' })
  if (hasDuplicates(user_auth_externals.map(({ provider }) => provider))) throw invalid({ user_auth_externals: 'field.twice' })
}
