// The contract table of topics: their lists in the places of a course, one topic for its reader, reading, following and the numbers of unread posts.
import { ById, Id, nullable, paged, pageQuery, sorted, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notBegun } from '../../call-table.ts'
import { Body, TalkAuthor, TalkScope, Title, Topic, TopicKind, TopicSummary } from '../shapes.ts'

const topicsQuery = pageQuery({
  scope: TalkScope,
  /** The group, or the activity. */
  scope_id: Type.Optional(Id),
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  ...sorted('last_post_at', 'created_at', 'posts', 'title'),
})
export type TopicsQuery = Static<typeof topicsQuery>

const Dates = {
  opens_at: Type.Optional(nullable(Time)),
  closes_at: Type.Optional(nullable(Time)),
}
/** By who moderates, where the topic is of no forum, whose settings hold. */
const Offers = {
  /** Students may post in it without their name to classmates. */
  anonymous_posts: Type.Optional(Type.Boolean()),
  /** Posts of others show once one has posted. */
  post_first: Type.Optional(Type.Boolean()),
}
export const TopicDraft = Type.Object({
  scope: TalkScope,
  scope_id: Type.Optional(nullable(Id)),
  kind: TopicKind,
  title: Title,
  body: Body,
  /** Its first post names nobody to classmates. */
  anonymous: Type.Optional(Type.Boolean()),
  ...Offers,
  ...Dates,
})
export type TopicDraft = Static<typeof TopicDraft>

/** Groups of a set in which a topic is begun at once. */
export const mostGroups = 200
export const GroupTopicDraft = Type.Object({
  group_set_id: Id,
  kind: TopicKind,
  title: Title,
  body: Body,
  ...Offers,
  ...Dates,
})
export type GroupTopicDraft = Static<typeof GroupTopicDraft>
const TopicsOfGroups = Type.Object({ topics: Type.Array(Type.Object({ id: Type.String(), group_id: Type.String() })) })
export type TopicsOfGroups = Static<typeof TopicsOfGroups>

/** Its text is its first post, and changed there. */
export const TopicChanges = Type.Object({
  title: Type.Optional(Title),
  kind: Type.Optional(TopicKind),
  /** By who moderates. */
  pinned: Type.Optional(Type.Boolean()),
  closed: Type.Optional(Type.Boolean()),
  /** The answer to a question, null for none; by who began it or moderates. */
  accepted_post_id: Type.Optional(nullable(Id)),
  ...Offers,
  ...Dates,
  version: Version,
})
export type TopicChanges = Static<typeof TopicChanges>

export const TopicPage = paged(TopicSummary, {
  can: Type.Object({
    begin: Type.Boolean(),
    /** Begin one that names nobody to classmates. */
    anonymous: Type.Boolean(),
    moderate: Type.Boolean(),
  }),
  /** The kinds that may be begun. */
  kinds: Type.Array(TopicKind),
})
export type TopicPage = Static<typeof TopicPage>

export const Outline = Type.Object({
  /** In the order of reading, by thread_n and n: [n, thread_n, place in `authors` (-1: nobody), 0 for a shown post, 1 for a stub]. */
  rows: Type.Array(Type.Array(Type.Integer())),
  authors: Type.Array(TalkAuthor),
  last_n: Type.Integer(),
  read_n: Type.Integer(),
  /** The smallest unread number of a post that is shown and not mine. */
  first_unread: nullable(Type.Integer()),
})
export type Outline = Static<typeof Outline>

export const InScope = Type.Object({
  scope: TalkScope,
  scope_id: nullable(Type.String()),
  /** Of the group with its set, or of the activity. */
  name: nullable(Type.String()),
  set_id: nullable(Type.String()),
  set_name: nullable(Type.String()),
  unread: Type.Integer(),
})
export type InScope = Static<typeof InScope>

/** Mentions that are offered at most. */
export const mostOffered = 8
export const Mentionable = Type.Object({
  /** As it is kept in a text. */
  of: Type.String({ description: 'person:<id> or group:<id>' }),
  name: Type.String(),
})
export type Mentionable = Static<typeof Mentionable>
const mentionableQuery = Type.Object({
  scope: TalkScope,
  scope_id: Type.Optional(Id),
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
})
export type MentionableQuery = Static<typeof mentionableQuery>

const refusals = notBegun

