// The contract table of roll calls: their codes for who teaches alone, claims of students, doubts, spot checks and corrections.
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { AttendanceState, ClassPerson, Doubt, Way } from '../shapes.ts'

export const RollCallDraft = Type.Object({
  ways: Type.Array(Way, { minItems: 1, maxItems: 3, uniqueItems: true }),
  /** Until it closes by itself. */
  minutes: Type.Integer({ minimum: 1, maximum: 240 }),
  /** Minutes after which a claim is late; null: none is. */
  late_after: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 240 }))),
})
export type RollCallDraft = Static<typeof RollCallDraft>

export const RollCall = Type.Object({
  id: Type.String(),
  session_id: Type.String(),
  course_id: Type.String(),
  ways: Type.Array(Way),
  opened_at: Type.String(),
  late_after: nullable(Type.String()),
  closes_at: Type.String(),
  closed_at: nullable(Type.String()),
  /** Students of the course, and how many of them have each state. */
  counts: Type.Object({
    members: Type.Integer(),
    present: Type.Integer(),
    late: Type.Integer(),
    excused: Type.Integer(),
    left_early: Type.Integer(),
    absent: Type.Integer(),
    doubtful: Type.Integer(),
  }),
  version: Type.Integer(),
  now: Type.String(),
})
export type RollCall = Static<typeof RollCall>

export const Claim = Type.Object({
  /** The four digits on the screen, or the text in its QR code. */
  number: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
  qr: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  /** The random id that this browser keeps. */
  device: Id,
})
export type Claim = Static<typeof Claim>

export const ClaimAnswer = Type.Object({ state: AttendanceState, at: Type.String(), now: Type.String() })
export type ClaimAnswer = Static<typeof ClaimAnswer>

/** A code of the screen: for who teaches alone. */
export const Code = Type.Object({
  number: nullable(Type.String()),
  /** Until the next number. */
  number_until: nullable(Type.String()),
  /** The page makes the address of it: /inclass/courses/{course}#/r/{qr}. */
  qr: nullable(Type.String()),
  /** When to read the next code. */
  next_at: Type.String(),
  now: Type.String(),
})
export type Code = Static<typeof Code>

export const RollCallPerson = Type.Object({
  person: ClassPerson,
  /** Null: no claim, and not closed yet or made afterwards. */
  state: nullable(AttendanceState),
  way: nullable(Way),
  at: nullable(Type.String()),
  doubts: Type.Array(Doubt),
  /** Chosen by a spot check; somebody looked and confirmed or struck it. */
  asked: Type.Boolean(),
  seen_by: nullable(ClassPerson),
  reason: Type.String(),
  /** Corrections after the roll call was closed. */
  changes: Type.Integer(),
})
export type RollCallPerson = Static<typeof RollCallPerson>

/** A correction after the close of a roll call. */
export const AttendanceChange = Type.Object({
  at: Type.String(),
  /** Null once they are erased. */
  by: nullable(ClassPerson),
  /** Null: nothing was noted. */
  before: nullable(AttendanceState),
  after: AttendanceState,
  reason: Type.String(),
})
export type AttendanceChange = Static<typeof AttendanceChange>

const peopleQuery = pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) })
export type RollCallPeopleQuery = Static<typeof peopleQuery>

export const Correction = Type.Object({
  person_ids: Type.Array(Id, { minItems: 1, maxItems: 300, uniqueItems: true }),
  /** none: a note by hand is taken back, while the roll call is open. */
  state: oneOf('present', 'late', 'excused', 'left_early', 'absent', 'none'),
  /** Needed once the roll call is closed, unless it was made afterwards. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  version: Version,
})
export type Correction = Static<typeof Correction>

export const rollCallCalls = calls({
  'POST /api/class-sessions/:id/roll-calls': {
    summary: 'Open a roll call in a class that runs',
    may: 'attendance.change',
    at: 'classSession',
    params: ById,
    body: RollCallDraft,
    reply: RollCall,
    status: 201,
    errors: ['class.ended', 'rollCall.open', 'rollCall.lateAfterEnd'],
    example: { ways: ['number', 'qr'], minutes: 5, late_after: 3 },
  },
  'GET /api/roll-calls/:id/code': {
    summary: 'The present code of a roll call, for the screen of the hall alone; kept by nothing on the way',
    may: 'attendance.change',
    at: 'rollCall',
    compress: false,
    params: ById,
    reply: Code,
    errors: ['rollCall.closed'],
  },
  'POST /api/roll-calls/:id/claim': {
    summary: 'Claim to be present; again, it is answered the same',
    may: 'viewCourse',
    at: 'rollCall',
    repeatable: true,
    secret: true,
    tx: false,
    params: ById,
    body: Claim,
    reply: ClaimAnswer,
    errors: ['forbidden', 'rollCall.wrong', 'rollCall.old', 'rollCall.closed', 'rollCall.numberRetired', 'course.unpublished'],
    example: { qr: '0.0.0', device: '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d' },
  },
  'GET /api/roll-calls/:id/people': {
    summary: 'The students of a course in a roll call. conditions: state (a state, or none), doubtful, asked, keyword, person_id',
    may: 'attendance.change',
    at: 'rollCall',
    params: ById,
    query: peopleQuery,
    reply: paged(RollCallPerson, { roll_call: RollCall }),
  },
  'GET /api/roll-calls/:id/people/:person/changes': {
    summary: 'The corrections of the attendance of a person in a closed roll call, the last first',
    may: 'attendance.change',
    at: 'rollCall',
    params: Type.Object({ id: Id, person: Id }),
    query: pageQuery(),
    reply: paged(AttendanceChange),
  },
  'PUT /api/roll-calls/:id/people': {
    summary:
      'Note or correct the attendance of people, or take a note of an open roll call back; who is present or absent after a spot check counts as looked at',
    may: 'attendance.change',
    at: 'rollCall',
    params: ById,
    body: Correction,
    reply: RollCall,
    errors: ['rollCall.newer', 'rollCall.notStudent', 'rollCall.closed'],
    example: { person_ids: ['0193e6a1-2b4c-7d5e-8f60-718293a4b5c6'], state: 'excused', reason: 'Field trip of 12 May', version: 1 },
  },
  'POST /api/roll-calls/:id/spot-check': {
    summary: 'Choose people by chance among those who claimed and were not chosen before, to be called by name',
    may: 'attendance.change',
    at: 'rollCall',
    params: ById,
    body: Type.Object({ n: Type.Integer({ minimum: 1, maximum: 20 }) }),
    reply: Type.Object({ people: Type.Array(ClassPerson), left: Type.Integer() }),
    example: { n: 3 },
  },
  'POST /api/roll-calls/:id/close': {
    summary: 'Close a roll call: who is not here is absent; closed already, it is answered as it is',
    may: 'attendance.change',
    at: 'rollCall',
    params: ById,
    reply: RollCall,
  },
})

/** The states of the condition `state`. */
export const PeopleState = oneOf('present', 'late', 'excused', 'left_early', 'absent', 'none')
