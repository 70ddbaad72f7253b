// The contract table of class sessions: begun, led and ended by who teaches; one state for phones and the screen of the hall, the board for who teaches.
import { ById, Id, nullable, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { AttendanceState, ClassPerson, ClassState, ClassSummary, Doubt, mostGroups, mostSeconds, Shown, Way } from '../shapes.ts'

export const ClassDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  /** The classroom that its attendance counts for. */
  activity_id: Type.Optional(nullable(Id)),
  /** A lesson that was held, in a series with its time: the session is made afterwards and has ended; its roll call is by hand alone. With `held_at`. */
  lesson_id: Type.Optional(nullable(Id)),
  held_at: Type.Optional(nullable(Time)),
})
export type ClassDraft = Static<typeof ClassDraft>

export const ClassChanges = Type.Object({
  shown: Type.Optional(nullable(Shown)),
  /** Runs from now on; halted with these seconds left; null: no timer. */
  timer: Type.Optional(nullable(Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: mostSeconds }), running: Type.Boolean() }))),
  /** Divides those who are here into so many groups by chance; null: none. */
  groups: Type.Optional(nullable(Type.Integer({ minimum: 2, maximum: mostGroups }))),
  ended: Type.Optional(Type.Literal(true)),
  version: Version,
})
export type ClassChanges = Static<typeof ClassChanges>

export const Board = Type.Object({
  id: Type.String(),
  state: ClassState.properties.state,
  /** By name, at most 1,000; `counts` are of all. */
  people: Type.Array(
    Type.Object({
      person: ClassPerson,
      /** Their page is open, or was within the last minute. */
      here: Type.Boolean(),
      first_at: nullable(Type.String()),
      seen_at: nullable(Type.String()),
      hand_at: nullable(Type.String()),
      /** Times they were picked in this session. */
      picked: Type.Integer(),
      /** In the open roll call, or the last one of the session; null: not claimed. */
      state: nullable(AttendanceState),
      way: nullable(Way),
      at: nullable(Type.String()),
      doubts: Type.Array(Doubt),
      /** Chosen by the spot check, and looked at by somebody. */
      asked: Type.Boolean(),
      seen: Type.Boolean(),
    }),
  ),
  counts: Type.Object({
    /** Students of the course. */
    members: Type.Integer(),
    here: Type.Integer(),
    present: Type.Integer(),
    late: Type.Integer(),
    doubtful: Type.Integer(),
  }),
  /** Raised hands, the longest first. */
  hands: Type.Array(Type.Object({ person: ClassPerson, hand_at: Type.String() })),
  roll_call: nullable(
    Type.Object({
      id: Type.String(),
      ways: Type.Array(Way),
      opened_at: Type.String(),
      late_after: nullable(Type.String()),
      closes_at: Type.String(),
      closed_at: nullable(Type.String()),
      /** Wrong numbers of the hall together. */
      tries: Type.Integer(),
      /** So many that the number is not taken any more; the QR code is. */
      guessed: Type.Boolean(),
      version: Type.Integer(),
    }),
  ),
  version: Type.Integer(),
  now: Type.String(),
})
export type Board = Static<typeof Board>

export const PickDraft = Type.Object({
  n: Type.Integer({ minimum: 1, maximum: 20 }),
  /** here: whose page is open; present: by the last roll call; hands: raised; all: students of the course. Those picked least come first. */
  among: Type.Unsafe<'here' | 'present' | 'hands' | 'all'>({ type: 'string', enum: ['here', 'present', 'hands', 'all'] }),
})
export type PickDraft = Static<typeof PickDraft>

const newer = ['class.newer', 'class.ended'] as const

/** A class of one of my courses that runs. */
export const MyClass = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  title: Type.String(),
  started_at: Type.String(),
  teaches: Type.Boolean(),
  roll_call: Type.Boolean({ description: 'one is open, and I am not noted in it; never for who teaches' }),
})
export type MyClass = Static<typeof MyClass>

export const ClassQuery = pageQuery({ activity_id: Type.Optional(Id) })
export type ClassQuery = Static<typeof ClassQuery>

export const classSessionCalls = calls({
  'GET /api/my-classes': {
    summary: 'The classes of my courses that run now, the last begun first, at most 20',
    may: 'signedIn',
    reply: Type.Object({ items: Type.Array(MyClass) }),
  },
  'GET /api/courses/:id/class-sessions': {
    summary:
      'The class sessions of a course, or of one classroom of it, the last first; the one of the course that runs, with the server’s clock',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: ClassQuery,
    reply: paged(ClassSummary, {
      running: nullable(ClassSummary),
      can: Type.Object({ begin: Type.Boolean() }),
      now: Type.String(),
    }),
    errors: ['course.unpublished'],
  },
  'POST /api/courses/:id/class-sessions': {
    summary: 'Begin a class, or note one that was held for a lesson of the timetable',
    may: 'attendance.change',
    at: 'course',
    params: ById,
    body: ClassDraft,
    reply: ClassSummary,
    status: 201,
    errors: ['class.running', 'class.lessonNoted', 'class.notHeldYet', 'activity.unknown'],
    example: { title: 'Lecture 7: tides' },
  },
  'PUT /api/class-sessions/:id': {
    summary: 'Change the screen of the hall, its timer and groups, or end the class with its open roll call',
    may: 'attendance.change',
    at: 'classSession',
    params: ById,
    body: ClassChanges,
    reply: ClassState,
    errors: [...newer, 'activity.unknown', 'upload.unknown'],
    example: { timer: { seconds: 300, running: true }, version: 1 },
  },
  'GET /api/class-sessions/:id/state': {
    summary: 'A class for phone and screen alike; reading it counts a student as here. `device`: the random id that this browser keeps',
    may: 'viewCourse',
    at: 'classSession',
    compress: false,
    params: ById,
    query: Type.Object({ device: Type.Optional(Id) }),
    reply: ClassState,
    errors: ['course.unpublished'],
  },
  'GET /api/class-sessions/:id/board': {
    summary: 'The people of a class for who teaches: here, present, doubted, hands',
    may: 'attendance.change',
    at: 'classSession',
    params: ById,
    reply: Board,
  },
  'PUT /api/class-sessions/:id/hand': {
    summary: 'Raise my hand, or take it down',
    may: 'viewCourse',
    at: 'classSession',
    repeatable: true,
    params: ById,
    body: Type.Object({ raised: Type.Boolean() }),
    reply: Type.Object({ hand_at: nullable(Type.String()) }),
    errors: ['forbidden', 'class.ended', 'course.unpublished'],
    example: { raised: true },
  },
  'POST /api/class-sessions/:id/pick': {
    summary: 'Pick people by chance and show them',
    may: 'attendance.change',
    at: 'classSession',
    params: ById,
    body: PickDraft,
    reply: Type.Object({ people: Type.Array(ClassPerson), version: Type.Integer() }),
    errors: ['class.ended'],
    example: { n: 1, among: 'here' },
  },
})
