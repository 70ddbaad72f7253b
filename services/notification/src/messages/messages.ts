// Messages to members of a course: sending them, what was sent, and the people whom a message reaches.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emit } from '@lyceum/kit/facts/outbox'
import { leastIdAt, newId } from '@lyceum/kit/ids'
import { MessageSentSchema } from '@lyceum/proto/notification'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type {} from '../errors.ts'
import type { MessageDraft, SentMessage, SentQuery } from './api.ts'

/** Whether a message reaches member `m` of course `c`: students hear nothing of a course before it is published. */
const reachesSql = `m.state = 'active' and not c.deleted and (c.published or m.role <> 'student')`

export async function sendMessage(
  deps: Deps,
  actor: Actor,
  { org, course }: CourseScope,
  { text, person_ids }: MessageDraft,
): Promise<SentMessage & { left_out: number }> {
  const { db, now } = deps
  const written = text.trim()
  if (written === '') throw invalid({ text: 'field.required' })
  const people = await rows<{ id: string }>(
    db,
    `select p.id::text from mirror.members m join mirror.courses c on c.id = m.course_id join mirror.persons p on p.id = m.person_id and not p.deleted
     where m.course_id = $1 and m.person_id = any($2::uuid[]) and m.person_id <> $3 and ${reachesSql}`,
    course,
    person_ids,
    actor.person,
  )
  if (people.length === 0) throw invalid({ person_ids: 'message.nobody' })
  await checkLimit(deps, actor.person, people.length)
  const [id, time] = [newId(), now()]
  await run(
    db,
    'insert into messages (id, org_id, course_id, sender_id, text, recipients, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    id,
    org,
    course,
    actor.person,
    written,
    people.length,
    time,
  )
  await run(
    db,
    'insert into message_recipients (message_id, person_id) select $1, unnest($2::uuid[])',
    id,
    people.map((person) => person.id),
  )
  await audit(db, { action: 'message.sent', subject: `message:${id}`, course, after: { people: people.length } })
  await emit(db, MessageSentSchema, { key: `course:${course}`, org, hint: { people: [] } }, { messageId: id, orgId: org, courseId: course })
  const [sent] = await sentRows(db, 'x.id = $1', [id], 'limit 1')
  return { ...sent!, left_out: person_ids.length - people.length }
}

/** So that nobody floods a course: 409 where a sender would reach more people than so many within 24 hours, each counted by the message. */
async function checkLimit({ db, now, config }: Deps, sender: string, more: number): Promise<void> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('messages:' || $1, 0))`, sender)
  const before = await one<{ n: number }>(
    db,
    `select coalesce(sum(recipients), 0)::int as n from messages where sender_id = $1 and created_at > $2::timestamptz - interval '1 day'`,
    sender,
    now(),
  )
  if ((before?.n ?? 0) + more > config.messagesPerDay) throw conflict('message.limit', { most: config.messagesPerDay })
}

async function sentRows(tx: Tx, where: string, values: unknown[], page: string): Promise<SentMessage[]> {
  const list = await rows<Omit<SentMessage, 'created_at'> & { created_at: Date }>(
    tx,
    `
    select x.id::text, x.text, x.recipients, x.created_at, coalesce(named.people, '[]'::jsonb) as people
    from (select * from messages x where ${where} order by x.id desc ${page}) x
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.name, f.id) as people from (
        select p.id, p.name from message_recipients r join mirror.persons p on p.id = r.person_id and not p.deleted
        where r.message_id = x.id order by p.name, p.id limit 5) f
    ) named on true
    order by x.id desc`,
    ...values,
  )
  return list.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }))
}

export async function sentMessages({ db }: Deps, actor: Actor, course: string, query: SentQuery) {
  const { limit, offset } = limits(query)
  const values = [course, actor.person]
  const where = 'x.course_id = $1 and x.sender_id = $2'
  const items = await sentRows(db, where, values, `limit ${limit} offset ${offset}`)
  const count = await one<{ n: number }>(db, `select count(*)::int as n from messages x where ${where}`, ...values)
  return pageOf(query, count?.n ?? 0, items)
}

/** The people whom a message still reaches when it is delivered. */
export async function messageRecipients(tx: Tx, message: string): Promise<string[]> {
  const list = await rows<{ person: string }>(
    tx,
    `select r.person_id::text as person from messages x join message_recipients r on r.message_id = x.id
     join mirror.courses c on c.id = x.course_id join mirror.members m on m.course_id = x.course_id and m.person_id = r.person_id
     where x.id = $1 and ${reachesSql}`,
    message,
  )
  return list.map(({ person }) => person)
}

/** The text of a message: it is in no fact. */
export const messageText = async (tx: Tx, message: string): Promise<string> =>
  (await one<{ text: string }>(tx, 'select text from messages where id = $1', message))?.text ?? ''

/** Deletes at most `size` that are older than notifications are kept; returns their number. */
export const purgeMessages = (tx: Tx, { now, config }: Pick<Deps, 'now' | 'config'>, size: number): Promise<number> =>
  run(
    tx,
    'delete from messages where id in (select id from messages where id < $1::uuid order by id limit $2)',
    leastIdAt(new Date(now().getTime() - config.keptDays * 86_400_000)),
    size,
  )
