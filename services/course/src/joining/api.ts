// The calls of joining: seats, window, approval and requests.
import { calls } from '../call-table.ts'
import { ById, changes, Id, nullable, oneOf, pageQuery, paged, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const JoinState = oneOf('open', 'approval', 'full', 'notYet', 'over', 'ended', 'member', 'waiting', 'declined')

const JoinFields = Type.Object({
  /** Students at most; null: no limit. Whom somebody enrols or invites comes in nevertheless. */
  seats: nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
  opens_at: nullable(Time),
  closes_at: nullable(Time),
  /** A person who requests a seat waits until a teacher lets them in. */
  approval: Type.Boolean(),
})
export type JoinFields = Static<typeof JoinFields>
export const JoinView = Type.Interface([JoinFields], { students: Type.Integer(), waiting: Type.Integer() })
export type JoinView = Static<typeof JoinView>

/** Somebody who waits to be let in. */
export const JoinRequest = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String(), email: Type.String() }),
  klass: nullable(Type.String()),
  asked_at: Type.String(),
})
export type JoinRequest = Static<typeof JoinRequest>

/** A course that I wait to join. */
export const MyJoinRequest = Type.Object({
  course: Type.Object({ id: Type.String(), name: Type.String(), display_name: nullable(Type.String()), course_code: Type.String() }),
  asked_at: Type.String(),
})
export type MyJoinRequest = Static<typeof MyJoinRequest>

export const joiningCalls = calls({
  'GET /api/my-join-requests': {
    summary: 'The courses that I wait to join, in every organisation, the last asked first',
    may: 'signedIn',
    reply: Type.Object({ items: Type.Array(MyJoinRequest) }),
  },
  'GET /api/courses/:id/join-settings': {
    summary: 'How people join the course by themselves: seats, window, approval; and how many are in and wait',
    may: 'members.change',
    at: 'course',
    params: ById,
    reply: JoinView,
  },
  'PUT /api/courses/:id/join-settings': {
    summary: 'Change what is given; who waits for a seat gets it when there are more',
    may: 'members.change',
    at: 'course',
    params: ById,
    body: changes(JoinFields),
    reply: JoinView,
    example: { seats: 30, approval: false },
  },
  'GET /api/courses/:id/join-requests': {
    summary: 'Who waits to join, the first first; conditions: keyword',
    may: 'members.change',
    at: 'course',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(JoinRequest, { seats_left: nullable(Type.Integer()) }),
  },
  'PUT /api/courses/:id/join-requests': {
    summary: 'Let people in, decline them, or let them wait again',
    may: 'members.change',
    at: 'course',
    params: ById,
    body: Type.Object({
      person_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
      state: oneOf('accepted', 'declined', 'waiting'),
    }),
    reply: Type.Object({ person_ids: Type.Array(Type.String()) }),
    errors: ['course.full'],
  },
  'DELETE /api/courses/:id/join-request': {
    summary: 'Wait no longer',
    may: 'signedIn',
    params: ById,
    status: 204,
    reply: Type.Null(),
    errors: ['joinRequest.notFound'],
  },
})
