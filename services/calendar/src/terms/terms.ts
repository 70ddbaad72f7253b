// Projection of course's terms: their holidays.
import { run, type Tx } from '@lyceum/kit/database/database'
import type { TermChanged } from '@lyceum/proto/course'

/** Writes only newer versions; deleted terms stay and are marked. */
export async function upsertTerm(tx: Tx, { id, orgId, holidays, deleted, version }: TermChanged): Promise<void> {
  await run(
    tx,
    `
    insert into terms as t (id, org_id, holidays, deleted, version) values ($1, $2, $3::jsonb, $4, $5)
    on conflict (id) do update set holidays = excluded.holidays, deleted = excluded.deleted, version = excluded.version
    where t.version < excluded.version`,
    id,
    orgId,
    JSON.stringify(holidays.map(({ name, startDate, endDate }) => ({ name, start_date: startDate, end_date: endDate }))),
    deleted,
    String(version),
  )
}
