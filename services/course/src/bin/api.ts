// The bin of courses: what was deleted within 30 days.
import { calls } from '../call-table.ts'
import { ById, nullable, pageQuery, paged, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Course, CourseSummary } from '../courses/api.ts'

export const DeletedCourse = Type.Interface([CourseSummary], {
  deleted_at: Time,
  deleted_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** From then on it cannot be restored. */
  purge_at: Time,
})
export type DeletedCourse = Static<typeof DeletedCourse>

export const binCalls = calls({
  'GET /api/deleted-courses': {
    summary: 'Courses deleted within 30 days that I may restore, the last first; conditions: keyword',
    may: 'signedIn',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(DeletedCourse),
  },
  'DELETE /api/course/:id': {
    summary: 'Delete a course; for 30 days it can be restored',
    may: 'course.delete',
    at: 'course',
    params: ById,
    reply: Type.Null(),
    status: 204,
  },
  'PUT /api/courses/:id/restore': {
    summary: 'Bring a deleted course back as it was; where its access code is gone, with another',
    may: 'course.delete',
    at: 'deletedCourse',
    params: ById,
    reply: Course,
  },
})
