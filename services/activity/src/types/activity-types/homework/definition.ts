// Homework: work that is handed in as text, files or both, by each alone or by groups, then marked.
import { storedTime } from '@lyceum/kit/database/stored-times'
import type { Definition } from '../definition.ts'

export const homework: Definition<'homework'> = {
  defaults: {
    work: 'both',
    file_types: [],
    files_most: 5,
    file_size_mb: 100,
    group_marks: 'one',
    late: 'course',
    late_percent: '10',
    late_per: 'day',
    late_lowest: '0',
    late_grace_minutes: 0,
    resubmissions: 0,
    unlimited_resubmissions: false,
    resubmit_until: null,
    second_marker: false,
    strip_properties: true,
    peer_reviews: 0,
    peer_due: null,
  },
  criteria: ['submitted', 'scored', 'by_hand', 'none'],
  defaultCriterion: 'submitted',
  uploads: { least: 0 },
  pictures: true,
  fields: ['points', 'group_set_id', 'anonymous', 'release'],
  mostPoints: { points: 100, refusal: 'homework.scoreError' },
  anonymousByHand: 'homework.anonymousByHand',
  dates: ['resubmit_until', 'peer_due'],
  work: ({ work, file_types, files_most, file_size_mb, late, resubmissions, unlimited_resubmissions, resubmit_until }) => ({
    text: work !== 'files',
    files: work === 'text' ? null : { types: file_types, most: files_most, megabytes: file_size_mb },
    lateRefused: late === 'refused',
    times: unlimited_resubmissions ? null : 1 + resubmissions,
    until: resubmit_until ? storedTime(resubmit_until) : null,
  }),
  late: ({ late, late_percent, late_per, late_lowest, late_grace_minutes }) =>
    late === 'own'
      ? { percent: late_percent, per: late_per, lowest: late_lowest, grace_minutes: late_grace_minutes }
      : late === 'course'
        ? 'course'
        : 'none',
  example: {
    title: 'Three samples, one table',
    body: '<p>Measure three samples and say what they have in common.</p>',
    due_time: '2050-05-14T10:00:00.000Z',
    end_time: '2050-05-21T10:00:00.000Z',
    points: '20',
    anonymous: true,
    release: 'by_hand',
    settings: { file_types: ['pdf', 'docx'], files_most: 3, resubmissions: 1 },
  },
}
