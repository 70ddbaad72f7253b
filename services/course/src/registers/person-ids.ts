// External ids of people, from identity's facts: the register's own of a person comes before the user number, which a school may give to somebody else.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { PersonChanged } from '@lyceum/proto/identity'
import { registerSources } from './register.ts'

/**
 * Behind the mirror's own handler: of a person whose newest state it has by then. A fact of the release before, which runs on during an upgrade, knows
 * nothing of ids and takes none away.
 */
export const writePersonIds = (tx: Tx, facts: { data: PersonChanged }[]) =>
  run(
    tx,
    `
    with told as (
      select t.* from jsonb_to_recordset($1::jsonb) as t(id uuid, version bigint, ids jsonb)
      join mirror.persons p on p.id = t.id and p.version = t.version),
    present as (
      select told.id as person_id, i.* from told cross join jsonb_to_recordset(told.ids) as i(org_id uuid, source text, external_id text)),
    gone as (
      delete from person_external_ids x using told where x.person_id = told.id
        and not exists (select from present p where p.person_id = x.person_id and p.org_id = x.org_id and p.source = x.source))
    insert into person_external_ids as old (person_id, org_id, source, external_id)
    select distinct on (person_id, org_id, source) person_id, org_id, source, external_id from present
    on conflict (person_id, org_id, source) do update set external_id = excluded.external_id where old.external_id <> excluded.external_id`,
    JSON.stringify(
      facts.flatMap(({ data: { id, version, externalIds, externalIdsKnown } }) =>
        externalIdsKnown || externalIds.length > 0
          ? [
              {
                id,
                version: String(version),
                ids: externalIds.map(({ orgId, source, externalId }) => ({ org_id: orgId, source, external_id: externalId })),
              },
            ]
          : [],
      ),
    ),
  )

/** identity's personErased. */
export const erasePersonIds = (tx: Tx, person: string) => run(tx, 'delete from person_external_ids where person_id = $1', person)

/** People of an organisation by the register's ids, those of the register itself first. */
export async function peopleByIds(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ external_id: string; source: string; person: string }>(
    tx,
    `
    select external_id, source, person_id::text as person from person_external_ids
    where org_id = $1 and source = any($2) and external_id = any($3) order by array_position($2, source), person_id`,
    org,
    registerSources,
    ids,
  )
  return new Map(
    [...Map.groupBy(found, ({ external_id }) => external_id)].map(([id, all]) => [
      id,
      all.filter((one) => one.source === all[0]!.source).map(({ person }) => person),
    ]),
  )
}
