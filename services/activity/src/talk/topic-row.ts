// The row of a topic: opened for its reader, numbered, shown.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { binLifetime } from '../activity/lifetime.ts'
import type { Deps } from '../deps.ts'
import { Prisma, type Topic as Row } from '../generated/client.ts'
import { type AuthorRef, type Authors, authorsOf } from './authors.ts'
import { openPlace, type Place } from './place.ts'
import type { TalkScope, Topic, TopicKind, TopicSummary } from './shapes.ts'

/** Every column of `topics t`, also for `returning`; topicOf converts the row. */
export const topicColumns = modelColumns(Prisma.TopicScalarFieldEnum, 't')
export type SqlTopic = SqlModel<Row>
export type TopicRow = Omit<Row, 'scope' | 'kind'> & { scope: TalkScope; kind: TopicKind }
export const topicOf = ({ version, scope, kind, ...row }: SqlTopic): TopicRow => ({
  ...row,
  scope: scope as TalkScope,
  kind: kind as TopicKind,
  version: BigInt(version),
})

/** A topic's reader, and the author of its first post: joined as `r` and `o`. */
export type ReadState = {
  read_n: number | null
  following: number | null
  posted: boolean | null
  alias: number | null
  begun_by_me: boolean
  text_shown: boolean
}
export const readColumns = (person: string) => `r.read_n, r.following, r.posted, o.alias, coalesce(o.state = 'shown', false) as text_shown,
  coalesce(t.created_by = ${person}::uuid, w.person_id = ${person}::uuid, false) as begun_by_me`
export const joinReader = (person: string) => `
  left join topic_reads r on r.topic_id = t.id and r.person_id = ${person}::uuid
  left join posts o on o.topic_id = t.id and o.n = 1 and not t.comments
  left join post_authors w on w.post_id = o.id and o.author_id is null`

/**
 * Whether a reader sees the posts of others in topic `t`, by their row `r` of it: at once, or once they have posted. The one place of this rule; the list
 * of posts, the outline, the search, the export and the unread numbers all have it from here.
 */
export const seesOthersSql = (moderates: string) => `(not t.post_first or ${moderates}::bool or coalesce(r.posted, false))`
/** The same of one post `p`: the first one is the question, which everybody reads; one without a number was never shown. */
export const seesPostSql = (moderates: string) => `((${seesOthersSql(moderates)} or p.n = 1) and (p.n is not null or ${moderates}::bool))`
/** The unread posts of topic `t`. */
export const unreadSql = (moderates: string) => `case when ${seesOthersSql(moderates)} then greatest(t.last_n - coalesce(r.read_n, 0), 0)
  else (t.last_n > 0 and coalesce(r.read_n, 0) = 0)::int end`

export type ListedTopic = { row: TopicRow; read: ReadState; unread: number }
export type OpenTopic = ListedTopic & { place: Place }

type Found = SqlTopic & ReadState & { unread: number }
const toListed = ({ read_n, following, posted, alias, begun_by_me, text_shown, unread, ...row }: Found): ListedTopic => ({
  row: topicOf(row),
  read: { read_n, following, posted, alias, begun_by_me, text_shown },
  unread,
})
export { toListed }
export type { Found as FoundTopic }

/** The topic as its reader finds it. 404 unless its place is theirs to read, and before it opens, but for who began it or moderates; 403 as openActivity. */
export async function openTopic(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { deleted = false, lock = false }: { deleted?: boolean; lock?: boolean } = {},
): Promise<OpenTopic> {
  const { db, now } = deps
  if (lock) await one(db, 'select from topics where id = $1 for no key update', id)
  const head = await one<{ scope: TalkScope; scope_id: string | null; course: string }>(
    db,
    'select scope, scope_id::text, course_id::text as course from topics where id = $1',
    id,
  )
  if (!head || head.course !== scope.course) throw notFound('topic', id)
  const place = await openPlace(deps, actor, scope, { scope: head.scope, id: head.scope_id })
  const found = await one<Found>(
    db,
    `select ${topicColumns}, ${readColumns('$2')}, ${unreadSql('$3')} as unread from topics t ${joinReader('$2')} where t.id = $1 and t.deleted = $4`,
    id,
    actor.person,
    place.can.moderate,
    deleted,
  )
  const topic = found && toListed(found)
  if (!topic) throw notFound('topic', id)
  const early = topic.row.opensAt !== null && topic.row.opensAt > now()
  if ((early || waitsForLook(topic.row)) && !place.can.moderate && !topic.read.begun_by_me) throw notFound('topic', id)
  if (deleted && topic.row.deletedAt!.getTime() <= now().getTime() - binLifetime) throw notFound('topic', id)
  return { ...topic, place }
}

/** Others' posts do not show yet. */
export const waitsForMine = ({ row, read, place }: OpenTopic): boolean => row.postFirst && !place.can.moderate && read.posted !== true

