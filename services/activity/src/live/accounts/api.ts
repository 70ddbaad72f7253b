// The contract table of accounts at providers of meetings: written and tried by administrators; their secrets are never read back.
import { nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { MadeProvider } from '../shapes.ts'

const Field = Type.Optional(Type.String({ minLength: 1, maxLength: 600 }))
/** Of BigBlueButton url and hash, of Tencent Meeting the others. */
const Account = Type.Object(
  { url: Field, hash: Field, app_id: Field, sdk_id: Field, secret_id: Field, operator_id: Field },
  { additionalProperties: false },
)

export const MeetingAccount = Type.Object({
  provider: MadeProvider,
  account: Account,
  /** A secret is kept, and opens with the keys of the installation. */
  has_secret: Type.Boolean(),
  on: Type.Boolean(),
  /** Recordings of which it has a film become uploads; else they stay links. */
  fetches: Type.Boolean(),
  version: Type.Integer(),
})
export type MeetingAccount = Static<typeof MeetingAccount>

const MeetingAccounts = Type.Object({
  items: Type.Array(MeetingAccount, { description: 'one of each provider' }),
  /** False: the installation has no SECRET_KEYS, so that no secret can be kept. */
  keepable: Type.Boolean(),
})
export type MeetingAccounts = Static<typeof MeetingAccounts>

export const MeetingAccountChange = Type.Object({
  provider: MadeProvider,
  account: Account,
  /** Missing: it stays as it is. */
  secret: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' })),
  on: Type.Boolean(),
  /** Missing: as it was; of a new one true. */
  fetches: Type.Optional(Type.Boolean()),
  version: Version,
})
export type MeetingAccountChange = Static<typeof MeetingAccountChange>

export const tryingSteps = ['server', 'secret', 'meeting'] as const
export const TriedStep = Type.Object({
  step: oneOf(...tryingSteps),
  ok: Type.Boolean(),
  error: nullable(
    Type.String({
      description: 'why not: time, connection, address, protocol, redirect, size, format, a status, or the code of the provider',
    }),
  ),
})
export type TriedStep = Static<typeof TriedStep>

export const accountCalls = calls({
  'GET /api/org/meeting-providers': {
    summary: 'The accounts of the organisation at providers of meetings; never their secrets',
    may: 'org.change',
    wide: true,
    management: true,
    reply: MeetingAccounts,
    errors: ['department.only', 'authCode.needed'],
  },
  'PUT /api/org/meeting-providers': {
    summary: 'Write an account at a provider of meetings, turn it on or off; without any field of it and off it is removed',
    may: 'org.change',
    wide: true,
    management: true,
    secret: true,
    body: MeetingAccountChange,
    reply: MeetingAccounts,
    errors: ['department.only', 'authCode.needed', 'meeting.noKeys', 'meetingAccount.newer'],
    example: {
      provider: 'bigbluebutton',
      account: { url: 'https://bbb.example.edu/bigbluebutton', hash: 'sha256' },
      on: false,
      version: 0,
    },
  },
  'POST /api/org/meeting-providers/test': {
    summary: 'Try an account as it is kept, step by step; ends with the first step that fails',
    may: 'org.change',
    wide: true,
    management: true,
    tx: false,
    secret: true,
    body: Type.Object({ provider: MadeProvider }),
    reply: Type.Object({ steps: Type.Array(TriedStep) }),
    errors: ['department.only', 'authCode.needed', 'meeting.providerOff'],
    example: { provider: 'bigbluebutton' },
  },
})
