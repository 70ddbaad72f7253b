// A questionnaire: questions without points, answered by name or by nobody's.
import type { Definition } from '../definition.ts'

export const questionnaire: Definition<'questionnaire'> = {
  defaults: { changeable: false, results_for_students: false, show_progress: true },
  criteria: ['answered', 'by_hand', 'none'],
  defaultCriterion: 'answered',
  uploads: { least: 0 },
  pictures: true,
  fields: ['anonymous', 'group_set_id'],
  asks: 'questionnaire',
  readableAfterEnd: true,
  example: {
    title: 'Half-way: how is it going?',
    body: '<p>Three questions, two minutes.</p>',
    end_time: '2050-05-21T10:00:00.000Z',
    anonymous: true,
    settings: { results_for_students: true },
  },
}
