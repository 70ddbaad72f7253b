// The contract table of evaluations: the parts of a work's score, given by a teacher, by its own student and by others who review it.
import { calls, notBegun } from '../../call-table.ts'
import { ById, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { PeerReviewDraft } from '../peer-reviews/api.ts'
import { CriterionMarks, Rubric } from '../rubrics/api.ts'
import { Author } from '../submissions/api.ts'

/** Each counts by its share of all. */
export const Weights = Type.Object({ teacher: Type.Integer(), self: Type.Integer(), peer: Type.Integer() })

/** A student's evaluation of their own work. */
export const SelfReview = Type.Object({
  state: oneOf('open', 'draft', 'done'),
  points: nullable(Type.String()),
  criteria: CriterionMarks,
  comment: Type.String(),
  rubric: nullable(Rubric),
  version: Type.Integer({ description: '0 before it is begun' }),
})
export type SelfReview = Static<typeof SelfReview>

export const MyEvaluation = Type.Object({
  /** Null: what counts is the teacher's alone. */
  weights: nullable(Weights),
  max: nullable(Type.String()),
  due: nullable(Type.String()),
  /** Null: I am not asked, or have handed nothing in. */
  self: nullable(SelfReview),
  /** It can be written: until due, and until my score is released. */
  open: Type.Boolean(),
})
export type MyEvaluation = Static<typeof MyEvaluation>

/** A work with the parts of its evaluation. */
export const EvaluatedWork = Type.Object({
  submission_id: Type.String(),
  author: Author,
  submitted_at: Type.String(),
  /** Of the marking that counts; null until it is done. */
  teacher: nullable(Type.String()),
  /** Of a group's members who are done, the mean. */
  self: Type.Object({ points: nullable(Type.String()), done: Type.Integer(), of: Type.Integer() }),
  /** The mean of the reviews that are done and not set aside. */
  peer: Type.Object({ points: nullable(Type.String()), done: Type.Integer(), of: Type.Integer() }),
  /** The points of all parts, before late points; of a group, the mean of its members. */
  points: nullable(Type.String()),
})
export type EvaluatedWork = Static<typeof EvaluatedWork>

export const evaluationCalls = calls({
  'GET /api/activities/:id/evaluation': {
    summary: 'Every work of an activity with the parts of its evaluation, by name; of an anonymous activity by number',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    query: pageQuery(),
    reply: paged(EvaluatedWork, {
      weights: nullable(Weights),
      max: nullable(Type.String()),
      due: nullable(Type.String()),
      /** Reviews of others are given out when the activity closes. */
      given_out: Type.Boolean(),
    }),
    errors: ['submission.noWork'],
  },
  'GET /api/activities/:id/my-evaluation': {
    summary: 'What is asked of me in the evaluation of my own work, and what I have said of it',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: MyEvaluation,
    errors: [...notBegun, 'submission.noWork'],
  },
  'PUT /api/activities/:id/my-evaluation': {
    summary: 'Save what I say of my own work, whenever something of it changed; done makes it a part of the score',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    body: PeerReviewDraft,
    reply: MyEvaluation,
    errors: [...notBegun, 'submission.noWork', 'peerReview.newer', 'peerReview.over', 'homework.scoreError', 'results.final'],
    example: { points: '8', done: true, version: 0 },
  },
})
