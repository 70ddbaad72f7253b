// The calls of accounts for managers, and their fields.
import { calls } from '../call-table.ts'
import { ExternalId, ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { ById, Day, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { TaskId } from '@lyceum/kit/tasks/api'
import { type Static, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'
import { OrgUser, OrgRole } from '../persons/api.ts'
import { OpenSession } from '../sessions/api.ts'

export const UserDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  user_no: Type.String({ minLength: 1, maxLength: 50 }),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  mobile_phone: Type.Optional(Type.String({ maxLength: 30 })),
  locale: Type.Optional(Locale),
  roles: Type.Array(OrgRole, { minItems: 1, maxItems: 7, uniqueItems: true }),
  department_id: Type.Optional(Id),
  grade_id: Type.Optional(Id),
  klass_id: Type.Optional(Id),
  program_id: Type.Optional(Id),
  external_id: Type.Optional(ExternalIdDraft),
  password: Type.Optional(
    Type.String({ maxLength: 200, description: 'without one the person sets their own, by the code that the sign-in page sends' }),
  ),
})
export type UserDraft = Static<typeof UserDraft>

const Sex = oneOf('female', 'male', 'other')
const Place = Type.Object({ id: Type.String(), name: Type.String() })
/** A member in a list of those who manage people. */
export const ListedUser = Type.Interface([OrgUser], {
  grade: nullable(Place),
  klass: nullable(Place),
  program: nullable(Place),
  state: oneOf('active', 'suspended'),
  until: nullable(Type.String({ ...Time, description: 'the end of the membership: from then on it counts as suspended' })),
  seen_at: nullable(Type.String({ ...Time, description: 'to the hour' })),
  created_at: Type.String({ ...Time, description: 'of the membership' }),
  own: Type.Boolean({ description: 'the organisation has made the account' }),
  operator: Type.Boolean({ description: 'an operator of the installation who has entered the organisation' }),
  version: Type.Integer(),
})
export type ListedUser = Static<typeof ListedUser>
const Grant = Type.Object({
  role: OrgRole,
  source: Type.String({ description: 'hand, operator, roster:<id>, rule:<id>' }),
  since: Time,
  by: nullable(Place),
})
/** A member as an administrator sees them; the fields from mobile_phone to occupation_type are null for a guest, whose account is another organisation's. */
export const ManagedUser = Type.Interface([ListedUser], {
  email_verified: Type.Boolean(),
  mobile_phone: nullable(Type.String()),
  mobile_bound: Type.Boolean(),
  sex: nullable(Sex),
  education: nullable(Type.String()),
  teaching_date: nullable(Type.String()),
  occupation_type: nullable(Type.String()),
  grants: Type.Array(Grant, { description: 'what grants each role, the oldest first' }),
  sessions: Type.Integer({ description: 'open ones; of a guest those that began here' }),
  external_ids: Type.Array(ExternalId),
})
export type ManagedUser = Static<typeof ManagedUser>

/** A member's fields in the organisation; from name to user_no and from email on only of the people whose account it has made. */
export const UserChanges = Type.Object({
  version: Type.Optional(Version),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  user_no: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  roles: Type.Optional(Type.Array(OrgRole, { minItems: 1, maxItems: 7, uniqueItems: true })),
  department_id: Type.Optional(nullable(Id)),
  grade_id: Type.Optional(nullable(Id)),
  klass_id: Type.Optional(nullable(Id)),
  program_id: Type.Optional(nullable(Id)),
  until: Type.Optional(nullable(Type.String({ ...Time, description: 'null: no end' }))),
  external_id: Type.Optional(ExternalIdDraft),
  email: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  mobile_phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
  sex: Type.Optional(nullable(Sex)),
  education: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  teaching_date: Type.Optional(nullable(Type.String({ ...Day, description: 'since when they teach' }))),
  occupation_type: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
})
export type UserChanges = Static<typeof UserChanges>

/** People of the organisation whose user numbers differ in case alone. */
export const SameNumber = Type.Object({
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() })),
})
export type SameNumber = Static<typeof SameNumber>

