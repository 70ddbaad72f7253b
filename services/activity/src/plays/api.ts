import { calls } from '@lyceum/kit/calls'
import { ById, Id, nullable, oneOf } from '@lyceum/kit/shapes'
import { type Static, Type } from 'typebox'
import { MyProgress } from '../activities/api.ts'

/** Seconds of the medium, [from, to). */
export const Intervals = Type.Array(Type.Array(Type.Number({ minimum: 0, maximum: 1_000_000 }), { minItems: 2, maxItems: 2 }), {
  maxItems: 200,
})

export const Play = Type.Object({
  play_session_id: Type.String(),
  upload: Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), duration: nullable(Type.Number()) }),
  grant: Type.String(),
  expires_at: Type.String(),
  /** Paths on the bytes origin. hls: a playlist (video, audio); file: the bytes themselves, null where the whole file may not be had. */
  urls: Type.Object({ hls: nullable(Type.String()), file: nullable(Type.String()) }),
  resume_at: Type.Number(),
  watched: Type.Array(Type.Array(Type.Number())),
  heartbeat_seconds: Type.Integer(),
  max_rate: Type.Number(),
  forward_seeking: Type.Boolean(),
  /** The whole file may be had. */
  download: Type.Boolean(),
})
export type Play = Static<typeof Play>

export const Beat = Type.Object({
  /** Grows with every beat of this play session; a beat that was seen before changes nothing. */
  seq: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  /** What was played since the beat before, not everything so far. */
  intervals: Intervals,
  position: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  /** The playback rate of these seconds, 1 where left out: a beat is sent before the rate changes. */
  rate: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4 })),
})
export type Beat = Static<typeof Beat>

export const BeatReply = Type.Interface([MyProgress], {
  watched: Type.Array(Type.Array(Type.Number())),
  state: oneOf('counted', 'repeated'),
})
export type BeatReply = Static<typeof BeatReply>

export const playCalls = calls({
  'POST /api/activities/:id/play': {
    summary: 'Open an upload of an activity: a play session and a grant for its bytes',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    body: Type.Object({ upload_id: Type.Optional(Id) }),
    reply: Play,
    status: 201,
    errors: ['course.unpublished', 'simulation.visitor', 'activity.notStarted', 'activity.ended', 'upload.notReady', 'activity.noUpload'],
  },
  'POST /api/play-sessions/:id/heartbeat': {
    summary:
      'What was watched since the last beat, every 15 s and on pause; at most 30 s of wall clock count per beat, and of a recording what was served',
    may: 'viewCourse',
    at: 'playSession',
    params: ById,
    body: Beat,
    reply: BeatReply,
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
    example: { seq: 1, intervals: [[0, 15]], position: 15 },
  },
})
