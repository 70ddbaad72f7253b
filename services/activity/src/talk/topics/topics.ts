// The calls on one topic: begin, read, change, delete, restore.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../../deps.ts'
import { addPost, checkAnonymous } from '../add-post.ts'
import { openPlace, type Place } from '../place.ts'
import type { Topic } from '../shapes.ts'
import { emitTopic, hintTopic } from '../talk-facts.ts'
import { changesOf, type OpenTopic, openTopic, type SqlTopic, topicColumns, topicOf, toTopic } from '../topic-row.ts'
import type { TopicChanges, TopicDraft } from './api.ts'
import { checkedTitle, datesAfter } from './drafts.ts'
import { followOpening } from './opening.ts'

/** The offers of a topic: those of its forum, else by who moderates. 403 for another one's wish. */
function offersAfter(
  { rules, can }: Place,
  { anonymous_posts, post_first }: { anonymous_posts?: boolean; post_first?: boolean },
  before: { anonymous: boolean; postFirst: boolean },
) {
  if (rules) return { anonymous: rules.anonymous, postFirst: rules.postFirst }
  const after = { anonymous: anonymous_posts ?? before.anonymous, postFirst: post_first ?? before.postFirst }
  if (!can.moderate && (after.anonymous !== before.anonymous || after.postFirst !== before.postFirst)) throw forbidden()
  return after
}

/** 403 for who may not begin one there; 400 topic.kindNotOffered, and as for a post. A topic that opens later has its text at once. */
export async function beginTopic(deps: Deps, actor: Actor, scope: CourseScope, draft: TopicDraft): Promise<Topic> {
  const { db } = deps
  const now = deps.now()
  const place = await openPlace(deps, actor, scope, { scope: draft.scope, id: draft.scope_id ?? null })
  if (!place.can.begin) throw forbidden()
  const { kind, body, anonymous = false } = draft
  if (!place.kinds.includes(kind)) throw invalid({ kind: 'topic.kindNotOffered' })
  const { opensAt, closesAt } = datesAfter(draft, { opensAt: null, closesAt: null })
  // nobody is notified of a topic that they cannot open yet: its mentions wait for its time
  const later = opensAt !== null && opensAt > now
  const offers = offersAfter(place, draft, { anonymous: false, postFirst: false })
  checkAnonymous(place, offers.anonymous, anonymous)
  const [made] = await rows<SqlTopic>(
    db,
    `insert into topics as t (id, org_id, course_id, scope, scope_id, kind, title, anonymous, post_first, last_at, created_by, created_at, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $12) returning ${topicColumns}`,
    newId(),
    place.org,
    place.course,
    place.scope,
    place.id,
    kind,
    checkedTitle(draft.title),
    offers.anonymous,
    offers.postFirst,
    now,
    anonymous ? null : actor.person,
    now.getTime(),
  )
  await addPost(deps, actor, scope, { row: topicOf(made!), place }, { body, anonymous }, { notifies: !later, begins: true })
  if (later) await followOpening(db, made!.id, opensAt, { mentions: true })
  // its dates hold for what comes after its text
  const [dated] = await rows<SqlTopic>(
    db,
    `update topics t set opens_at = $2, closes_at = $3 where t.id = $1 returning ${topicColumns}`,
    made!.id,
    opensAt,
    closesAt,
  )
  await emitTopic(db, topicOf(dated!), now, { nameless: anonymous })
  return await readTopic(deps, actor, scope, made!.id)
}

