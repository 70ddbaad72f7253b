// Notices: what people are to be notified of, one row per fact and type. A job delivers those of a bundle together.
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { run, type Tx } from '@lyceum/kit/database/database'
import { enqueue } from '../jobs.ts'
import type { NotificationType } from '../registry/notification-type.ts'

/** Records the notice of a fact, unless one about the same, of the course and for the person, was recorded within a day, and enqueues its delivery. */
export async function recordNotice(tx: Tx, name: string, type: NotificationType, data: never, fact: HandledFact): Promise<void> {
  // `again`: the state is told once more, and is no news
  if (!fact.mayNotify || (data as { again?: boolean }).again) return
  const notice = type.notice(data, fact)
  if (!notice) return
  const { course = null, recipient = null, recipients = [], without, within = course, subject, params = {}, about } = notice
  const bundle = type.bundled && within ? [name, within, ...(recipient ? [recipient] : [])].join(' ') : `${name} ${fact.id}`
  const recorded = await run(
    tx,
    `
    insert into notices (fact_id, type, bundle, org_id, course_id, recipient_id, sender_id, about, subject, params, created_at, recipients,
      without_course_id, without)
    select $1::uuid, $2, $3, $4::uuid, $5::uuid, $6::uuid, $7::uuid, $8::uuid, $9::jsonb, $10::jsonb, $11::timestamptz, $13::uuid[], $14::uuid, $15::uuid[]
    where not $12::bool or not exists (
        select from notices n where n.about = $8::uuid and n.type = $2 and n.created_at > $11::timestamptz - interval '1 day'
          and n.recipient_id is not distinct from $6::uuid and n.course_id is not distinct from $5::uuid and n.held_until is null)
      -- the previous release notified without notices
      and not exists (
        select from notifications n where n.subject_id = $8::uuid and n.type = $2 and n.created_at > $11::timestamptz - interval '1 day'
          and ($6::uuid is null or n.person_id = $6))
    on conflict do nothing`,
    fact.id,
    name,
    bundle,
    fact.org,
    course,
    recipient,
    fact.actor || null,
    about ?? subject.id,
    JSON.stringify(subject),
    JSON.stringify(params),
    fact.time.toISOString(),
    about !== undefined,
    recipients,
    without?.course ?? null,
    without?.people ?? [],
  )
  if (recorded === 0) return
  const key = `deliver:${name}:${fact.id}`
  const due = type.waits === undefined ? undefined : new Date(fact.time.getTime() + type.waits * 60_000)
  // of a burst the first job delivers all, the others find nothing; but what waits, waits its own time
  if (due) await enqueue(tx, { kind: 'deliver', key, runAt: due, payload: { bundle, told_by: fact.time.toISOString() } })
  else await enqueue(tx, { kind: 'deliver', key, payload: { bundle } })
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
