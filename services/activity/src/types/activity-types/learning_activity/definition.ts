// A learning activity: something to be done, described by a text, with files beside it. If work is handed in for it, its evaluation has up to
// three parts: the teacher's, the student's own and that of other students.
import type { Definition } from '../definition.ts'

export const learningActivity: Definition<'learning_activity'> = {
  defaults: {
    work: 'none',
    file_types: [],
    files_most: 5,
    file_size_mb: 100,
    resubmissions: 0,
    teacher_weight: 100,
    self_weight: 0,
    peer_weight: 0,
    strip_properties: true,
    peer_reviews: 0,
    peer_due: null,
  },
  criteria: ['submitted', 'by_hand', 'read', 'none'],
  defaultCriterion: 'submitted',
  markedDone: true,
  uploads: { least: 0 },
  pictures: true,
  fields: ['points', 'anonymous', 'release'],
  mostPoints: { points: 100, refusal: 'homework.scoreError' },
  anonymousByHand: 'homework.anonymousByHand',
  dates: ['peer_due'],
  work: ({ work, file_types, files_most, file_size_mb, resubmissions }) =>
    work === 'none'
      ? undefined
      : {
          text: work !== 'files',
          files: work === 'text' ? null : { types: file_types, most: files_most, megabytes: file_size_mb },
          lateRefused: false,
          times: 1 + resubmissions,
          until: null,
        },
  evaluation: ({ work, teacher_weight, self_weight, peer_weight }) =>
    work === 'none' || self_weight + peer_weight === 0 ? undefined : { teacher: teacher_weight, self: self_weight, peer: peer_weight },
  example: {
    title: 'Collect a sample',
    body: '<p>Take a litre of water at low tide and measure its salinity.</p>',
    due_time: '2050-05-14T10:00:00.000Z',
    end_time: '2050-05-21T10:00:00.000Z',
    points: '12.5',
    anonymous: true,
    release: 'by_hand',
    settings: { work: 'both', self_weight: 20, peer_weight: 30, peer_reviews: 2 },
  },
}
