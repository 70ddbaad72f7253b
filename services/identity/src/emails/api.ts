// The calls of a person's e-mail address and its confirmation.
import { calls } from '../call-table.ts'
import { Type } from 'typebox'

const Sent = Type.Object({
  email: Type.String({ description: 'where it goes' }),
  resend_in: Type.Integer({ description: 'seconds' }),
})
const errors = ['email.missing', 'email.verified', 'authCode.tooSoon', 'authCode.tooMany'] as const

export const emailCalls = calls({
  'POST /api/user/send_verification_email': {
    summary: 'A mail with a link that proves my address',
    may: 'signedIn',
    gate: 'account',
    reply: Sent,
    errors,
  },
  // spelled as the specification has it
  'POST /api/user/send_org_sing_up_verification_email': {
    summary: 'The welcome mail of the organisation, with a link that proves my address',
    may: 'signedIn',
    gate: 'account',
    reply: Sent,
    errors,
  },
  'POST /api/user/verify-email': {
    summary: 'The token of such a link',
    may: 'anyone',
    changesSession: true,
    scope: 'none',
    secret: true,
    body: Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }),
    reply: Type.Object({ email: Type.String() }),
    errors: ['verification.expired'],
  },
})
