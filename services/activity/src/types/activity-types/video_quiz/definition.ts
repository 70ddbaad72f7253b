// A video quiz: a film that stops at moments to ask.
import type { Definition } from '../definition.ts'

export const videoQuiz: Definition<'video_quiz'> = {
  defaults: { pass_over: 'may_skip', tries: 1 },
  criteria: ['answered', 'scored', 'by_hand', 'none'],
  defaultCriterion: 'answered',
  uploads: { least: 1, most: 1, types: ['video'], wrongNumber: 'activity.oneVideo', wrongType: 'activity.notVideo' },
  fields: [],
  asks: 'film',
  example: { title: 'Why deep water sinks: did you see it?', settings: { pass_over: 'must_answer', tries: 2 } },
}
