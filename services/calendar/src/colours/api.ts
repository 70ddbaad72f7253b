// The colours of courses, as each person has chosen them for their calendar.
import { ById, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'
import { Colour } from '../events/api.ts'

/** One that somebody has chosen; of all other courses the page has its own. */
export const CourseColour = Type.Object({ course_id: Type.String(), color: Colour })
export type CourseColour = Static<typeof CourseColour>

const Choice = Type.Object({ color: nullable(Colour) })
export const colourCalls = calls({
  'PUT /api/courses/:id/calendar-colour': {
    summary: 'Choose the colour of a course in my calendar; null: the one that it has by itself',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    body: Choice,
    reply: Choice,
    errors: ['course.unpublished', 'simulation.visitor', 'scope.other'],
    example: { color: 'plum' },
  },
})
