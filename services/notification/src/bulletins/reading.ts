// Bulletins for their readers: lists, the popup, read marks and confirmations.
import { may } from '@lyceum/identity/mirror/permissions'
import { permittedAmong } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { hint } from '@lyceum/kit/kv/hints'
import type { Deps } from '../deps.ts'
import type {} from '../errors.ts'
import type { Bulletin, ListQuery } from './api.ts'
import { audienceWithin, isForSql, isOutSql } from './audience.ts'
import { bulletinColumns } from './facts.ts'
import { type ReadRow, summaries, whole } from './views.ts'

const newest = 'b.pinned desc, b.publish_at desc, b.id desc'
const fromWithReads = 'from bulletins b left join bulletin_readers r on r.bulletin_id = b.id and r.person_id = $1'

async function page(deps: Deps, query: PageQuery, from: string, where: string, values: unknown[], order = newest) {
  const { db, now } = deps
  const { limit, offset } = limits(query)
  const [list, count] = [
    await rows<ReadRow>(
      db,
      `select ${bulletinColumns}, r.read_at as "readAt", r.confirmed_at as "confirmedAt" ${fromWithReads} ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`,
      ...values,
    ),
    await one<{ n: number }>(db, `select count(*)::int as n ${fromWithReads} ${from} where ${where}`, ...values),
  ]
  return pageOf(query, count?.n ?? 0, await summaries(db, list, now()))
}

/** Days for which a page shows an unread bulletin by itself. */
const freshDays = 30
/** Bulletins at the top of a course's page. */
const shownInCourse = 3

export function listBulletins(deps: Deps, actor: Actor, { type, course_id, unread, ...query }: ListQuery) {
  const place =
    type === 'org'
      ? 'b.course_id is null and b.org_id = $2::uuid and $4::uuid is null'
      : `b.course_id is not null and coalesce(b.course_id = $4::uuid, true) and $2::text is not null`
  return page(
    deps,
    query,
    // of course bulletins those of one's own courses, by their index
    type === 'org'
      ? ''
      : `join mirror.members mine on mine.course_id = b.course_id and mine.person_id = $1::uuid and mine.state = 'active'`,
    `${place} and ${isOutSql('$3::timestamptz')} and ${isForSql('$1::uuid')} and (not $5::bool or r.read_at is null)`,
    [actor.person, actor.org, deps.now(), course_id ?? null, unread === true],
  )
}

/** For the page of a course: pinned ones, and what is new. Unread ones come first, so that pinned ones that were read do not hide them. */
export async function currentBulletins(deps: Deps, actor: Actor, course: string) {
  const { items, total } = await page(
    deps,
    { page_size: shownInCourse },
    '',
    `b.course_id = $2::uuid and ${isOutSql('$3::timestamptz')} and ${isForSql('$1::uuid')}
     and (b.pinned or r.read_at is null and b.created_by is distinct from $1::uuid and b.publish_at > $3::timestamptz - interval '${freshDays} days')`,
    [actor.person, course, deps.now()],
    `(r.read_at is null and b.created_by is distinct from $1::uuid) desc, ${newest}`,
  )
  return { items, total }
}

/** For the popup: what has not been seen there or read. */
export const unreadBulletins = (deps: Deps, actor: Actor, query: PageQuery) =>
  page(
    deps,
    query,
    '',
    `b.course_id is null and b.org_id = $2::uuid and ${isOutSql('$3::timestamptz')} and b.publish_at > $3::timestamptz - interval '${freshDays} days'
     and r.read_at is null and r.seen_at is null and b.created_by is distinct from $1::uuid and ${isForSql('$1::uuid')}`,
    [actor.person, actor.org, deps.now()],
  )

export async function markSeen({ db, now }: Deps, actor: Actor, ids: string[]): Promise<null> {
  await run(
    db,
    `
    insert into bulletin_readers as r (bulletin_id, person_id, seen_at)
    select b.id, $1::uuid, $3::timestamptz from bulletins b where b.id = any($2) and ${isOutSql('$3::timestamptz')} and ${isForSql('$1::uuid')}
    on conflict (bulletin_id, person_id) do update set seen_at = coalesce(r.seen_at, excluded.seen_at)`,
    actor.person,
    ids,
    now(),
  )
  return null
}

/** May the actor change it: as one of the office, or who publishes in its course. */
export async function mayChange(
  tx: Tx,
  actor: Actor,
  { orgId, courseId, ...audience }: Pick<ReadRow, 'orgId' | 'courseId' | 'departments' | 'courses'>,
): Promise<boolean> {
  if (courseId) return (await permittedAmong(tx, actor, [courseId], 'content.publish')).length > 0
  return orgId === actor.org && may(actor, 'bulletins.change') && (await audienceWithin(tx, actor.department, audience))
}

/** A bulletin that is for the actor, or theirs to change. 404 else: who may not see it does not learn that it is there. */
async function visible({ db, now }: Deps, actor: Actor, id: string): Promise<{ row: ReadRow; forMe: boolean; canChange: boolean }> {
  const row = await one<ReadRow & { forMe: boolean }>(
    db,
    `select ${bulletinColumns}, r.read_at as "readAt", r.confirmed_at as "confirmedAt", ${isOutSql('$3::timestamptz')} and ${isForSql('$1::uuid')} as "forMe"
     ${fromWithReads} where b.id = $2 and not b.deleted`,
    actor.person,
    id,
    now(),
  )
  const canChange = row ? await mayChange(db, actor, row) : false
  if (!row || !(row.forMe || canChange)) throw notFound('bulletin', id)
  return { row, forMe: row.forMe, canChange }
}

export async function readBulletin(deps: Deps, actor: Actor, id: string): Promise<Bulletin> {
  const { row, canChange } = await visible(deps, actor, id)
  return await whole(deps, actor, row, { canChange })
}

/** Marks it as read, with the notification that leads to it. Nothing is kept for somebody who only writes it. */
export async function markBulletinRead(deps: Deps, actor: Actor, id: string, { confirm = false } = {}): Promise<void> {
  const { db, kv, now } = deps
  const { row, forMe } = await visible(deps, actor, id)
  if (!forMe) return
  await run(
    db,
    `
    insert into bulletin_readers as r (bulletin_id, person_id, seen_at, read_at, confirmed_at) values ($1, $2, $3, $3, $4)
    on conflict (bulletin_id, person_id) do update set seen_at = coalesce(r.seen_at, excluded.seen_at), read_at = coalesce(r.read_at, excluded.read_at),
      confirmed_at = coalesce(r.confirmed_at, excluded.confirmed_at)`,
    id,
    actor.person,
    now(),
    confirm && row.confirm ? now() : null,
  )
  const read = await run(
    db,
    'update notifications set read_at = $3 where person_id = $1 and subject_id = $2 and read_at is null',
    actor.person,
    id,
    now(),
  )
  if (read > 0)
    await hint(kv, { subject: 'notificationsChanged', aggregate: 'notification', id: actor.person, org: actor.org, people: [actor.person] })
}

export async function confirmBulletin(deps: Deps, actor: Actor, id: string): Promise<Bulletin> {
  await markBulletinRead(deps, actor, id, { confirm: true })
  return await readBulletin(deps, actor, id)
}
