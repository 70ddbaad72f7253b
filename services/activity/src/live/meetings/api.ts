// The contract table of meetings: state and address of a live lecture, its entrance, its end, and who has joined.
import { ById, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notBegun } from '../../call-table.ts'
import { ClassPerson } from '../../classes/shapes.ts'
import { MadeProvider, MeetingOptions, MeetingState, mostAddress, Provider, providerFaults, Recording } from '../shapes.ts'

export const Meeting = Type.Object({
  title: Type.String(),
  provider: Provider,
  state: MeetingState,
  /** The caller's own times, where they have some. */
  starts_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  /** From when students join; null: at any time. */
  opens_at: nullable(Type.String()),
  /** The caller, now. */
  can_join: Type.Boolean(),
  /** There is a place to join; its address leaves the server by joining alone. */
  has_address: Type.Boolean(),
  /** Students who have joined. */
  people: Type.Integer(),
  /** When I joined first. */
  joined_at: nullable(Type.String()),
  /** Published ones; to who teaches all, at most 50. */
  recordings: Type.Array(Recording),
  can: Type.Object({ change: Type.Boolean() }),
  options: MeetingOptions,
  /** Providers that the lecture may have; to who teaches alone. */
  choices: Type.Array(Provider),
  /** Why its provider has not made or changed it; it is tried again, but for a quota or a refusal. To who teaches alone. */
  error: nullable(oneOf(...providerFaults)),
  /** False: the installation has no SECRET_KEYS, so that no address can be kept. */
  keepable: Type.Boolean(),
  version: Type.Integer(),
  /** The server's clock, by which every time here counts. */
  now: Type.String(),
})
export type Meeting = Static<typeof Meeting>

export const MeetingChange = Type.Object({
  provider: Provider,
  /** An https address; missing: it stays as it is; null: it is taken away. */
  address: Type.Optional(nullable(Type.String({ maxLength: mostAddress }))),
  /** Missing ones stay as they are; of links they mean nothing. */
  options: Type.Optional(Type.Partial(MeetingOptions)),
  version: Version,
})
export type MeetingChange = Static<typeof MeetingChange>

const MeetingPerson = Type.Object({
  person: ClassPerson,
  joined_at: Type.String(),
  /** Seconds for which the provider saw them, to about half a minute; 0 of links. */
  seconds: Type.Integer(),
})
export type MeetingPerson = Static<typeof MeetingPerson>
export const PeopleQuery = pageQuery()
export type PeopleQuery = Static<typeof PeopleQuery>

export const meetingCalls = calls({
  'GET /api/meeting-choices': {
    summary: 'Providers at which the organisation has meetings made, for who makes a live lecture',
    may: 'signedIn',
    reply: Type.Object({ items: Type.Array(MadeProvider) }),
  },
  'GET /api/activities/:id/meeting': {
    summary:
      'A live lecture: its state, when it opens, its recordings; never its address. Of one that was called off students read what they knew',
    may: 'viewCourse',
    at: 'meeting',
    params: ById,
    reply: Meeting,
    errors: [...notBegun, 'meeting.notFound'],
  },
  'PUT /api/activities/:id/meeting': {
    summary: 'Choose the provider of a live lecture; of links keep its address, which nobody reads but by joining',
    may: 'content.change',
    at: 'activity',
    secret: true,
    params: ById,
    body: MeetingChange,
    reply: Meeting,
    errors: ['meeting.address', 'meeting.newer', 'meeting.noKeys', 'meeting.notFound', 'meeting.otherHost', 'meeting.providerOff'],
    example: { provider: 'link', address: 'https://meet.example.edu/tides', version: 0 },
  },
  'POST /api/activities/:id/meeting/join': {
    summary: 'Join a live lecture: students from 15 minutes before its start, who teaches at any time before its end',
    may: 'viewCourse',
    at: 'activity',
    secret: true,
    // a provider is asked in between, and no transaction waits for it
    tx: false,
    params: ById,
    reply: Type.Object({ url: Type.String() }),
    errors: [
      ...notBegun,
      'forbidden',
      'meeting.ended',
      'meeting.noAddress',
      'meeting.notFound',
      'meeting.notOpen',
      'meeting.providerDown',
      'meeting.providerOff',
      'meeting.providerRefused',
    ],
  },
  'POST /api/activities/:id/meeting/end': {
    summary: 'End a live lecture before its time; `ended` false: it goes on after all',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: Type.Object({ ended: Type.Optional(Type.Boolean()) }),
    reply: Meeting,
    errors: ['meeting.notFound'],
    example: {},
  },
  'GET /api/activities/:id/meeting/people': {
    summary: 'The students who have joined a live lecture, in the order in which they did',
    may: 'content.change',
    at: 'activity',
    params: ById,
    query: PeopleQuery,
    reply: paged(MeetingPerson),
    errors: ['meeting.notFound'],
  },
})
