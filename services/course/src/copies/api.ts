// The contract table of copies: a course once more, its templates, and the courses of the next term.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Course, CourseConditions, CourseSummary } from '../courses/api.ts'

const Named = Type.Object({ name: Type.String({ maxLength: 200 }) })
/** People who come along, with the role they have. */
const Roles = Type.Array(oneOf('instructor', 'instructor_assistant'), { maxItems: 2, uniqueItems: true })
const ShiftDays = Type.Integer({
  minimum: -3660,
  maximum: 3660,
  description: 'days by which every date moves, by the clock of the course; weeks are sevens of them',
})
const Files = Type.Optional(Type.Boolean({ description: 'the files of the course come along; missing: they do' }))
/** The term of a copy: one of the organisation's, or texts; missing: as in the source. */
const term = {
  term_id: Type.Optional(Id),
  academic_year: Type.Optional(nullable(Named)),
  semester: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
}

export const CopyDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  course_code: Type.Optional(Type.String({ maxLength: 64 })),
  ...term,
  shift_days: Type.Optional(ShiftDays),
  /** Missing: nobody. Whoever copies becomes an instructor. */
  roles: Type.Optional(Roles),
  /** These modules alone; missing: all, and what stands in none. */
  module_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  /** With module_ids also what stands in none. */
  without_module: Type.Optional(Type.Boolean()),
  files: Files,
})
export type CopyDraft = Static<typeof CopyDraft>

export const NextTerm = Type.Object({
  course_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })),
  /** Instead of ids, as in the search. */
  conditions: Type.Optional(CourseConditions),
  except_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  ...term,
  shift_days: Type.Optional(ShiftDays),
  /** Missing: instructors. */
  roles: Type.Optional(Roles),
  files: Files,
})
export type NextTerm = Static<typeof NextTerm>

export const copyCalls = calls({
  'POST /api/courses/:id/copy': {
    summary: 'A new course with what this one says and holds; its content follows (course_importer_status 0, then 1, or 2 where it failed)',
    may: 'course.copy',
    at: 'course',
    params: ById,
    body: CopyDraft,
    reply: Course,
    status: 201,
    errors: ['course.copying'],
    example: { name: 'Marine Biology II', shift_days: 182, roles: ['instructor'] },
  },
  'GET /api/offered-courses': {
    summary:
      'What a new course can be made of: templates of the organisation first, then courses open to it that may be cloned; conditions: keyword',
    may: 'course.create',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(CourseSummary),
  },
  'POST /api/offered-courses/:id/copy': {
    summary: 'A new course out of an offered one',
    may: 'course.create',
    params: ById,
    body: Type.Omit(CopyDraft, ['roles']),
    reply: Course,
    status: 201,
    errors: ['course.copying'],
  },
  'PUT /api/courses/:id/template': {
    summary: 'Offer a course as a template to everybody who makes courses, or no more',
    may: 'course.review',
    at: 'course',
    params: ById,
    body: Type.Object({ template: Type.Boolean() }),
    reply: Course,
  },
  'POST /api/courses/next-term': {
    summary: 'Copies of up to 500 courses for the next term, as a task with a line for each; it ends when their contents are there',
    may: 'terms.change',
    body: NextTerm,
    reply: Type.Object({ task_id: Type.String(), courses: Type.Integer() }),
    status: 202,
    errors: ['course.tooMany'],
    example: { conditions: { semester: 'Autumn' }, semester: 'Spring', shift_days: 140 },
  },
})
