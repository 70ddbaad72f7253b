import { calls } from '@lyceum/kit/calls'
import { ById, nullable, oneOf } from '@lyceum/kit/shapes'
import { Type } from 'typebox'
import { CourseRole } from '../courses/api.ts'

export const simulationCalls = calls({
  'PUT /api/course/:id/role': {
    summary: 'See the course as a student or a visitor does, in this session; instructor ends it. Leaving is always allowed',
    may: 'signedIn',
    at: 'course',
    params: ById,
    body: Type.Object({ active: oneOf('instructor', 'student', 'visitor') }),
    reply: Type.Object({ role: nullable(CourseRole), simulating: nullable(oneOf('student', 'visitor')) }),
  },
})