export const readTopic = async (deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Topic> =>
  await toTopic(deps, await openTopic(deps, actor, scope, id))

function checkVersion({ row }: OpenTopic, seen: number): void {
  if (Number(row.version) !== seen) throw conflict('topic.newer', { version: Number(row.version), title: row.title })
}
const nameless = ({ row, read }: OpenTopic): boolean => row.createdBy === null && read.alias !== null
const isSame = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()
const mayChange = ({ place, read }: OpenTopic): boolean => place.can.write && (place.can.moderate || read.begun_by_me)

/** 403 for a field that is not the actor's to change, 409 topic.newer; 400 topic.noQuestion for an answer without a question, post.unknown. */
export async function changeTopic(deps: Deps, actor: Actor, scope: CourseScope, id: string, changes: TopicChanges): Promise<Topic> {
  const { db, kv, now } = deps
  const topic = await openTopic(deps, actor, scope, id, { lock: true })
  const { row, place } = topic
  const { title, kind = row.kind, pinned, closed, accepted_post_id, version } = changes
  if (!mayChange(topic) || row.comments) throw forbidden()
  if (!place.can.moderate && (pinned !== undefined || closed !== undefined)) throw forbidden()
  checkVersion(topic, version)
  if (kind !== row.kind && !place.kinds.includes(kind)) throw invalid({ kind: 'topic.kindNotOffered' })
  const { opensAt, closesAt } = datesAfter(changes, row)
  const words = title === undefined ? row.title : checkedTitle(title)
  const may = changesOf(topic, place, now())
  if (!may.words && (words !== row.title || kind !== row.kind)) throw forbidden()
  if (!may.whole && !(isSame(opensAt, row.opensAt) && isSame(closesAt, row.closesAt))) throw forbidden()
  const offers = offersAfter(place, changes, row)
  const answer = await answerOf(deps, topic, kind, accepted_post_id)
  const [written] = await rows<SqlTopic>(
    db,
    `update topics t set title = $2, kind = $3, pinned = $4, closed = $5, opens_at = $6, closes_at = $7, anonymous = $8, post_first = $9, answer_n = $10,
       version = ${nextVersion('t.version')} where t.id = $1 returning ${topicColumns}`,
    id,
    words,
    kind,
    pinned === undefined ? row.pinned : Number(pinned),
    closed ?? row.closed,
    opensAt,
    closesAt,
    offers.anonymous,
    offers.postFirst,
    answer.n,
  )
  const after = topicOf(written!)
  const [wasAhead, isAhead] = [row.opensAt, opensAt].map((time) => time !== null && time > now())
  // one that was open has notified those whom it mentions
  if ((wasAhead || isAhead) && !isSame(row.opensAt, opensAt)) await followOpening(db, id, opensAt, { mentions: wasAhead === true })
  await emitTopic(db, after, now(), { nameless: nameless(topic), accepted: answer.author === actor.person ? null : answer.author })
  if (answer.n !== row.answerN) await hintTopic(db, kv, after)
  return await readTopic(deps, actor, scope, id)
}

/** The number of the answer after a change, and its author where it is a new one that names them. */
async function answerOf(
  { db }: Deps,
  { row }: OpenTopic,
  kind: string,
  post: string | null | undefined,
): Promise<{ n: number | null; author: string | null }> {
  if (kind !== 'question') {
    if (post) throw invalid({ accepted_post_id: 'topic.noQuestion' })
    return { n: null, author: null }
  }
  if (post === undefined) return { n: row.answerN, author: null }
  if (post === null) return { n: null, author: null }
  const found = await one<{ n: number; author: string | null }>(
    db,
    `select n, author_id::text as author from posts where id = $1 and topic_id = $2 and state = 'shown' and n > 1`,
    post,
    row.id,
  )
  if (!found) throw invalid({ accepted_post_id: 'post.unknown' })
  return { n: found.n, author: found.n === row.answerN ? null : found.author }
}

/** 403 for who began it once somebody else has posted, or it is closed; 409 topic.newer. Its posts go with it and come back with it. */
export async function deleteTopic(deps: Deps, actor: Actor, scope: CourseScope, id: string, version: number): Promise<null> {
  const { db } = deps
  const topic = await openTopic(deps, actor, scope, id, { lock: true })
  if (!changesOf(topic, topic.place, deps.now()).whole || topic.row.comments) throw forbidden()
  checkVersion(topic, version)
  const [row] = await rows<SqlTopic>(
    db,
    `update topics t set deleted = true, deleted_at = $2, deleted_by = $3, version = ${nextVersion('t.version')} where t.id = $1 returning ${topicColumns}`,
    id,
    deps.now(),
    nameless(topic) && topic.read.begun_by_me ? null : actor.person,
  )
  await emitTopic(db, topicOf(row!), deps.now(), { nameless: nameless(topic) })
  return null
}

/** 404 after 30 days; 403 for who neither began nor moderates it. Its author does not bring back what a moderator has deleted. */
export async function restoreTopic(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Topic> {
  const { db } = deps
  const topic = await openTopic(deps, actor, scope, id, { lock: true, deleted: true })
  const { deletedBy } = topic.row
  const mine = topic.read.begun_by_me && (deletedBy === null || deletedBy === actor.person)
  if (!topic.place.can.moderate && !(mine && topic.place.can.write)) throw forbidden()
  const [row] = await rows<SqlTopic>(
    db,
    `update topics t set deleted = false, deleted_at = null, deleted_by = null, version = ${nextVersion('t.version')} where t.id = $1 returning ${topicColumns}`,
    id,
  )
  await emitTopic(db, topicOf(row!), deps.now(), { nameless: nameless(topic) })
  return await readTopic(deps, actor, scope, id)
}

/** The settings of a forum hold for its topics, also those that were begun before. */
export const followSettings = async (tx: Tx, activity: string, rules: { anonymous: boolean; postFirst: boolean }): Promise<void> =>
  void (await run(
    tx,
    `update topics set anonymous = $2, post_first = $3 where scope = 'activity' and scope_id = $1 and not comments and (anonymous, post_first) <> ($2, $3)`,
    activity,
    rules.anonymous,
    rules.postFirst,
  ))
