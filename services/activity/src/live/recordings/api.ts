// The contract table of the recordings of a live lecture: a link, or an upload.
import { Id, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { ByRecording, mostAddress, Recording } from '../shapes.ts'

export const RecordingDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  /** Either an https address … */
  page: Type.Optional(nullable(Type.String({ maxLength: mostAddress }))),
  /** … or an upload: of the activity or of one of its recordings, or one that the caller may use. It is the activity's while the recording is published. */
  upload_id: Type.Optional(nullable(Id)),
  published: Type.Boolean(),
})
export type RecordingDraft = Static<typeof RecordingDraft>

export const recordingCalls = calls({
  'PUT /api/activities/:id/meeting/recordings/:rid': {
    summary: 'Add or change a recording; whoever adds one makes its id',
    may: 'content.change',
    at: 'activity',
    params: ByRecording,
    body: RecordingDraft,
    reply: Recording,
    errors: [
      'activity.notVideo',
      'meeting.address',
      'meeting.notFound',
      'recording.notFound',
      'recording.onePlace',
      'recording.tooMany',
      'upload.unknown',
    ],
    example: { title: 'Lecture 7', page: 'https://films.example.edu/tides', published: true },
  },
  'POST /api/activities/:id/meeting/recordings/:rid/fetch': {
    summary: 'Fetch the film of a recording once more, which did not come; of any other it changes nothing',
    may: 'content.change',
    at: 'activity',
    params: ByRecording,
    reply: Recording,
    status: 200,
    errors: ['recording.notFound', 'meeting.notFound'],
  },
  'DELETE /api/activities/:id/meeting/recordings/:rid': {
    summary: 'Delete a recording from a live lecture',
    may: 'content.change',
    at: 'activity',
    params: ByRecording,
    reply: Type.Object({}),
    errors: ['recording.notFound', 'meeting.notFound'],
  },
})
