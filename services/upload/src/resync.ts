// The resync of upload: every upload is emitted again, deleted ones too, since other services keep them as deleted.
import { one } from '@lyceum/kit/database/database'
import { nextIds, type ResyncSteps } from '@lyceum/kit/facts/resync'
import type { Db } from './deps.ts'
import { lockAll, emitUpload, writeRow } from './uploads/rows.ts'

export const resyncSteps: ResyncSteps<Db> = {
  async uploads(tx, after) {
    const ids = await nextIds(tx, 'uploads', after)
    const { now } = (await one<{ now: Date }>(tx, 'select clock_timestamp() as now'))!
    for (const row of await lockAll(tx, ids)) await emitUpload(tx, row.deleted ? 'deleted' : 'changed', await writeRow(tx, row, {}, now))
    return ids.at(-1)
  },
}
