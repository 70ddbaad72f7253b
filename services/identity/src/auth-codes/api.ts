// The calls of codes that are sent to a number or an address.
import { calls } from '../call-table.ts'
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { MessengerKind } from '../workplace/api.ts'

export const codeLength = 6
export const uniqueIdTypes = ['mobile_phone', 'email', 'user_no', 'user'] as const
export type UniqueIdType = (typeof uniqueIdTypes)[number]

/** The way that a code went. */
export const SentBy = oneOf('workplace', 'mobile', 'email')
export type SentBy = Static<typeof SentBy>

export const UniqueId = {
  unique_id: Type.String({ minLength: 1, maxLength: 254, description: 'the number, the address, the user number, or my own id' }),
  unique_id_type: oneOf(...uniqueIdTypes),
}
export const Code = Type.String({ minLength: codeLength, maxLength: codeLength })
export const codeErrors = ['authCode.wrong', 'authCode.expired'] as const

export const authCodeCalls = calls({
  'POST /api/auth_code/get_auth_code': {
    summary:
      'Have a code sent: signed in to a new number or address or to me, else for a new password; the answer never tells whether there is such a person',
    may: 'anyone',
    body: Type.Object(UniqueId),
    reply: Type.Object({
      length: Type.Integer(),
      resend_in: Type.Integer({ description: 'seconds' }),
      expires_in: Type.Integer({ description: 'seconds' }),
    }),
    errors: ['authCode.noAddress'],
    example: { unique_id: '+6281234567890', unique_id_type: 'mobile_phone' },
  },
  'POST /api/auth_code/validate_auth_code': {
    summary: 'Whether the code that was sent last is this one; five tries',
    may: 'anyone',
    tx: false,
    secret: true,
    changesSession: true,
    body: Type.Object({ ...UniqueId, user_input_auth_code: Code }),
    reply: Type.Object({ valid: Type.Boolean() }),
    errors: codeErrors,
    example: { unique_id: '+6281234567890', unique_id_type: 'mobile_phone', user_input_auth_code: 'K7QM2X' },
  },
  'GET /api/auth_code/auth_validate': {
    summary: 'Whether management calls want a code in this session first, and where it goes',
    may: 'signedIn',
    gate: 'account',
    reply: Type.Object({
      code_needed: Type.Boolean(),
      dingtalk_auth_validate: Type.Boolean({ description: 'a code is wanted, and goes to the workplace messenger: it is on and knows me' }),
      messenger: nullable(MessengerKind),
      /** Of the last code, while it holds and once it was sent. */
      sent: nullable(
        Type.Object({
          by: SentBy,
          instead: Type.Boolean({ description: 'the messenger could not be reached' }),
        }),
      ),
    }),
  },
})
