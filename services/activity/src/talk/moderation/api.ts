// The contract table of moderation: reports of posts, the queue of those to look at, shown or hidden by who moderates, and the settings of a course.
import { ById, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notBegun } from '../../call-table.ts'
import { PostWithFiles } from '../posts/api.ts'
import { Moderation, Post, TalkAuthor, TalkFile, Topic } from '../shapes.ts'

export const ReportReason = oneOf('spam', 'hurtful', 'off_topic', 'other')
export type ReportReason = Static<typeof ReportReason>
export const ReportDraft = Type.Object({ reason: ReportReason, text: Type.Optional(Type.String({ maxLength: 1000 })) })
export type ReportDraft = Static<typeof ReportDraft>

export const StateDraft = Type.Object({
  state: oneOf('shown', 'hidden'),
  /** Of a hidden post its author reads it. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  version: Version,
})
export type StateDraft = Static<typeof StateDraft>

export const TalkSettings = Type.Object({ moderation: Moderation, version: Type.Integer() })
export type TalkSettings = Static<typeof TalkSettings>

/** A post to look at. */
export const PostLook = Type.Object({
  post: Type.Object({
    id: Post.properties.id,
    n: Post.properties.n,
    author: TalkAuthor,
    body: Type.String(),
    state: Post.properties.state,
    created_at: Type.String(),
    version: Type.Integer(),
  }),
  topic: Type.Object({
    id: Type.String(),
    title: Type.String(),
    scope: Topic.properties.scope,
    scope_id: Topic.properties.scope_id,
  }),
  waiting: Type.Boolean(),
  /** The first twenty that are open. */
  reports: Type.Array(
    Type.Object({
      reason: ReportReason,
      text: Type.String(),
      /** Nobody where the post is the reader's own. */
      by: TalkAuthor,
      at: Type.String(),
    }),
  ),
  /** All that are open. */
  reported: Type.Integer(),
})
export type PostLook = Static<typeof PostLook>

export const PostLooks = paged(PostLook, {
  files: Type.Array(TalkFile),
  expires_at: Type.String(),
  /** Of the whole queue, whatever its conditions. */
  counts: Type.Object({ waiting: Type.Integer(), reported: Type.Integer() }),
})
export type PostLooks = Static<typeof PostLooks>

export const looksQuery = pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) })
export type LooksQuery = Static<typeof looksQuery>

export const moderationCalls = calls({
  'POST /api/posts/:id/report': {
    summary: 'Report a post to who moderates, once; reports of three people hide it until somebody has looked at it',
    may: 'viewCourse',
    at: 'post',
    repeatable: true,
    params: ById,
    body: ReportDraft,
    reply: Type.Null(),
    status: 204,
    errors: ['forbidden', 'post.notReportable', 'post.reportedTooOften', ...notBegun],
    example: { reason: 'spam', text: 'The third one today' },
  },
  'PUT /api/posts/:id/state': {
    summary: 'Show a post that waits or is hidden, or hide it; its open reports are settled by it. The audit log keeps it',
    may: 'talk.moderate',
    at: 'post',
    params: ById,
    body: StateDraft,
    reply: PostWithFiles,
    errors: ['post.newer', 'post.notChangeable', ...notBegun],
  },
  'GET /api/courses/:id/post-reports': {
    summary: 'The posts of a course that wait or are reported, the longest first. conditions: state (waiting, reported)',
    may: 'talk.moderate',
    at: 'course',
    params: ById,
    query: looksQuery,
    reply: PostLooks,
  },
  'GET /api/courses/:id/talk-settings': {
    summary: 'The rules of the topics of a course that are in no forum',
    may: 'talk.moderate',
    at: 'course',
    params: ById,
    reply: TalkSettings,
  },
  'PUT /api/courses/:id/talk-settings': {
    summary: 'Change the rules of the topics of a course that are in no forum',
    may: 'talk.moderate',
    at: 'course',
    params: ById,
    body: Type.Object({ moderation: Moderation, version: Version }),
    reply: TalkSettings,
    errors: ['topic.newer'],
    example: { moderation: 'first', version: 0 },
  },
})
