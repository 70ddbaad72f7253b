// The contract table of peer reviews: those I write, those my work got without names (in my submission), and all of them for who teaches.
import { calls, notBegun } from '../../call-table.ts'
import { ById, Id, nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Comment, CriterionMarks, Rubric } from '../rubrics/api.ts'
import { Points } from '../../shapes.ts'
import { Author, SubmissionFile } from '../submissions/api.ts'

const state = oneOf('open', 'draft', 'done')

/** A reviewer's points, criteria and comment; a review has no effect on a score by itself. */
const content = { points: nullable(Type.String()), criteria: CriterionMarks, comment: Type.String() }

/** Of a work whose author its reviewer does not learn. */
const MyPeerReview = Type.Object({
  id: Type.String(),
  /** From 1, in the order of the list. */
  number: Type.Integer(),
  state,
})
export const MyPeerReviews = Type.Object({
  /** The number that each student writes; 0: the activity has none. */
  each: Type.Integer(),
  /** They are given out when the activity closes; before that the list is empty. */
  given_out: Type.Boolean(),
  due: nullable(Type.String()),
  /** Until due they can be written. */
  open: Type.Boolean(),
  items: Type.Array(MyPeerReview),
})
export type MyPeerReviews = Static<typeof MyPeerReviews>

export const PeerReview = Type.Object({
  id: Type.String(),
  activity_id: Type.String(),
  number: Type.Integer(),
  state,
  /** The work as it was when the reviews were given out. */
  text: Type.String(),
  files: Type.Array(SubmissionFile),
  rubric: nullable(Rubric),
  max: nullable(Type.String()),
  ...content,
  due: nullable(Type.String()),
  open: Type.Boolean(),
  version: Type.Integer(),
})
export type PeerReview = Static<typeof PeerReview>

/** A field that is left out stays. */
export const PeerReviewDraft = Type.Object({
  points: Type.Optional(nullable(Points)),
  criteria: Type.Optional(CriterionMarks),
  comment: Type.Optional(Comment),
  done: Type.Optional(Type.Boolean()),
  /** The version that the writer saw. */
  version: Version,
})
export type PeerReviewDraft = Static<typeof PeerReviewDraft>

/** A review as who teaches sees it. */
export const ReceivedPeerReview = Type.Object({
  id: Type.String(),
  /** Of an anonymous activity its pseudonym. */
  reviewer: Author,
  state,
  ...content,
  /** Its student does not see it. */
  set_aside: Type.Boolean(),
  updated_at: nullable(Type.String()),
  version: Type.Integer(),
})
export type ReceivedPeerReview = Static<typeof ReceivedPeerReview>

export const peerReviewCalls = calls({
  'GET /api/activities/:id/my-peer-reviews': {
    summary: 'The reviews of works of others that I write in an activity',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: MyPeerReviews,
    errors: notBegun,
  },
  'GET /api/peer-reviews/:id': {
    summary: 'A review that I write, with the work it is about; without its author',
    may: 'viewCourse',
    at: 'peerReview',
    params: ById,
    reply: PeerReview,
  },
  'PUT /api/peer-reviews/:id': {
    summary: 'Save my review, whenever something of it changed; done shows it to the author when the scores are released',
    may: 'viewCourse',
    at: 'peerReview',
    params: ById,
    body: PeerReviewDraft,
    reply: PeerReview,
    errors: ['peerReview.newer', 'peerReview.over', 'homework.scoreError', 'results.final'],
  },
  'GET /api/submissions/:id/peer-reviews': {
    summary: 'The reviews that a work got',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    reply: Type.Object({ items: Type.Array(ReceivedPeerReview) }),
  },
  'PUT /api/peer-reviews/:id/set-aside': {
    summary: 'Set a review aside, so that the author does not see it, or take that back',
    may: 'work.mark',
    at: 'peerReview',
    params: Type.Object({ id: Id }),
    body: Type.Object({ set_aside: Type.Boolean() }),
    reply: ReceivedPeerReview,
    errors: ['results.final'],
  },
})
