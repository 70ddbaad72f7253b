// Departments that were merged into another one: events for them are for the other, in its calendar.
import { mergeTarget } from '@lyceum/identity/mirror/departments'
import { run, type Tx } from '@lyceum/kit/database/database'

export async function moveDepartment(tx: Tx, { id, mergedInto }: { id: string; mergedInto?: string | undefined }): Promise<void> {
  if (!mergedInto) return
  const into = await mergeTarget(tx, { from: id, into: mergedInto })
  await run(
    tx,
    `update events set department_ids = array(select distinct case when d = $1 then $2::uuid else d end from unnest(department_ids) d)
     where id in (select item_id from places where place_id = $1)`,
    id,
    into,
  )
  await run(
    tx,
    `insert into places (place_id, kind, item_id, starts, ends) select $2::uuid, kind, item_id, starts, ends from places where place_id = $1
     on conflict (place_id, item_id) do nothing`,
    id,
    into,
  )
  await run(tx, 'delete from places where place_id = $1', id)
}
