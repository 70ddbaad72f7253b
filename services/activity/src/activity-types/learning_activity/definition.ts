// A learning activity: something to be done, described by a text, with files beside it.
import type { Definition } from '../definition.ts'

export const learningActivity: Definition<'learning_activity'> = {
  defaults: {},
  criteria: ['submitted', 'by_hand', 'read', 'none'],
  defaultCriterion: 'submitted',
  markedDone: true,
  uploads: { least: 0 },
  pictures: true,
  fields: ['points', 'anonymous', 'release'],
  example: {
    title: 'Collect a sample',
    body: '<p>Take a litre of water at low tide and measure its salinity.</p>',
    due_time: '2050-05-14T10:00:00.000Z',
    end_time: '2050-05-21T10:00:00.000Z',
    points: '12.5',
    anonymous: true,
    release: 'by_hand',
  },
}
