// People whom the rows of a roster mean: found by external id, else by user number; with their membership, keepers and what the source grants them.
import { plannedByValues } from '@lyceum/kit/database/connections'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { ownIds } from '@lyceum/kit/external-ids/own-ids'
import { userNumber, userNumberKey, userNumberSql, userNumbersSql } from '@lyceum/kit/text/user-number'
import { keepersOf } from '../keepers/keepers.ts'
import { activeSql } from '../memberships/active.ts'
import { isOperatorSql } from '../memberships/operator.ts'
import { joinedPeople } from '../users/numbers.ts'
import type { RosterPerson } from './api.ts'
import { keeperOf, type Values, type Writing } from './deciding.ts'

/** A person with their membership in the organisation, as far as rosters write them. */
export type Present = {
  id: string
  own: boolean
  elsewhere: boolean
  operator: boolean
  name: string
  user_no: string
  email: string | null
  email_verified: boolean
  mobile_phone: string | null
  mobile_verified: boolean
  version: string
  /** null: no member of the organisation. */
  roles: string[] | null
  granted: string[]
  active: boolean
  stays: boolean
  department_id: string | null
  grade_id: string | null
  klass_id: string | null
  program_id: string | null
}
export const placeFields = ['department_id', 'grade_id', 'klass_id', 'program_id'] as const
export const ownFields = ['name', 'user_no', 'email', 'mobile_phone'] as const

/** The fields of a person as a roster names them; `roles` are those that the source grants. */
export const presentValues = ({ roles: _, granted, active, ...person }: Present): Values => ({
  ...Object.fromEntries([...ownFields, ...placeFields].map((field) => [field, person[field]])),
  roles: granted,
  state: active ? 'active' : 'suspended',
})

export type Numbered = { id: string; user_no: string; external_id: string | null }
export type People = {
  /** By external id; a file of ours calls whom the source does not know by our own id. */
  linked: Map<string, string>
  /** By the key of the user number in the organisation: that of an account that it has made, or the one with which a guest has joined. */
  numbered: Map<string, Numbered[]>
  persons: Map<string, Present>
  keepers: Map<string, Map<string, string>>
  /** E-mail address → the person who has it, of any organisation. */
  addresses: Map<string, string>
  /** Departments and units of the organisation that rows name, as `department_id:<id>`. */
  places: Set<string>
  /** Administrators for good, of whom one stays. */
  administrators: Set<string>
}

/** $3 are numbers. */
const joinedSql = `
  with joined as materialized (${joinedPeople('$1')})
  select j.id::text, j.user_no, j.key, x.external_id from joined j
  left join kit.external_ids x on x.subject = j.id and x.kind = 'person' and x.org_id = $1 and x.source = $2
  where j.key = any(${userNumbersSql('$3')})`

type Reading = { org: string; writing: Writing; rows: readonly RosterPerson[]; ids?: readonly string[] }

