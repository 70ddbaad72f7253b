// The contract table of marking: what markers give, the decision between two of them, the comment bank, what waits for a marker.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable, oneOf, Ordinal, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Comment, CriterionMarks, Rubric } from '../rubrics/api.ts'
import { Points } from '../../shapes.ts'

/** Seconds after the last report of a marker at which they count as gone; a page reports every 20 s. */
export const presenceLifetime = 45

export const Marker = nullable(Type.Object({ id: Type.String(), name: Type.String() }))

/** One marker's marking of a version of a work. */
export const Marking = Type.Object({
  id: Type.String(),
  submission_id: Type.String(),
  n: Type.Integer(),
  /** 0: the one that counts. 1 and 2: of two markers, each by themselves; 0 then is the decision. */
  slot: Type.Integer(),
  /** Null: erased, or a decision that followed from two equal ones. */
  marker: Marker,
  points: nullable(Type.String()),
  criteria: CriterionMarks,
  comment: Type.String(),
  state: oneOf('draft', 'done'),
  /** The `n` of the rubric it was made by; null without one. */
  rubric_version: nullable(Type.Integer()),
  version: Type.Integer(),
  updated_at: Type.String(),
})
export type Marking = Static<typeof Marking>

/** The marking of one version of a work, as a marker may see it. */
export const MarkingState = Type.Object({
  /** Mine; where one marker is enough, the one that counts, whoever began it. */
  marking: nullable(Marking),
  /** With two markers: that of the other one, once both are done. */
  others: Type.Array(Marking),
  /** With two markers: the one that counts. */
  decision: nullable(Marking),
  /** With two markers: how many are done, and whether both places are taken by others. */
  done: Type.Integer(),
  taken: Type.Boolean(),
  /** By which mine was made, else the newest; null without one. */
  rubric: nullable(Rubric),
})
export type MarkingState = Static<typeof MarkingState>

/** A field that is left out stays. */
export const MarkingDraft = Type.Object({
  /** The version of the work that is marked. */
  n: Ordinal,
  /** Null takes them away. Left out while criteria are given: the sum of the criteria, at most the points of the activity. */
  points: Type.Optional(nullable(Points)),
  /** Each that is given replaces what the criterion had. */
  criteria: Type.Optional(CriterionMarks),
  comment: Type.Optional(Comment),
  /** True hands the points to the scores. */
  done: Type.Optional(Type.Boolean()),
  /** The `n` of the rubric that the criteria are of; a newer one than before starts the criteria anew. Left out: the one it was made by, else the newest. */
  rubric_version: Type.Optional(Ordinal),
  /** The version that the writer saw, 0 before there is one. */
  version: Version,
})
export type MarkingDraft = Static<typeof MarkingDraft>

const DecisionDraft = Type.Object({
  n: Ordinal,
  points: nullable(Points),
  /** The slot of the marking whose criteria count from then on, and its comment where none is given; left out, those that counted stay. */
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
  comment: Type.Optional(Comment),
  version: Version,
})
export type DecisionDraft = Static<typeof DecisionDraft>

/** The members of a group with points of their own, where its work has a mark for each. */
export const MemberPoints = Type.Object({
  items: Type.Array(
    Type.Object({
      person: Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String() }),
      /** Null: those of the group. */
      points: nullable(Type.String()),
    }),
  ),
})
export type MemberPoints = Static<typeof MemberPoints>
const MemberPointsDraft = Type.Object({
  n: Ordinal,
  person_id: Id,
  /** Null: those of the group again. */
  points: nullable(Points),
  /** The points that the writer saw. */
  saw: nullable(Points),
})
export type MemberPointsDraft = Static<typeof MemberPointsDraft>

const BankDraft = Type.Object({ text: Type.String({ minLength: 1, maxLength: 4000 }), course_id: Type.Optional(nullable(Id)) })
export type BankDraft = Static<typeof BankDraft>
export const BankComment = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** Null: for all courses. */
  course_id: nullable(Type.String()),
  /** The markings into which it was put. */
  used: Type.Integer(),
})
export type BankComment = Static<typeof BankComment>

