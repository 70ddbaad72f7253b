// The job behind a changed criterion: who has done what it asks for completes the activity. What was completed stays so.
import { plainDatabase, type Tx } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { zeroId } from '@lyceum/kit/facts/resync'
import { definitionOf } from '../activity-types.ts'
import { readActivities } from '../activities/activity-row.ts'
import type { Deps } from '../deps.ts'
import type { Activity } from '../generated/client.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { recordMeasured } from './progress.ts'

const step = 500

/** Once for each version of the activity: a job that is under way ends when the criterion is no longer its own. */
export const enqueueMeasuring = (tx: Tx, { id, criterionKey, version }: Pick<Activity, 'id' | 'criterionKey' | 'version'>) =>
  enqueue(tx, { kind: 'measureCompletion', key: `completion:${id}:${version}`, payload: { activity: id, criterion: criterionKey } })

export async function measureCompletion({ job, deps, signal, now }: JobContext<Deps, Jobs['measureCompletion']>): Promise<void> {
  const { activity: id, criterion } = job.payload
  for (let after: string | undefined = zeroId; after !== undefined && !signal.aborted; ) {
    const last: string = after
    after = await plainDatabase(deps.pool).$transaction(async (tx) => {
      const [activity] = await readActivities(tx, [id])
      if (!activity || activity.deleted || activity.criterionKey !== criterion) return undefined
      return await recordMeasured(tx, { ...activity, watching: Boolean(definitionOf(activity.type)?.watching) }, last, step, now())
    })
  }
}
