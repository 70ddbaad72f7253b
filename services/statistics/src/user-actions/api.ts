// The call that takes user actions, and the fields of an action.
import { calls } from '../call-table.ts'
import { Id, nullable, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** A click on an element with data-action. `attributes` are its other data-action-* attributes. A signed-in person may leave out user_id and
 *  org_id; if given they must be the session's. Nothing typed by a person belongs in here. */
export const UserAction = Type.Object(
  {
    action: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_.:/-]+$' }),
    screen_width: Type.Integer({ minimum: 0, maximum: 100_000 }),
    screen_height: Type.Integer({ minimum: 0, maximum: 100_000 }),
    user_id: Type.Optional(Id),
    org_id: Type.Optional(Id),
    course_id: Type.Optional(Id),
    attributes: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,50}$' }), Type.String({ maxLength: 200 }), {
        maxProperties: 20,
        additionalProperties: false,
      }),
    ),
    path: Type.Optional(Type.String({ maxLength: 300 })),
    occurred_at: Type.Optional(Time),
  },
  { additionalProperties: false },
)
export type UserAction = Static<typeof UserAction>

export const UserActions = Type.Union([UserAction, Type.Array(UserAction, { minItems: 1, maxItems: 100 })])

/** The number that was stored: 0 where the organisation does not track. */
export const Accepted = Type.Object({ accepted: Type.Integer() })
export type Accepted = Static<typeof Accepted>

export const userActionCalls = calls({
  'POST /api/user-actions': {
    summary: 'Record user actions, one or a list of at most 100; answered when they are durable',
    may: 'anyone',
    scope: 'none',
    status: 202,
    tx: false,
    beacon: true,
    bodyLimit: 1024 * 1024,
    body: UserActions,
    reply: Accepted,
    errors: ['userAction.foreign', 'busy'],
    example: { action: 'course.publish', screen_width: 1440, screen_height: 900, path: '/user/index', attributes: { section: 'header' } },
  },
  'POST /internal-api/user-actions': {
    summary: 'What many pages sent at about the same time; a result is null where a body must be refused by the call of its own',
    may: 'internal',
    scope: 'none',
    tx: false,
    beacon: true,
    body: Type.Object({
      batch: Type.Array(Type.Object({ person: Type.String(), org: Type.String(), body: Type.String() }), { minItems: 1, maxItems: 1000 }),
    }),
    reply: Type.Object({ results: Type.Array(nullable(Type.Integer())) }),
    errors: ['busy'],
  },
})
