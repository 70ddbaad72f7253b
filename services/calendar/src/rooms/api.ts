// Rooms of an organisation, in which lessons, events and meetings are held; and their bookings.
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** The most rooms of an organisation. */
export const mostRooms = 5000

const fields = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  place: Type.Optional(Type.String({ maxLength: 200, description: 'the building and floor' })),
  seats: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 100_000 }))),
  remote_address: Type.Optional(Type.String({ maxLength: 2000, description: 'where people far away join what is held in it' })),
  equipment: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type RoomDraft = Static<typeof fields>

const shown = {
  id: Type.String(),
  name: Type.String(),
  place: Type.String(),
  seats: nullable(Type.Integer()),
  equipment: Type.String(),
}
export const Room = Type.Object({
  ...shown,
  taken: nullable(Type.Boolean({ description: 'something is held in it in the span of time; null where none is given' })),
})
export type Room = Static<typeof Room>
const Meeting = Type.Object({ title: Type.String(), start_time: Time, end_time: Time })
export const ManagedRoom = Type.Object({
  ...shown,
  remote_address: Type.String(),
  bookings: Type.Integer({ description: 'in the next 14 days' }),
  clashes: Type.Integer({ description: 'bookings of those that overlap another one' }),
  next: nullable(Meeting),
  version: Type.Integer(),
})
export type ManagedRoom = Static<typeof ManagedRoom>

export const Booking = Type.Object({
  kind: oneOf('lesson', 'event', 'meeting'),
  id: Type.String(),
  title: Type.String({ description: "empty: an event of somebody's own" }),
  start_time: Time,
  end_time: Time,
  clash: Type.Boolean(),
  waiting: Type.Boolean({ description: 'a meeting that nobody has decided about' }),
})
export type Booking = Static<typeof Booking>

const keyword = Type.Optional(Type.String({ maxLength: 100 }))
const management = { may: 'calendar.manage', management: true } as const
const refusals = ['department.only', 'room.nameTaken', 'room.newer', 'room.notFound', 'meeting.addressWrong', 'authCode.needed'] as const

export const roomCalls = calls({
  'GET /api/rooms': {
    summary: 'Rooms of the organisation by name, with those that are taken in a span of time by another entry than `without`',
    may: 'signedIn',
    query: pageQuery({ keyword, start: Type.Optional(Time), end: Type.Optional(Time), without: Type.Optional(Id) }),
    reply: paged(Room),
    errors: ['calendar.spanTooLong', 'calendarEvent.endBeforeStart'],
  },
  'GET /api/management/rooms': {
    ...management,
    summary: 'Rooms by name, with their bookings and clashes of the next 14 days',
    query: pageQuery({ keyword, ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
    reply: paged(ManagedRoom),
    errors: ['authCode.needed'],
  },
  'POST /api/management/rooms': {
    ...management,
    wide: true,
    summary: 'Make a room',
    status: 201,
    body: fields,
    reply: ManagedRoom,
    errors: [...refusals, 'room.tooMany'],
    example: { name: 'Hall B', place: 'Science building, floor 2', seats: 240 },
  },
  'PUT /api/management/rooms/:id': {
    ...management,
    wide: true,
    summary: 'Change a room; what is held in it from now on takes its new name',
    params: ById,
    body: Type.Interface([changes(fields)], { version: Version }),
    reply: ManagedRoom,
    errors: refusals,
  },
  'DELETE /api/management/rooms/:id': {
    ...management,
    wide: true,
    summary: 'Delete a room; what is held in it keeps its name as a text. It can be restored',
    status: 204,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: refusals,
  },
  'PUT /api/management/rooms/:id/restore': {
    ...management,
    wide: true,
    summary: 'Bring back a room that was deleted, with its bookings',
    params: ById,
    reply: ManagedRoom,
    errors: refusals,
  },
  'GET /api/management/rooms/:id/bookings': {
    ...management,
    summary: 'Lessons, events and meetings held in a room in a span of time of at most 62 days, the first to begin first; at most 500',
    params: Type.Object({ id: Id }),
    query: Type.Object({ start: Time, end: Time }),
    reply: Type.Object({ items: Type.Array(Booking), more: Type.Boolean() }),
    errors: ['room.notFound', 'calendar.spanTooLong', 'calendarEvent.endBeforeStart', 'authCode.needed'],
  },
})
