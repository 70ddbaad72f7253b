// Browsers that get push notifications.
import { calls } from '../call-table.ts'
import { ById, nullable, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const PushDevice = Type.Object({
  id: Type.String(),
  /** As the browser called itself: Firefox on Windows. */
  name: Type.String(),
  created_at: Time,
  /** When the last message went there. */
  told_at: nullable(Time),
})
export type PushDevice = Static<typeof PushDevice>

export const PushDevices = Type.Object({
  /** The key that a browser subscribes with; null: this installation has no push. */
  key: nullable(Type.String()),
  devices: Type.Array(PushDevice),
})
export type PushDevices = Static<typeof PushDevices>

const base64url = { pattern: '^[A-Za-z0-9_-]+={0,2}$' }
export const PushSubscription = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 2000 }),
  p256dh: Type.String({ ...base64url, maxLength: 200 }),
  auth: Type.String({ ...base64url, maxLength: 100 }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
})
export type PushSubscription = Static<typeof PushSubscription>

export const deviceCalls = calls({
  'GET /api/push-devices': {
    summary: 'The browsers of mine that get push notifications, and the key to subscribe another one with',
    may: 'signedIn',
    reply: PushDevices,
  },
  'POST /api/push-devices': {
    summary: 'Let this browser get my push notifications; it is nobody else’s any more',
    may: 'signedIn',
    body: PushSubscription,
    reply: PushDevice,
    status: 201,
    secret: true,
    errors: ['push.off', 'push.address', 'push.tooMany'],
    example: {
      endpoint: 'https://push.example/send/abc',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      name: 'Firefox on Linux',
    },
  },
  'DELETE /api/push-devices/:id': {
    summary: 'A browser of mine gets no push notifications any more',
    may: 'signedIn',
    params: ById,
    reply: Type.Null(),
    status: 204,
    errors: ['push.notFound'],
  },
  'POST /api/push-devices/:id/test': {
    summary: 'Send a test message to a browser of mine; says how its push service took it',
    may: 'signedIn',
    params: ById,
    reply: Type.Object({
      outcome: Type.Unsafe<'sent' | 'gone' | 'refused' | 'later'>({ type: 'string', enum: ['sent', 'gone', 'refused', 'later'] }),
    }),
    tx: false,
    repeatable: true,
    errors: ['push.off', 'push.notFound'],
  },
})