const sorts = ['name', '-name', 'user_no', '-user_no', 'seen_at', '-seen_at', 'created_at', '-created_at'] as const
export type UserSort = (typeof sorts)[number]
const Conditions = Type.String({ maxLength: 2000 })
const Roles = Type.Array(OrgRole, { minItems: 1, maxItems: 7, uniqueItems: true })

/** Members by their ids, or all that fit the conditions of the list; roles are added and taken beside those that each has. */
export const BulkChange = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })),
  conditions: Type.Optional(Conditions),
  except_ids: Type.Optional(Type.Array(Id, { maxItems: 500, description: 'of those who fit the conditions' })),
  change: Type.Object({
    add_roles: Type.Optional(Roles),
    remove_roles: Type.Optional(Roles),
    department_id: Type.Optional(nullable(Id)),
    grade_id: Type.Optional(nullable(Id)),
    klass_id: Type.Optional(nullable(Id)),
    program_id: Type.Optional(nullable(Id)),
    until: Type.Optional(nullable(Time)),
    state: Type.Optional(oneOf('active', 'suspended')),
  }),
})
export type BulkChange = Static<typeof BulkChange>
const RefusedUser = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'empty for whom the caller does not see' }),
  code: Type.String(),
  params: Type.Object({}, { additionalProperties: true }),
})
export type RefusedUser = Static<typeof RefusedUser>

const stateErrors = ['department.only', 'user.notFound', 'permission.notYours', 'user.oneself', 'person.newer', 'authCode.needed'] as const

