// The state of a post by who moderates: shown, which gives it its number if it waited, or hidden.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../../deps.ts'
import { renewLook } from '../looks.ts'
import { mentionedPeople } from '../mentions.ts'
import type { PostRow, ReadPost } from '../post-row.ts'
import { showPost } from '../post-view.ts'
import type { PostWithFiles } from '../posts/api.ts'
import { checkVersion, countShown, openPost, recordAgain, write } from '../posts/posts.ts'
import { emitPost, emitTopic, followersOf, hintTopic } from '../talk-facts.ts'
import { type OpenTopic, openTopic, type SqlTopic, topicColumns, topicOf, waitsForLook } from '../topic-row.ts'
import type { StateDraft } from './api.ts'

/** 409 post.newer, post.notChangeable for a removed one. In the state that it is in already its reports are settled. */
export async function setPostState(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { state, reason = '', version }: StateDraft,
): Promise<PostWithFiles> {
  const { db, kv, now } = deps
  const { topic, post } = await openPost(deps, actor, scope, id, { lock: true })
  checkVersion(post, version)
  if (post.state === 'removed') throw conflict('post.notChangeable')
  const words = reason.trim()
  if (post.state !== state) {
    if (state === 'hidden') await hide(deps, topic, post, words)
    else if (isUnseen(topic, post)) await showFirst(deps, scope, topic, post)
    else await showAgain(deps, scope, topic, post)
    await hintTopic(db, kv, topic.row)
  }
  await run(db, `update post_reports set state = 'settled' where post_id = $1 and state = 'open'`, id)
  await renewLook(db, id, now())
  await audit(db, {
    action: state === 'shown' ? 'post.shown' : 'post.hidden',
    subject: `post:${id}`,
    org: scope.org,
    course: scope.course,
    before: { state: post.state },
    after: { state, ...(words && { reason: words }) },
  })
  return await showPost(deps, actor, scope, await openTopic(deps, actor, scope, topic.row.id), id)
}

/** It was never shown: it takes its number now. */
const isUnseen = ({ row }: OpenTopic, { n }: ReadPost): boolean => n === null || (n === 1 && waitsForLook(row))

async function hide({ db, now }: Deps, topic: OpenTopic, post: ReadPost, reason: string): Promise<void> {
  const isAnswer = post.n !== null && post.n === topic.row.answerN
  const after = await write(db, post.id, `state = 'hidden', hidden_reason = $2, was_answer = $3 or p.was_answer`, reason, isAnswer)
  if (post.state === 'shown') await countShown(db, topic, post, -1, now())
  await emitPost(db, topic.row, after)
}

async function showAgain(deps: Deps, scope: CourseScope, topic: OpenTopic, post: ReadPost): Promise<void> {
  const { db } = deps
  const after = await write(db, post.id, `state = 'shown', hidden_reason = ''`)
  await countShown(db, topic, after, 1, deps.now())
  await emitPost(db, topic.row, after)
  if (after.authorId !== null) await recordAgain(deps, scope, topic, { person: after.authorId, mine: post.mine })
}

/** News from now on: to who follows or is mentioned, as that of its author, not of who moderates. Also in a topic that has closed meanwhile. */
async function showFirst(deps: Deps, scope: CourseScope, topic: OpenTopic, post: ReadPost): Promise<void> {
  const { db } = deps
  const now = deps.now()
  const { row, place } = topic
  const [counted] = await rows<SqlTopic>(
    db,
    `update topics t set last_n = t.last_n + 1, shown = t.shown + 1, last_at = $2,
       version = case when t.last_n = 0 and not t.comments then ${nextVersion('t.version')} else t.version end
     where t.id = $1 returning ${topicColumns}`,
    row.id,
    now,
  )
  const taken = topicOf(counted!).lastN
  const after = await write(
    db,
    post.id,
    `state = 'shown', hidden_reason = '', n = $2::int, thread_n = coalesce(p.thread_n, $2::int)`,
    taken,
  )
  const author = await authorOf(db, after)
  await run(
    db,
    `update topic_reads set posted = true, read_n = case when read_n = $3::int - 1 then $3::int else read_n end where topic_id = $1 and person_id = $2::uuid`,
    row.id,
    author,
    taken,
  )
  const answered = await one<{ author: string | null }>(
    db,
    'select author_id::text as author from posts where topic_id = $1 and n = $2::int',
    row.id,
    after.parentN,
  )
  const opened = row.opensAt === null || row.opensAt <= now
  const people = opened ? await followersOf(db, row, author ?? '', answered?.author ?? null, now) : []
  const mentioned = opened ? await mentionedPeople(db, place, author, now, after.body) : []
  // now its title is there for everybody
  if (waitsForLook(row)) await emitTopic(db, topicOf(counted!), now, { nameless: true })
  await emitPost(db, row, after, { people, mentioned }, { actor: after.authorId ?? '' })
  if (after.authorId !== null) await recordAgain(deps, scope, topic, { person: after.authorId, mine: post.mine })
}

const authorOf = async (tx: Tx, { id, authorId, alias }: PostRow): Promise<string | null> =>
  alias === null
    ? authorId
    : ((await one<{ person: string }>(tx, 'select person_id::text as person from post_authors where post_id = $1', id))?.person ?? null)
