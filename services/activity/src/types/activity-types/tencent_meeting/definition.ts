// A meeting of Tencent's, held at a time at an address of theirs, completed by who joins.
import { type Definition, watchingRecording } from '../definition.ts'

export const tencentMeeting: Definition<'tencent_meeting'> = {
  defaults: {},
  criteria: ['attended', 'watched', 'by_hand', 'none'],
  defaultCriterion: 'attended',
  uploads: { least: 0 },
  pictures: true,
  watching: watchingRecording,
  fields: [],
  live: true,
  meeting: { hosts: ['meeting.tencent.com', 'voovmeeting.com'], refusal: 'meeting.otherHost', provider: 'tencent' },
  readableBeforeStart: true,
  readableAfterEnd: true,
  example: { title: 'Meeting about tides', body: '<p>Questions of the week.</p>', completion_criterion_key: 'attended' },
}
