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

export const Provider = oneOf('link')
export type Provider = Static<typeof Provider>

export const Recording = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** An https address; null: it is an upload. */
  page: nullable(Type.String()),
  upload: nullable(ActivityUpload),
  /** Students see it. */
  published: Type.Boolean(),
  created_at: Type.String(),
})
export type Recording = Static<typeof Recording>

export const ByRecording = Type.Object({ id: Id, rid: Id })
