// The contract table of papers: what an exam, a questionnaire or a video quiz asks.
import { calls, notOpen } from '../../call-table.ts'
import { ById, Id, nullable, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { GrantedFiles } from '../../activity/api.ts'
import { Content, Key, QuestionTypeName } from '../question-types/api.ts'

/** Of each question: 0 to 9999 with at most four places. 0 where nothing is scored, as in a questionnaire. */
export const QuestionPoints = Type.String({ pattern: '^[0-9]{1,4}(\\.[0-9]{1,4})?$' })
export const SectionId = Type.String({ pattern: '^[a-z0-9]{4,36}$' })
/** The most questions of a paper, drawn ones too. */
export const mostQuestions = 300

/** So many of the questions of a bank, drawn for each attempt. */
export const Draw = Type.Object({
  bank_id: Id,
  /** Null: outside of folders; left out: of the whole bank. */
  folder_id: Type.Optional(nullable(Id)),
  /** All of them. */
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, uniqueItems: true })),
  /** One of them; left out: all types that the activity takes. */
  types: Type.Optional(Type.Array(QuestionTypeName, { maxItems: 13, uniqueItems: true })),
  count: Type.Integer({ minimum: 1, maximum: mostQuestions }),
})
export type Draw = Static<typeof Draw>

/** One question, or a draw. */
export const Entry = Type.Object({
  question_id: Type.Optional(Id),
  /** Left out: the present version. */
  version_id: Type.Optional(Id),
  draw: Type.Optional(Draw),
  points: QuestionPoints,
})
export type Entry = Static<typeof Entry>

const Seconds = Type.Number({ minimum: 0, maximum: 1_000_000 })
const sectionFields = {
  id: SectionId,
  title: Type.String({ maxLength: 200 }),
  /** HTML, cleaned. */
  text: Type.String({ maxLength: 20_000 }),
  /** Its questions in another order for each attempt; left out: as the activity's settings say. */
  shuffle: Type.Optional(Type.Boolean()),
  /** The moment of a video quiz that it is asked at. */
  at: Type.Optional(Seconds),
  /** The point of the film to which a wrong answer leads back. */
  back_to: Type.Optional(Seconds),
  /** It cannot be passed over, whatever the settings say. */
  must: Type.Optional(Type.Boolean()),
}
export const Section = Type.Object({ ...sectionFields, entries: Type.Array(Entry, { maxItems: mostQuestions }) })
export type Section = Static<typeof Section>

/** A question as who writes papers sees it. */
export const PaperQuestion = Type.Object({
  question_id: Type.String(),
  version_id: Type.String(),
  n: Type.Integer(),
  type: QuestionTypeName,
  title: Type.String(),
  stem: Type.String(),
  content: Content,
  key: Key,
  /** There is a version after this one. */
  newer: Type.Boolean(),
  /** The text that it shares with others. */
  about: nullable(Type.Object({ version_id: Type.String(), stem: Type.String() })),
})
export type PaperQuestion = Static<typeof PaperQuestion>

export const PaperProblem = Type.Object({
  section: Type.String(),
  entry: Type.Integer(),
  /** A code as of a refusal. */
  code: Type.String(),
  params: Type.Object({}, { additionalProperties: true }),
})
export type PaperProblem = Static<typeof PaperProblem>

export const Paper = Type.Object({
  /** Null: there is none yet. */
  id: nullable(Type.String()),
  n: Type.Integer(),
  frozen_at: nullable(Type.String()),
  /** Of a whole attempt. */
  points: Type.String(),
  version: Type.Integer(),
  sections: Type.Array(
    Type.Object({
      ...sectionFields,
      entries: Type.Array(
        Type.Object({
          question_id: Type.Optional(Type.String()),
          version_id: Type.Optional(Type.String()),
          draw: Type.Optional(Draw),
          points: Type.String(),
          /** Of a fixed one; null: it is gone. */
          question: nullable(PaperQuestion),
          /** Of a draw: how many there are to draw from. */
          there: nullable(Type.Integer()),
        }),
      ),
    }),
  ),
  /** The problems that stand in the way of publishing it. */
  problems: Type.Array(PaperProblem),
  /** The types of questions that the activity asks. */
  types: Type.Array(QuestionTypeName),
  /** Somebody has begun one of its papers: a change holds for who begins from now on. */
  begun: Type.Boolean(),
})
export type Paper = Static<typeof Paper>

/** A question as who answers it sees it. */
export const PaperItem = Type.Object({
  /** Its place in the attempt, from 0. */
  slot: Type.Integer(),
  version_id: Type.String(),
  type: QuestionTypeName,
  stem: Type.String(),
  /** In the order of this attempt. */
  content: Content,
  points: Type.String(),
  /** The item that it is about. */
  stimulus_slot: nullable(Type.Integer()),
})
export type PaperItem = Static<typeof PaperItem>

export const PaperSection = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String(),
  at: nullable(Type.Number()),
  back_to: nullable(Type.Number()),
  must: Type.Boolean(),
  items: Type.Array(PaperItem),
})

/** A paper as who answers it sees it. */
export const PaperView = Type.Object({
  sections: Type.Array(PaperSection),
  settings: Type.Object({
    one_at_a_time: Type.Boolean(),
    no_way_back: Type.Boolean(),
    play_limit: nullable(Type.Integer()),
    no_seeking: Type.Boolean(),
  }),
  /** Files that its texts show and play: GET /api/attempts/:id/files, and where nothing is written GET /api/activities/:id/paper/files. */
  upload_ids: Type.Array(Type.String()),
})
export type PaperView = Static<typeof PaperView>

export const paperCalls = calls({
  'GET /api/activities/:id/paper': {
    summary: 'The paper of an activity with its questions and their keys, for who teaches',
    may: 'content.drafts',
    at: 'activity',
    params: ById,
    reply: Paper,
    errors: ['paper.notOffered'],
  },
  'PUT /api/activities/:id/paper': {
    summary: 'Write the paper. One that was begun stays as it is for who began it; the next is for who begins from now on',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: Type.Object({
      sections: Type.Array(Section, { maxItems: 100 }),
      version: Version,
    }),
    reply: Paper,
    errors: ['paper.newer', 'paper.notOffered', 'upload.unknown'],
    example: { sections: [], version: 0 },
  },
  'GET /api/activities/:id/paper/preview': {
    summary: 'The paper as a student would see it, drawn anew each time',
    may: 'content.drafts',
    at: 'activity',
    params: ById,
    reply: PaperView,
    errors: ['paper.notOffered', 'paper.empty', 'paper.drawsTooMany'],
  },
  'GET /api/activities/:id/paper/files': {
    summary:
      'Pictures, sounds and films of a questionnaire or a video quiz, with a grant each; for who teaches those of all papers and keys',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: GrantedFiles,
    errors: [...notOpen, 'forbidden', 'paper.notOffered'],
  },
})
/** The refusals of whatever needs an activity with a paper. */
export const noPaper = [...notOpen, 'paper.notOffered'] as const