/** Reads for a call. Without `check` people, then memberships, are locked in the order of their ids, as every writer of members does. */
export async function readPeople(tx: Tx, { org, writing, rows: sent, ids = [] }: Reading): Promise<People> {
  const { source, check } = writing
  // writers of one number come one after the other, as checkNumber has them
  const numbers = [...new Set(sent.flatMap(({ user_no }) => (user_no ? userNumber(user_no) : [])))]
  if (!check) {
    await run(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `roster people ${org}`)
    await run(
      tx,
      `select pg_advisory_xact_lock(hashtextextended('user number ' || $1 || ' ' || key, 0)) from unnest($2::text[]) as key`,
      org,
      [...new Set(numbers.map(userNumberKey))].sort(),
    )
  }
  const asked = sent.map(({ external_id }) => external_id)
  const linked = await rows<{ external_id: string; id: string }>(
    tx,
    `${plannedByValues}
    select p.id::text as external_id, p.id::text as id from persons p where p.id = any($4) and not p.deleted
      and exists (select from memberships m where m.person_id = p.id and m.org_id = $1)
    union all
    select x.external_id, x.subject::text from kit.external_ids x
    where x.org_id = $1 and x.kind = 'person' and x.source = $2 and x.external_id = any($3)
      and exists (select from persons p where p.id = x.subject and not p.deleted)`,
    org,
    source,
    asked,
    ownIds(asked),
  )
  // each key by the index, also while the statistics of a table that grows are behind
  const own = await rows<Numbered & { key: string }>(
    tx,
    `
    select p.id::text, p.user_no, keys.key, x.external_id from unnest(${userNumbersSql('$3')}) as keys(key)
    cross join lateral (
      select p.id, p.user_no from persons p where p.org_id = $1 and ${userNumberSql('p.user_no')} = keys.key and not p.deleted limit 10) p
    left join lateral (
      select external_id from kit.external_ids where subject = p.id and kind = 'person' and org_id = $1 and source = $2 limit 1) x on true`,
    org,
    source,
    numbers,
  )
  const joined = await rows<Numbered & { key: string }>(tx, joinedSql, org, source, numbers)
  const numbered = [...own, ...joined]
  const found = [...new Set([...linked.map(({ id }) => id), ...numbered.map(({ id }) => id), ...ids])]
  if (!check) {
    await run(tx, 'select id from persons where id = any($1) order by id for no key update', found)
    // with one administrator all of them, so that the last two are not suspended at the same time
    await run(
      tx,
      `
      select person_id from memberships m where m.org_id = $1 and (m.person_id = any($2) or 'admin' = any(m.roles) and exists (
        select from memberships a where a.org_id = $1 and a.person_id = any($2) and 'admin' = any(a.roles))) order by m.person_id for update of m`,
      org,
      found,
    )
  }
  const persons = await rows<Present>(
    tx,
    `
    select p.id::text, p.org_id = $1 as own, exists (select from memberships o where o.person_id = p.id and o.org_id <> $1) as elsewhere, ${isOperatorSql('p')} as operator,
      p.name, p.user_no, p.email, p.email_verified_at is not null as email_verified, p.mobile_phone, p.mobile_verified_at is not null as mobile_verified,
      p.version::text, m.roles, coalesce(${activeSql('m')}, false) as active, coalesce('admin' = any(m.roles) and m.until is null and ${activeSql('m')}, false) as stays,
      m.department_id::text, m.grade_id::text, m.klass_id::text, m.program_id::text,
      array(select g.role from role_grants g where g.person_id = p.id and g.org_id = $1 and g.source = $3) as granted
    from unnest($2::uuid[]) as found(id) cross join lateral (select * from persons p where p.id = found.id and not p.deleted limit 1) p
    left join lateral (select * from memberships m where m.person_id = found.id and m.org_id = $1 limit 1) m on true
    where p.org_id = $1 or m.person_id is not null`,
    org,
    found,
    keeperOf(writing),
  )
  const emails = [...new Set(sent.flatMap(({ email }) => (email?.trim() ? email.trim().toLowerCase() : [])))]
  const addresses = await rows<{ email: string; id: string }>(
    tx,
    `
    select asked.email, p.id::text from unnest($1::text[]) as asked(email)
    cross join lateral (select id from persons where email = asked.email limit 1) p`,
    emails,
  )
  return {
    linked: new Map(linked.map((one) => [one.external_id, one.id])),
    numbered: Map.groupBy(numbered, ({ key }) => key),
    persons: new Map(persons.map((one) => [one.id, one])),
    keepers: await keepersOf(tx, org, found),
    addresses: new Map(addresses.map((one) => [one.email, one.id])),
    places: await placesIn(tx, org, { sent, check }),
    administrators: persons.some(({ stays }) => stays) ? await administratorsOf(tx, org) : new Set(),
  }
}

async function placesIn(tx: Tx, org: string, { sent, check }: { sent: readonly RosterPerson[]; check: boolean }): Promise<Set<string>> {
  const named = (fields: readonly (typeof placeFields)[number][]) => [
    ...new Set(sent.flatMap((row) => fields.flatMap((field) => row[field] ?? []))),
  ]
  // against deletion meanwhile
  const lock = check ? '' : 'order by id for share'
  const departments = await rows<{ id: string }>(
    tx,
    `select id::text from departments where id = any($1) and org_id = $2 and not deleted ${lock}`,
    named(['department_id']),
    org,
  )
  const units = await rows<{ id: string; kind: string }>(
    tx,
    `select id::text, kind from study_units where id = any($1) and org_id = $2 and not deleted ${lock}`,
    named(['grade_id', 'klass_id', 'program_id']),
    org,
  )
  return new Set([...departments.map(({ id }) => `department_id:${id}`), ...units.map(({ id, kind }) => `${kind}_id:${id}`)])
}

async function administratorsOf(tx: Tx, org: string): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    tx,
    `
    select m.person_id::text as id from memberships m join persons p on p.id = m.person_id and not p.deleted
    where m.org_id = $1 and 'admin' = any(m.roles) and m.until is null and ${activeSql('m')}`,
    org,
  )
  return new Set(found.map(({ id }) => id))
}
