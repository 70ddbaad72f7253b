// Posts as their reader sees them, with their files: what they may do with each, and what of a removed one stays.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { textOfHtml } from '../activity/excerpt.ts'
import { binLifetime } from '../activity/lifetime.ts'
import type { Deps } from '../deps.ts'
import { type AuthorRef, authorsOf } from './authors.ts'
import { openPostFiles, shownBody } from './post-files.ts'
import { type ReadPost, readPosts } from './post-row.ts'
import { type Post, ReactionName, type TalkFile } from './shapes.ts'
import { isOpen, isOver, isTimely, type OpenTopic } from './topic-row.ts'

/** Characters of a quoted text. */
const quoteLength = 300
const reactionNames = (ReactionName as unknown as { enum: ReactionName[] }).enum

export const refOf = ({ authorId, alias }: Pick<ReadPost, 'authorId' | 'alias'>): AuthorRef => ({ id: authorId, alias })
/** The post with which somebody began the topic: it goes with the topic alone. */
export const beginsTopic = ({ n }: Pick<ReadPost, 'n'>, { row }: Pick<OpenTopic, 'row'>): boolean => n === 1 && !row.comments

/** Its author may change and remove a post: its topic takes posts or has not opened, and its time is not over. Those who moderate may later. */
export const isChangeable = (
  { mine, createdAt }: Pick<ReadPost, 'mine' | 'createdAt'>,
  { place, row }: Pick<OpenTopic, 'place' | 'row'>,
  now: Date,
): boolean => mine && place.can.write && (place.can.moderate || (!isOver(row, now) && isTimely(createdAt, place, now)))
export const isRemovable = (post: ReadPost, topic: Pick<OpenTopic, 'place' | 'row'>, now: Date): boolean =>
  post.state !== 'removed' && !beginsTopic(post, topic) && (topic.place.can.moderate || isChangeable(post, topic, now))
export const isRestorable = (post: ReadPost, { person }: Actor, { place }: Pick<OpenTopic, 'place'>, now: Date): boolean =>
  post.state === 'removed' &&
  (place.can.moderate || (place.can.write && post.removedBy === person)) &&
  post.removedAt !== null &&
  post.removedAt.getTime() > now.getTime() - binLifetime

export const reactionsOf = ({ reactions, reacted }: Pick<ReadPost, 'reactions' | 'reacted'>): Post['reactions'] =>
  reactionNames.flatMap((name) => {
    const count = reactions[name] ?? 0
    return count > 0 ? [{ name, count, mine: reacted.includes(name) }] : []
  })

export type Shown = { items: Post[]; files: TalkFile[]; expires_at: string }

export async function toPosts(deps: Deps, actor: Actor, scope: CourseScope, topic: OpenTopic, posts: readonly ReadPost[]): Promise<Shown> {
  const { db } = deps
  const now = deps.now()
  const numbers = [...new Set(posts.flatMap(({ quoteN }) => quoteN ?? []))]
  const quoted = numbers.length === 0 ? [] : await readPosts(db, topic.row.id, actor.person, `p.n = any($3) and p.state = 'shown'`, numbers)
  const byNumber = new Map(quoted.map((post) => [post.n, post]))
  const authors = await authorsOf(db, topic.row.courseId, [...posts, ...quoted].map(refOf))
  const { can } = topic.place
  const restorable = new Set(posts.filter((post) => isRestorable(post, actor, topic, now)))
  const held = ({ state, mine }: ReadPost) => (state === 'waiting' || state === 'hidden') && (mine || can.moderate)
  const readable = new Set(posts.filter((post) => post.state === 'shown' || restorable.has(post) || held(post)))
  const { files, expires_at } = await openPostFiles(deps, actor, scope, [...readable])
  const items = posts.map((post): Post => {
    const shown = post.state === 'shown'
    const quote = post.quoteN === null ? undefined : byNumber.get(post.quoteN)
    return {
      id: post.id,
      topic_id: post.topicId,
      n: post.n,
      thread_n: post.threadN,
      parent_n: post.parentN,
      quote:
        post.quoteN === null || !readable.has(post)
          ? null
          : {
              n: post.quoteN,
              author: authors(quote ? refOf(quote) : { id: null, alias: null }),
              text: quote ? textOfHtml(quote.body).slice(0, quoteLength).toWellFormed() : '',
            },
      author: authors(refOf(post)),
      body: readable.has(post) ? shownBody(deps, post, post.body) : '',
      state: post.state,
      reason: held(post) ? post.hiddenReason : '',
      reactions: shown ? reactionsOf(post) : [],
      edited_at: post.editedAt?.toISOString() ?? null,
      created_at: post.createdAt.toISOString(),
      accepted: post.n !== null && post.n === topic.row.answerN,
      mine: post.mine,
      can: {
        change: (shown || post.state === 'waiting') && isChangeable(post, topic, now),
        remove: isRemovable(post, topic, now),
        restore: restorable.has(post),
        reply: shown && can.write && isOpen(topic.row, now),
        react: shown && can.write && isOpen(topic.row, now),
        accept:
          shown && topic.row.kind === 'question' && !beginsTopic(post, topic) && can.write && (topic.read.begun_by_me || can.moderate),
        versions: post.editedAt !== null && (post.mine || can.moderate),
        report: shown && !post.mine && !post.reported && (scope.access.role !== undefined || can.moderate),
        moderate: can.moderate && post.state !== 'removed',
      },
      version: Number(post.version),
    }
  })
  return { items, files, expires_at }
}

/** One post with its files, as its reader sees it after a write. */
export async function showPost(deps: Deps, actor: Actor, scope: CourseScope, topic: OpenTopic, id: string) {
  const posts = await readPosts(deps.db, topic.row.id, actor.person, 'p.id = $3', id)
  const { items, files, expires_at } = await toPosts(deps, actor, scope, topic, posts)
  return { post: items[0]!, files, expires_at }
}
