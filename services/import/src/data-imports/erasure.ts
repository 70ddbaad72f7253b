// Erasure of people from rosters: the source's rows of them and of their enrolments, and the lines of every run that name them.
import { rows, run, type Tx } from '@lyceum/kit/database/database'

/** A later file that still has the person makes them anew: the school decides that, not this service. */
export async function eraseFromRosters(tx: Tx, person: string): Promise<void> {
  const named = await rows<{ source_id: string; external_id: string; number: string | null }>(
    tx,
    `select source_id::text, external_id, data ->> 'user_no' as number from roster_rows where target_id = $1 and kind = 'people'`,
    person,
  )
  for (const { source_id, external_id, number } of named) {
    const names = [external_id, ...(number === null ? [] : [number])]
    const runs = 'select id from roster_runs where source_id = $1'
    const runsOfSchool = 'select r.id from roster_sources s join roster_runs r on r.org_id = s.org_id where s.id = $1'
    await run(tx, `delete from roster_references where run in (${runsOfSchool}) and kind = 'people' and value = any($2)`, source_id, names)
    await run(tx, `delete from roster_rows where source_id = $1 and kind = 'enrolments' and data ->> 'person' = any($2)`, source_id, names)
    for (const table of ['roster_changes', 'roster_staged'])
      await run(
        tx,
        `delete from ${table} where run in (${runs}) and (kind = 'people' and external_id = $2 or kind = 'enrolments' and (${
          table === 'roster_staged' ? `data ->> 'person' = any($3)` : `split_part(title, ' · ', 2) = any($3)`
        }))`,
        source_id,
        external_id,
        names,
      )
  }
  await run(tx, 'delete from roster_changes where target_id = $1', person)
  await run(tx, 'delete from roster_rows where target_id = $1', person)
  await run(tx, 'delete from roster_references where target_id = $1', person)
  await run(tx, 'update roster_runs set by_id = null, by_name = null where by_id = $1', person)
}
