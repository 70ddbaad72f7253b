// The calls of the workplace messenger of an organisation: its settings, who I am there, and the chats of courses.
import { calls } from '../call-table.ts'
import { Id, nullable, oneOf, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const messengerKinds = ['dingtalk', 'wecom', 'feishu', 'lark'] as const
export type MessengerKind = (typeof messengerKinds)[number]
export const MessengerKind = oneOf(...messengerKinds)

const larkKeys = ['app_id', 'app_secret'] as const
/** The keys of each messenger, in the order of its own pages. */
export const keysOf = {
  dingtalk: ['app_key', 'app_secret', 'agent_id'],
  wecom: ['corp_id', 'app_secret', 'agent_id'],
  feishu: larkKeys,
  lark: larkKeys,
} as const satisfies Record<MessengerKind, readonly string[]>
export const keyNames = ['app_key', 'corp_id', 'app_id', 'app_secret', 'agent_id'] as const
export type KeyName = (typeof keyNames)[number]
export type Keys = Partial<Record<KeyName, string>>

const Key = Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }))
const KeyFields = Type.Object(
  { app_key: Key, corp_id: Key, app_id: Key, app_secret: Key, agent_id: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) },
  { additionalProperties: false, description: 'those that are left out stay as they are' },
)

export const Workplace = Type.Object({
  kind: nullable(MessengerKind),
  keys: Type.Array(Type.Object({ name: oneOf(...keyNames), set: Type.Boolean() }), {
    description: 'the keys of this messenger; never their values',
  }),
  on: Type.Boolean(),
  /** False: the installation has no SECRET_KEYS, so that no keys can be kept. */
  keepable: Type.Boolean(),
  changed_at: nullable(Time),
  version: Type.Integer(),
})
export type Workplace = Static<typeof Workplace>
export const WorkplaceChange = Type.Object({
  kind: nullable(MessengerKind),
  keys: Type.Optional(KeyFields),
  on: Type.Boolean(),
  version: Version,
})
export type WorkplaceChange = Static<typeof WorkplaceChange>

export const testSteps = ['token', 'user', 'message'] as const
export type TestStep = (typeof testSteps)[number]

/** People whom one call adds to a chat at most. */
export const mostAdded = 100
const People = Type.Array(Id, { maxItems: mostAdded })
export const WorkplaceChat = Type.Object({
  messenger: nullable(MessengerKind),
  chat_id: nullable(Type.String()),
  url: nullable(Type.String({ description: 'a link by which people join, where the messenger has one' })),
  missing: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'people whom the messenger does not know or did not let in, at most 100; empty for who may not change the members',
  }),
})
export type WorkplaceChat = Static<typeof WorkplaceChat>

const ByCourse = Type.Object({ course: Id })

export const workplaceCalls = calls({
  'GET /api/org/workplace': {
    summary: 'The workplace messenger of the organisation, and which of its keys are set',
    may: 'org.change',
    wide: true,
    management: true,
    reply: Workplace,
    errors: ['department.only', 'authCode.needed'],
  },
  'PUT /api/org/workplace': {
    summary: 'Choose the messenger, write its keys, turn it on or off; without a kind everything of it is removed',
    may: 'org.change',
    wide: true,
    management: true,
    secret: true,
    body: WorkplaceChange,
    reply: Workplace,
    errors: ['department.only', 'authCode.needed', 'workplace.newer', 'workplace.noKeys'],
    example: { kind: 'dingtalk', keys: { app_key: 'ding1', app_secret: 'secret', agent_id: '1' }, on: true, version: 0 },
  },
  'POST /api/org/workplace/test': {
    summary: 'Try the messenger as it is set: fetch a token, find me, send me a message; ends with the first step that fails',
    may: 'org.change',
    wide: true,
    management: true,
    tx: false,
    secret: true,
    reply: Type.Object({
      steps: Type.Array(
        Type.Object({
          step: oneOf(...testSteps),
          ok: Type.Boolean(),
          code: nullable(
            Type.String({
              description: 'why not: notFound, time, connection, address, redirect, size, format, or the code of the messenger',
            }),
          ),
        }),
      ),
    }),
    errors: ['department.only', 'authCode.needed', 'workplace.off'],
  },
  'GET /api/workplace/user-id': {
    summary: 'My id at the workplace messenger of the organisation; null where it does not know me, or there is none',
    may: 'signedIn',
    reply: Type.Object({ user_id: nullable(Type.String()) }),
    errors: ['workplace.failed'],
  },
  'GET /internal-api/workplace/chats/:course': {
    summary: 'The chat of a course of an organisation',
    may: 'internal',
    scope: 'none',
    params: ByCourse,
    query: Type.Object({ org: Id }),
    reply: WorkplaceChat,
  },
  'PUT /internal-api/workplace/chats/:course': {
    summary: 'Bring people into the chat of a course, which is made for the first ones; the BFF has checked that they are its members',
    may: 'internal',
    scope: 'none',
    tx: false,
    params: ByCourse,
    body: Type.Object({
      org: Id,
      owner: nullable(Type.String({ ...Id, description: 'the member who makes it; null: who makes it is no member, and stays outside' })),
      name: Type.String({ maxLength: 500 }),
      people: People,
    }),
    reply: WorkplaceChat,
    errors: ['workplace.off', 'workplace.failed', 'workplace.tooFew', 'workplace.running'],
  },
})
