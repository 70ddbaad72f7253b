// A live lecture: held on the web at a time, at whatever address its teacher gives, completed by who joins.
import { type Definition, watchingRecording } from '../definition.ts'

export const liveLecture: Definition<'live_lecture'> = {
  defaults: {},
  criteria: ['attended', 'watched', 'by_hand', 'none'],
  defaultCriterion: 'attended',
  uploads: { least: 0 },
  pictures: true,
  watching: watchingRecording,
  fields: [],
  live: true,
  meeting: { provider: 'bigbluebutton' },
  readableBeforeStart: true,
  readableAfterEnd: true,
  example: { title: 'Live: tides', body: '<p>Have the tide tables at hand.</p>', completion_criterion_key: 'attended' },
}
