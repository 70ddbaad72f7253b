// The calls on one post: write, change, remove, restore, react, and its former texts.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../../deps.ts'
import { countsProgress } from '../../trial.ts'
import { addPost, cleanBody, type NewPost, recordPosts } from '../add-post.ts'
import { authorsOf } from '../authors.ts'
import { checkedUploads, namelessBody, shownBody } from '../post-files.ts'
import { renewLook } from '../looks.ts'
import { withMentions } from '../mentions.ts'
import { holdPostFiles, minePost, postColumns, postOf, type PostRow, type ReadPost, readPosts, type SqlPost } from '../post-row.ts'
import { isChangeable, isRemovable, isRestorable, reactionsOf, refOf, showPost } from '../post-view.ts'
import type { Post, ReactionName } from '../shapes.ts'
import { emitPost, emitTopic, hintTopic } from '../talk-facts.ts'
import { isOpen, type OpenTopic, openTopic, seesPostSql, type SqlTopic, topicColumns, topicOf } from '../topic-row.ts'
import type { PostVersion, PostWithFiles } from './api.ts'

/** Former texts of a post that are kept. */
const mostVersions = 50

export async function writePost(deps: Deps, actor: Actor, scope: CourseScope, topicId: string, draft: NewPost): Promise<PostWithFiles> {
  const topic = await openTopic(deps, actor, scope, topicId)
  const { id } = await addPost(deps, actor, scope, topic, draft)
  return await showPost(deps, actor, scope, await openTopic(deps, actor, scope, topicId), id)
}

type OpenPost = { topic: OpenTopic; post: ReadPost }
/** A post that the actor may read, in its topic; `lock`: until the transaction ends. 404 also for one that they do not see yet. */
export async function openPost(deps: Deps, actor: Actor, scope: CourseScope, id: string, { lock = false } = {}): Promise<OpenPost> {
  const { db } = deps
  const found = await one<{ topic: string }>(
    db,
    `select topic_id::text as topic from posts where id = $1${lock ? ' for no key update' : ''}`,
    id,
  )
  if (!found) throw notFound('post', id)
  const topic = await openTopic(deps, actor, scope, found.topic)
  const condition = `p.id = $3 and (${seesPostSql('$4')} or ${minePost('$2')})`
  const [post] = await readPosts(db, found.topic, actor.person, condition, id, topic.place.can.moderate)
  if (!post) throw notFound('post', id)
  return { topic, post }
}

/** 409, for its author with the present text, of which they have seen an older one. */
export function checkVersion(post: ReadPost, seen: number): void {
  if (Number(post.version) === seen) return
  throw conflict('post.newer', {
    version: Number(post.version),
    body: post.mine && (post.state === 'shown' || post.state === 'waiting') ? post.body : '',
    edited_at: post.editedAt?.toISOString() ?? '',
  })
}

/**
 * 403 for a post of somebody else, 409 post.notChangeable once its time is over or it is not shown, 409 post.newer. It waits again
 * under its number where all posts wait. */
export async function changePost(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { body: html, version }: { body: string; version: number },
): Promise<PostWithFiles> {
  const { db, kv, now } = deps
  const { topic, post } = await openPost(deps, actor, scope, id, { lock: true })
  if (!post.mine || !topic.place.can.write) throw forbidden()
  checkVersion(post, version)
  if ((post.state !== 'shown' && post.state !== 'waiting') || !isChangeable(post, topic, now())) throw conflict('post.notChangeable')
  const text = await withMentions(db, topic.place, cleanBody(html), post.body)
  if (text !== post.body) {
    const uploadIds = await checkedUploads(deps, actor, text, post.uploadIds)
    const body = post.alias === null ? text : await namelessBody(deps, text, uploadIds)
    await keepVersion(db, post)
    // where all posts wait, a changed one waits again: else whatever was let through could become something else
    const waits = post.state === 'shown' && topic.place.moderation === 'all'
    const set = `body = $2, upload_ids = $3, edited_at = $4, state = case when $5 then 'waiting' else p.state end, was_answer = ($5 and $6) or p.was_answer`
    const after = await write(db, id, set, body, uploadIds, now(), waits, isAnswer(post, topic))
    if (waits) {
      await countShown(db, topic, post, -1, now())
      await renewLook(db, id, now())
    }
    if (after.uploadIds.join() !== post.uploadIds.join()) await holdPostFiles(db, topic.row, [after])
    await emitPost(db, topic.row, after)
    await hintTopic(db, kv, topic.row)
  }
  return await showPost(deps, actor, scope, await openTopic(deps, actor, scope, topic.row.id), id)
}

