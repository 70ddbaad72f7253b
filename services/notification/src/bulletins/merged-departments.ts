// Departments that were merged into another one: bulletins for them are for the other.
import { mergeTarget } from '@lyceum/identity/mirror/departments'
import { run, type Tx } from '@lyceum/kit/database/database'

export async function moveDepartment(
  tx: Tx,
  { id, orgId, mergedInto }: { id: string; orgId: string; mergedInto?: string | undefined },
): Promise<void> {
  if (!mergedInto) return
  const into = await mergeTarget(tx, { from: id, into: mergedInto })
  await run(
    tx,
    `update bulletins set departments = array(select distinct case when d = $1 then $2::uuid else d end from unnest(departments) d)
     where org_id = $3 and departments @> array[$1]::uuid[]`,
    id,
    into,
    orgId,
  )
}
