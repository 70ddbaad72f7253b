// The contract table of plays: play sessions and heartbeats.
import { calls, notOpen } from '../../call-table.ts'
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { MyProgress } from '../../activity/api.ts'

/** Intervals of media seconds, [from, to). */
export const Intervals = Type.Array(Type.Array(Type.Number({ minimum: 0, maximum: 1_000_000 }), { minItems: 2, maxItems: 2 }), {
  maxItems: 200,
})

export const Play = Type.Object({
  play_session_id: Type.String(),
  upload: Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), duration: nullable(Type.Number()) }),
  grant: Type.String(),
  expires_at: Type.String(),
  /** Paths on the bytes origin. hls: a playlist (video, audio); file: the bytes themselves, null without the right to the whole file. */
  urls: Type.Object({ hls: nullable(Type.String()), file: nullable(Type.String()) }),
  resume_at: Type.Number(),
  watched: Type.Array(Type.Array(Type.Number())),
  /** Of a document: first and last page of each run of pages that I have read. */
  pages_seen: Type.Array(Type.Array(Type.Integer())),
  heartbeat_seconds: Type.Integer(),
  max_rate: Type.Number(),
  forward_seeking: Type.Boolean(),
  /** The right to the whole file. */
  download: Type.Boolean(),
})
export type Play = Static<typeof Play>

export const Heartbeat = Type.Object({
  /** Grows with every heartbeat of this play session; a repeated heartbeat changes nothing. */
  seq: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  /** The intervals played since the previous heartbeat, not all so far. */
  intervals: Intervals,
  position: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  /** The playback rate of these seconds, 1 when left out: a heartbeat is sent before the rate changes. */
  rate: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4 })),
})
export type Heartbeat = Static<typeof Heartbeat>

export const HeartbeatReply = Type.Interface([MyProgress], {
  watched: Type.Array(Type.Array(Type.Number())),
  state: oneOf('counted', 'repeated'),
})
export type HeartbeatReply = Static<typeof HeartbeatReply>

export const playCalls = calls({
  'POST /api/activities/:id/play': {
    summary: 'Open an upload of an activity: a play session and a grant for its bytes',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ upload_id: Type.Optional(Id) }),
    reply: Play,
    status: 201,
    errors: [...notOpen, 'upload.notReady', 'activity.noUpload'],
  },
  'POST /api/play-sessions/:id/heartbeat': {
    summary:
      'Intervals watched since the last heartbeat, every 15 s and on pause; at most 30 s of wall clock count per heartbeat, and of a recording only served seconds',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'playSession',
    params: ById,
    body: Heartbeat,
    reply: HeartbeatReply,
    status: 200,
    errors: [
      'progress.tooFast',
      'progress.notForwardSeek',
      'play.over',
      'play.notVideo',
      'activity.notStarted',
      'activity.ended',
      'course.unpublished',
      'simulation.visitor',
    ],
    tx: false,
    repeatable: true,
    example: { seq: 1, intervals: [[0, 15]], position: 15 },
  },
})
