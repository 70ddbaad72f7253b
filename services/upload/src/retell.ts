// Every upload, told anew; what is deleted too, for others keep it as deleted.
import { one } from '@lyceum/kit/db'
import { nextIds, type Retelling } from '@lyceum/kit/retell'
import type { Db } from './deps.ts'
import { lockAny, tell, writeRow } from './uploads/rows.ts'

export const retelling: Retelling<Db> = {
  async uploads(tx, after) {
    const found = await nextIds(tx, 'uploads', after)
    const { now } = (await one<{ now: Date }>(tx, 'select clock_timestamp() as now'))!
    for (const id of found) {
      const row = await lockAny(tx, id)
      if (row) await tell(tx, row.deleted ? 'deleted' : 'changed', await writeRow(tx, row, {}, now))
    }
    return found.at(-1)
  },
}
