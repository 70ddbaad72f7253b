// The contract table of posts: read by fifty, written, changed, removed and brought back; reactions.
import { ById, Id, nullable, Ordinal, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notBegun } from '../../call-table.ts'
import { Body, mostPosts, Post, ReactionName, TalkAuthor, TalkFile, Topic } from '../shapes.ts'

const postsQuery = Type.Object({
  /** Posts of these numbers, at most 50. */
  from: Type.Optional(Ordinal),
  to: Type.Optional(Ordinal),
  /** The posts of a thread, from `from` on. */
  thread: Type.Optional(Ordinal),
  /** The posts of a person that name them, from `from` on. */
  person_id: Type.Optional(Id),
  /** Those without a number, mine or for who moderates: they wait or were hidden before they were shown. */
  waiting: Type.Optional(Type.Boolean()),
  /** Posts by their numbers, separated by commas. */
  numbers: Type.Optional(Type.String({ pattern: `^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,${mostPosts - 1}}$` })),
})
export type PostsQuery = Static<typeof postsQuery>

export const Posts = Type.Object({
  items: Type.Array(Post),
  /** The pictures and attachments of these posts. */
  files: Type.Array(TalkFile),
  expires_at: Type.String(),
  last_n: Type.Integer(),
  /** There are more behind the last. */
  more: Type.Boolean(),
})
export type Posts = Static<typeof Posts>

const PostDraft = Type.Object({
  body: Body,
  /** The number of the post that it answers. */
  parent_n: Type.Optional(nullable(Ordinal)),
  quote_n: Type.Optional(nullable(Ordinal)),
  anonymous: Type.Optional(Type.Boolean()),
})
export type PostDraft = Static<typeof PostDraft>
const CommentDraft = Type.Omit(PostDraft, ['parent_n', 'quote_n'])
export type CommentDraft = Static<typeof CommentDraft>

/** A post with its files. */
export const PostWithFiles = Type.Object({ post: Post, files: Type.Array(TalkFile), expires_at: Type.String() })
export type PostWithFiles = Static<typeof PostWithFiles>

export const PostVersion = Type.Object({
  n: Type.Integer(),
  body: Type.String(),
  /** Of an anonymous post as its author. */
  by: TalkAuthor,
  at: Type.String(),
})
export type PostVersion = Static<typeof PostVersion>

const closed = notBegun
const refusals = [
  'forbidden',
  'topic.closed',
  'post.notAnonymous',
  'post.tooLong',
  'post.tooManyMentions',
  'post.tooOften',
  'post.unknown',
  'post.unknownMention',
  'upload.unknown',
  ...closed,
] as const

export const postCalls = calls({
  'GET /api/topics/:id/posts': {
    summary:
      'Posts of a topic, at most 50, by thread and number: those from one number to another, of a thread, of a person, or by their numbers',
    may: 'viewCourse',
    at: 'topic',
    params: ById,
    query: postsQuery,
    reply: Posts,
    errors: closed,
  },
  'POST /api/topics/:id/posts': {
    summary: 'Post in a topic',
    may: 'viewCourse',
    at: 'topic',
    params: ById,
    body: PostDraft,
    reply: PostWithFiles,
    status: 201,
    errors: refusals,
    example: { body: '<p>Because sun and moon pull together.</p>' },
  },
  'PUT /api/posts/:id': {
    summary: 'Change a post; its former text is kept. 409 with the text that somebody has saved meanwhile',
    may: 'viewCourse',
    at: 'post',
    params: ById,
    body: Type.Object({ body: Body, version: Version }),
    reply: PostWithFiles,
    errors: ['forbidden', 'post.newer', 'post.notChangeable', 'post.tooLong', 'upload.unknown', ...closed],
  },
  'DELETE /api/posts/:id': {
    summary: 'Remove a post: its number stays, its text goes. For 30 days it can be restored',
    may: 'viewCourse',
    at: 'post',
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['forbidden', 'post.newer', ...closed],
  },
  'PUT /api/posts/:id/restore': {
    summary: 'Bring a removed post back: by who removed it, or moderates',
    may: 'viewCourse',
    at: 'post',
    params: ById,
    reply: PostWithFiles,
    errors: ['forbidden', ...closed],
  },
  'GET /api/posts/:id/versions': {
    summary: 'The former texts of a post, the newest first, for its author and who moderates',
    may: 'viewCourse',
    at: 'post',
    params: ById,
    reply: Type.Object({ items: Type.Array(PostVersion) }),
    errors: ['forbidden', ...closed],
  },
  'POST /api/posts/:id/author': {
    summary: 'Read the author of an anonymous post, for who moderates; the audit log keeps who has read it, and for which reason',
    may: 'talk.moderate',
    at: 'post',
    params: ById,
    body: Type.Object({ reason: Type.String({ minLength: 3, maxLength: 200 }) }),
    reply: Type.Object({
      person: nullable(Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })),
    }),
    errors: closed,
    example: { reason: 'Reported at 10:12' },
  },
  'PUT /api/posts/:id/reactions': {
    summary: 'React to a post, or no longer',
    may: 'viewCourse',
    at: 'post',
    repeatable: true,
    params: ById,
    body: Type.Object({ name: ReactionName, on: Type.Boolean() }),
    reply: Type.Object({ reactions: Post.properties.reactions }),
    errors: ['forbidden', 'topic.closed', ...closed],
    example: { name: 'like', on: true },
  },
  'GET /api/activities/:id/comments': {
    summary: 'The topic of the comments under an activity, null until the first; they are read as its posts',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Type.Object({ topic: nullable(Topic), can: Type.Object({ post: Type.Boolean(), anonymous: Type.Boolean() }) }),
    errors: closed,
  },
  'POST /api/activities/:id/comments': {
    summary: 'Comment on an activity',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    body: CommentDraft,
    reply: PostWithFiles,
    status: 201,
    errors: refusals,
    example: { body: '<p>The second chart is upside down.</p>' },
  },
  'GET /api/activities/:id/comment/count': {
    summary: 'The number of posts that are shown under an activity, of a forum in its topics',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Type.Object({ count: Type.Integer() }),
    errors: closed,
  },
})
