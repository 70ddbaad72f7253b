// Meetings: asked for, agreed or rejected by who manages the calendar; those of a course's teaching team, and of a teaching-and-research group, need no approval.
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** others: it waits for a decision. */
export const AuditStatus = oneOf('agree', 'reject', 'others')
export type AuditStatus = Static<typeof AuditStatus>

const address = Type.Optional(Type.String({ maxLength: 2000 }))
const shared = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  host_user_id: Type.Optional(Id),
  join_url: address,
  live_addr: address,
  replay_address: address,
  room: Type.Optional(Type.String({ maxLength: 200 })),
  room_id: Type.Optional(nullable(Id)),
})
const ofOrganisations = {
  /** Organisations whose people see it once it is agreed, separated by commas. Missing: this one. */
  scope_org_ids: Type.Optional(Type.String({ maxLength: 2000 })),
  /** A course whose people see it. */
  course_id: Type.Optional(nullable(Id)),
  /** A teaching-and-research group whose people see it, and nobody else. It stays that group's. */
  group_id: Type.Optional(nullable(Id)),
}
export const MeetingDraft = Type.Interface([shared], ofOrganisations)
export type MeetingDraft = Static<typeof MeetingDraft>
export const InstructionDraft = Type.Interface([shared], { course_id: Id })
export type InstructionDraft = Static<typeof InstructionDraft>

export const Meeting = Type.Object({
  id: Type.String(),
  /** The organisation in whose rooms it is held: of a group that of the group. */
  org_id: Type.String(),
  title: Type.String(),
  start_time: Time,
  end_time: Time,
  description: Type.String(),
  scope_org_ids: Type.String(),
  host_user_id: Type.String(),
  host_name: Type.String(),
  created_by_name: Type.String(),
  audit_status: AuditStatus,
  /** Why it was rejected. */
  audit_reason: Type.String(),
  join_url: Type.String(),
  live_addr: Type.String(),
  replay_address: Type.String(),
  room: Type.String(),
  room_id: nullable(Type.String()),
  course_id: nullable(Type.String()),
  course_name: nullable(Type.String()),
  group_id: nullable(Type.String()),
  group_name: nullable(Type.String()),
  instruction: Type.Boolean(),
  /** By the clock of the server. */
  state: oneOf('ahead', 'running', 'ended'),
  /** A change would be taken now: it is rejected or has not begun. */
  editable: Type.Boolean(),
  /** Offered for changing: unless it is agreed and has begun. */
  shown_editable: Type.Boolean(),
  /** A change of replay_address alone would be taken now, and needs no decision. */
  replay_editable: Type.Boolean(),
  version: Type.Integer(),
})
export type Meeting = Static<typeof Meeting>

/** Of a group the meeting that is under way or comes next. */
const NextMeeting = Type.Object({ group_id: Type.String(), id: Type.String(), title: Type.String(), start_time: Time, end_time: Time })
/** Ids separated by commas. */
const groupIds = Type.String({
  maxLength: 3700,
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,99}$',
})

const refusals = [
  'meeting.endBeforeStart',
  'meeting.tooLong',
  'meeting.groupUnknown',
  'meeting.hostUnknown',
  'meeting.ofGroup',
  'meeting.orgUnknown',
  'meeting.addressWrong',
  'room.unknown',
  'timetable.courseUnknown',
] as const
const seen = ['meeting.notFound'] as const
const changed = ['meeting.notFound', 'meeting.newer', 'meeting.begun'] as const
const inSpan = { start: Type.Optional(Time), end: Type.Optional(Time) }

