// The calls of passwords: changed, and forgotten ones set anew.
import { calls } from '../call-table.ts'
import { nullable, Time } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { Code, codeErrors, UniqueId } from '../auth-codes/api.ts'

const Password = Type.String({ minLength: 1, maxLength: 200 })
const Changed = Type.Object({ changed_at: Time })

export const passwordCalls = calls({
  'GET /api/user/check-expired-password': {
    summary: 'Whether my password is older than the organisation allows',
    may: 'signedIn',
    gate: 'account',
    reply: Type.Object({
      is_password_expired: Type.Boolean(),
      changed_at: nullable(Time),
      expires_days: Type.Integer({ description: '0: never' }),
    }),
  },
  'PUT /api/user/password': {
    summary: 'Change my password; my other sessions end',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    tx: false,
    secret: true,
    body: Type.Object({ old_password: Password, new_password: Password }),
    reply: Changed,
    errors: ['password.wrong', 'password.none', 'session.tooMany'],
  },
  'POST /api/user/password-reset': {
    summary: 'A new password by the code that was sent; all sessions of the person end',
    may: 'anyone',
    tx: false,
    secret: true,
    body: Type.Object({ ...UniqueId, auth_code: Code, new_password: Password }),
    reply: Changed,
    errors: codeErrors,
  },
})
