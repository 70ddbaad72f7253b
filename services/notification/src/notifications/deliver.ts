// The job that delivers the notices of a bundle: one statement makes or extends the notifications of all its recipients, so that a
// thousand cost as little as ten, and sixty notices as little as one. Open pages get their hint after the commit.
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { inBulk } from '@lyceum/kit/jobs/precedence'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { type Hint, hint } from '@lyceum/kit/kv/hints'
import { unseal } from '@lyceum/kit/text/sealed'
import { type MirrorCourse, courseById } from '@lyceum/course/mirror/courses'
import type { Deps } from '../deps.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { messageText } from '../messages/messages.ts'
import type { NotificationType } from '../registry/notification-type.ts'
import { registry } from '../registry/registry.ts'
import type { Payload } from './api.ts'
import { notifyPlaced } from './placed.ts'
import { type Notified, queue } from '../schedule/schedule.ts'
import { type Reached, reachedBy } from '../ways/ways.ts'
import { type NoticeRow, noticeColumns } from './notice-row.ts'
import { noticesOfEach, recipientsOf } from './recipients.ts'

/** Most notices of one delivery; a burst of more is delivered by the jobs that follow. */
const atOnce = 500
/** Subjects that a notification names. */
const named = 5
/** A notification that stands for so many is not extended. */
const mostInBundle = 100
/** Minutes in which an unread notification is extended. */
const bundleMinutes = 10

export async function deliver({ job, deps, done }: JobContext<Deps, Jobs['deliverNotices']>): Promise<void> {
  const { bundle, told_by } = job.payload
  const { db, kv } = deps
  const due = [bundle, told_by ?? null, deps.now()] as const
  const deliverDue = () =>
    db.$transaction(async (tx) => {
      await lockBundle(tx, bundle)
      // before the notices are read: what is recorded from now on enqueues a job of its own
      await done(tx)
      const notices = await takeDue(tx, due)
      if (await areDue(tx, due)) await enqueue(tx, { kind: 'deliverNotices', key: job.key, payload: job.payload })
      return await notifyOf(tx, deps, notices)
    })
  const news = (await concernsMany(db, due)) ? await inBulk(deliverDue) : await deliverDue()
  if (news) await hint(kv, news)
}

/** Two deliveries of one bundle at once would make two notifications. */
export const lockBundle = (tx: Tx, bundle: string) => run(tx, `select pg_advisory_xact_lock(hashtextextended('deliver:' || $1, 0))`, bundle)

/** A bundle, the last time of a fact, and now. */
type Due = readonly [bundle: string, toldBy: string | null, now: Date]
const isDue = `bundle = $1 and not delivered and ($2::timestamptz is null or created_at <= $2) and (held_until is null or held_until <= $3::timestamptz)`
/** Notices that are due, the oldest first, marked as delivered. */
const takeDue = (tx: Tx, due: Due): Promise<NoticeRow[]> =>
  rows<NoticeRow>(
    tx,
    `
    update notices set delivered = true where (fact_id, type) in (
      select fact_id, type from notices where ${isDue} order by created_at, fact_id limit ${atOnce})
    returning ${noticeColumns}`,
    ...due,
  )
const areDue = async (tx: Tx, due: Due): Promise<boolean> => (await run(tx, `select 1 from notices where ${isDue} limit 1`, ...due)) > 0

/** Recipients from whom on a delivery is work in bulk. */
const many = 100
const namingPeople: readonly NotificationType['audience'][] = ['person', 'placed', 'joined', 'left']
/** Whether so many people may be notified of what is due: those whom the notices name, or all of the course; of an organisation always. */
export async function concernsMany(db: Tx, due: Due): Promise<boolean> {
  const [found] = await rows<{ type: string; course: string | null; n: number }>(
    db,
    `select min(type) as type, min(course_id::text) as course, sum(greatest(1, coalesce(cardinality(recipients), 0)))::int as n
     from (select type, course_id, recipients from notices where ${isDue} limit ${many}) due having count(*) > 0`,
    ...due,
  )
  if (!found) return false
  if (found.n >= many) return true
  const audience = registry[found.type]?.audience
  if (audience !== undefined && namingPeople.includes(audience)) return false
  if (found.course === null) return true
  return (await run(db, `select 1 from mirror.members where course_id = $1::uuid and state = 'active' limit ${many}`, found.course)) >= many
}

