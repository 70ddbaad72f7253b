// The contract table of syllabuses: the plan of a course's term. A syllabus is a week, or another stretch of it, with modules and activities.
import { calls } from '../../call-table.ts'
import { ById, changes, Day, Id, nullable, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const SyllabusDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  starts_on: Type.Optional(nullable(Day)),
  /** The last day. */
  ends_on: Type.Optional(nullable(Day)),
})
export type SyllabusDraft = Static<typeof SyllabusDraft>

export const Syllabus = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  name: Type.String(),
  sort: Type.Integer(),
  starts_on: nullable(Type.String()),
  ends_on: nullable(Type.String()),
  /** With all of their activities. */
  module_ids: Type.Array(Type.String()),
  /** Those that stand in it by themselves, whatever their module; after the modules. */
  activity_ids: Type.Array(Type.String()),
  version: Type.Integer(),
})
export type Syllabus = Static<typeof Syllabus>

const Syllabuses = Type.Object({ syllabuses: Type.Array(Syllabus) })
const Ids = Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true }))

/** The most that a course has. */
export const mostSyllabuses = 100

export const syllabusCalls = calls({
  'GET /api/courses/:id/syllabuses': {
    summary: 'The plan of a course by its syllabuses, the dated ones first. Students see what is published',
    may: 'viewCourse',
    at: 'course',
    anonymous: true,
    params: ById,
    reply: Syllabuses,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'POST /api/courses/:id/syllabuses': {
    summary: 'Add syllabuses, the weeks of a term for instance; a course has 100 at most',
    may: 'content.change',
    at: 'course',
    params: ById,
    body: Type.Object({ syllabuses: Type.Array(SyllabusDraft, { minItems: 1, maxItems: 60 }) }),
    reply: Syllabuses,
    status: 201,
    errors: ['syllabus.tooMany'],
    example: { syllabuses: [{ name: 'Week 1', starts_on: '2026-09-07', ends_on: '2026-09-13' }] },
  },
  'PUT /api/syllabuses/:id': {
    summary: 'Change the fields that are given',
    may: 'content.change',
    at: 'syllabus',
    params: ById,
    body: Type.Interface([changes(SyllabusDraft)], { version: Type.Optional(Version) }),
    reply: Syllabus,
    errors: ['syllabus.newer'],
  },
  'DELETE /api/syllabuses/:id': {
    summary: 'Take a syllabus out of the plan; what is in it stays in the course. It can be restored for 30 days',
    may: 'content.change',
    at: 'syllabus',
    params: ById,
    query: Type.Object({ version: Type.Optional(Version) }),
    reply: Type.Null(),
    status: 204,
    errors: ['syllabus.newer'],
  },
  'PUT /api/syllabuses/:id/restore': {
    summary: 'Restore a syllabus with what was in it and is in no other meanwhile',
    may: 'content.change',
    at: 'deletedSyllabus',
    params: ById,
    reply: Syllabus,
  },
  'PUT /api/syllabus/:id/activity-sort': {
    summary: 'Bring activities or modules into a syllabus in this order, before another one of the same kind; without `before` to the end',
    may: 'content.change',
    at: 'syllabus',
    params: ById,
    body: Type.Object({ activity_ids: Ids, module_ids: Ids, before: Type.Optional(nullable(Id)) }),
    reply: Syllabus,
  },
  'DELETE /api/courses/:id/syllabus-items': {
    summary: 'Take activities or modules out of the plan; they stay in the course',
    may: 'content.change',
    at: 'course',
    params: ById,
    body: Type.Object({ activity_ids: Ids, module_ids: Ids }),
    reply: Type.Null(),
    status: 204,
  },
})
