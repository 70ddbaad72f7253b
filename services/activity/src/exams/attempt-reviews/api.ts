// The contract table of attempt reviews: a handed in attempt, looked through by its student or by who marks.
import { calls } from '../../call-table.ts'
import { ById, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { GrantedFiles } from '../../activity/api.ts'
import { AttemptState, SubmittedBy } from '../attempts/api.ts'
import { AttemptEvent } from '../attempts/event-api.ts'
import { PaperItem } from '../../questions/papers/api.ts'
import { Answer } from '../../questions/question-types/api.ts'

const Share = Type.Object({
  /** Of the points, from 0 to 1, as a decimal. */
  share: Type.String(),
  /** right, wrong or partly, by the ids of what was answered. */
  parts: Type.Record(Type.String(), oneOf('right', 'wrong', 'partly')),
})
export const Review = Type.Object({
  id: Type.String(),
  activity_id: Type.String(),
  /** Null: the student, who reads it; a pseudonym's number while it is anonymous. */
  person: nullable(Type.Object({ id: nullable(Type.String()), name: nullable(Type.String()), number: nullable(Type.Integer()) })),
  state: AttemptState,
  /** Null where nobody learns whose it is: invigilators see who writes when. */
  started_at: nullable(Type.String()),
  submitted_at: nullable(Type.String()),
  submitted_by: nullable(SubmittedBy),
  /** The extent of the review: the points alone, the answers, or with right answers and feedback. */
  shown: oneOf('nothing', 'score', 'answers', 'feedback'),
  points: nullable(Type.String()),
  max: Type.String(),
  sections: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), text: Type.String() })),
  items: Type.Array(
    Type.Interface([PaperItem], {
      section: Type.String(),
      answer: nullable(Answer),
      saved_at: nullable(Type.String()),
      /** Points that the answer earned; null: not marked. */
      given: nullable(Type.String()),
      mark: nullable(Share),
      /** HTML of what was answered. */
      feedback: Type.Array(Type.String()),
      general_feedback: Type.String(),
      solution: nullable(Answer),
      /** Of who marked it. */
      comment: Type.String(),
    }),
  ),
  events: Type.Array(AttemptEvent),
  upload_ids: Type.Array(Type.String()),
})
export type Review = Static<typeof Review>

export const attemptReviewCalls = calls({
  'GET /api/attempts/:id/review': {
    summary: 'A handed in attempt: mine as far as it is shown, any for who marks',
    may: 'viewCourse',
    at: 'attempt',
    params: ById,
    reply: Review,
    errors: ['attempt.notFound', 'attempt.notShown'],
  },
  'GET /api/attempts/:id/review/files': {
    summary: 'The files of a review: of its questions and its answers, with a grant each',
    may: 'viewCourse',
    at: 'attempt',
    params: ById,
    reply: GrantedFiles,
    errors: ['attempt.notFound', 'attempt.notShown'],
  },
})