/** The text with which it begins waits for who moderates, or was hidden before it was shown. */
export const waitsForLook = ({ lastN, comments }: Pick<Row, 'lastN' | 'comments'>): boolean => lastN === 0 && !comments

type Dated = Pick<Row, 'closed' | 'opensAt' | 'closesAt' | 'lastN' | 'comments'>
/** It is closed by hand or by its date. */
export const isOver = ({ closed, closesAt }: Pick<Dated, 'closed' | 'closesAt'>, now: Date): boolean =>
  closed || (closesAt !== null && closesAt <= now)
/** Posts can be added to it now. */
export const isOpen = (row: Dated, now: Date): boolean =>
  !isOver(row, now) && !waitsForLook(row) && (row.opensAt === null || row.opensAt <= now)

/** The minutes of the forum in which authors may change what they wrote are not over. */
export const isTimely = (createdAt: Date, { rules }: Pick<Place, 'rules'>, now: Date): boolean => {
  const minutes = rules?.editMinutes ?? null
  return minutes === null || now.getTime() < createdAt.getTime() + minutes * 60_000
}

/**
 * The parts of a topic that somebody may change. Its beginner may change its words while it is not over, as those of a post, unless all that is shown was
 * looked at first; and its dates and the whole of it as long as nobody has posted in it, for posts of others would go with it.
 */
export function changesOf({ row, read }: ListedTopic, { can, rules, moderation }: Pick<Place, 'can' | 'rules' | 'moderation'>, now: Date) {
  const begun = can.write && read.begun_by_me && !isOver(row, now)
  const all = can.write && can.moderate
  const looked = moderation === 'all' && !waitsForLook(row)
  return {
    words: all || (begun && !looked && isTimely(row.createdAt, { rules }, now)),
    whole: all || (begun && row.shown <= Number(read.text_shown)),
  }
}

/**
 * The next number of a topic: locks it, checks that it is open and counts in one statement; for a post that waits (`counts` false) it is locked and
 * checked alone. 409 topic.closed, 404 when it is deleted.
 */
export async function takeNumber(
  tx: Tx,
  id: string,
  now: Date,
  { first = false, counts = true }: { first?: boolean; counts?: boolean } = {},
): Promise<number> {
  const taken = await one<{ n: number }>(
    tx,
    `update topics set last_n = last_n + $4::int, shown = shown + $4::int, last_at = case when $4 = 1 then $2 else last_at end
     where id = $1 and not closed and not deleted and (last_n > 0 or comments or $3)
       and (opens_at is null or opens_at <= $2) and (closes_at is null or closes_at > $2) returning last_n as n`,
    id,
    now,
    first,
    Number(counts),
  )
  if (taken) return taken.n
  if (await one(tx, 'select from topics where id = $1 and not deleted', id)) throw conflict('topic.closed')
  throw notFound('topic', id)
}

export const authorRefOf = ({ row, read }: ListedTopic): AuthorRef => ({ id: row.createdBy, alias: read.alias })

export function toSummary(
  topic: ListedTopic,
  place: Pick<Place, 'can' | 'rules' | 'moderation'>,
  authors: Authors,
  now: Date,
): TopicSummary {
  const { row, read, unread } = topic
  const { can } = place
  const { words, whole } = changesOf(topic, place, now)
  return {
    id: row.id,
    course_id: row.courseId,
    kind: row.kind,
    scope: row.scope,
    scope_id: row.scopeId,
    title: row.title,
    author: authors({ id: row.createdBy, alias: read.alias }),
    anonymous: row.anonymous,
    pinned: row.pinned > 0,
    closed: row.closed,
    opens_at: row.opensAt?.toISOString() ?? null,
    closes_at: row.closesAt?.toISOString() ?? null,
    waits: waitsForLook(row),
    posts: row.shown,
    unread,
    answer_n: row.answerN,
    created_at: row.createdAt.toISOString(),
    last_post_at: row.lastAt.toISOString(),
    following: read.following === 1,
    post_first: row.postFirst,
    can: {
      post: can.write && isOpen(row, now),
      anonymous: can.write && can.hide && row.anonymous,
      change: words || whole,
      remove: whole,
      moderate: can.moderate,
      accept: can.write && row.kind === 'question' && (read.begun_by_me || can.moderate),
    },
    version: Number(row.version),
  }
}

export async function toTopic({ db, now }: Deps, topic: OpenTopic): Promise<Topic> {
  const authors = await authorsOf(db, topic.row.courseId, [authorRefOf(topic)])
  return {
    ...toSummary(topic, topic.place, authors, now()),
    last_n: topic.row.lastN,
    read_n: topic.read.read_n ?? 0,
    waits_for_mine: waitsForMine(topic),
    changes_wait: topic.place.moderation === 'all',
  }
}
