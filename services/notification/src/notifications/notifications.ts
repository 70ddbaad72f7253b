// A person's own notifications, in all organisations at once: they concern the person's courses. Pages ask for them all day: SQL by hand, one
// statement a call.
import type { Actor } from '@lyceum/kit/calls/actor'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, plain, rows } from '@lyceum/kit/database/database'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { hint } from '@lyceum/kit/kv/hints'
import type { Deps } from '../deps.ts'
import type {} from '../errors.ts'
import { registry } from '../registry/registry.ts'
import type { ListQuery, MarkRead, MarkUnread, Notification, Payload } from './api.ts'

/** Counted so far: a page says "999+". */
const mostCounted = 1000
const statements = {
  /** Of rows of notification_counts. */
  unread: `least(${mostCounted}, coalesce(sum(unread), 0))::int`,
  read: `select n.id::text, n.org_id::text, n.type, greatest(1, cardinality(n.about)) as count, n.payload, n.created_at, n.read_at,
    p.id::text as sender_id, p.name as sender_name, p.avatar as sender_avatar
    from notifications n left join mirror.persons p on p.id = n.sender_id and not p.deleted`,
}

type Row = {
  id: string
  org_id: string
  type: string
  count: number
  payload: Payload
  created_at: Date
  read_at: Date | null
  sender_id: string | null
  sender_name: string
  sender_avatar: string
}

const shown = (row: Row): Notification => ({
  id: row.id,
  org_id: row.org_id,
  type: row.type,
  count: row.count,
  payload: payloadOf(row.payload),
  sender: row.sender_id ? { id: row.sender_id, name: row.sender_name, avatar: row.sender_avatar } : null,
  created_at: row.created_at.toISOString(),
  read_at: row.read_at?.toISOString() ?? null,
})

/** Without what the previous release reads. */
const payloadOf = ({ params, course, subject, subjects }: Payload): Payload => ({ params, course, subject, subjects })

async function unreadCount(deps: Pick<Deps, 'pool'>, person: string): Promise<number> {
  const sql = `select ${statements.unread} as unread from notification_counts where person_id = $1`
  return (await one<{ unread: number }>(sharedReads(deps.pool), sql, person))?.unread ?? 0
}

const typesOf = (topic: string): string[] =>
  Object.entries(registry).flatMap(([name, type]) => ((type.topic ?? 'courses') === topic ? [name] : []))

/** Rows that a statement reads at most: in its text, as PostgreSQL would plan it anew for each call if the number came with its values. */
const sizes = [20, 100] as const

export async function listNotifications(deps: Deps, actor: Actor, { unread, course_id, topic, ...page }: ListQuery) {
  const { limit, offset } = limits(page)
  const size = sizes.find((one) => one >= limit) ?? 100
  const values: unknown[] = [actor.person]
  const bound = (value: unknown) => `$${values.push(value)}`
  const course = course_id && bound(course_id)
  const types = topic && bound(typesOf(topic))
  const listed = [
    'n.person_id = $1 and not n.hidden',
    ...(unread ? ['n.read_at is null'] : []),
    ...(course ? [`n.course_id = ${course}`] : []),
    ...(types ? [`n.type = any(${types})`] : []),
  ].join(' and ')
  // counts of courses are not kept
  const total = course
    ? `(select count(*)::int from notifications n where ${listed})`
    : `coalesce(sum(${unread ? 'unread' : 'total'})${types ? ` filter (where type = any(${types}))` : ''}, 0)::int`
  const skipped = offset > 0 ? bound(offset) : ''
  // where a later page begins is found by the index alone; rows are read from there on
  const begins = skipped && `and n.id <= (select n.id from notifications n where ${listed} order by n.id desc limit 1 offset ${skipped})`
  const list = await rows<Row & { total: number; unread: number }>(
    // counts of a course and later pages read more than a few rows: others do not wait for them
    course || skipped ? plain(deps.pool) : sharedReads(deps.pool),
    `
      with counted as (select ${total} as total, ${statements.unread} as unread from notification_counts where person_id = $1)
      select counted.*, page.* from counted left join lateral (
        ${statements.read} where counted.total > ${skipped || '0'} and ${listed} ${begins} order by n.id desc limit ${size}
      ) page on true order by page.id desc`,
    ...values,
  )
  const items = list.slice(0, limit).flatMap((row) => (row.id ? [shown(row)] : []))
  return { ...pageOf(page, list[0]?.total ?? 0, items), unread_count: list[0]?.unread ?? 0 }
}

export async function readNotification(deps: Deps, actor: Actor, id: string): Promise<Notification> {
  const sql = `${statements.read} where n.id = $1 and n.person_id = $2`
  const row = await one<Row>(sharedReads(deps.pool), sql, id, actor.person)
  if (!row) throw notFound('notification', id)
  return shown(row)
}

export async function coursesOfMine(deps: Deps, actor: Actor): Promise<{ courses: { id: string; name: string }[] }> {
  const courses = await rows<{ id: string; name: string }>(
    plain(deps.pool),
    // one step of the index a course, however many notifications there are
    `
      with recursive mine as (
        (select course_id from notifications where person_id = $1 and not hidden and course_id is not null order by course_id limit 1)
        union all
        select (select n.course_id from notifications n where n.person_id = $1 and not n.hidden and n.course_id > mine.course_id
          order by n.course_id limit 1) from mine where mine.course_id is not null)
      select c.id::text, c.name from mine join mirror.courses c on c.id = mine.course_id and not c.deleted order by c.name, c.id limit 200`,
    actor.person,
  )
  return { courses }
}

export const countUnread = async (deps: Deps, actor: Actor) => ({ unread_count: await unreadCount(deps, actor.person) })

/** A read mark is a row, not a fact: no other service needs it. The person's other pages get a hint. */
export async function markRead(deps: Deps, actor: Actor, { ids, course_id, topic, all }: MarkRead) {
  if (!all && !ids && !course_id && !topic) throw invalid({ ids: 'field.required' })
  const at = deps.now()
  const { rowCount } = await deps.pool.query(
    `update notifications set read_at = $2 where person_id = $1 and read_at is null and not hidden
       and ($3::uuid[] is null or id = any($3)) and ($4::uuid is null or course_id = $4) and ($5::text[] is null or type = any($5))`,
    [actor.person, at, ids ?? null, course_id ?? null, topic ? typesOf(topic) : null],
  )
  await sendHint(deps, actor, rowCount)
  return { unread_count: await unreadCount(deps, actor.person), read_at: at.toISOString() }
}

export async function markUnread(deps: Deps, actor: Actor, { ids, read_at }: MarkUnread) {
  if (!ids && !read_at) throw invalid({ ids: 'field.required' })
  const { rowCount } = await deps.pool.query(
    `update notifications set read_at = null where person_id = $1 and read_at is not null and not hidden
       and ($2::uuid[] is null or id = any($2)) and ($3::timestamptz is null or read_at = $3)`,
    [actor.person, ids ?? null, read_at ?? null],
  )
  await sendHint(deps, actor, rowCount)
  return { unread_count: await unreadCount(deps, actor.person) }
}

async function sendHint({ kv }: Pick<Deps, 'kv'>, actor: Actor, changed: number | null): Promise<void> {
  if (changed)
    await hint(kv, { subject: 'notificationsChanged', aggregate: 'notification', id: actor.person, org: actor.org, people: [actor.person] })
}
