// A person's own notifications. They follow the person through all organisations: what is told is about courses they are in.
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/actor'
import type { HandledFact } from '@lyceum/kit/consumer'
import type { Tx } from '@lyceum/kit/db'
import { invalid } from '@lyceum/kit/errors'
import { hint } from '@lyceum/kit/live'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import type { PrismaClient } from '../generated/client.ts'
import type { Deps } from '../deps.ts'
import type { MarkRead, Notification, NotificationType, Payload } from './api.ts'

const unreadCount = (db: PrismaClient, person: string) => db.notification.count({ where: { personId: person, readAt: null } })

export async function listNotifications({ db }: Deps, actor: Actor, { unread, ...page }: PageQuery & { unread?: boolean }) {
  const where = { personId: actor.person, ...(unread && { readAt: null }) }
  const { limit, offset } = limits(page)
  const [found, total, unread_count] = await Promise.all([
    db.notification.findMany({ where, orderBy: { id: 'desc' }, take: limit, skip: offset }),
    db.notification.count({ where }),
    unreadCount(db, actor.person),
  ])
  const names = await personNames(
    db,
    found.flatMap(({ senderId }) => senderId ?? []),
  )
  const items = found.map((row): Notification => {
    const sender = row.senderId ? names.get(row.senderId) : undefined
    return {
      id: row.id,
      org_id: row.orgId,
      type: row.type as NotificationType,
      payload: row.payload as Payload,
      sender: sender && !sender.deleted ? { id: sender.id, name: sender.name, avatar: sender.avatar } : null,
      created_at: row.createdAt.toISOString(),
      read_at: row.readAt?.toISOString() ?? null,
    }
  })
  return { ...pageOf(page, total, items), unread_count }
}

export const countUnread = async ({ db }: Deps, actor: Actor) => ({ unread_count: await unreadCount(db, actor.person) })

/** A read mark is a row, not a fact: nobody else acts on it. The person's other pages hear of it. */
export async function markRead({ db, now, kv }: Deps, actor: Actor, { ids, all }: MarkRead) {
  if (!all && !ids) throw invalid({ ids: 'field.required' })
  const { count } = await db.notification.updateMany({
    where: { personId: actor.person, readAt: null, ...(!all && { id: { in: ids } }) },
    data: { readAt: now() },
  })
  if (count > 0) await hint(kv, { subject: 'notification', id: actor.person, org: actor.org, people: [actor.person] })
  return { unread_count: await unreadCount(db, actor.person) }
}

/** identity's personErased: nothing remains that was told to them or done by them. */
export async function forgetPerson(tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>): Promise<void> {
  const person = key.slice('person:'.length)
  await tx.$executeRawUnsafe('delete from notifications where person_id = $1::uuid', person)
  await tx.$executeRawUnsafe('update notifications set sender_id = null where sender_id = $1::uuid', person)
}
