// Every upload, told anew; what is deleted too, for others keep it as deleted.
import { rows } from '@lyceum/kit/db'
import { afterNothing, retellAtOnce, type Retelling } from '@lyceum/kit/retell'
import type { Db } from './deps.ts'
import { lockAny, tell, writeRow } from './uploads/rows.ts'

export const retelling: Retelling<Db> = {
  async uploads(tx, after) {
    const found = await rows<{ id: string; now: Date }>(
      tx,
      `select id::text, clock_timestamp() as now from uploads where id > $1::uuid order by id limit ${retellAtOnce}`,
      after || afterNothing,
    )
    for (const { id, now } of found) {
      const row = await lockAny(tx, id)
      if (row) await tell(tx, row.deleted ? 'deleted' : 'changed', await writeRow(tx, row, {}, now))
    }
    return found.at(-1)?.id
  },
}
