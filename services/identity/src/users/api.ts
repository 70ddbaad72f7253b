import { calls } from '../call-table.ts'
import { ById, Id } from '@lyceum/kit/calls/shapes'
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
  password: Type.Optional(
    Type.String({ maxLength: 200, description: 'without one the person sets their own, by the code that the sign-in page sends' }),
  ),
})
export type UserDraft = Static<typeof UserDraft>

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
    errors: ['user.numberTaken', 'email.taken', 'department.unknown', 'authCode.needed', 'demo.closed'],
    example: { name: 'Nurul Izzah binti Hamid', user_no: '261001', email: 'nurul@example.edu', roles: ['student'] },
  },
  'DELETE /api/users/:id': {
    summary:
      'Erase a person for good: the account, what only they had, and their name everywhere. It cannot be undone. Only the organisation that made the account may',
    may: 'people.erase',
    status: 204,
    tx: false,
    params: ById,
    reply: Type.Null(),
    errors: ['user.notFound', 'user.oneself', 'user.lastAdministrator', 'authCode.needed'],
  },
})
