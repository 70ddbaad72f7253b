// Modes of a course as a whole: reviewed by a manager, lite or normal.
import { calls } from '../call-table.ts'
import { ById, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Course } from '../courses/api.ts'

const Obstacle = Type.Object({
  code: Type.String(),
  message: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
/** Whether the course can be lite; the first obstacle is the one to show. */
export const LiteCondition = Type.Object({ valid: Type.Boolean(), obstacles: Type.Array(Obstacle) })
export type LiteCondition = Static<typeof LiteCondition>

export const modeCalls = calls({
  'PUT /api/course/:id/manager/review': {
    summary: 'A manager has reviewed the course, or takes that back; with a reason it goes back to its teachers',
    may: 'course.review',
    at: 'course',
    params: ById,
    body: Type.Object({
      type: oneOf('reviewed', 'unreviewed'),
      reason: Type.Optional(Type.String({ maxLength: 500, description: 'of unreviewed: what the teachers are to change' })),
    }),
    reply: Course,
    errors: ['course.reviewReason'],
  },
  'GET /api/courses/:id/validate-lite-course-condition': {
    summary: 'Can the course be switched to lite, and what stands in the way',
    may: 'course.change',
    at: 'course',
    params: ById,
    reply: LiteCondition,
  },
  'PUT /api/courses/:id/switch-lite': {
    summary: 'Content and members only; what stands in the way is in errors.lite',
    may: 'course.change',
    at: 'course',
    params: ById,
    reply: Course,
  },
  'PUT /api/courses/:id/switch-normal': {
    summary: 'All places of the menu again',
    may: 'course.change',
    at: 'course',
    params: ById,
    reply: Course,
  },
})
