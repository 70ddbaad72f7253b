// Topics are read beside one another, and after an outage one may be far ahead: a notice can come before the fact that says whom it is for. A notification
// without a member reaches them once they are known; what came while a course was not open here is held some minutes (deliver.ts) for
// the fact of its opening, then deleted.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { hint } from '@lyceum/kit/kv/hints'
import type { CoursePublished, MemberJoined } from '@lyceum/proto/course'
import type { Deps } from '../deps.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { registry } from '../registry/registry.ts'
import { lockBundle, notifyOf } from './deliver.ts'
import { type NoticeRow, noticeColumns } from './notice-row.ts'

/** A member who is known only now is told what has been told in the course since they joined. */
export async function joinedLate(tx: Tx, { member }: MemberJoined, { mayNotify, time }: HandledFact): Promise<void> {
  if (!mayNotify || member?.state !== 'active') return
  const { courseId: course, personId: person } = member
  const since = time.toISOString()
  if ((await run(tx, 'select 1 from notices where course_id = $1 and created_at > $2 limit 1', course, since)) === 0) return
  await enqueue(tx, { kind: 'deliverMissed', key: `missed:${course}:${person}`, payload: { course, person, since } })
}

/** News of the open course goes out now; what happened in the draft is part of what its opening tells. */
export async function publishedLate(tx: Tx, { course }: CoursePublished, { time }: HandledFact): Promise<void> {
  if (!course) return
  await run(
    tx,
    'delete from notices where course_id = $1 and held_until is not null and not delivered and created_at < $2',
    course.id,
    time,
  )
  const held = await rows<{ bundle: string }>(
    tx,
    'update notices set held_until = null where course_id = $1 and held_until is not null and not delivered returning bundle',
    course.id,
  )
  await enqueue(
    tx,
    [...new Set(held.map(({ bundle }) => bundle))]
      .sort()
      .map((bundle) => ({ kind: 'deliverNotices', key: `deliver:${bundle}`, payload: { bundle } })),
  )
}

/** Those that name who is in a group follow the group. */
const placed = Object.entries(registry).flatMap(([name, { audience }]) => (audience === 'placed' ? [name] : []))

/** Tells a person what was told in a course after a time, and not to them. */
export async function deliverMissed({ job, deps }: JobContext<Deps, Jobs['deliverMissed']>): Promise<void> {
  const { course, person, since } = job.payload
  const bundles = await rows<{ bundle: string }>(
    deps.db,
    'select bundle from notices where course_id = $1 and created_at > $2 and type <> all($3) group by bundle order by min(created_at) limit 500',
    course,
    since,
    placed,
  )
  for (const { bundle } of bundles) {
    const news = await deps.db.$transaction(async (tx) => {
      await lockBundle(tx, bundle)
      const missed = await rows<NoticeRow>(
        tx,
        `
        select ${noticeColumns} from notices n where bundle = $1 and delivered and created_at > $2 and coalesce(recipient_id = $3, true) and not exists (
          select from notifications o where o.person_id = $3 and o.type = n.type and (o.fact_id = n.fact_id or o.about @> array[n.about]))
        order by created_at desc, fact_id desc limit 100`,
        bundle,
        since,
        person,
      )
      return await notifyOf(tx, deps, missed, person)
    })
    if (news) await hint(deps.kv, news)
  }
}
