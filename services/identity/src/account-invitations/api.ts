// The calls of invitations to an account: a mail with a link by which its person sets a password once.
import { Id, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

/** One of ids, conditions and import_id. */
const Wanted = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })),
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  import_id: Type.Optional(Id),
  except_ids: Type.Optional(Type.Array(Id, { maxItems: 500, description: 'of those who fit the conditions' })),
  only_new: Type.Boolean({ description: 'none who has signed in before' }),
})
export type Wanted = Static<typeof Wanted>

export const accountInvitationCalls = calls({
  'POST /api/users/invitations': {
    summary:
      'Invite members by e-mail to set a password, as a task: some, those who fit the conditions of the list, or those whom an import has made; 2,000 mails an hour. Never suspended people, guests or operators',
    may: 'people.change',
    status: 202,
    body: Wanted,
    reply: Type.Object({ task: Type.String() }),
    errors: ['authCode.needed', 'demo.closed'],
    example: { conditions: '{}', only_new: true },
  },
  'POST /api/user/invitation/read': {
    summary: 'The account that the link of an invitation opens',
    may: 'anyone',
    scope: 'none',
    secret: true,
    body: Type.Object({ token: Token }),
    reply: Type.Object({ name: Type.String(), login: Type.String(), org: Type.String(), expires_at: Time }),
    errors: ['invitation.expired', 'invitation.used', 'invitation.unknown'],
  },
  'POST /api/user/invitation/accept': {
    summary: 'Set the password of an invited account by its link, once; all sessions of the person end',
    may: 'anyone',
    scope: 'none',
    tx: false,
    secret: true,
    body: Type.Object({ token: Token, new_password: Type.String({ minLength: 1, maxLength: 200 }) }),
    reply: Type.Object({ changed_at: Time }),
    errors: ['invitation.expired', 'invitation.used', 'invitation.unknown'],
  },
  'POST /api/user/invitation/renew': {
    summary: 'Another link in place of one that has expired, to the address of the account',
    may: 'anyone',
    scope: 'none',
    secret: true,
    body: Type.Object({ token: Token }),
    reply: Type.Object({ resend_in: Type.Integer({ description: 'seconds' }) }),
    errors: ['invitation.used', 'invitation.unknown', 'authCode.tooSoon', 'authCode.tooMany'],
  },
})
