// Shapes of live lectures on the wire: their state, and a recording. Their address is in none of them.
import { Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityUpload } from '../activity/api.ts'

/** Milliseconds before the start from which students join. */
export const opensBefore = 15 * 60_000
/** Milliseconds after the start at which a lecture without an end is over. */
export const longest = 12 * 3_600_000
export const mostAddress = 2000
export const mostRecordings = 50

/** open: students may join; running: it has begun, or somebody has joined; called_off: students saw it, and see it no more. */
export const MeetingState = oneOf('before', 'open', 'running', 'ended', 'called_off')
export type MeetingState = Static<typeof MeetingState>

/** Providers at which meetings are made by an account of the organisation. */
export const madeProviders = ['bigbluebutton', 'tencent'] as const
export type MadeProvider = (typeof madeProviders)[number]
export const MadeProvider = oneOf(...madeProviders)
/** link: the meeting is made elsewhere, and its address is kept. */
export const Provider = oneOf('link', ...madeProviders)
export type Provider = Static<typeof Provider>

/** Options of meetings that are made at a provider. */
export const MeetingOptions = Type.Object({
  /** It may be recorded. */
  record: Type.Boolean(),
  /** Students come in muted. */
  muted: Type.Boolean(),
})
export type MeetingOptions = Static<typeof MeetingOptions>

/** Reasons for which the provider has not done what is wanted of it. */
export const providerFaults = ['meeting.providerDown', 'meeting.providerOff', 'meeting.providerQuota', 'meeting.providerRefused'] as const
export type ProviderFault = (typeof providerFaults)[number]

export const Recording = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** An https address; null: it is an upload, or not ready. Of a film that was fetched and is hidden both are there. */
  page: nullable(Type.String()),
  upload: nullable(ActivityUpload),
  /** Its provider still works on it. */
  processing: Type.Boolean(),
  /** Its film is on its way here, or did not come: the address stays. To who teaches alone. */
  fetch: nullable(
    Type.Object({
      state: oneOf('coming', 'failed'),
      reason: nullable(Type.String({ description: 'a reason of uploads' })),
    }),
  ),
  /** Students see it. */
  published: Type.Boolean(),
  created_at: Type.String(),
})
export type Recording = Static<typeof Recording>

export const ByRecording = Type.Object({ id: Id, rid: Id })
