// Messages of those who teach a course to members whom they choose. Each member gets one alone, among their notifications.
import { ById, Id, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

export const MessageDraft = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 2000 }),
  person_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
})
export type MessageDraft = Static<typeof MessageDraft>

export const SentMessage = Type.Object({
  id: Type.String(),
  text: Type.String(),
  recipients: Type.Integer(),
  /** The first five of them by name. */
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Time,
})
export type SentMessage = Static<typeof SentMessage>

const sentQuery = pageQuery({})
export type SentQuery = Static<typeof sentQuery>

export const messageCalls = calls({
  'POST /api/courses/:id/messages': {
    summary:
      'Write to members of a course, each alone. Who is no member of it any more, or a student before the course is published, is left out and counted',
    may: 'content.publish',
    at: 'course',
    params: ById,
    body: MessageDraft,
    reply: Type.Interface([SentMessage], { left_out: Type.Integer() }),
    status: 201,
    errors: ['message.limit', 'message.nobody'],
    example: { text: 'The boat leaves at nine.', person_ids: ['01900000-0000-7000-8000-000000000001'] },
  },
  'GET /api/courses/:id/messages': {
    summary: 'The messages that I have sent in a course, newest first',
    may: 'content.publish',
    at: 'course',
    params: ById,
    query: sentQuery,
    reply: paged(SentMessage),
  },
})
