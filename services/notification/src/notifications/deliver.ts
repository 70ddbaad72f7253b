// The job that delivers the notices of a bundle: one statement makes or extends the notifications of all its recipients, so that a
// thousand cost as little as ten, and sixty notices as little as one. Open pages get their hint after the commit.
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { hint } from '@lyceum/kit/kv/hints'
import { type MirrorCourse, courseById } from '@lyceum/course/mirror/courses'
import type { Deps } from '../deps.ts'
import type { Notice } from '../generated/client.ts'
import type { SqlModel } from '@lyceum/kit/database/sql-row'
import type { Jobs } from '../jobs.ts'
import { audienceRoles, type NotificationType } from '../registry/notification-type.ts'
import { registry } from '../registry/registry.ts'
import type { Payload, Subject } from './api.ts'

type Row = Omit<SqlModel<Notice>, 'subject' | 'params'> & { subject: Subject; params: Record<string, string> }

/** Most notices of one delivery; a burst of more is delivered by the jobs that follow. */
const atOnce = 500
/** Subjects that a notification names. */
const named = 5
/** A notification that stands for so many is not extended. */
const mostInBundle = 100
/** Minutes in which an unread notification is extended. */
const bundleMinutes = 10

export async function deliver({ job, deps: { db, kv } }: JobContext<Deps, Jobs['deliver']>): Promise<void> {
  const { bundle } = job.payload
  if (!bundle) return // a job of the previous release, which notified by itself
  const delivered = await db.$transaction((tx) => deliverBundle(tx, bundle))
  if (delivered && delivered.people.length > 0) await hint(kv, { subject: 'notificationsChanged', aggregate: 'notification', ...delivered })
}

/** Delivers the notices that are due; returns the people who were notified. */
async function deliverBundle(tx: Tx, bundle: string): Promise<{ id: string; org: string; people: string[] } | undefined> {
  // two deliveries of one bundle at once would make two notifications
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('deliver:' || $1, 0))`, bundle)
  const notices = await rows<Row>(
    tx,
    `
    update notices set delivered = true where (fact_id, type) in (
      select fact_id, type from notices where bundle = $1 and not delivered order by created_at, fact_id limit ${atOnce})
    returning fact_id::text as "factId", type, org_id::text as "orgId", course_id::text as "courseId", recipient_id::text as "recipientId",
      sender_id::text as "senderId", about::text, subject, params, created_at as "createdAt"`,
    bundle,
  )
  notices.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.factId < b.factId ? 1 : -1))
  const [newest] = notices
  const type = newest && registry[newest.type]
  if (!type) return undefined
  const course = newest.courseId ? await courseById(tx, newest.courseId) : undefined
  // its fact is on the way, or the mirror is being rebuilt: the job tries again
  if (newest.courseId && !course) throw new Error(`course ${newest.courseId} is not known here yet`)
  if (course && !mayHear(type, course)) {
    // what nobody heard of may be repeated within the day
    await run(
      tx,
      'delete from notices where fact_id = any($1) and type = $2',
      notices.map(({ factId }) => factId),
      newest.type,
    )
    return undefined
  }
  const people = await notify(tx, type, newest, notices, course)
  return { id: newest.factId, org: newest.orgId, people }
}

/** Students hear nothing of a course that is hidden from them, nobody of a deleted one. */
const mayHear = ({ audience }: NotificationType, course: MirrorCourse): boolean =>
  !course.deleted && (audience !== 'students' || course.published)

async function notify(tx: Tx, type: NotificationType, newest: Row, notices: Row[], course: MirrorCourse | undefined): Promise<string[]> {
  // a notification about people does not name them: their names change, and they may be erased
  const subjects = notices.filter(({ about, subject }) => about === subject.id).map(({ subject }) => subject)
  const payload: Payload = {
    params: newest.params,
    course: course ? { id: course.id, name: course.name } : null,
    subject: { ...newest.subject, title: newest.subject.title || (course?.name ?? '') },
    subjects: subjects.slice(0, named),
  }
  const notified = await rows<{ person_id: string }>(
    tx,
    `
    with recipients as (
      select m.person_id from mirror.members m where m.course_id = $5::uuid and m.role = any($11::text[]) and m.state = 'active'
      union
      select $12::uuid where $12::uuid is not null
    ), extended as (
      update notifications n set sender_id = $8::uuid, about = n.about || $6::uuid[],
        payload = n.payload || $7::jsonb || jsonb_build_object(
          'subjects', jsonb_path_query_array($7::jsonb->'subjects' || (n.payload->'subjects'), '$[0 to ${named - 1}]'))
      from recipients r
      where $13::bool and n.course_id = $5::uuid and n.type = $3 and n.read_at is null and n.person_id = r.person_id
        and n.created_at > $9::timestamptz - interval '${bundleMinutes} minutes' and cardinality(n.about) < ${mostInBundle}
        and n.person_id <> all($10::uuid[])
      returning n.person_id
    ), made as (
      insert into notifications (id, org_id, person_id, fact_id, type, course_id, subject_id, about, payload, sender_id, created_at)
      select new_id($9::timestamptz), $1::uuid, r.person_id, $2::uuid, $3, $5::uuid, $4::uuid, $6::uuid[], $7::jsonb, $8::uuid, $9::timestamptz
      from recipients r where r.person_id <> all($10::uuid[]) and not exists (select from extended e where e.person_id = r.person_id)
      on conflict (fact_id, person_id) do nothing
      returning person_id
    )
    select person_id::text from extended union all select person_id::text from made`,
    newest.orgId,
    newest.factId,
    newest.type,
    newest.subject.id,
    newest.courseId,
    notices.map(({ about }) => about),
    JSON.stringify(payload),
    newest.senderId,
    newest.createdAt.toISOString(),
    notices.flatMap(({ senderId }) => senderId ?? []),
    type.audience === 'person' ? [] : audienceRoles[type.audience],
    newest.recipientId,
    type.bundled,
  )
  return notified.map(({ person_id }) => person_id)
}