/** Writes columns of a post `p`: `set` with its values from $2 on. */
export async function write(tx: Tx, id: string, set: string, ...values: unknown[]): Promise<PostRow> {
  const [row] = await rows<SqlPost>(
    tx,
    `update posts p set ${set}, version = ${nextVersion('p.version')} where p.id = $1 returning ${postColumns}`,
    id,
    ...values,
  )
  return postOf(row!)
}

/** The text before a change; of many changes the last ones stay. */
async function keepVersion(tx: Tx, post: ReadPost): Promise<void> {
  await run(
    tx,
    `insert into post_versions (post_id, n, body, by_id, at)
     select $1, coalesce(max(v.n), 0) + 1, $2, $3::uuid, $4::timestamptz from post_versions v where v.post_id = $1`,
    post.id,
    post.body,
    post.authorId,
    post.editedAt ?? post.createdAt,
  )
  await run(
    tx,
    `delete from post_versions where post_id = $1 and n <= (select max(n) from post_versions where post_id = $1) - ${mostVersions}`,
    post.id,
  )
}

const isAnswer = ({ n }: Pick<PostRow, 'n'>, { row }: OpenTopic): boolean => n !== null && n === row.answerN

/**
 * A post is shown, or no more: an answer that went was the answer, and is it again unless there is another. The topic is emitted where its answer
 * went or came back, by nobody: it may be an anonymous one of the actor. */
export async function countShown(tx: Tx, { row }: OpenTopic, { id }: Pick<PostRow, 'id'>, by: 1 | -1, now: Date): Promise<void> {
  const [after] = await rows<SqlTopic & { before: number | null }>(
    tx,
    `with former as (
       select t.answer_n as before, case when $3 = -1 then nullif(t.answer_n, p.n) when p.was_answer and t.kind = 'question' then coalesce(t.answer_n, p.n)
         else t.answer_n end as after
       from topics t join posts p on p.id = $2 where t.id = $1 for no key update of t)
     update topics t set shown = t.shown + $3::int, answer_n = former.after,
       version = case when former.before is distinct from former.after then ${nextVersion('t.version')} else t.version end
     from former where t.id = $1 returning ${topicColumns}, former.before`,
    row.id,
    id,
    by,
  )
  if (by === 1) await run(tx, 'update posts set was_answer = false where id = $1 and was_answer', id)
  const { before, ...written } = after!
  if (before !== written.answerN) await emitTopic(tx, topicOf(written), now, { nameless: true })
}

/** Its number stays. 403 for the text of a topic, which goes with the topic, and for posts of others without the right to moderate. */
export async function removePost(deps: Deps, actor: Actor, scope: CourseScope, id: string, version: number): Promise<null> {
  const { db, kv, now } = deps
  const { topic, post } = await openPost(deps, actor, scope, id, { lock: true })
  if (post.state === 'removed') return null
  if (!isRemovable(post, topic, now())) throw forbidden()
  checkVersion(post, version)
  const set = `state = 'removed', removed_at = $2, removed_by = $3, removed_from = p.state, was_answer = $4 or p.was_answer`
  const after = await write(db, id, set, now(), actor.person, isAnswer(post, topic))
  if (post.state === 'shown') await countShown(db, topic, post, -1, now())
  await renewLook(db, id, now())
  if (post.uploadIds.length > 0) await holdPostFiles(db, topic.row, [after])
  await emitPost(db, topic.row, after)
  await hintTopic(db, kv, topic.row)
  return null
}

