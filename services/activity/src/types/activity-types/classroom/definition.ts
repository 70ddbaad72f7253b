// A classroom: a class at a time, completed by who is present or late in one of its roll calls.
import type { Definition } from '../definition.ts'

export const classroom: Definition<'classroom'> = {
  defaults: { place: '', ways: ['number', 'qr'], minutes: 5, late_after: null },
  criteria: ['attended', 'read', 'by_hand', 'none'],
  defaultCriterion: 'attended',
  uploads: { least: 0 },
  pictures: true,
  fields: [],
  live: true,
  readableAfterEnd: true,
  example: {
    title: 'Lecture 7: tides',
    body: '<p>Bring the tide tables.</p>',
    completion_criterion_key: 'attended',
    settings: { minutes: 10, late_after: 5 },
  },
}
