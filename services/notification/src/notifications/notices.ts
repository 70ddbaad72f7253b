// Notices: what people are to be notified of, one row per fact and type. A job delivers those of a bundle together.
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { gather } from '@lyceum/kit/facts/gathered'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { enqueue } from '../jobs.ts'
import type { NotificationType } from '../registry/notification-type.ts'

/** A notice to record, and the minutes that it waits. */
type NewNotice = {
  fact_id: string
  type: string
  bundle: string
  org_id: string
  course_id: string | null
  recipient_id: string | null
  sender_id: string | null
  /** Only once a day. */
  once: boolean
  about: string
  subject: object
  params: object
  created_at: string
  recipients: string[]
  without_course_id: string | null
  without: string[]
  waits: number | undefined
}

/** Records the notice of a fact, unless one about the same, of the course and for the person, was recorded within a day, and enqueues its delivery. */
export async function recordNotice(tx: Tx, name: string, type: NotificationType, data: never, fact: HandledFact): Promise<void> {
  // `again`: the state is told once more, and is no news
  if (!fact.mayNotify || (data as { again?: boolean }).again) return
  const notice = type.notice(data, fact)
  if (!notice) return
  const { course = null, recipient = null, recipients = [], without, within = course, subject, params = {}, about } = notice
  await gather<NewNotice>(tx, recordNotices, {
    fact_id: fact.id,
    type: name,
    // of what concerns one person those of the whole course: a thousand scores are a few deliveries
    bundle: type.bundled && within ? `${name} ${within}` : `${name} ${fact.id}`,
    org_id: fact.org,
    course_id: course,
    recipient_id: recipient,
    sender_id: fact.actor || null,
    once: about !== undefined,
    about: about ?? subject.id,
    subject,
    params,
    created_at: fact.time.toISOString(),
    recipients,
    without_course_id: without?.course ?? null,
    without: without?.people ?? [],
    waits: type.waits,
  })
}

/** The notices of a batch of facts, and a delivery for each of their bundles. */
async function recordNotices(tx: Tx, notices: NewNotice[]): Promise<void> {
  for (const set of setsOf(notices)) {
    const recorded = await rows<{ fact_id: string; type: string }>(
      tx,
      `
      insert into notices (fact_id, type, bundle, org_id, course_id, recipient_id, sender_id, about, subject, params, created_at, recipients,
        without_course_id, without)
      select s.fact_id, s.type, s.bundle, s.org_id, s.course_id, s.recipient_id, s.sender_id, s.about, s.subject, s.params, s.created_at, s.recipients,
        s.without_course_id, s.without
      from jsonb_to_recordset($1::jsonb) as s(fact_id uuid, type text, bundle text, org_id uuid, course_id uuid, recipient_id uuid, sender_id uuid,
        once bool, about uuid, subject jsonb, params jsonb, created_at timestamptz, recipients uuid[], without_course_id uuid, without uuid[])
      where not s.once or not exists (
          select from notices n where n.about = s.about and n.type = s.type and n.created_at > s.created_at - interval '1 day'
            and n.recipient_id is not distinct from s.recipient_id and n.course_id is not distinct from s.course_id and n.held_until is null)
        -- the previous release notified without notices
        and not exists (
          select from notifications n where n.subject_id = s.about and n.type = s.type and n.created_at > s.created_at - interval '1 day'
            and (s.recipient_id is null or n.person_id = s.recipient_id))
      on conflict do nothing returning fact_id::text, type`,
      JSON.stringify(set),
    )
    const isRecorded = new Set(recorded.map(({ fact_id, type }) => `${type} ${fact_id}`))
    await enqueue(tx, deliveriesOf(set.filter(({ fact_id, type }) => isRecorded.has(`${type} ${fact_id}`))))
  }
}

/** Sets in which nothing is said twice: of a repetition the first has to be recorded to be found. */
function setsOf(notices: NewNotice[]): NewNotice[][] {
  const sets: NewNotice[][] = []
  const said = new Map<string, number>()
  for (const notice of notices) {
    const { type, about, recipient_id, course_id, fact_id, once } = notice
    const key = once ? [type, about, recipient_id, course_id].join(' ') : fact_id
    const nth = said.get(key) ?? 0
    if (once) said.set(key, nth + 1)
    ;(sets[nth] ??= []).push(notice)
  }
  return sets
}

/** One a bundle; but what waits, waits its own time. */
function deliveriesOf(notices: NewNotice[]) {
  const deliveries = notices.map(({ bundle, type, fact_id, created_at, waits }) => {
    if (waits === undefined) return { kind: 'deliverNotices' as const, key: `deliver:${bundle}`, payload: { bundle } }
    const runAt = new Date(Date.parse(created_at) + waits * 60_000)
    return { kind: 'deliverNotices' as const, key: `deliver:${type}:${fact_id}`, runAt, payload: { bundle, told_by: created_at } }
  })
  // in one order: another partition's batch may enqueue the same ones
  return [...new Map(deliveries.map((delivery) => [delivery.key, delivery])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Deletes delivered notices that are older than a day. */
export const purgeNotices = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `
    delete from notices where (fact_id, type) in (
      select fact_id, type from notices where delivered and created_at < $1::timestamptz - interval '1 day' order by created_at limit $2)`,
    now.toISOString(),
    size,
  )
