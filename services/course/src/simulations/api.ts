// The calls of simulations: a course as somebody else sees it.
import { calls } from '../call-table.ts'
import { ById, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { CourseRole, Simulating } from '../courses/api.ts'

export const SimulatedRole = Type.Object({ role: nullable(CourseRole), simulating: nullable(Simulating) })
export type SimulatedRole = Static<typeof SimulatedRole>

/** A page of ours: a path, never another host. */
const Refer = Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])' })

export const simulationCalls = calls({
  'PUT /api/course/:id/role': {
    summary: 'See the course as a student or a visitor does, in this session; instructor ends it. Leaving is always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    body: Type.Object({ active: oneOf('instructor', 'student', 'visitor') }),
    reply: SimulatedRole,
  },
  'PUT /api/courses/:id/preview': {
    summary: 'See the course in this session as its students will once it is published',
    may: 'signedIn',
    at: 'course',
    params: ById,
    reply: SimulatedRole,
  },
  'DELETE /api/courses/:id/preview': {
    summary: 'End the preview; always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    reply: SimulatedRole,
    status: 200,
  },
  'PUT /api/courses/:id/inspect': {
    summary: 'A manager looks at everything in the course and changes nothing, in this session; refer is the page to go back to',
    may: 'signedIn',
    at: 'course',
    params: ById,
    body: Type.Object({ refer: Type.Optional(Refer) }),
    reply: SimulatedRole,
    example: { refer: '/management/course/audit' },
  },
  'DELETE /api/courses/:id/inspect': {
    summary: 'End the inspection; refer says where to go back to. Always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    reply: Type.Interface([SimulatedRole], { refer: nullable(Type.String()) }),
    status: 200,
  },
})
