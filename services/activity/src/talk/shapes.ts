// Shapes that the contracts of talk share: authors, topics and posts as their reader sees them.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** The places in which people talk: the course, one of its groups, its teachers among themselves, an activity. */
export const TalkScope = oneOf('course', 'group', 'team', 'activity')
export type TalkScope = Static<typeof TalkScope>
export const TopicKind = oneOf('discussion', 'question')
export type TopicKind = Static<typeof TopicKind>

/** The posts of students that wait for who moderates: none, those of who has none shown yet, all. */
export const Moderation = oneOf('nobody', 'first', 'all')
export type Moderation = Static<typeof Moderation>

/** Letters of a post, its form left out; mentions in one; posts of a person in ten minutes; posts in one answer. */
export const mostLetters = 50_000
export const mostMentions = 10
export const mostInTenMinutes = 20
export const mostPosts = 50
/** Characters of a post as it is sent, its form among them. */
const mostBody = 200_000

/** Without an id and an alias: a person who was erased. With an alias: an anonymous post of the course's student of that number, who is nobody else here. */
export const TalkAuthor = Type.Object({
  id: nullable(Type.String()),
  name: Type.String(),
  avatar: Type.String(),
  alias: nullable(Type.Integer()),
  /** Null: not in the course any more, or not named. */
  role: nullable(oneOf('student', 'instructor', 'instructor_assistant')),
})
export type TalkAuthor = Static<typeof TalkAuthor>

export const Title = Type.String({ minLength: 1, maxLength: 200 })
/** HTML of the allow-list of rich text; pictures and attachments name their upload. */
export const Body = Type.String({ minLength: 1, maxLength: mostBody })

/** The reactions to a post, in the order in which a page offers them. */
export const ReactionName = oneOf('like', 'thanks', 'agree', 'insight', 'laugh')
export type ReactionName = Static<typeof ReactionName>

/** A file of the posts in the same answer, with its grant. */
export const TalkFile = Type.Object({
  upload_id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  size: Type.Number(),
  grant: Type.String(),
  url: Type.String(),
})
export type TalkFile = Static<typeof TalkFile>

export const Post = Type.Object({
  id: Type.String(),
  topic_id: Type.String(),
  /** Its number in the topic, from 1 on; of a topic that somebody began 1 is its text, also while it waits. Null: it was never shown. */
  n: nullable(Type.Integer()),
  /** The number of the post that begins its thread: its own, unless it answers one. Replies to replies stay in their thread. */
  thread_n: nullable(Type.Integer()),
  /** The number of the post that it answers. */
  parent_n: nullable(Type.Integer()),
  /** A post that it quotes, by the beginning of its present text; empty where that is removed. */
  quote: nullable(Type.Object({ n: Type.Integer(), author: TalkAuthor, text: Type.String() })),
  author: TalkAuthor,
  /** Empty unless it is shown, waiting or hidden before its author or who moderates, or removed within the last 30 days by or before the reader, who may bring it back. */
  body: Type.String(),
  state: oneOf('shown', 'waiting', 'hidden', 'removed'),
  /** The words of who hid it, for its author and who moderates; else empty. */
  reason: Type.String(),
  reactions: Type.Array(Type.Object({ name: ReactionName, count: Type.Integer(), mine: Type.Boolean() })),
  edited_at: nullable(Type.String()),
  created_at: Type.String(),
  /** The answer to the question of its topic. */
  accepted: Type.Boolean(),
  mine: Type.Boolean(),
  can: Type.Object({
    change: Type.Boolean(),
    remove: Type.Boolean(),
    restore: Type.Boolean(),
    reply: Type.Boolean(),
    react: Type.Boolean(),
    /** Make it the answer of its topic, or take that back. */
    accept: Type.Boolean(),
    /** Read its former texts; also false where there are none. */
    versions: Type.Boolean(),
    /** Report it, once. */
    report: Type.Boolean(),
    /** Show or hide it. */
    moderate: Type.Boolean(),
  }),
  version: Type.Integer(),
})
export type Post = Static<typeof Post>

const summary = {
  id: Type.String(),
  course_id: Type.String(),
  kind: TopicKind,
  scope: TalkScope,
  /** The group, or the activity. */
  scope_id: nullable(Type.String()),
  title: Type.String(),
  author: TalkAuthor,
  /** Posts may be anonymous to classmates. */
  anonymous: Type.Boolean(),
  pinned: Type.Boolean(),
  /** By hand; `can.post` also knows its dates. */
  closed: Type.Boolean(),
  opens_at: nullable(Type.String()),
  closes_at: nullable(Type.String()),
  /** Its text waits for who moderates: nobody else but its author sees it. */
  waits: Type.Boolean(),
  /** Posts that are shown. */
  posts: Type.Integer(),
  unread: Type.Integer(),
  /** The number of the answer to its question. */
  answer_n: nullable(Type.Integer()),
  created_at: Type.String(),
  last_post_at: Type.String(),
  following: Type.Boolean(),
  /** Posts of others show once I have posted. */
  post_first: Type.Boolean(),
  can: Type.Object({
    post: Type.Boolean(),
    /** Post anonymously. */
    anonymous: Type.Boolean(),
    /** Its title and kind, or its dates. */
    change: Type.Boolean(),
    /** Delete it, and move its dates: of who began it as long as nobody else has posted. */
    remove: Type.Boolean(),
    /** Pin, close, remove posts of others. */
    moderate: Type.Boolean(),
    /** Choose the answer to its question. */
    accept: Type.Boolean(),
  }),
  version: Type.Integer(),
}
export const TopicSummary = Type.Object(summary)
export type TopicSummary = Static<typeof TopicSummary>

export const Topic = Type.Object({
  ...summary,
  /** The greatest number of a post. */
  last_n: Type.Integer(),
  /** The number up to which I have read. */
  read_n: Type.Integer(),
  /** Others' posts are not shown, until I post. */
  waits_for_mine: Type.Boolean(),
  /** A post of mine that I change waits for who moderates again; the title of a topic that is shown stays. */
  changes_wait: Type.Boolean(),
})
export type Topic = Static<typeof Topic>
