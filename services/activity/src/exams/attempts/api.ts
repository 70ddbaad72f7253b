// The contract table of attempts: begun, answered, handed in. None of the calls of writing stores an answer or emits a fact.
import { calls, notBegun, notOpen } from '../../call-table.ts'
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { GrantedFiles, MyProgress } from '../../activity/api.ts'
import { PaperView } from '../../questions/papers/api.ts'
import { Answer } from '../../questions/question-types/api.ts'

/** Slots of one call, and of one attempt. */
export const mostSlots = 300
const Slot = Type.Integer({ minimum: 0, maximum: mostSlots - 1 })

export const AttemptState = oneOf('running', 'submitted', 'marked')
export type AttemptState = Static<typeof AttemptState>
export const SubmittedBy = oneOf('student', 'deadline', 'invigilator')

export const AttemptHead = Type.Object({
  id: Type.String(),
  activity_id: Type.String(),
  paper_id: Type.String(),
  started_at: Type.String(),
  deadline: Type.String(),
  /** Answers that arrive until then count. */
  accept_until: Type.String(),
  /** The server's clock, which counts. */
  now: Type.String(),
  paused_at: nullable(Type.String()),
  device_is_mine: Type.Boolean(),
  seed: Type.String(),
  trial: Type.Boolean(),
})
export type AttemptHead = Static<typeof AttemptHead>

/** Why nobody may start now. */
export const WhyNot = oneOf('not_started', 'ended', 'no_attempts', 'locked', 'address', 'no_paper')
export type WhyNot = Static<typeof WhyNot>

export const MyAttempts = Type.Object({
  now: Type.String(),
  may_start: Type.Boolean(),
  why: nullable(WhyNot),
  needs_code: Type.Boolean(),
  /** Null: as many as I like. */
  attempts_left: nullable(Type.Integer()),
  limit_minutes: nullable(Type.Integer()),
  opens: nullable(Type.String()),
  closes: nullable(Type.String()),
  /** The latest end of an attempt, whatever the limit: the closing time with its grace. */
  ends_at: nullable(Type.String()),
  questions: Type.Integer(),
  points: nullable(Type.String()),
  running: nullable(AttemptHead),
  /** Oldest first. */
  attempts: Type.Array(
    Type.Object({
      id: Type.String(),
      started_at: Type.String(),
      submitted_at: nullable(Type.String()),
      submitted_by: nullable(SubmittedBy),
      state: AttemptState,
      /** Null until they are released, and where they are not shown. */
      points: nullable(Type.String()),
      max: Type.String(),
      released: Type.Boolean(),
      /** GET /api/attempts/:id/review answers it. */
      review: Type.Boolean(),
      /** Answers that came too late, which do not count so far. */
      late: Type.Integer(),
    }),
  ),
  /** Of the attempts that count, once they are released. */
  counted: nullable(Type.String()),
})
export type MyAttempts = Static<typeof MyAttempts>

export const SavedAnswer = Type.Object({ slot: Slot, seq: Type.Integer(), answer: nullable(Answer), saved_at: Type.String() })
export const MyAnswers = Type.Object({
  now: Type.String(),
  state: AttemptState,
  deadline: Type.String(),
  paused_at: nullable(Type.String()),
  device_is_mine: Type.Boolean(),
  items: Type.Array(SavedAnswer),
  /** The slots that I marked to look at again. */
  flags_on: Type.Array(Type.Integer()),
  /** Of an exam without a way back: the slots before it are not answered any more. */
  furthest: Type.Integer(),
  /** Events of my attempt: time that was added, a pause. */
  events: Type.Array(
    Type.Object({
      at: Type.String(),
      kind: Type.String(),
      by: nullable(Type.String()),
      note: Type.Object({}, { additionalProperties: true }),
    }),
  ),
})
export type MyAnswers = Static<typeof MyAnswers>

export const AnswerDraft = Type.Object({
  slot: Slot,
  /** Grows with every change of this answer on a device; what is not newer changes nothing. */
  seq: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
  /** Null takes it away. */
  answer: nullable(Answer),
})
export type AnswerDraft = Static<typeof AnswerDraft>
const Items = Type.Array(AnswerDraft, { minItems: 1, maxItems: 50 })
const Marked = Type.Array(Slot, { maxItems: mostSlots, uniqueItems: true })

export const Saved = Type.Object({
  now: Type.String(),
  deadline: Type.String(),
  paused_at: nullable(Type.String()),
  state: AttemptState,
  /** The sequence numbers that the server holds of the slots that were sent, or newer ones. */
  saved: Type.Array(Type.Object({ slot: Slot, seq: Type.Integer() })),
  /** Arrived after the end, from a device that is not the attempt's any more, or to a question with no way back: kept apart, and who teaches decides. */
  late: Type.Array(Type.Integer()),
  /** An answer that does not fit its question. */
  refused: Type.Array(Type.Object({ slot: Slot, code: Type.String() })),
})
export type Saved = Static<typeof Saved>

export const AttemptFiles = Type.Interface([GrantedFiles], {
  /** The plays begun so far, of each sound and film. */
  plays: Type.Array(
    Type.Object({
      slot: Slot,
      upload_id: Type.String(),
      plays: Type.Integer(),
      /** Until then it is the same play. */
      ends: Type.String(),
    }),
  ),
})
export type AttemptFiles = Static<typeof AttemptFiles>

