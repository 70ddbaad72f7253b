import type { JobContext, JobHandlers } from '@lyceum/kit/jobs'
import { hint } from '@lyceum/kit/live'
import type { Deps } from './deps.ts'

/** Tells the open pages of those who got a notification for this fact. Made with the notifications, so it runs after their commit. */
async function hintPeople({ job, deps: { db, kv } }: JobContext<Deps, { fact: string; org: string }>): Promise<void> {
  const { fact, org } = job.payload
  const told = await db.notification.findMany({ where: { factId: fact }, select: { personId: true } })
  if (told.length > 0) await hint(kv, { subject: 'notification', id: fact, org, people: told.map(({ personId }) => personId) })
}

export const jobs: JobHandlers<Deps> = {
  hint: hintPeople,
}
