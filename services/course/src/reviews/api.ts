// The review of courses as managers work through it: what waits, what was sent back, and the numbers of the organisation's courses.
import { calls } from '../call-table.ts'
import { nullable, oneOf, pageQuery, paged, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { CourseSummary } from '../courses/api.ts'

/** waiting: published, not reviewed, not ended; returned: the same, sent back to its teachers with a reason. */
export const ReviewState = oneOf('waiting', 'returned')
export type ReviewState = Static<typeof ReviewState>

export const ReviewedCourse = Type.Interface([CourseSummary], {
  returned: nullable(Type.Object({ reason: Type.String(), at: Time, by: Type.String({ description: 'the name of the manager' }) })),
})
export type ReviewedCourse = Static<typeof ReviewedCourse>

export const reviewCalls = calls({
  'GET /api/management/reviews': {
    summary:
      'Published courses of the organisation that no manager has reviewed, the longest unchanged first; of a department: its courses',
    may: 'statistics.read',
    management: true,
    query: pageQuery({ state: Type.Optional(ReviewState) }),
    reply: paged(ReviewedCourse),
    errors: ['authCode.needed'],
  },
  'GET /api/management/course-numbers': {
    summary: 'How many courses there are, are published, and wait for a review; of a department: its courses',
    may: 'statistics.read',
    management: true,
    reply: Type.Object({ courses: Type.Integer(), published: Type.Integer(), waiting: Type.Integer(), counted_at: Time }),
    errors: ['authCode.needed'],
  },
})