export const topicCalls = calls({
  'GET /api/courses/:id/topics': {
    summary:
      'The topics of a place, pinned ones first, then by their last post unless sorted. conditions: keyword (titles and posts), kind, and unread, unanswered, following, mine (true)',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: topicsQuery,
    reply: TopicPage,
    errors: ['topic.scopeUnknown', ...refusals],
  },
  'POST /api/courses/:id/topics': {
    summary: 'Begin a topic',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    body: TopicDraft,
    reply: Topic,
    status: 201,
    errors: [
      'forbidden',
      'topic.scopeUnknown',
      'topic.closesBeforeOpening',
      'topic.kindNotOffered',
      'post.notAnonymous',
      'post.tooLong',
      'post.tooManyMentions',
      'post.tooOften',
      'post.unknownMention',
      'upload.unknown',
      ...refusals,
    ],
    example: { scope: 'course', kind: 'question', title: 'Spring tides', body: '<p>Why twice a month?</p>' },
  },
  'POST /api/courses/:id/group-topics': {
    summary: 'Begin the same topic in every group of a set, at most 200 of them: all or none. It mentions nobody',
    may: 'talk.moderate',
    at: 'course',
    params: ById,
    body: GroupTopicDraft,
    reply: TopicsOfGroups,
    status: 201,
    errors: [
      'topic.closesBeforeOpening',
      'topic.noGroups',
      'topic.tooManyGroups',
      'post.tooLong',
      'post.tooOften',
      'post.unknownMention',
      'upload.unknown',
    ],
    example: {
      group_set_id: '0193e6a1-2b4c-7d5e-8f60-718293a4b5c6',
      kind: 'discussion',
      title: 'Who measures when?',
      body: '<p>Agree on your three places until Friday.</p>',
    },
  },
  'GET /api/topics/:id': {
    summary: 'A topic for its reader',
    may: 'viewCourse',
    at: 'topic',
    params: ById,
    reply: Topic,
    errors: refusals,
  },
  'PUT /api/topics/:id': {
    summary: 'Change a topic, pin or close it, choose the answer to its question',
    may: 'viewCourse',
    at: 'topic',
    params: ById,
    body: TopicChanges,
    reply: Topic,
    errors: [
      'forbidden',
      'topic.newer',
      'topic.closesBeforeOpening',
      'topic.kindNotOffered',
      'topic.noQuestion',
      'post.unknown',
      ...refusals,
    ],
  },
  'DELETE /api/topics/:id': {
    summary: 'Delete a topic with its posts; for 30 days it can be restored',
    may: 'viewCourse',
    at: 'topic',
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['forbidden', 'topic.newer', ...refusals],
  },
  'PUT /api/topics/:id/restore': {
    summary: 'Bring a deleted topic back as it was',
    may: 'viewCourse',
    at: 'deletedTopic',
    params: ById,
    reply: Topic,
    errors: ['forbidden', ...refusals],
  },
  'PUT /api/topics/:id/read': {
    summary: 'I have read a topic up to this number; never back',
    may: 'viewCourse',
    at: 'topic',
    repeatable: true,
    params: ById,
    body: Type.Object({ n: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) }),
    reply: Type.Object({ read_n: Type.Integer(), unread: Type.Integer() }),
    errors: refusals,
    example: { n: 12 },
  },
  'PUT /api/topics/:id/follow': {
    summary: 'Follow a topic, or no longer; who posts in it follows it unless they do not want to',
    may: 'viewCourse',
    at: 'topic',
    repeatable: true,
    params: ById,
    body: Type.Object({ following: Type.Boolean() }),
    reply: Type.Object({ following: Type.Boolean() }),
    errors: refusals,
    example: { following: true },
  },
  'GET /api/topics/:id/outline': {
    summary: 'The numbers, threads and authors of all posts of a topic, for its scroll',
    may: 'viewCourse',
    at: 'topic',
    params: ById,
    reply: Outline,
    errors: refusals,
  },
  'GET /api/courses/:id/mentionable': {
    summary: 'People and groups that a post in a place can mention, at most 8, by name; only of those who read it',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: mentionableQuery,
    reply: Type.Object({ items: Type.Array(Mentionable) }),
    errors: ['forbidden', 'topic.scopeUnknown', ...refusals],
  },
  'GET /api/courses/:id/topics-unread': {
    summary: 'The places of a course in which I may read, with my unread posts there; of activities those that have any',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    reply: Type.Object({ scopes: Type.Array(InScope) }),
  },
})
