import { calls } from '@lyceum/kit/calls'
import { ById, nullable, oneOf } from '@lyceum/kit/shapes'
import { type Static, Type } from 'typebox'
import { CourseRole, Simulating } from '../courses/api.ts'

export const Seen = Type.Object({ role: nullable(CourseRole), simulating: nullable(Simulating) })
export type Seen = Static<typeof Seen>

/** A page of ours: a path, never another host. */
const Refer = Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])' })

export const simulationCalls = calls({
  'PUT /api/course/:id/role': {
    summary: 'See the course as a student or a visitor does, in this session; instructor ends it. Leaving is always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    body: Type.Object({ active: oneOf('instructor', 'student', 'visitor') }),
    reply: Seen,
  },
  'PUT /api/courses/:id/preview': {
    summary: 'See the course in this session as its students will once it is published',
    may: 'signedIn',
    at: 'course',
    params: ById,
    reply: Seen,
  },
  'DELETE /api/courses/:id/preview': {
    summary: 'End the preview; always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    reply: Seen,
    status: 200,
  },
  'PUT /api/courses/:id/inspect': {
    summary: 'A manager looks at everything in the course and changes nothing, in this session; refer is the page to go back to',
    may: 'signedIn',
    at: 'course',
    params: ById,
    body: Type.Object({ refer: Type.Optional(Refer) }),
    reply: Seen,
    example: { refer: '/management/course/audit' },
  },
  'DELETE /api/courses/:id/inspect': {
    summary: 'End the inspection; refer says where to go back to. Always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    reply: Type.Interface([Seen], { refer: nullable(Type.String()) }),
    status: 200,
  },
})
