// Facts of uploads and of groups emitted again: of all by the resync, of some uploads by a job. Deleted ones too: other services keep them as deleted.
import { one } from '@lyceum/kit/database/database'
import { nextIds, type ResyncSteps } from '@lyceum/kit/facts/resync'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Db, Deps } from './deps.ts'
import type { Jobs } from './jobs.ts'
import { emitPackages } from './packages/package-row.ts'
import { emitGroups } from './rows/group-facts.ts'
import { lockAll, emitUpload, writeRow } from './rows/rows.ts'

export const resyncSteps: ResyncSteps<Db> = {
  async uploads(tx, after) {
    const ids = await nextIds(tx, 'uploads', after)
    await emitAgain(tx, ids)
    return ids.at(-1)
  },
  async resourceGroups(tx, after) {
    const ids = await nextIds(tx, 'resource_groups', after)
    await emitGroups(tx, ids, 'nobody')
    return ids.at(-1)
  },
}

export const emitUploads = ({ job, deps: { client } }: JobContext<Deps, Jobs['tellUploads']>): Promise<void> =>
  client.$transaction((tx) => emitAgain(tx, job.payload.uploads))

async function emitAgain(tx: Db, ids: string[]): Promise<void> {
  const { now } = (await one<{ now: Date }>(tx, 'select clock_timestamp() as now'))!
  for (const row of await lockAll(tx, ids)) await emitUpload(tx, row.deleted ? 'deleted' : 'changed', await writeRow(tx, row, {}, now))
  await emitPackages(tx, ids)
}
