// An exam: a paper that is answered within a time, marked by its keys and by people.
import type { Definition } from '../definition.ts'
import { defaults } from './defaults.ts'

export const exam: Definition<'exam'> = {
  defaults,
  criteria: ['submitted', 'scored', 'passed', 'read', 'by_hand', 'none'],
  defaultCriterion: 'submitted',
  uploads: { least: 0 },
  pictures: true,
  fields: ['anonymous'],
  asks: 'exam',
  readableAfterEnd: true,
  releaseOf: ({ results_when }, anonymous) => (results_when === 'at_once' && !anonymous ? 'at_once' : 'by_hand'),
  example: {
    title: 'Waves and tides',
    body: '<p>Sixty minutes. A calculator is allowed.</p>',
    start_time: '2020-05-14T08:00:00.000Z',
    end_time: '2050-05-21T10:00:00.000Z',
    anonymous: true,
    settings: { limit_minutes: 60, attempts: 2, shuffle_options: true, results_shown: 'answers' },
  },
}
