// A forum: topics in which its students and teachers talk.
import type { Definition } from '../definition.ts'

export const forum: Definition<'forum'> = {
  defaults: {
    begins: 'everyone',
    kinds: ['discussion', 'question'],
    anonymous_posts: false,
    post_first: false,
    replies_required: 0,
    edit_minutes: null,
    moderation: 'nobody',
  },
  criteria: ['posted', 'read', 'by_hand', 'none'],
  defaultCriterion: 'posted_1',
  uploads: { least: 0 },
  pictures: true,
  fields: ['points'],
  talk: ({ begins, kinds, anonymous_posts, post_first, replies_required, edit_minutes, moderation }) => ({
    begins,
    kinds,
    anonymous: anonymous_posts,
    postFirst: post_first,
    repliesRequired: replies_required,
    editMinutes: edit_minutes,
    moderation,
  }),
  readableAfterEnd: true,
  example: {
    title: 'Tides and currents: your questions',
    body: '<p>Ask one question, and answer one of somebody else.</p>',
    completion_criterion_key: 'posted_2',
    settings: { replies_required: 1 },
  },
}
