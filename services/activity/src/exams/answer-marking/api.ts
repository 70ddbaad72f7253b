// The contract table of the marking of answers: by question or by student, marked anew after a corrected question, counted.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { TaskId } from '@lyceum/kit/tasks/api'
import { type Static, Type } from 'typebox'
import { Answer, Content, Key, QuestionTypeName } from '../../questions/question-types/api.ts'
import { Comment, CriterionMarks } from '../../work/rubrics/api.ts'
import { Points } from '../../shapes.ts'
import { SubmissionFile } from '../../work/submissions/api.ts'

const Whose = Type.Object({
  /** pseudonym: while the exam is anonymous. */
  kind: oneOf('person', 'pseudonym'),
  id: nullable(Type.String()),
  name: nullable(Type.String()),
  user_no: nullable(Type.String()),
  avatar: nullable(Type.String()),
  number: nullable(Type.Integer()),
})

/** One marker's mark of an answer. */
export const AnswerMark = Type.Object({
  attempt_id: Type.String(),
  slot: Type.Integer(),
  /** 0: what counts. 1 and 2: of two markers, each by themselves; 0 then is the decision. */
  place: Type.Integer(),
  marker: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  points: nullable(Type.String()),
  comment: Type.String(),
  criteria: CriterionMarks,
  rubric_version: nullable(Type.Integer()),
  state: oneOf('draft', 'done'),
  version: Type.Integer(),
  updated_at: Type.String(),
})
export type AnswerMark = Static<typeof AnswerMark>

export const AnswerToMark = Type.Object({
  attempt_id: Type.String(),
  slot: Type.Integer(),
  author: Whose,
  question_id: Type.String(),
  version_id: Type.String(),
  type: QuestionTypeName,
  answer: nullable(Answer),
  /** Out of so many. */
  max: Type.String(),
  /** The points of its key or of a person; null: nothing counts yet. */
  points: nullable(Type.String()),
  saved_at: nullable(Type.String()),
  files: Type.Array(SubmissionFile),
  /** Mine; where one marker is enough, the one that counts. */
  marking: nullable(AnswerMark),
  /** With two markers: that of the other one, once both are done. */
  others: Type.Array(AnswerMark),
  decision: nullable(AnswerMark),
  done: Type.Integer(),
  taken: Type.Boolean(),
  released: Type.Boolean(),
})
export type AnswerToMark = Static<typeof AnswerToMark>

export const QuestionToMark = Type.Object({
  question_id: Type.String(),
  /** That most of the attempts have. */
  version_id: Type.String(),
  n: Type.Integer(),
  type: QuestionTypeName,
  title: Type.String(),
  stem: Type.String(),
  content: Content,
  key: Key,
  points: Type.String(),
  marking: oneOf('key', 'person', 'none'),
  /** Answers that wait for a person, those that count, and all. */
  to_mark: Type.Integer(),
  marked: Type.Integer(),
  answers: Type.Integer(),
  /** A version after those that were answered: it can be marked anew by it. */
  newer_version_id: nullable(Type.String()),
})
export type QuestionToMark = Static<typeof QuestionToMark>

const MarkDraft = Type.Object({
  points: Type.Optional(nullable(Points)),
  comment: Type.Optional(Comment),
  criteria: Type.Optional(CriterionMarks),
  done: Type.Optional(Type.Boolean()),
  /** The version that the writer saw, 0 before there is one. */
  version: Version,
})
export type MarkDraft = Static<typeof MarkDraft>

const BySlot = Type.Object({ id: Id, slot: Type.String({ pattern: '^[0-9]{1,3}$' }) })

export const RegradeLine = Type.Object({
  attempt_id: Type.String(),
  author: Whose,
  before: nullable(Type.String()),
  after: nullable(Type.String()),
})

