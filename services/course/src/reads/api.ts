// The calls of reads: content that members of a course have opened.
import { calls } from '../call-table.ts'
import { ById, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

/** The pages of a course that are read: those of its menu, and its question bank. */
export const readPages = [
  'content',
  'outline',
  'enrollments',
  'groups',
  'score',
  'warning',
  'resource',
  'forum',
  'attendance',
  'settings',
  'questions',
  'statistics',
] as const

export const readCalls = calls({
  'POST /api/course/:id/record-user-reads': {
    summary: 'I have opened a page of the course; its type is the page. Once a minute at most, and of members alone',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'course',
    params: ById,
    body: Type.Object({ type: oneOf(...readPages) }),
    reply: Type.Null(),
    status: 204,
    repeatable: true,
    errors: ['course.unpublished', 'simulation.visitor'],
    example: { type: 'content' },
  },
})
