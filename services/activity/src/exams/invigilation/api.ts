// The contract table of invigilation: who writes an exam now, and what is done to their attempts.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { AttemptEvent } from '../attempts/event-api.ts'
import { Answer } from '../../questions/question-types/api.ts'

export const WritingState = oneOf('not_begun', 'running', 'offline', 'submitted')
export type WritingState = Static<typeof WritingState>

export const Writer = Type.Object({
  person: Type.String(),
  name: Type.String(),
  user_number: nullable(Type.String()),
  avatar: Type.String(),
  state: WritingState,
  /** Of the last attempt; null: none is begun, or nobody who marks learns whose it is. */
  attempt_id: nullable(Type.String()),
  /** The number of their attempts. */
  attempts: Type.Integer(),
  started_at: nullable(Type.String()),
  submitted_at: nullable(Type.String()),
  deadline: nullable(Type.String()),
  seen_at: nullable(Type.String()),
  paused: Type.Boolean(),
  answered: Type.Integer(),
  questions: Type.Integer(),
  /** The times that the page was left. */
  flags: Type.Integer(),
  device_changes: Type.Integer(),
  /** Answers that arrived after the end. */
  late: Type.Integer(),
  /** Still a member of the course. */
  member: Type.Boolean(),
})
export type Writer = Static<typeof Writer>

/** reopen and let_in name minutes from now on; reopen without them gives each what was left at the hand-in. */
export const InvigilationAction = Type.Object({
  action: oneOf('add_time', 'pause', 'resume', 'end', 'reopen', 'let_in', 'take_late'),
  minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
  person_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 2000, uniqueItems: true })),
  /** Everybody whose attempt it fits; not with person_ids. */
  all: Type.Optional(Type.Boolean()),
})
export type InvigilationAction = Static<typeof InvigilationAction>

export const LateAnswer = Type.Object({
  slot: Type.Integer(),
  /** Two devices may hold different ones. */
  device: Type.String(),
  saved_at: Type.String(),
  answer: Answer,
  /** The answer that counts now. */
  counted: nullable(Answer),
  type: Type.String(),
  stem: Type.String(),
})

export const invigilationCalls = calls({
  'GET /api/activities/:id/invigilation': {
    summary: 'Who writes, who has not begun, who has handed in; by name. conditions: keyword, state. At most five seconds old',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 10_000 })) }),
    reply: paged(Writer, {
      now: Type.String(),
      /** It stands still for everybody: who begins now waits too. */
      paused: Type.Boolean(),
      counts: Type.Object({
        all: Type.Integer(),
        not_begun: Type.Integer(),
        running: Type.Integer(),
        offline: Type.Integer(),
        submitted: Type.Integer(),
      }),
    }),
    errors: ['paper.notOffered'],
  },
  'POST /api/activities/:id/invigilation': {
    summary: 'Add time, pause, resume, end, reopen, let in late, let late answers count. Each is logged, and shown to the student',
    may: 'times.change',
    at: 'activity',
    params: ById,
    body: InvigilationAction,
    reply: Type.Object({ changed: Type.Integer() }),
    status: 200,
    errors: ['paper.notOffered', 'attempt.running'],
    example: { action: 'add_time', minutes: 10, all: true },
  },
  'GET /api/activities/:id/invigilation/events': {
    summary: 'What happened in the last attempt of somebody, and what was done to it',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    query: Type.Object({ person_id: Id }),
    reply: Type.Object({ items: Type.Array(AttemptEvent) }),
    errors: ['paper.notOffered'],
  },
  'GET /api/courses/:id/writing': {
    summary: 'Who writes an exam of the course now, by exam: they are asked about before they are taken out of it',
    may: 'work.mark',
    at: 'course',
    params: ById,
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          activity_id: Type.String(),
          title: Type.String(),
          people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
        }),
      ),
    }),
  },
  'GET /api/attempts/:id/late-answers': {
    summary: 'Answers that arrived after the end',
    may: 'work.mark',
    at: 'attempt',
    params: ById,
    reply: Type.Object({ items: Type.Array(LateAnswer) }),
    errors: ['attempt.notFound'],
  },
  'POST /api/attempts/:id/late-answers/take': {
    summary: 'Let late answers count: of each question the newest one, or that of a device',
    may: 'times.change',
    at: 'attempt',
    params: ById,
    body: Type.Object({
      slots: Type.Array(Type.Integer({ minimum: 0, maximum: 299 }), { minItems: 1, maxItems: 300, uniqueItems: true }),
      device: Type.Optional(Id),
    }),
    reply: Type.Object({ taken: Type.Array(Type.Integer()) }),
    status: 200,
    errors: ['attempt.notFound', 'attempt.running'],
    example: { slots: [0] },
  },
})
