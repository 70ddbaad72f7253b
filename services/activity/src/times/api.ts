// The contract table of times: allowances (who has more time, other dates or more attempts), and the personal times that follow from them.
import { calls } from '../call-table.ts'
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

const Person = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })

const terms = {
  /** Due and closing time are so much later, and a limit so much longer. Minutes or per cent, not both. */
  extra_minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
  /** Of the limit; without one of the time from the opening on. */
  extra_percent: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  /** So many in all. */
  attempts: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
}
/** Dates stand as they are written, whatever becomes of the activity's. Of one activity alone. */
const dates = {
  opens: Type.Optional(nullable(Time)),
  due: Type.Optional(nullable(Time)),
  closes: Type.Optional(nullable(Time)),
}
const people = { person_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }

const OrgAllowanceDraft = Type.Object({ ...people, ...terms })
/** `activity_id`: the one activity; without it all of the course. */
const AllowanceDraft = Type.Object({ ...people, activity_id: Type.Optional(nullable(Id)), ...terms, ...dates })
export type AllowanceDraft = Static<typeof AllowanceDraft>

export const Allowance = Type.Object({
  id: Type.String(),
  scope: oneOf('organisation', 'course', 'activity'),
  course_id: nullable(Type.String()),
  activity_id: nullable(Type.String()),
  activity_title: nullable(Type.String()),
  /** In a course its students alone. */
  people: Type.Array(Person),
  extra_minutes: nullable(Type.Integer()),
  extra_percent: nullable(Type.Integer()),
  attempts: nullable(Type.Integer()),
  opens: nullable(Type.String()),
  due: nullable(Type.String()),
  closes: nullable(Type.String()),
  created_by: Type.String(),
  created_at: Type.String(),
  version: Type.Integer(),
})
export type Allowance = Static<typeof Allowance>

/** The times that hold for a person; `limit_minutes` and `attempts` null: the activity's own. */
export const PersonTimes = Type.Object({
  person: Person,
  opens: nullable(Type.String()),
  due: nullable(Type.String()),
  closes: nullable(Type.String()),
  limit_minutes: nullable(Type.Integer()),
  attempts: nullable(Type.Integer()),
})
export type PersonTimes = Static<typeof PersonTimes>

const versioned = { version: Type.Optional(Version) }

export const timeCalls = calls({
  'GET /api/courses/:id/allowances': {
    summary: 'The allowances of a course and its activities, and those of the organisation for its students; the newest first',
    may: 'times.change',
    at: 'course',
    params: ById,
    query: pageQuery({ activity_id: Type.Optional(Id) }),
    reply: paged(Allowance),
  },
  'POST /api/courses/:id/allowances': {
    summary: 'Allow students more time, other dates or more attempts, in an activity or in all of the course',
    may: 'times.change',
    at: 'course',
    params: ById,
    body: AllowanceDraft,
    reply: Allowance,
    status: 201,
    example: { person_ids: ['01900000-0000-7000-8000-000000000001'], extra_percent: 25 },
  },
  'PUT /api/allowances/:id': {
    summary: 'Change the fields that are given',
    may: 'times.change',
    at: 'allowance',
    params: ById,
    body: Type.Interface([changes(Type.Omit(AllowanceDraft, ['activity_id']))], versioned),
    reply: Allowance,
    errors: ['allowance.newer'],
  },
  'DELETE /api/allowances/:id': {
    summary: 'Take an allowance back',
    may: 'times.change',
    at: 'allowance',
    params: ById,
    query: Type.Object(versioned),
    reply: Type.Null(),
    status: 204,
    errors: ['allowance.newer'],
  },
  'GET /api/activities/:id/personal-times': {
    summary: 'The students whose times in an activity differ from its own, by name',
    may: 'times.change',
    at: 'activity',
    params: ById,
    query: pageQuery(),
    reply: paged(PersonTimes),
  },
  'GET /api/org/allowances': {
    summary:
      'The allowances that hold in all courses of the organisation, the newest first; of people whose name or number has the keyword',
    may: 'allowances.change',
    query: pageQuery({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: paged(Allowance),
  },
  'POST /api/org/allowances': {
    summary: 'Allow people more time or more attempts wherever they learn in the organisation',
    may: 'allowances.change',
    body: OrgAllowanceDraft,
    reply: Allowance,
    status: 201,
    example: { person_ids: ['01900000-0000-7000-8000-000000000001'], extra_percent: 25 },
    errors: ['department.only'],
  },
  'PUT /api/org/allowances/:id': {
    summary: 'Change the fields that are given',
    may: 'allowances.change',
    at: 'orgAllowance',
    params: ById,
    body: Type.Interface([changes(OrgAllowanceDraft)], versioned),
    reply: Allowance,
    errors: ['department.only', 'allowance.newer'],
  },
  'DELETE /api/org/allowances/:id': {
    summary: 'Take an allowance back',
    may: 'allowances.change',
    at: 'orgAllowance',
    params: ById,
    query: Type.Object(versioned),
    reply: Type.Null(),
    status: 204,
    errors: ['department.only', 'allowance.newer'],
  },
})
