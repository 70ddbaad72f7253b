// The contract table of content lists: the activities of a course, of all kinds or of one, a page at a time. All have one shape.
import { calls } from '../../call-table.ts'
import { ById, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { ActivityRow } from '../../activity/api.ts'

const listOf = (what: string) =>
  ({
    summary: `${what} of a course, in the order of its content. Students see what is published; conditions: keyword, module_id, published`,
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(ActivityRow),
    errors: ['course.unpublished', 'simulation.visitor'],
  }) as const

export const contentListCalls = calls({
  'GET /api/courses/:id/all-activities': listOf('All activities'),
  'GET /api/courses/:id/homework-activities': listOf('The homework'),
  'GET /api/courses/:id/exams': listOf('The exams'),
  'GET /api/courses/:id/live-record': listOf('The live lectures and meetings'),
  'GET /api/courses/:id/interactions': listOf('What is done in class, and the video quizzes,'),
  'GET /api/courses/:id/questionnaires': listOf('The questionnaires'),
  'GET /api/courses/:id/forum-activities': listOf('The forums'),
  'GET /api/courses/:id/web-link-activities': listOf('The activities with a link to another site'),
  'GET /api/courses/:id/submitted-exams': listOf('The exams that I have handed in'),
  'GET /api/courses/:id/score-list': listOf('The scored activities'),
})
