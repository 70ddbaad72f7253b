// An online video: one video or audio file, or a film elsewhere, watched second by second where its player reports it.
import type { Definition } from '../definition.ts'

export const onlineVideo: Definition<'online_video'> = {
  defaults: { forward_seeking: true },
  criteria: ['watched', 'read', 'submitted', 'by_hand', 'none'],
  defaultCriterion: 'watched_80',
  markedDone: true,
  uploads: { least: 1, most: 1, types: ['video', 'audio', 'link'], wrongNumber: 'activity.oneVideo', wrongType: 'activity.notVideo' },
  watching: ({ forward_seeking }) => ({ forwardSeeking: forward_seeking }),
  fields: [],
  example: { title: 'Why deep water sinks', settings: { forward_seeking: false } },
}
