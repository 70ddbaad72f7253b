// The calls of accounts for managers, and their fields.
import { calls } from '../call-table.ts'
import { ExternalId, ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { ById, Id, nullable, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'
import { OrgUser, OrgRole } from '../persons/api.ts'

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

const Place = Type.Object({ id: Type.String(), name: Type.String() })
/** A member as an administrator sees them. */
export const ManagedUser = Type.Interface([OrgUser], {
  grade: nullable(Place),
  klass: nullable(Place),
  program: nullable(Place),
  external_ids: Type.Array(ExternalId),
  version: Type.Integer(),
})
export type ManagedUser = Static<typeof ManagedUser>

/** A member's fields in the organisation; name and number only of the people whose account it has made. */
export const UserChanges = Type.Object({
  version: Type.Optional(Version),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  user_no: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  roles: Type.Optional(Type.Array(OrgRole, { minItems: 1, maxItems: 7, uniqueItems: true })),
  department_id: Type.Optional(nullable(Id)),
  grade_id: Type.Optional(nullable(Id)),
  klass_id: Type.Optional(nullable(Id)),
  program_id: Type.Optional(nullable(Id)),
  external_id: Type.Optional(ExternalIdDraft),
})
export type UserChanges = Static<typeof UserChanges>

/** People of the organisation whose user numbers differ in case alone. */
export const SameNumber = Type.Object({
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() })),
})
export type SameNumber = Static<typeof SameNumber>

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
      'Change what the organisation says of a member: roles, department, grade, class, program, external id; name and number of its own people',
    may: 'people.change',
    params: ById,
    body: UserChanges,
    reply: ManagedUser,
    errors: [
      'department.only',
      'user.notFound',
      'permission.notYours',
      'user.ownAdministrator',
      'user.lastAdministrator',
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
