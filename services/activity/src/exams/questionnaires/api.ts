// The contract table of questionnaires: answered, counted, made from templates of the organisation.
import { calls, notOpen } from '../../call-table.ts'
import { ById, Id, nullable, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { TaskId } from '@lyceum/kit/tasks/api'
import { type Static, Type } from 'typebox'
import { PaperView, Section } from '../../questions/papers/api.ts'
import { Answer, Content, QuestionTypeName } from '../../questions/question-types/api.ts'

const SlotAnswer = Type.Object({ slot: Type.Integer({ minimum: 0, maximum: 299 }), answer: nullable(Answer) })
export const Answers = Type.Array(SlotAnswer, { maxItems: 300 })

/** So many answers until a distribution is shown, where it is anonymous or of a group. */
export const leastShown = 5

export const QuestionResult = Type.Object({
  slot: Type.Integer(),
  version_id: Type.String(),
  type: QuestionTypeName,
  stem: Type.String(),
  content: Content,
  /** Null: fewer than five. */
  answered: nullable(Type.Integer()),
  /** By ids of options, of rows and columns (`row=column`), of places and items (`place=item`), or values of a scale. */
  counts: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  mean: nullable(Type.Number()),
  /** Of texts: the commonest 60 words. */
  words: Type.Array(Type.Object({ word: Type.String(), count: Type.Integer() })),
  /** At most 200, in an order that says nothing. */
  texts: Type.Array(Type.String()),
})
export type QuestionResult = Static<typeof QuestionResult>

const TemplateDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  sections: Type.Array(Section, { maxItems: 100 }),
})
export const Template = Type.Object({
  id: Type.String(),
  title: Type.String(),
  sections: Type.Array(Type.Object({}, { additionalProperties: true })),
  questions: Type.Integer(),
  updated_at: Type.String(),
  version: Type.Integer(),
})
export type Template = Static<typeof Template>

export const questionnaireCalls = calls({
  'GET /api/activities/:id/questionnaire': {
    summary: 'The questions of a questionnaire',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Type.Object({
      now: Type.String(),
      title: Type.String(),
      body: Type.String(),
      anonymous: Type.Boolean(),
      changeable: Type.Boolean(),
      show_progress: Type.Boolean(),
      closes: nullable(Type.String()),
      /** I have answered it. */
      answered: Type.Boolean(),
      may_answer: Type.Boolean(),
      /** GET …/results answers me. */
      results: Type.Boolean(),
      paper: PaperView,
    }),
    errors: [...notOpen, 'paper.notOffered'],
  },
  'POST /api/activities/:id/responses': {
    summary: 'Answer a questionnaire. Of an anonymous one nothing says whose answers they are, nor when they were given',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ answers: Answers }),
    reply: Type.Object({ answered: Type.Boolean() }),
    status: 200,
    repeatable: true,
    bodyLimit: 4 * 1024 * 1024,
    errors: [...notOpen, 'paper.notOffered', 'paper.empty', 'response.given'],
    example: { answers: [{ slot: 0, answer: { value: 4 } }] },
  },
  'GET /api/activities/:id/responses/mine': {
    summary: 'What I answered; of an anonymous one nothing',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Type.Object({ answered: Type.Boolean(), answers: Answers }),
    errors: [...notOpen, 'paper.notOffered'],
  },
  'GET /api/activities/:id/results': {
    summary: 'Its answers, counted. While an anonymous one is open in steps of five; of a group from five on',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    query: Type.Object({ group_id: Type.Optional(Id) }),
    reply: Type.Object({
      /** Null: fewer than five. */
      n: nullable(Type.Integer()),
      /** Students who could answer. */
      asked: Type.Integer(),
      open: Type.Boolean(),
      anonymous: Type.Boolean(),
      items: Type.Array(QuestionResult),
    }),
    errors: ['forbidden', 'paper.notOffered'],
  },
  'GET /api/activities/:id/results/csv': {
    summary: 'Its answers as a table: names of who answered by name, rows in an order that says nothing of the others',
    may: 'scores.read',
    at: 'activity',
    params: ById,
    query: Type.Object({ group_id: Type.Optional(Id) }),
    reply: Type.Object({ name: Type.String(), csv: Type.String() }),
    errors: ['paper.notOffered', 'response.tooFew'],
  },
  'GET /api/questionnaire-templates': {
    summary: 'The questionnaires that the organisation keeps for many courses',
    may: 'signedIn',
    query: pageQuery(),
    reply: paged(Template),
  },
  'POST /api/questionnaire-templates': {
    summary: 'Keep a questionnaire for many courses',
    may: 'terms.change',
    wide: true,
    body: TemplateDraft,
    reply: Template,
    status: 201,
    errors: ['department.only', 'upload.unknown'],
    example: { title: 'End of term', sections: [] },
  },
  'PUT /api/questionnaire-templates/:id': {
    summary: 'Change a questionnaire of the organisation',
    may: 'terms.change',
    wide: true,
    at: 'questionnaireTemplate',
    params: ById,
    body: Type.Interface([TemplateDraft], { version: Version }),
    reply: Template,
    errors: ['department.only', 'questionnaireTemplate.newer', 'upload.unknown'],
  },
  'DELETE /api/questionnaire-templates/:id': {
    summary: 'Delete a questionnaire of the organisation; those that were made from it stay',
    may: 'terms.change',
    wide: true,
    at: 'questionnaireTemplate',
    params: ById,
    reply: Type.Null(),
    status: 204,
    errors: ['department.only'],
  },
  'POST /api/questionnaire-templates/:id/use': {
    summary: 'Put it into courses. conditions: department_id, keyword; a task with a line for each course',
    may: 'terms.change',
    at: 'questionnaireTemplate',
    params: ById,
    body: Type.Object({
      course_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 2000, uniqueItems: true })),
      conditions: Type.Optional(Type.String({ maxLength: 10_000 })),
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      start_time: nullable(Time),
      end_time: nullable(Time),
      anonymous: Type.Boolean(),
      published: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({ task: TaskId, courses: Type.Integer() }),
    status: 202,
    example: { course_ids: [], start_time: null, end_time: null, anonymous: true },
    errors: ['department.only'],
  },
})
