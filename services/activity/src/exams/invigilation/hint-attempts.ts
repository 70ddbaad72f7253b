// The hint to the pages of who writes.
import { hint } from '@lyceum/kit/kv/hints'
import type { Kv } from '@lyceum/kit/kv/kv'
import type { Activity } from '../../generated/client.ts'

/** Their pages read their time anew. A hint that is lost is made good by the next save, whose answer names the deadline. */
export const hintAttempts = async (
  kv: Kv,
  activity: Pick<Activity, 'courseId' | 'orgId'>,
  changed: readonly { person: string }[],
): Promise<void> => {
  if (changed.length === 0) return
  await hint(kv, {
    subject: 'attemptChanged',
    aggregate: 'course',
    id: activity.courseId,
    org: activity.orgId,
    people: [...new Set(changed.map(({ person }) => person))],
  })
}
