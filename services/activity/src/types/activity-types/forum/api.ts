// The settings of forums on the wire.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

export const ForumSettings = Type.Object({
  /** Those who begin topics. */
  begins: Type.Optional(oneOf('everyone', 'teachers')),
  kinds: Type.Optional(Type.Array(oneOf('discussion', 'question'), { minItems: 1, maxItems: 2, uniqueItems: true })),
  /** Students may post without their name to classmates; such posts do not count for completion. */
  anonymous_posts: Type.Optional(Type.Boolean()),
  /** Posts of others show once one has posted in the topic. */
  post_first: Type.Optional(Type.Boolean()),
  /** Of the posts that its completion asks for so many are to be replies. */
  replies_required: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
  /** Minutes in which its author may change or remove a post; null: always. */
  edit_minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_080 }))),
  /** The posts of students that wait for who moderates: none, those of who has none shown yet, all. */
  moderation: Type.Optional(oneOf('nobody', 'first', 'all')),
})
