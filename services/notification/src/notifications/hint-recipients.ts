// The job that sends hints to open pages: enqueued with the notifications of a fact, so it runs after their commit.
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { hint } from '@lyceum/kit/kv/hints'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs.ts'

export async function hintRecipients({ job, deps: { db, kv } }: JobContext<Deps, Jobs['hintRecipients']>): Promise<void> {
  const { fact, org } = job.payload
  const recipients = await db.notification.findMany({ where: { factId: fact }, select: { personId: true } })
  if (recipients.length === 0) return
  await hint(kv, {
    subject: 'notificationsChanged',
    aggregate: 'notification',
    id: fact,
    org,
    people: recipients.map(({ personId }) => personId),
  })
}
