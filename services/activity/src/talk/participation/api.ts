// The contract table of participation: the students of an activity with their posts in it, and their score.
import { ById, nullable, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'

export const Participant = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() }),
  /** That are shown and name them: anonymous ones count for nobody. */
  posts: Type.Integer(),
  /** Of these, those that answer a topic. */
  replies: Type.Integer(),
  /** Null: none is written, or the reader does not read scores. */
  cell: nullable(Type.Object({ points: nullable(Type.String()), state: Type.String() })),
})
export type Participant = Static<typeof Participant>

export const Participation = paged(Participant, {
  /** Null: it is not scored, or the reader does not read scores. */
  item: nullable(Type.Object({ id: Type.String(), points: Type.String() })),
})
export type Participation = Static<typeof Participation>

export const participationQuery = pageQuery({
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  conditions: Type.Optional(Type.String({ maxLength: 5000 })),
})
export type ParticipationQuery = Static<typeof participationQuery>

export const participationCalls = calls({
  'GET /api/activities/:id/participation': {
    summary: 'Every student with the number of their posts in an activity, by name. conditions: person_ids, at most 100',
    may: 'progress.read',
    at: 'activity',
    params: ById,
    query: participationQuery,
    reply: Participation,
  },
})
