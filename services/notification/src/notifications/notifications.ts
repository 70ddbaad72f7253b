// A person's own notifications, in all organisations at once: they concern the person's courses.
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { run, type Tx } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import { hint } from '@lyceum/kit/kv/hints'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import type { PrismaClient } from '../generated/client.ts'
import type { Deps } from '../deps.ts'
import type { MarkRead, Notification, Payload } from './api.ts'

const unreadCount = (db: PrismaClient, person: string) => db.notification.count({ where: { personId: person, readAt: null } })

export async function listNotifications({ db }: Deps, actor: Actor, { unread, ...page }: PageQuery & { unread?: boolean }) {
  const where = { personId: actor.person, ...(unread && { readAt: null }) }
  const { limit, offset } = limits(page)
  const [notifications, total, unread_count] = await Promise.all([
    db.notification.findMany({ where, orderBy: { id: 'desc' }, take: limit, skip: offset }),
    db.notification.count({ where }),
    unreadCount(db, actor.person),
  ])
  const names = await personNames(
    db,
    notifications.flatMap(({ senderId }) => senderId ?? []),
  )
  const items = notifications.map((row): Notification => {
    const sender = row.senderId ? names.get(row.senderId) : undefined
    return {
      id: row.id,
      org_id: row.orgId,
      type: row.type,
      count: Math.max(1, row.about.length),
      payload: payloadOf(row.payload as Payload),
      sender: sender && !sender.deleted ? { id: sender.id, name: sender.name, avatar: sender.avatar } : null,
      created_at: row.createdAt.toISOString(),
      read_at: row.readAt?.toISOString() ?? null,
    }
  })
  return { ...pageOf(page, total, items), unread_count }
}

/** Without what the previous release reads. */
const payloadOf = ({ params, course, subject, subjects }: Payload): Payload => ({ params, course, subject, subjects })

export const countUnread = async ({ db }: Deps, actor: Actor) => ({ unread_count: await unreadCount(db, actor.person) })

/** A read mark is a row, not a fact: no other service needs it. The person's other pages get a hint. */
export async function markRead({ db, now, kv }: Deps, actor: Actor, { ids, all }: MarkRead) {
  if (!all && !ids) throw invalid({ ids: 'field.required' })
  const { count } = await db.notification.updateMany({
    where: { personId: actor.person, readAt: null, ...(!all && { id: { in: ids } }) },
    data: { readAt: now() },
  })
  if (count > 0)
    await hint(kv, { subject: 'notificationsChanged', aggregate: 'notification', id: actor.person, org: actor.org, people: [actor.person] })
  return { unread_count: await unreadCount(db, actor.person) }
}

/** identity's personErased: deletes notifications to the person, and the person in others'. */
export async function erasePerson(tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>): Promise<void> {
  const person = personOfKey(key)
  await run(tx, 'delete from notifications where person_id = $1', person)
  await run(
    tx,
    `update notifications set sender_id = nullif(sender_id, $1::uuid), about = array_remove(about, $1::uuid)
     where sender_id = $1 or about @> array[$1::uuid]`,
    person,
  )
  await run(tx, 'delete from notices where recipient_id = $1 or sender_id = $1 or about = $1', person)
}
