// The contract table of prerequisites: what an activity waits for. They are written with the activity (prerequisite_ids).
import { calls } from '../../call-table.ts'
import { ById, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType } from '../../types/activity-types/api.ts'

export const Prerequisite = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: ActivityType,
  published: Type.Boolean(),
  /** By the actor. */
  completed: Type.Boolean(),
  /** chosen for this activity, or before it in a course with checkpoints. */
  because: oneOf('chosen', 'checkpoint'),
})
export type Prerequisite = Static<typeof Prerequisite>

export const Prerequisites = Type.Object({
  /** In the order of the content. */
  items: Type.Array(Prerequisite),
  /** For the actor. */
  is_locked: Type.Boolean(),
  /** For who teaches: what opens without this activity once it is deleted, at most 20. */
  required_by: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  required_by_total: Type.Integer(),
})
export type Prerequisites = Static<typeof Prerequisites>

export const prerequisiteCalls = calls({
  'GET /api/activities/:id/prerequisites': {
    summary: 'What an activity requires to be completed first, and what requires it. Also while it is locked or not open',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Prerequisites,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
})
