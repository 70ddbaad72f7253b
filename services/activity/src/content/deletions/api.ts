// The contract table of deletions: what several activities hold, and their deletion at once.
import { calls } from '../../call-table.ts'
import { Id } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Refused } from '../refused-api.ts'

/** The counts of everything that would be deleted with activities. People are counted once, however many of the activities they have worked in. */
export const DeleteCheck = Type.Object({
  /** People who have done anything in them, those who have left the course too. */
  people: Type.Integer(),
  /** People who have opened one of them. */
  readers: Type.Integer(),
  completed: Type.Integer(),
  /** Pieces of work that are handed in. */
  submissions: Type.Integer(),
  /** Those of them with work in them, the most people first, at most 20. */
  items: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), people: Type.Integer(), submissions: Type.Integer() })),
  /** Activities that remain and open without them, at most 20. */
  required_by: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  required_by_total: Type.Integer(),
})
export type DeleteCheck = Static<typeof DeleteCheck>

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const deletionCalls = calls({
  'GET /api/activities/delete-check': {
    summary: 'Who has work in these activities (ids separated by commas, at most 300), and what opens without them',
    may: 'signedIn',
    query: Type.Object({ activity_ids: Type.String({ pattern: `^${uuid}(,${uuid}){0,299}$` }) }),
    reply: DeleteCheck,
  },
  'DELETE /api/activities': {
    summary: 'Delete several activities, each can be restored for 30 days; those that are not there any more are refused, unless all are',
    may: 'signedIn',
    body: Type.Object({ activity_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    reply: Type.Object({ activity_ids: Type.Array(Type.String()), refused: Type.Array(Refused) }),
    status: 200,
  },
})