const Device = Type.Object({ device: Id })
/** The refusals of whatever is written in an attempt. */
const writing = ['attempt.notFound', 'attempt.elsewhere', 'simulation.visitor'] as const

export const attemptCalls = calls({
  'GET /api/activities/:id/my-attempts': {
    summary: 'My attempts at an exam, and whether I may start one',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: MyAttempts,
    errors: [...notBegun, 'paper.notOffered'],
  },
  'POST /api/activities/:id/attempts': {
    summary: 'Start an attempt, or go on with the running one on this device',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ device: Id, code: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: AttemptHead,
    status: 200,
    tx: false,
    repeatable: true,
    secret: true,
    errors: [
      ...notOpen,
      'paper.notOffered',
      'paper.empty',
      'attempt.noneLeft',
      'attempt.codeWrong',
      'attempt.addressRefused',
      'attempt.codeTooOften',
    ],
    example: { device: '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d' },
  },
  'GET /api/attempts/:id/paper': {
    summary: 'The questions of my attempt, without their keys',
    may: 'viewCourse',
    at: 'attempt',
    compress: false,
    params: ById,
    reply: PaperView,
    errors: ['attempt.notFound', 'attempt.addressRefused'],
  },
  'GET /api/attempts/:id/files': {
    summary: 'Pictures, sounds and films of its questions, with a grant each; those with a play limit come by plays',
    may: 'viewCourse',
    at: 'attempt',
    params: ById,
    reply: AttemptFiles,
    errors: ['attempt.notFound'],
  },
  'GET /api/attempts/:id/answers': {
    summary: 'What is saved of my attempt, how long it runs, and what was done to it',
    may: 'viewCourse',
    at: 'attempt',
    params: ById,
    query: Type.Object({ device: Type.Optional(Id) }),
    reply: MyAnswers,
    errors: ['attempt.notFound'],
  },
  'PUT /api/attempts/:id/answers': {
    summary: 'Save answers',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'attempt',
    params: ById,
    body: Type.Object({
      device: Id,
      items: Type.Array(AnswerDraft, { maxItems: 50 }),
      marked_slots: Type.Optional(Marked),
      /** The furthest slot opened in an exam without a way back; it never goes back. */
      furthest: Type.Optional(Slot),
      /** Answers of a device that is not the attempt's any more: kept apart at once. */
      as_late: Type.Optional(Type.Boolean()),
    }),
    reply: Saved,
    tx: false,
    repeatable: true,
    bodyLimit: 8 * 1024 * 1024,
    errors: writing,
    example: { device: '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d', items: [{ slot: 0, seq: 1, answer: { value: true } }] },
  },
  'POST /api/attempts/:id/submit': {
    summary: 'Hand in, with the last answers. It is marked within seconds',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'attempt',
    params: ById,
    body: Type.Object({ device: Id, items: Type.Optional(Items) }),
    reply: Type.Object({
      state: AttemptState,
      submitted_at: nullable(Type.String()),
      unanswered: Type.Integer(),
      late: Type.Array(Type.Integer()),
    }),
    status: 200,
    tx: false,
    repeatable: true,
    bodyLimit: 8 * 1024 * 1024,
    errors: writing,
    example: { device: '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d' },
  },
  'POST /api/attempts/:id/events': {
    summary:
      'The page was left (for another tab, by closing it, for another page), loaded again, without a connection, or is back: logged, and only logged. `left` is the word of older pages',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'attempt',
    params: ById,
    body: Type.Object({
      ...Device.properties,
      kind: oneOf('left', 'back', 'other_tab', 'closed', 'went', 'reloaded', 'offline'),
      /** Id of a leaving: a page that closes cannot know that it is reloaded, so the page that comes back reports the same leaving again. */
      id: Type.Optional(Id),
      /** Its age: it is sent once there is a connection. */
      seconds_ago: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
      /** Its length, of a connection that was lost. */
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    }),
    reply: Type.Null(),
    status: 204,
    tx: false,
    repeatable: true,
    errors: ['attempt.notFound', 'simulation.visitor'],
  },
  'POST /api/attempts/:id/plays': {
    summary: 'Begin a sound or film of a question, which counts; asked again within its length it is the same play',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'attempt',
    params: ById,
    body: Type.Object({
      slot: Slot,
      upload_id: Id,
      again: Type.Optional(Type.Boolean({ description: 'from the beginning: one more play' })),
    }),
    reply: Type.Object({
      /** Null: no limit. */
      plays_left: nullable(Type.Integer()),
      upload: Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), duration: nullable(Type.Number()) }),
      grant: Type.String(),
      url: Type.String(),
      expires_at: Type.String(),
    }),
    status: 200,
    errors: ['attempt.notFound', 'attempt.over', 'attempt.noPlaysLeft', 'upload.notReady', 'lark.errorMsg.notFound', 'simulation.visitor'],
  },
  'POST /api/course/activities-read/exam/:id': {
    summary: 'An exam was opened',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    reply: MyProgress,
    status: 200,
    repeatable: true,
    errors: notBegun,
  },
})
