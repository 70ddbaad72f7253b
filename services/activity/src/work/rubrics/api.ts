// The contract table of rubrics, with the shapes of points and of what is given by a rubric, which marking and peer reviews share.
import { calls, notBegun } from '../../call-table.ts'
import { ById, Id, nullable, Ordinal, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Points } from '../../shapes.ts'

const Level = Type.Object({
  id: Id,
  points: Points,
  title: Type.String({ minLength: 1, maxLength: 200 }),
  about: Type.String({ maxLength: 2000 }),
})
export const Criterion = Type.Object({
  id: Id,
  title: Type.String({ minLength: 1, maxLength: 200 }),
  about: Type.String({ maxLength: 2000 }),
  levels: Type.Array(Level, { minItems: 1, maxItems: 10 }),
})
export type Criterion = Static<typeof Criterion>
const Criteria = Type.Array(Criterion, { maxItems: 30 })

export const Rubric = Type.Object({
  criteria: Criteria,
  /** Counts the versions of the rubric from 1; 0: the activity has none. Marked work keeps the version it was marked by until it is marked again. */
  n: Type.Integer(),
  /** The sum of the best levels. A score is never above the points of the activity, however great this is. */
  best: Type.String(),
  /** Somebody has marked by this version: a change makes a new one. */
  begun: Type.Boolean(),
  /** Of the row, for writers. */
  version: Type.Integer(),
})
export type Rubric = Static<typeof Rubric>

/** The mark of a criterion. `points` without a level is a choice between two levels; a level without points has its own. */
export const CriterionMark = Type.Object({
  level: nullable(Id),
  points: nullable(Points),
  comment: Type.String({ maxLength: 4000 }),
})
export type CriterionMark = Static<typeof CriterionMark>

/** By the id of the criterion. */
export const CriterionMarks = Type.Record(Type.String({ pattern: '^[0-9a-f-]{36}$' }), CriterionMark, {
  additionalProperties: false,
  maxProperties: 30,
})
export type CriterionMarks = Static<typeof CriterionMarks>

export const Comment = Type.String({ maxLength: 20_000 })

const RubricDraft = Type.Object({ criteria: Criteria, version: Version })
export type RubricDraft = Static<typeof RubricDraft>

const CourseRubric = Type.Object({
  activity_id: Type.String(),
  title: Type.String(),
  criteria: Criteria,
  best: Type.String(),
})
export type CourseRubric = Static<typeof CourseRubric>

export const rubricCalls = calls({
  'GET /api/activities/:id/rubric': {
    summary: 'By which an activity is marked: the newest version of its rubric, or version n',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    query: Type.Object({ n: Type.Optional(Ordinal) }),
    reply: Rubric,
    errors: [...notBegun, 'rubric.notFound'],
  },
  'PUT /api/activities/:id/rubric': {
    summary:
      'Write the rubric of an activity; without criteria it has none. Work that is marked keeps its version until it is marked again',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    body: RubricDraft,
    reply: Rubric,
    errors: ['rubric.newer', 'rubric.sameId', 'rubric.notOffered'],
  },
  'GET /api/courses/:id/rubrics': {
    summary: 'The rubrics of a course, to take one over; the newest 100',
    may: 'work.mark',
    at: 'course',
    params: ById,
    reply: Type.Object({ items: Type.Array(CourseRubric) }),
  },
})