export const meetingCalls = calls({
  'GET /api/calendar-meeting': {
    summary:
      'Meetings that I see, the latest first; of a span of time where one is given. Of one teaching-and-research group, also for who manages groups: the next first, then those that are over',
    may: 'signedIn',
    query: pageQuery({ group_id: Type.Optional(Id), ...inSpan }),
    reply: paged(Meeting),
  },
  'GET /api/calendar-meeting/next': {
    summary: 'The next meeting of each of these teaching-and-research groups (at most 100), for who is in them and who manages groups',
    may: 'signedIn',
    query: Type.Object({ group_ids: groupIds }),
    reply: Type.Object({ items: Type.Array(NextMeeting) }),
  },
  'POST /api/calendar-meeting': {
    summary:
      'Ask for a meeting; of who manages the calendar, and of a teaching-and-research group that I lead, it is agreed at once. Without times ten minutes from now, for an hour',
    may: 'people.search',
    status: 201,
    body: MeetingDraft,
    reply: Meeting,
    errors: refusals,
    example: { title: 'Curriculum committee', join_url: 'https://meet.example.edu/curriculum' },
  },
  'GET /api/calendar-meeting/:id': { summary: 'A meeting that I see', may: 'signedIn', params: ById, reply: Meeting, errors: seen },
  'PUT /api/calendar-meeting/:id': {
    summary:
      'Change a meeting that is rejected or has not begun; it waits for a decision again. Of an agreed one that has begun replay_address alone is changed',
    may: 'signedIn',
    params: ById,
    body: Type.Interface([changes(shared)], { ...ofOrganisations, version: Version }),
    reply: Meeting,
    errors: [...refusals, ...changed],
  },
  'DELETE /api/calendar-meeting/:id': {
    summary: 'Call a meeting off that is rejected or has not begun',
    may: 'signedIn',
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: changed,
  },
  'GET /api/management/calendar-meeting': {
    summary: 'All meetings of the organisation, those that wait first. conditions: audit_status, keyword',
    may: 'calendar.manage',
    management: true,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(Meeting, { waiting: Type.Integer() }),
    errors: ['authCode.needed'],
  },
  'PUT /api/management/calendar-meeting/:id': {
    summary: 'Agree to a meeting or reject it. 409 when somebody else has decided meanwhile',
    may: 'calendar.manage',
    management: true,
    params: ById,
    body: Type.Object({
      audit_status: oneOf('agree', 'reject'),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
      version: Version,
    }),
    reply: Meeting,
    errors: ['department.only', 'authCode.needed', 'meeting.notFound', 'meeting.newer'],
  },
  'GET /api/management/calendar-meeting/excel': {
    summary: 'The same list as a spreadsheet (XLSX), at most 5,000 meetings. The names of its columns are in the language of the page',
    may: 'calendar.manage',
    management: true,
    scope: 'query',
    query: Type.Object({
      scope: Type.Optional(Id),
      conditions: Type.Optional(Type.String({ maxLength: 500 })),
      lang: Type.Optional(Type.String({ maxLength: 10 })),
    }),
    reply: Type.Any(),
    errors: ['authCode.needed'],
  },
  'GET /api/instruction-team/meeting': {
    summary: 'Meetings of the teaching teams that I am in, of one course where it is given; the latest first',
    may: 'signedIn',
    query: pageQuery({ course_id: Type.Optional(Id), ...inSpan }),
    reply: paged(Meeting),
  },
  'POST /api/instruction-team/meeting': {
    summary: 'Make a meeting of a course’s teaching team',
    may: 'signedIn',
    status: 201,
    body: InstructionDraft,
    reply: Meeting,
    errors: refusals,
    example: { title: 'Marking week 8', course_id: '01900000-0000-7000-8000-000000000001' },
  },
  'GET /api/instruction-team/meeting/:id': {
    summary: 'A meeting of a team that I am in',
    may: 'signedIn',
    params: ById,
    reply: Meeting,
    errors: seen,
  },
  'PUT /api/instruction-team/meeting/:id': {
    summary: 'Change a meeting of a teaching team, at any time',
    may: 'signedIn',
    params: ById,
    body: Type.Interface([changes(shared)], { version: Version }),
    reply: Meeting,
    errors: [...refusals, 'meeting.notFound', 'meeting.newer'],
  },
  'DELETE /api/instruction-team/meeting/:id': {
    summary: 'Call off a meeting of a teaching team',
    may: 'signedIn',
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['meeting.notFound', 'meeting.newer'],
  },
})
