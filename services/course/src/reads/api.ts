// The calls of reads: content that members of a course have opened.
import { calls } from '../call-table.ts'
import { ById } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

export const readCalls = calls({
  'POST /api/course/:id/record-user-reads': {
    summary: 'I have opened a page of the course; its type is the page. Once a minute at most, and of members alone',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'course',
    params: ById,
    body: Type.Object({ type: Type.String({ pattern: '^[a-z][a-z_-]{0,31}$' }) }),
    reply: Type.Null(),
    status: 204,
    repeatable: true,
    errors: ['course.unpublished', 'simulation.visitor'],
    example: { type: 'content' },
  },
})
