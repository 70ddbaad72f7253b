// The task behind a changed criterion: everybody who has already met it completes the activity. A completed activity stays completed.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, plainDatabase, run, type Tx } from '@lyceum/kit/database/database'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { zeroId } from '@lyceum/kit/facts/resync'
import { readActivities } from '../activity/activity-row.ts'
import type { Deps } from '../deps.ts'
import type { Activity } from '../generated/client.ts'
import { type Jobs, startTask } from '../jobs.ts'
import { recordMeasured } from './progress.ts'
import { recordedActivity } from './recorded-activity.ts'

const step = 500

/** Its actor waits for it; others' completion hangs on it, so it endures. A task that is under way ends when the criterion is no longer its own. */
export const startMeasuring = (tx: Tx, actor: Actor, { id, criterionKey }: Pick<Activity, 'id' | 'criterionKey'>) =>
  startTask(tx, actor, {
    kind: 'measureCompletion',
    payload: { activity: id, criterion: criterionKey, endures: true },
    subject: `activity:${id}`,
  })

/** The result: how many people were measured. */
export const measureCompletion = taskJob<Deps, Jobs['measureCompletion']>(async ({ job, deps, progress, now }) => {
  const { activity: id, criterion } = job.payload
  const db = plainDatabase(deps.pool)
  const counted = await one<{ n: number }>(
    db,
    'select count(*)::int as n from progress where activity_id = $1 and completed_at is null',
    id,
  )
  const total = counted?.n ?? 0
  let measured = 0
  for (let after: string | undefined = zeroId; after !== undefined; ) {
    const last: string = after
    await progress(total === 0 ? 0 : Math.min(1, measured / total))
    after = await db.$transaction(async (tx) => {
      // a change of the criterion waits for the step, and the next step sees it
      await run(tx, 'select from activities where id = $1 for share', id)
      const [activity] = await readActivities(tx, [id])
      if (!activity || activity.deleted || activity.criterionKey !== criterion) return undefined
      return await recordMeasured(tx, await recordedActivity(tx, activity), last, step, now())
    })
    if (after !== undefined) measured = Math.min(total, measured + step)
  }
  return { people: measured }
})