/** An administrator's calls for the people of the organisation. */
export const userCalls = calls({
  'POST /api/users': {
    summary: 'Make an account in the organisation',
    may: 'people.create',
    status: 201,
    secret: true,
    tx: false,
    body: UserDraft,
    reply: OrgUser,
    errors: [
      'department.only',
      'permission.notYours',
      'user.numberTaken',
      'user.numberTakenBy',
      'email.taken',
      'department.unknown',
      'studyUnit.unknown',
      'externalId.taken',
      'authCode.needed',
      'demo.closed',
    ],
    example: { name: 'Nurul Izzah binti Hamid', user_no: '261001', email: 'nurul@example.edu', roles: ['student'] },
  },
  'GET /api/users': {
    summary:
      'Members of the organisation, by name unless sorted; conditions: keyword, role, department_id (and below), klass_id, grade_id, program_id, state, source, import_id (who came by it). Counts and shows at most 10,000',
    may: 'people.change',
    query: pageQuery({ sort: Type.Optional(oneOf(...sorts)), conditions: Type.Optional(Conditions) }),
    reply: paged(ListedUser),
    errors: ['authCode.needed'],
  },
  'GET /api/users/rows': {
    summary: 'The same members in the same order, all of them, 500 at a time: `after` is the `next` of the rows before. For exports',
    may: 'people.change',
    management: true,
    query: Type.Object({
      sort: Type.Optional(oneOf(...sorts)),
      conditions: Type.Optional(Conditions),
      after: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    reply: Type.Object({
      items: Type.Array(ListedUser),
      next: nullable(Type.String({ description: 'null: there are no more' })),
      total: nullable(Type.Integer({ description: 'with the first rows, up to 1,000,001' })),
    }),
    errors: ['authCode.needed'],
  },
  'PUT /api/users': {
    summary:
      'Change many members at once, each judged as alone: roles, department, grade, class, program, end, state. At most 500 at once; conditions that more fit start a task',
    may: 'people.change',
    tx: false,
    body: BulkChange,
    reply: Type.Object({
      changed: Type.Integer(),
      changed_ids: Type.Array(Type.String()),
      refused: Type.Array(RefusedUser),
      task: nullable(Type.String({ description: 'the task that does it; nothing is changed yet' })),
    }),
    errors: ['user.untilPast', 'department.unknown', 'studyUnit.unknown', 'authCode.needed'],
    example: { ids: ['01900000-0000-7000-8000-000000000001'], change: { state: 'suspended' } },
  },
  'POST /api/users/changes/undo': {
    summary:
      'Undo a change of many members that I began as a task, within ten minutes of its end, as a task: their fields are as before, but for what somebody has changed since',
    may: 'people.change',
    management: true,
    tx: false,
    status: 202,
    body: Type.Object({ task: TaskId }),
    reply: Type.Object({ task: Type.String() }),
    errors: ['user.undoOver', 'authCode.needed'],
    example: { task: 'identity.01900000-0000-7000-8000-000000000001' },
  },
  'GET /api/users/same-numbers': {
    summary:
      'People whose user numbers differ in case alone, from earlier releases: sign-in and lists take each by its exact spelling only',
    may: 'people.change',
    wide: true,
    management: true,
    reply: Type.Object({ items: Type.Array(SameNumber, { description: 'at most 100' }) }),
    errors: ['department.only', 'authCode.needed'],
  },
  'GET /api/users/:id': {
    summary: 'A member of the organisation, with what it says of them',
    may: 'people.change',
    params: ById,
    reply: ManagedUser,
    errors: ['department.only', 'user.notFound', 'authCode.needed'],
  },
  'PUT /api/users/:id': {
    summary:
      'Change what the organisation says of a member: roles, department, grade, class, program, end, external id; of its own people also name, number, address and what they say of themselves',
    may: 'people.change',
    tx: false,
    params: ById,
    body: UserChanges,
    reply: ManagedUser,
    errors: [
      'department.only',
      'user.notFound',
      'permission.notYours',
      'user.oneself',
      'user.ownAdministrator',
      'user.lastAdministrator',
      'user.untilPast',
      'user.elsewhere',
      'email.taken',
      'user.numberTaken',
      'user.numberTakenBy',
      'person.newer',
      'department.unknown',
      'studyUnit.unknown',
      'externalId.taken',
      'authCode.needed',
    ],
    example: { roles: ['instructor'] },
  },
  'POST /api/users/:id/suspend': {
    summary: 'Suspend a member: they are signed out and may do nothing in the organisation; what they have made stays',
    may: 'people.change',
    tx: false,
    params: ById,
    body: Type.Object({ version: Type.Optional(Version) }),
    reply: ManagedUser,
    errors: [...stateErrors, 'user.lastAdministrator'],
  },
  'POST /api/users/:id/resume': {
    summary: 'Let a suspended member in again; an end that has passed is removed',
    may: 'people.change',
    tx: false,
    params: ById,
    body: Type.Object({ version: Type.Optional(Version) }),
    reply: ManagedUser,
    errors: stateErrors,
  },
  'GET /api/users/:id/sessions': {
    summary: 'Where a member is signed in, by use (at most 100); of a guest what began in the organisation',
    may: 'people.change',
    params: ById,
    reply: Type.Object({ sessions: Type.Array(OpenSession) }),
    errors: ['department.only', 'user.notFound', 'authCode.needed'],
  },
  'DELETE /api/users/:id/sessions': {
    summary: 'Sign a member out everywhere; of a guest what began in the organisation ends, of oneself everything but this session',
    may: 'people.change',
    tx: false,
    params: ById,
    reply: Type.Object({ ended: Type.Integer() }),
    errors: ['department.only', 'user.notFound', 'permission.notYours', 'authCode.needed'],
  },
  'DELETE /api/users/:id': {
    summary:
      'Erase a person for good: the account, what only they had, and their name everywhere. It cannot be undone. Only the organisation that made the account may',
    may: 'people.erase',
    status: 204,
    tx: false,
    params: ById,
    reply: Type.Null(),
    errors: ['department.only', 'user.notFound', 'user.oneself', 'permission.notYours', 'user.lastAdministrator', 'authCode.needed'],
  },
})
