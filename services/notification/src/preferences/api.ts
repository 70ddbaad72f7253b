// Choices of people about their notifications, and channels that their organisation lets nobody turn off.
import { calls } from '../call-table.ts'
import { Id, nullable, oneOf, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

const clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM by the clock of the person’s zone' })
export const Digest = oneOf('at_once', 'hourly', 'daily')

const Way = Type.Object({
  wanted: Type.Boolean(),
  /** The value unless the person chooses. */
  standard: Type.Boolean(),
  /** The organisation demands it: it cannot be turned off. */
  forced: Type.Boolean(),
})
const Chosen = Type.Object({
  page: Type.Optional(nullable(Type.Boolean())),
  mail: Type.Optional(nullable(Type.Boolean())),
  push: Type.Optional(nullable(Type.Boolean())),
})
const TypeName = Type.String({ minLength: 1, maxLength: 64 })
const ChosenTypes = Type.Record(TypeName, Chosen, { maxProperties: 200 })

export const NotificationPreferences = Type.Object({
  time_zone: nullable(Type.String({ description: 'null: the organisation’s' })),
  quiet: nullable(Type.Object({ from: clock, to: clock })),
  digest: Digest,
  digest_hour: Type.Integer(),
  /** All mail is off but what the organisation demands. */
  mail_off: Type.Boolean(),
  types: Type.Array(Type.Object({ type: Type.String(), topic: Type.String(), channels: Type.Object({ page: Way, mail: Way, push: Way }) })),
  /** Courses with choices of their own. */
  courses: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      muted: Type.Boolean(),
      types: Type.Record(Type.String(), Chosen),
    }),
  ),
  mail: Type.Object({
    address: Type.String({ description: 'empty: none' }),
    /** The mail server refused the address for good: no mail goes there. */
    refused: nullable(Type.Object({ at: Time, reason: Type.String() })),
  }),
})
export type NotificationPreferences = Static<typeof NotificationPreferences>

/** Only what is given changes; a channel that is null follows the type again, a course that is null has no choices of its own. */
export const PreferenceChanges = Type.Partial(
  Type.Object({
    time_zone: nullable(Type.String({ maxLength: 64 })),
    quiet: nullable(Type.Object({ from: clock, to: clock })),
    digest: Digest,
    digest_hour: Type.Integer({ minimum: 0, maximum: 23 }),
    mail_off: Type.Boolean(),
    types: ChosenTypes,
    courses: Type.Record(Id, nullable(Type.Object({ muted: Type.Optional(Type.Boolean()), types: Type.Optional(ChosenTypes) })), {
      maxProperties: 200,
    }),
  }),
)
export type PreferenceChanges = Static<typeof PreferenceChanges>

export const NotificationRules = Type.Object({
  types: Type.Array(
    Type.Object({
      type: Type.String(),
      topic: Type.String(),
      forced: Type.Array(oneOf('page', 'mail', 'push')),
      /** In every organisation: it cannot be taken back. */
      always: Type.Array(oneOf('page', 'mail', 'push')),
    }),
  ),
  /** Of the organisation today, and how many it may have before what is told to many waits for the next day. */
  mails: Type.Object({ today: Type.Integer(), most: Type.Integer() }),
  version: Type.Integer(),
})
export type NotificationRules = Static<typeof NotificationRules>

export const RuleChanges = Type.Object({
  /** Replaces those of the types that it names. */
  forced: Type.Record(TypeName, Type.Array(oneOf('page', 'mail', 'push'), { maxItems: 3, uniqueItems: true }), { maxProperties: 200 }),
  version: Version,
})
export type RuleChanges = Static<typeof RuleChanges>

export const Unsubscribed = Type.Object({ mail_off: Type.Boolean() })

export const preferenceCalls = calls({
  'GET /api/notification-preferences': {
    summary: 'Which notifications reach me where, quiet hours, digest, and my address for mail',
    may: 'signedIn',
    reply: NotificationPreferences,
  },
  'PUT /api/notification-preferences': {
    summary: 'Change what is given of my preferences',
    may: 'signedIn',
    body: PreferenceChanges,
    reply: NotificationPreferences,
    errors: ['notification.unknownType', 'notification.forced', 'notification.tooManyCourses'],
    example: { digest: 'daily', digest_hour: 18, quiet: { from: '22:00', to: '07:00' }, types: { activity_opened: { mail: false } } },
  },
  'PUT /api/notification-preferences/address': {
    summary: 'Send mail to my address again, which the mail server had refused',
    may: 'signedIn',
    reply: NotificationPreferences,
  },
  'GET /api/org/notification-rules': {
    summary: 'Which notifications nobody in the organisation can turn off, and how many mails it has had today',
    may: 'org.change',
    wide: true,
    reply: NotificationRules,
    errors: ['department.only'],
  },
  'PUT /api/org/notification-rules': {
    summary: 'Change which notifications nobody in the organisation can turn off',
    may: 'org.change',
    wide: true,
    body: RuleChanges,
    reply: NotificationRules,
    errors: ['department.only', 'notification.unknownType', 'notification.newerRules'],
    example: { forced: { course_published: ['mail'] }, version: 0 },
  },
  'POST /api/notification-mail/unsubscribe': {
    summary: 'Turn off all mail but what the organisation demands, by the token of a mail: one click in the mail program (RFC 8058)',
    may: 'visitor',
    scope: 'none',
    kind: 'form',
    secret: true,
    tx: false,
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) }),
    body: Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: Unsubscribed,
    errors: ['notification.token'],
  },
  'POST /api/notification-mail/subscribe': {
    summary: 'Take the unsubscription back, by the same token',
    may: 'visitor',
    scope: 'none',
    secret: true,
    tx: false,
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) }),
    reply: Unsubscribed,
    errors: ['notification.token'],
  },
})