type Delivering = Pick<Deps, 'config' | 'now'>

/** Notifies of notices of one bundle all whom they concern, or only one of them; the hint for their pages. */
export async function notifyOf(tx: Tx, deps: Delivering, found: NoticeRow[], only?: string): Promise<Hint | undefined> {
  const notices = found.map((notice) => opened(deps, notice))
  notices.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.factId < b.factId ? 1 : -1))
  const [newest] = notices
  const type = newest && registry[newest.type]
  if (!type) return undefined
  const course = newest.courseId ? await courseById(tx, newest.courseId) : undefined
  // its fact is on the way, or the mirror is being rebuilt: the job tries again
  if (newest.courseId && !course) throw new Error(`course ${newest.courseId} is not known here yet`)
  if (course && !mayHear(type, course)) {
    if (only === undefined) await hold(tx, deps, course, notices)
    return undefined
  }
  const { orgId: org, courseId } = newest
  const contents = await contentsOf(tx, type, newest, notices)
  const people = [...contents.keys()].filter((person) => only === undefined || person === only)
  const reached = await reachedBy(tx, newest.type, type, { org, course: courseId, people })
  if (reached.length === 0) return undefined
  if (type.audience === 'message') newest.params = { content: await messageText(tx, newest.about) }
  if (await isFlood(tx, type, newest)) for (const one of reached) Object.assign(one, { mail: one.forcedMail, push: false })
  const notified =
    type.audience === 'placed' ? await notifyPlaced(tx, type, notices, reached) : await notify(tx, type, contents, course, reached)
  await queue(tx, deps, { org, urgent: type.urgent === true, notified, reached })
  if (notified.length === 0) return undefined
  const hinted = notified.map(({ person }) => person)
  return { subject: 'notificationsChanged', aggregate: 'notification', id: newest.factId, org, people: hinted }
}

/** Recipient → the notices for them, newest first. People with the same ones share the list. */
async function contentsOf(tx: Tx, type: NotificationType, newest: NoticeRow, notices: NoticeRow[]): Promise<Map<string, NoticeRow[]>> {
  if (type.audience === 'person') return noticesOfEach(type, notices)
  const people =
    type.audience === 'placed' ? notices.flatMap(({ recipients }) => recipients) : await recipientsOf(tx, type, newest, notices)
  // of those who came or went together each hears of themselves alone
  const content = type.audience === 'joined' || type.audience === 'left' ? [newest] : notices
  return new Map(people.map((person) => [person, content]))
}

/** With the words of an event that somebody made for themselves. */
function opened({ config }: Delivering, notice: NoticeRow): NoticeRow {
  const { sealed, ...params } = notice.params
  if (sealed === undefined) return notice
  const { title = '', location = '' }: Record<string, string> = JSON.parse(unseal(config.grantKeys, 'own-event', sealed) ?? '{}')
  return { ...notice, subject: { ...notice.subject, title }, params: { ...params, ...(location && { location }) } }
}

/** More of the type in the course within a day than are sent out. */
async function isFlood(tx: Tx, { mostSent }: NotificationType, { factId, type, courseId, createdAt }: NoticeRow): Promise<boolean> {
  if (mostSent === undefined || courseId === null) return false
  const earlier = await run(
    tx,
    `select 1 from notices where course_id = $1 and type = $2 and (created_at, fact_id) < ($3::timestamptz, $5::uuid)
       and created_at > $3::timestamptz - interval '1 day' limit $4`,
    courseId,
    type,
    createdAt,
    mostSent,
    factId,
  )
  return earlier >= mostSent
}

/** Minutes in which the fact that opens a course may follow one of its activities. */
const heldMinutes = 5

