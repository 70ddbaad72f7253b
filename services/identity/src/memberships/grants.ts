// Grants of roles: each role in an organisation has the sources that grant it, and memberships.roles is their union. Nothing else writes either.
import { run, type Tx } from '@lyceum/kit/database/database'

/** A person's hand, an operator's entry, or the roster or rule with this id. */
export type Source = 'hand' | 'operator' | `roster:${string}` | `rule:${string}`
export type RolesOf = { person: string; roles: readonly string[] }
export type Granting = { org: string; source?: Source; by?: string | undefined }

const wanted = `jsonb_to_recordset($2::jsonb) as wanted(person uuid, roles text[])`

/**
 * Writes the roles of members, whose rows are there and locked. A hand decides the whole union: it adds what nothing grants yet and takes every grant of
 * the roles that are left out. Any other source decides its own grants alone. Roles keep their order, new ones follow.
 */
export async function writeRoles(tx: Tx, { org, source = 'hand', by }: Granting, people: readonly RolesOf[]): Promise<void> {
  if (people.length === 0) return
  const list = JSON.stringify(people)
  await run(
    tx,
    `
    with gone as (
      delete from role_grants g using ${wanted}
      where g.org_id = $1 and g.person_id = wanted.person and g.role <> all (wanted.roles) and ($3 = 'hand' or g.source = $3))
    insert into role_grants (person_id, org_id, role, source, granted_by)
    select wanted.person, $1, named.role, $3, nullif($4, '')::uuid from ${wanted}, unnest(wanted.roles) as named(role)
    where $3 <> 'hand' or not exists (
      select from role_grants g where g.person_id = wanted.person and g.org_id = $1 and g.role = named.role)
    on conflict do nothing`,
    org,
    list,
    source,
    by ?? '',
  )
  await run(tx, `select set_config('lyceum.grants_written', 'on', true)`)
  await run(
    tx,
    `
    update memberships m set roles = array(
      select g.role from role_grants g where g.person_id = m.person_id and g.org_id = m.org_id
      group by g.role order by array_position(case when $3 = 'hand' then wanted.roles else m.roles || wanted.roles end, g.role), g.role)
    from ${wanted} where m.org_id = $1 and m.person_id = wanted.person`,
    org,
    list,
    source,
  )
  await run(tx, `select set_config('lyceum.grants_written', 'off', true)`)
}