/** An activity whose work waits for me. */
export const ToMark = Type.Object({
  activity_id: Type.String(),
  title: Type.String(),
  course: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Of what was handed in, how many I have not marked, and how many there are. */
  to_mark: Type.Integer(),
  submitted: Type.Integer(),
  oldest_at: Type.String(),
  due: nullable(Type.String()),
})
export type ToMark = Static<typeof ToMark>

const Present = Type.Object({ people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) })
export type Present = Static<typeof Present>

export const markingCalls = calls({
  'GET /api/submissions/:id/marking': {
    summary: 'What was given a version of a work, else the last one; with two markers mine alone until both are done',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    query: Type.Object({ n: Type.Optional(Ordinal) }),
    reply: MarkingState,
  },
  'PUT /api/submissions/:id/marking': {
    summary: 'Save what I give a work, whenever something of it changed; done hands its points to the scores',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    body: MarkingDraft,
    reply: Marking,
    errors: ['marking.newer', 'marking.slotsTaken', 'marking.bothDone', 'marking.noVersion', 'homework.scoreError', 'results.final'],
  },
  'PUT /api/submissions/:id/decision': {
    summary: 'Decide between two markers who are done',
    may: 'scores.change',
    at: 'submission',
    params: ById,
    body: DecisionDraft,
    reply: Marking,
    errors: ['marking.newer', 'marking.notBothDone', 'marking.oneMarker', 'marking.noVersion', 'homework.scoreError', 'results.final'],
  },
  'GET /api/submissions/:id/member-points': {
    summary:
      'Who of a group has which points of their own, in a version of its work, else the last one; nobody where one mark is for all, or names are hidden',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    query: Type.Object({ n: Type.Optional(Ordinal) }),
    reply: MemberPoints,
  },
  'PUT /api/submissions/:id/member-points': {
    summary: 'Give a member of a group points of their own; a marking that is done hands them to the scores at once',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    body: MemberPointsDraft,
    reply: MemberPoints,
    errors: ['marking.memberNewer', 'marking.oneForAll', 'marking.noVersion', 'homework.scoreError', 'results.final'],
  },
  'POST /api/submissions/:id/presence': {
    summary: 'I mark it now, every 20 s, or no longer; who else does. Nobody where each of two markers works by themselves',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    body: Type.Object({ open: Type.Optional(Type.Boolean()) }),
    reply: Present,
    status: 200,
    tx: false,
    repeatable: true,
  },
  'GET /api/marking': {
    summary: 'What waits to be marked by me in all my courses, the longest waiting first',
    may: 'signedIn',
    query: pageQuery(),
    reply: paged(ToMark, { to_mark: Type.Integer({ description: 'over all pages' }) }),
  },
  'GET /api/marking/comments': {
    summary: 'My comment bank: of a course and for all courses, or all; the most used first',
    may: 'signedIn',
    query: Type.Object({ course_id: Type.Optional(Id) }),
    reply: Type.Object({ items: Type.Array(BankComment) }),
  },
  'POST /api/marking/comments': {
    summary: 'Put a comment into my bank; at most 200',
    may: 'signedIn',
    body: BankDraft,
    reply: BankComment,
    status: 201,
    errors: ['markingComment.tooMany'],
  },
  'PUT /api/marking/comments/:id': {
    summary: 'Change the fields that are given; used: how often I have put it into a marking',
    may: 'signedIn',
    at: 'markingComment',
    params: ById,
    body: Type.Object({
      text: Type.Optional(BankDraft.properties.text),
      course_id: BankDraft.properties.course_id,
      used: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    }),
    reply: BankComment,
  },
  'DELETE /api/marking/comments/:id': {
    summary: 'Take a comment out of my bank',
    may: 'signedIn',
    at: 'markingComment',
    params: ById,
    reply: Type.Null(),
    status: 204,
  },
})