/** Of a course that is not open here: kept for a while (late.ts), then forgotten, so that it may be repeated within the day. */
async function hold(tx: Tx, { now }: Delivering, { deleted }: MirrorCourse, notices: NoticeRow[]): Promise<void> {
  const until = new Date(now().getTime() + heldMinutes * 60_000)
  const isOver = ({ heldUntil }: NoticeRow) => deleted || (heldUntil !== null && new Date(heldUntil) <= now())
  const [type] = notices.map((notice) => notice.type)
  const idsOf = (list: NoticeRow[]) => list.map(({ factId }) => factId)
  await run(tx, 'delete from notices where fact_id = any($1) and type = $2', idsOf(notices.filter(isOver)), type)
  const held = notices.filter((notice) => !isOver(notice))
  if (held.length === 0) return
  await run(
    tx,
    'update notices set delivered = false, held_until = coalesce(held_until, $3) where fact_id = any($1) and type = $2',
    idsOf(held),
    type,
    until,
  )
  const [newest] = held.filter(({ heldUntil }) => heldUntil === null)
  if (newest)
    await enqueue(tx, { kind: 'deliverHeld', key: `held:${type}:${newest.factId}`, runAt: until, payload: { bundle: newest.bundle } })
}

/** Students hear nothing of a course that is hidden from them, nobody of a deleted one. Among `people` may be who teaches it. */
const mayHear = ({ audience }: NotificationType, course: MirrorCourse): boolean =>
  !course.deleted && (course.published || (audience !== 'students' && audience !== 'placed'))

/** The notification of these notices. */
function contentOf([newest, ...older]: [NoticeRow, ...NoticeRow[]], course: MirrorCourse | undefined) {
  const notices = [newest, ...older]
  // a notification about people does not name them: their names change, and they may be erased
  const subjects = notices.filter(({ about, subject }) => about === subject.id).map(({ subject }) => subject)
  const payload: Payload = {
    params: newest.params,
    course: course ? { id: course.id, name: course.name } : null,
    subject: { ...newest.subject, title: newest.subject.title || (course?.name ?? '') },
    subjects: subjects.slice(0, named),
  }
  return {
    fact_id: newest.factId,
    subject_id: newest.subject.id,
    sender_id: newest.senderId,
    at: newest.createdAt,
    about: notices.map(({ about }) => about),
    payload,
  }
}

/** One statement for all: the contents, and of each person which one is theirs. */
async function notify(
  tx: Tx,
  type: NotificationType,
  contents: Map<string, NoticeRow[]>,
  course: MirrorCourse | undefined,
  reached: Reached[],
): Promise<Notified[]> {
  const lists = [...new Set(reached.flatMap(({ person }) => (contents.has(person) ? [contents.get(person)!] : [])))]
  const nthOf = new Map(lists.map((list, nth) => [list, nth]))
  const [first] = lists
  const newest = first?.[0]
  if (!newest) return []
  return await rows<Notified>(
    tx,
    `
    with recipients as (
      select r.person_id, r.hidden, c.* from unnest($5::uuid[], $6::bool[], $7::int[]) as r(person_id, hidden, nth)
      join jsonb_to_recordset($4::jsonb) as c(nth int, fact_id uuid, subject_id uuid, sender_id uuid, at timestamptz, about uuid[], payload jsonb) using (nth)
    ), extended as (
      update notifications n set sender_id = r.sender_id, about = n.about || r.about,
        payload = n.payload || r.payload || jsonb_build_object(
          'subjects', jsonb_path_query_array(r.payload->'subjects' || (n.payload->'subjects'), '$[0 to ${named - 1}]'))
      from recipients r
      where $8::bool and n.course_id = $3::uuid and n.type = $2 and n.read_at is null and n.person_id = r.person_id
        and n.created_at > r.at - interval '${bundleMinutes} minutes' and cardinality(n.about) < ${mostInBundle}
      returning n.person_id, n.id
    ), made as (
      insert into notifications (id, org_id, person_id, fact_id, type, course_id, subject_id, about, payload, sender_id, created_at, hidden)
      select new_id(r.at), $1::uuid, r.person_id, r.fact_id, $2, $3::uuid, r.subject_id, r.about, r.payload, r.sender_id, r.at, r.hidden
      from recipients r where not exists (select from extended e where e.person_id = r.person_id)
      on conflict (fact_id, person_id) do nothing
      returning person_id, id
    )
    select person_id::text as person, id::text from extended union all select person_id::text, id::text from made`,
    newest.orgId,
    newest.type,
    newest.courseId,
    JSON.stringify(lists.map(([one, ...more], nth) => ({ nth, ...contentOf([one!, ...more], course) }))),
    reached.map(({ person }) => person),
    reached.map(({ page }) => !page),
    reached.map(({ person }) => nthOf.get(contents.get(person)!) ?? null),
    type.bundled,
  )
}
