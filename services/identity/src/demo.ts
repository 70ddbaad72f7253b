// Creates organisations, departments and people for the demo school and for tests. Every function may run again with the same id and
// then updates the row. All of them emit their facts.
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { run, type Tx } from '@lyceum/kit/database/database'
import { writeRoles } from './memberships/grants.ts'
import type { Locale } from './organisations/api.ts'
import type { OrganisationSettings } from './organisations/settings.ts'
import type { OrgRole } from './persons/api.ts'
import { hashPassword } from './sessions/passwords.ts'
import { emitDepartmentsChanged, emitOrgChanged, emitPersonChanged, emitStudyUnitsChanged } from './facts.ts'

export type OrganisationDraft = { id?: string; name: string; locale: Locale; hosts?: string[]; settings?: Partial<OrganisationSettings> }

/** Answers the organisation's id. */
export async function makeOrganisation(
  tx: Tx,
  { id = newId(), name, locale, hosts = [], settings = {} }: OrganisationDraft,
): Promise<string> {
  await run(
    tx,
    `
    insert into organisations (id, org_id, name, locale, hosts, settings, version) values ($1, $1, $2, $3, $4, $5, 0)
    on conflict (id) do update set name = excluded.name, locale = excluded.locale, hosts = excluded.hosts, settings = excluded.settings, updated_at = now()`,
    id,
    name,
    locale,
    hosts.map((host) => host.toLowerCase()),
    JSON.stringify(settings),
  )
  await emitOrgChanged(tx, id)
  return id
}

/** Changes settings that no call changes. */
export async function changeSettings(tx: Tx, org: string, settings: Partial<OrganisationSettings>): Promise<void> {
  await run(
    tx,
    `update organisations set settings = settings || $2::jsonb, updated_at = now() where id = $1`,
    org,
    JSON.stringify(settings),
  )
  await emitOrgChanged(tx, org)
}

export type DepartmentDraft = { id?: string; org: string; name: string; parent?: string; sort?: number }

/** Answers the department's id. */
export async function makeDepartment(tx: Tx, { id = newId(), org, name, parent, sort = 0 }: DepartmentDraft): Promise<string> {
  await run(
    tx,
    `
    insert into departments (id, org_id, parent_id, name, sort, path)
    values ($1, $2, $3, $4, $5, coalesce((select path from departments where id = $3), '{}') || $1::uuid)
    on conflict (id) do update set name = excluded.name, parent_id = excluded.parent_id, sort = excluded.sort, path = excluded.path`,
    id,
    org,
    parent ?? null,
    name,
    sort,
  )
  await emitDepartmentsChanged(tx, [id])
  return id
}

export type KlassDraft = { id?: string; org: string; name: string; sort?: number }

/** Answers the id of the class. */
export async function makeKlass(tx: Tx, { id = newId(), org, name, sort = 0 }: KlassDraft): Promise<string> {
  await run(
    tx,
    `
    insert into study_units as old (id, org_id, kind, name, sort, version) values ($1, $2, 'klass', $3, $4, ${nextVersion('0')})
    on conflict (id) do update set name = excluded.name, sort = excluded.sort, version = ${nextVersion('old.version')}, updated_at = now()`,
    id,
    org,
    name,
    sort,
  )
  await emitStudyUnitsChanged(tx, [id])
  return id
}

export type PersonDraft = {
  id?: string
  org: string
  name: string
  user_no: string
  email?: string
  mobile_phone?: string
  avatar?: string
  locale?: Locale
  roles: OrgRole[]
  department?: string
  klass?: string
  /** Of the demo school: signs in by one click as long as there is no password and no other organisation. Written once, when the row is made. */
  made_by_demo?: boolean
  /** Without one the person cannot sign in by password. */
  password?: string
  /** Further organisations of this person. */
  also?: { org: string; roles: OrgRole[]; department?: string; klass?: string }[]
}

/** Answers the person's id. The e-mail address is unique among all people, the user number in the organisation. */
export async function makePerson(tx: Tx, draft: PersonDraft): Promise<string> {
  const id = draft.id ?? newId()
  await run(
    tx,
    `
    insert into persons (id, org_id, user_no, name, email, mobile_phone, avatar, locale, made_by_demo, version)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)
    on conflict (id) do update set user_no = excluded.user_no, name = excluded.name, email = excluded.email,
      mobile_phone = excluded.mobile_phone, avatar = excluded.avatar, locale = excluded.locale, updated_at = now()`,
    id,
    draft.org,
    draft.user_no,
    draft.name,
    draft.email?.trim().toLowerCase() ?? null,
    draft.mobile_phone ?? null,
    draft.avatar ?? null,
    draft.locale ?? null,
    draft.made_by_demo ?? false,
  )
  for (const { org, roles, department, klass } of [draft, ...(draft.also ?? [])]) {
    await run(
      tx,
      `
      insert into memberships (person_id, org_id, roles, department_id, klass_id) values ($1, $2, '{}', $3, $4)
      on conflict (person_id, org_id) do update set department_id = excluded.department_id, klass_id = excluded.klass_id`,
      id,
      org,
      department ?? null,
      klass ?? null,
    )
    await writeRoles(tx, { org }, [{ person: id, roles }])
  }
  if (draft.password !== undefined) await setPassword(tx, id, draft.password)
  await emitPersonChanged(tx, id)
  return id
}

export async function setPassword(tx: Tx, person: string, password: string): Promise<void> {
  await run(
    tx,
    `
    insert into passwords (person_id, phc) values ($1, $2)
    on conflict (person_id) do update set phc = excluded.phc, changed_at = now()`,
    person,
    await hashPassword(password),
  )
}