export const QuestionStatistics = Type.Object({
  question_id: Type.String(),
  type: QuestionTypeName,
  title: Type.String(),
  stem: Type.String(),
  content: Content,
  answers: Type.Integer(),
  /** Mean share of the points, 0 to 1; null: nothing is marked. */
  difficulty: nullable(Type.Number()),
  /** Point-biserial correlation with the rest of the paper; negative: those who did better otherwise did worse here. */
  discrimination: nullable(Type.Number()),
  /** The count of each answer: ids of options, also of those that nobody chose, texts, numbers; the commonest 50. */
  counts: Type.Array(Type.Object({ answer: Type.String(), count: Type.Integer(), right: nullable(Type.Boolean()) })),
  blank: Type.Integer(),
})
export type QuestionStatistics = Static<typeof QuestionStatistics>

const ofMarking = [
  'attempt.notFound',
  'attempt.running',
  'marking.newer',
  'marking.slotsTaken',
  'marking.bothDone',

  'score.aboveMost',
  'results.final',
] as const

export const answerMarkingCalls = calls({
  'GET /api/activities/:id/questions-to-mark': {
    summary: 'The questions of an exam, with how many of their answers wait to be marked',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    reply: Type.Object({
      items: Type.Array(QuestionToMark),
      two_markers: Type.Boolean(),
      anonymous: Type.Boolean(),
      /** Attempts at an anonymous exam that are shown later: in fives, and all once it is over. */
      waiting: Type.Integer(),
    }),
    errors: ['paper.notOffered'],
  },
  'GET /api/activities/:id/answers': {
    summary: 'The answers to one question in a row, or those of one attempt. state: to_mark, marked',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    query: pageQuery({
      question_id: Type.Optional(Id),
      version_id: Type.Optional(Id),
      attempt_id: Type.Optional(Id),
      state: Type.Optional(oneOf('to_mark', 'marked')),
    }),
    reply: paged(AnswerToMark),
    errors: ['paper.notOffered'],
  },
  'PUT /api/attempts/:id/answers/:slot/mark': {
    summary: 'Save what I give an answer, whenever something of it changed; done lets its points count',
    may: 'work.mark',
    at: 'attempt',
    params: BySlot,
    body: MarkDraft,
    reply: AnswerMark,
    errors: ofMarking,
    example: { points: '3.5', comment: 'Well seen.', done: true, version: 0 },
  },
  'PUT /api/attempts/:id/answers/:slot/decision': {
    summary: 'Decide between two markers who are done',
    may: 'scores.change',
    at: 'attempt',
    params: BySlot,
    body: Type.Object({ points: nullable(Points), comment: Type.Optional(Comment), version: Version }),
    reply: AnswerMark,
    errors: [...ofMarking, 'marking.notBothDone', 'marking.oneMarker'],
    example: { points: '3', version: 0 },
  },
  'POST /api/activities/:id/regrade': {
    summary:
      'Mark the answers to a question anew by one of its versions; preview changes nothing. A task, whose result tells who changes and by how much',
    may: 'scores.change',
    at: 'activity',
    params: ById,
    body: Type.Object({ question_id: Id, version_id: Id, preview: Type.Boolean() }),
    reply: Type.Object({ task: TaskId }),
    status: 202,
    errors: ['paper.notOffered', 'regrade.unknownVersion', 'results.final'],
  },
  'GET /api/activities/:id/regrades': {
    summary: 'What was marked anew in an exam, the latest first',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    query: pageQuery(),
    reply: paged(
      Type.Object({
        id: Type.String(),
        at: Type.String(),
        by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
        question_id: Type.String(),
        title: Type.String(),
        from_n: nullable(Type.Integer()),
        to_n: Type.Integer(),
        changed: Type.Integer(),
        lines: Type.Array(RegradeLine),
      }),
    ),
    errors: ['paper.notOffered'],
  },
  'GET /api/activities/:id/question-statistics': {
    summary: 'How the questions of an exam did: difficulty, discrimination, what was answered; reliability of the whole',
    may: 'scores.read',
    at: 'activity',
    params: ById,
    reply: Type.Object({
      attempts: Type.Integer(),
      /** Cronbach's alpha; null: too few attempts, or questions that differ by draw. */
      alpha: nullable(Type.Number()),
      mean: nullable(Type.Number()),
      items: Type.Array(QuestionStatistics),
    }),
    errors: ['paper.notOffered'],
  },
})
