// Shapes that the contracts of classes share: people, a session as everybody in the room reads it, states of attendance.
import { Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Vote, VoteAnswer, VoteCounts } from './votes/shapes.ts'

export const ClassPerson = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })
export type ClassPerson = Static<typeof ClassPerson>

/** Whether a condition names something by its id. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** Whole seconds of a timer; groups that a class is divided into; people that one answer of the board names. */
export const mostSeconds = 10_800
export const mostGroups = 100
export const mostOnBoard = 1000
/** Wrong numbers of a person that a roll call takes. */
export const mostTries = 3

/** The view on the screen of the hall, and the slide of it. */
export const Shown = Type.Object({
  view: oneOf('roll_call', 'vote', 'questions', 'pick', 'groups', 'timer', 'slides', 'report'),
  activity_id: Type.Optional(Id),
  upload_id: Type.Optional(Id),
  /** Of slides, from 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})
export type Shown = Static<typeof Shown>

/** `ends_at` null: it is halted with so many seconds left. */
export const Timer = Type.Object({ seconds: Type.Integer(), ends_at: nullable(Type.String()) })
export type Timer = Static<typeof Timer>

/** The ways of being noted: by the number on the screen, by its QR code; by hand of who teaches. */
export const Way = oneOf('number', 'qr', 'hand')
export type Way = Static<typeof Way>

export const AttendanceState = oneOf('present', 'late', 'excused', 'left_early', 'absent')
export type AttendanceState = Static<typeof AttendanceState>

/**
 * Reasons to look twice, none of which refuses a claim. device: somebody else claimed from it; network: neither that of the screen nor one that many share;
 * unseen: the page had not been open before the code came; borrowed: just signed in on a device of somebody else's; after: after the end.
 */
export const Doubt = oneOf('device', 'borrowed', 'unseen', 'after', 'network')
export type Doubt = Static<typeof Doubt>

/** A roll call as everybody in the room reads it: without its codes. */
export const OpenRollCall = Type.Object({
  id: Type.String(),
  ways: Type.Array(Way),
  opened_at: Type.String(),
  /** Later claims are late; null: none is. */
  late_after: nullable(Type.String()),
  closes_at: Type.String(),
})
export type OpenRollCall = Static<typeof OpenRollCall>

const summary = {
  id: Type.String(),
  course_id: Type.String(),
  title: Type.String(),
  activity_id: nullable(Type.String()),
  /** The lesson of the timetable for which it was made afterwards. */
  lesson_id: nullable(Type.String()),
  state: oneOf('running', 'ended'),
  started_at: Type.String(),
  ended_at: nullable(Type.String()),
  /** The person who began it; null once they are erased. */
  started_by: nullable(ClassPerson),
}
export const ClassSummary = Type.Object({
  ...summary,
  /** Present or late by its roll calls together; null before the first is closed. For who teaches. */
  attendance: nullable(Type.Object({ present: Type.Integer(), late: Type.Integer(), absent: Type.Integer(), excused: Type.Integer() })),
  /** My state in its roll calls, in their order. */
  mine: Type.Array(AttendanceState),
  roll_calls: Type.Array(Type.Object({ id: Type.String(), opened_at: Type.String(), closed: Type.Boolean() })),
  can: Type.Object({ teach: Type.Boolean() }),
  version: Type.Integer(),
})
export type ClassSummary = Static<typeof ClassSummary>

/** The session for phone and screen alike; all but `mine`, `people`, `vote_results` and `now` is the same for everybody. */
export const ClassState = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  title: Type.String(),
  activity_id: nullable(Type.String()),
  state: oneOf('running', 'ended'),
  started_at: Type.String(),
  ended_at: nullable(Type.String()),
  shown: nullable(Shown),
  timer: nullable(Timer),
  groups: nullable(Type.Array(Type.Object({ name: Type.String(), people: Type.Array(ClassPerson) }))),
  /** Those who were picked last. */
  picked: Type.Array(ClassPerson),
  roll_call: nullable(OpenRollCall),
  /** The last one of the session while it runs, open or closed; without its key. */
  vote: nullable(Vote),
  version: Type.Integer(),
  mine: Type.Object({
    /** Null: the hand is down. */
    hand_at: nullable(Type.String()),
    /** In the open roll call. */
    attendance: nullable(Type.Object({ state: AttendanceState, at: Type.String() })),
    /** Wrong numbers that are left in the open roll call. */
    left: Type.Integer(),
    /** To the vote; null: none, or nobody's any more, as once an anonymous vote is closed. */
    vote: nullable(VoteAnswer),
  }),
  /** Of the vote, once they are shown to all; half a second old at most. */
  vote_results: nullable(VoteCounts),
  /** Students who have the session open. */
  people: Type.Integer(),
  can: Type.Object({
    /** Lead it: board, roll calls, pick. */
    teach: Type.Boolean(),
    /** Claim to be present, raise a hand. */
    take_part: Type.Boolean(),
  }),
  /** The server's clock, by which every time here counts. */
  now: Type.String(),
})
export type ClassState = Static<typeof ClassState>