/** 403 for who neither removed nor moderates it, and after 30 days. */
export async function restorePost(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<PostWithFiles> {
  const { db, kv, now } = deps
  const { topic, post } = await openPost(deps, actor, scope, id, { lock: true })
  if (post.state === 'removed') {
    if (!isRestorable(post, actor, topic, now())) throw forbidden()
    const set = `state = coalesce(p.removed_from, 'shown'), removed_at = null, removed_by = null, removed_from = null`
    const after = await write(db, id, set)
    if (after.state === 'shown') await countShown(db, topic, after, 1, now())
    await renewLook(db, id, now())
    if (post.uploadIds.length > 0) await holdPostFiles(db, topic.row, [after])
    await emitPost(db, topic.row, after)
    await hintTopic(db, kv, topic.row)
    if (after.state === 'shown' && after.authorId !== null)
      await recordAgain(deps, scope, topic, { person: after.authorId, mine: post.mine })
  }
  return await showPost(deps, actor, scope, topic, id)
}

/** The completion of its author once their post is shown or back, also by the hand of who moderates. */
export async function recordAgain(
  deps: Deps,
  scope: CourseScope,
  { place }: OpenTopic,
  { person, mine }: { person: string; mine: boolean },
): Promise<void> {
  if (mine) return await recordPosts(deps, person, place, countsProgress(scope))
  const student = `select from mirror.members where course_id = $1 and person_id = $2 and state = 'active' and role = 'student'`
  if (await one(deps.db, student, place.course, person)) await recordPosts(deps, person, place, true)
}

export async function listVersions(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<{ items: PostVersion[] }> {
  const { db } = deps
  const { topic, post } = await openPost(deps, actor, scope, id)
  if (!post.mine && !topic.place.can.moderate) throw forbidden()
  const list = await rows<{ n: number; body: string; at: Date }>(
    db,
    `select n, body, at from post_versions where post_id = $1 order by n desc limit ${mostVersions}`,
    id,
  )
  const authors = await authorsOf(db, topic.row.courseId, [refOf(post)])
  return {
    items: list.map(({ n, body, at }) => ({ n, body: shownBody(deps, post, body), by: authors(refOf(post)), at: at.toISOString() })),
  }
}

/** Repeatable. 403 for who only reads, 409 topic.closed, 404 for a post that is not shown. */
export async function react(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { name, on }: { name: ReactionName; on: boolean },
): Promise<{ reactions: Post['reactions'] }> {
  const { db, kv, now } = deps
  const { topic, post } = await openPost(deps, actor, scope, id, { lock: true })
  if (!topic.place.can.write) throw forbidden()
  if (post.state !== 'shown') throw notFound('post', id)
  if (!isOpen(topic.row, now())) throw conflict('topic.closed')
  const changed = await run(
    db,
    on
      ? 'insert into post_reactions (post_id, person_id, name) values ($1, $2, $3) on conflict do nothing'
      : 'delete from post_reactions where post_id = $1 and person_id = $2 and name = $3',
    id,
    actor.person,
    name,
  )
  if (changed > 0) {
    await countReactions(db, 'p.id = $1', id)
    await hintTopic(db, kv, topic.row)
  }
  const [after] = await readPosts(db, topic.row.id, actor.person, 'p.id = $3', id)
  return { reactions: reactionsOf(after!) }
}

/** Counts the reactions to posts `p` under a condition anew. */
export const countReactions = (tx: Tx, condition: string, ...values: unknown[]) =>
  run(
    tx,
    `update posts p set reactions = coalesce((select jsonb_object_agg(x.name, x.n) from (
       select name, count(*) as n from post_reactions where post_id = p.id group by name) x), '{}') where ${condition}`,
    ...values,
  )
