// The contract table of the gradebook: every score of a course in one book. As a table for other programs it is in tables-api.ts.
import { TaskId } from '@lyceum/kit/tasks/api'
import { ById, Id, nullable, oneOf, pageQuery, paged, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { ResultNode } from './result-node-api.ts'
import { CourseResult, final, Policy, recalculation, ScoreCategory, ScoreItem, ScoreScale } from '../score-policies/api.ts'

export type {
  CategoryDraft,
  CourseResult,
  ItemDraft,
  LateRule,
  Policy,
  PolicyDraft,
  ScaleDraft,
  ScoreCategory,
  ScoreItem,
  ScoreScale,
} from '../score-policies/api.ts'
export type { BookRulesChange, PolicyPreview, ResultChange } from '../score-policies/book-rules-api.ts'
export type { ResultNode } from './result-node-api.ts'

const People = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })

export const CellState = oneOf('', 'excused', 'missing')
export type CellState = Static<typeof CellState>

/** A score of a person in an item. */
export const Cell = Type.Object({
  item_id: Type.String(),
  person_id: Type.String(),
  points: nullable(Type.String()),
  state: CellState,
  /** Before points were taken off for being late; null where nothing was. */
  earned: nullable(Type.String()),
  late_seconds: Type.Integer(),
  /** Written over what the work was marked with. */
  overridden: Type.Boolean(),
  comment: Type.String(),
  released: Type.Boolean(),
  release_at: nullable(Type.String()),
})
export type Cell = Static<typeof Cell>

/**
 * `saw`: what stood in the cell: its points, `excused`, or null. `points` null empties it; over a work's own score it brings that one back.
 * Without `points` and `state` only the comment is written.
 */
export const CellWrite = Type.Object({
  item_id: Id,
  person_id: Id,
  points: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
  state: Type.Optional(oneOf('', 'excused')),
  saw: nullable(Type.String({ maxLength: 20 })),
  comment: Type.Optional(Type.String({ maxLength: 2000 })),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
})
export type CellWrite = Static<typeof CellWrite>

export const Statistics = Type.Object({
  item_id: nullable(Type.String({ description: 'null: of the results' })),
  count: Type.Integer(),
  /** In points of the item; of the results in per cent. */
  mean: nullable(Type.String()),
  median: nullable(Type.String()),
  lower_quartile: nullable(Type.String()),
  upper_quartile: nullable(Type.String()),
  lowest: nullable(Type.String()),
  highest: nullable(Type.String()),
  /** The students in each tenth of the points, the last with all above. */
  bins: Type.Array(Type.Integer()),
})
export type Statistics = Static<typeof Statistics>

export const MyScore = Type.Object({
  item_id: Type.String(),
  activity_id: nullable(Type.String()),
  title: Type.String(),
  category_id: nullable(Type.String()),
  max: Type.String(),
  extra_credit: Type.Boolean(),
  points: nullable(Type.String()),
  /** The points in per cent of the item's own; null without a score, and where the item has none to earn. */
  percent: nullable(Type.String()),
  /** Handed in and not scored to me: it waits to be marked, or was returned to be handed in once more. */
  work: oneOf('', 'waiting', 'rework'),
  state: CellState,
  earned: nullable(Type.String()),
  late_points: nullable(Type.String()),
  /** Set by hand over the work's own points, and the reason; '': none. */
  overridden: Type.Boolean(),
  reason: Type.String(),
  comment: Type.String(),
  released_at: nullable(Type.String()),
  /** Of the class, where the policy shows it and ten scores are released. */
  distribution: nullable(Type.Omit(Statistics, ['item_id'])),
})
export type MyScore = Static<typeof MyScore>

export const GradebookStudent = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  avatar: Type.String(),
  group_ids: Type.Array(Type.String()),
  /**
   * JSON as text, by the `no` of the items: { "3": ["7.5", "r"], … } – points or null, then letters: r released, x excused, m missing, l points taken
   * off for being late, o overridden, c with a comment.
   */
  cells: Type.String(),
  result: CourseResult,
})
export type GradebookStudent = Static<typeof GradebookStudent>
/** GradebookStudent.cells, parsed. */
export type CellTexts = Record<string, [points: string | null, letters: string]>

export const Gradebook = Type.Object({
  policy: Policy,
  categories: Type.Array(ScoreCategory),
  items: Type.Array(ScoreItem),
  /** By name. */
  students: Type.Array(GradebookStudent),
  groups: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), set_name: Type.String() })),
  /** The task that calculates all results once more now, if one does. */
  recalculating: nullable(TaskId),
})
export type Gradebook = Static<typeof Gradebook>

const ResultOf = Type.Interface([CourseResult], { person_id: Type.String() })

const ReleaseBody = Type.Object({
  item_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
  /** Of these alone; without it of everybody, and those to come. */
  person_ids: Type.Optional(People),
  /** Not now, but then. */
  at: Type.Optional(Time),
})
const Released = Type.Object({ released: Type.Integer({ description: 'scores that are shown now and were not before' }) })

export const ScoreChange = Type.Object({
  at: Type.String(),
  by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** written, marked, imported, excused, missing, late (points taken off for being late), released, withdrawn, comment. */
  what: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  reason: Type.String(),
})
export type ScoreChange = Static<typeof ScoreChange>

export const MyScores = Type.Object({
  /** Of my released scores alone. */
  result: CourseResult,
  final: Type.Boolean(),
  digits: Type.Integer(),
  pass_percent: nullable(Type.Integer()),
  scale: nullable(ScoreScale),
  categories: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), weight: Type.String() })),
  tree: ResultNode,
  items: Type.Array(MyScore),
})
export type MyScores = Static<typeof MyScores>

const MyCourseScores = Type.Object({
  course: Type.Object({ id: Type.String(), name: Type.String() }),
  result: CourseResult,
  final: Type.Boolean(),
  scored: Type.Integer(),
  items: Type.Integer(),
  latest_at: nullable(Type.String()),
})
export type MyCourseScores = Static<typeof MyCourseScores>

export const scoreCalls = calls({
  'GET /api/courses/:id/gradebook': {
    summary: 'The whole book of a course: policy, categories, items, and every student with their scores and result',
    may: 'scores.read',
    at: 'course',
    params: ById,
    reply: Gradebook,
  },
  'PUT /api/courses/:id/scores': {
    summary: 'Write cells. Each says what it saw; where one differs, none is written and the answer names those',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: Type.Object({ cells: Type.Array(CellWrite, { minItems: 1, maxItems: 1000 }) }),
    reply: Type.Object({ cells: Type.Array(Cell), results: Type.Array(ResultOf), ...recalculation }),
    errors: ['score.newer', ...final],
  },
  'GET /api/courses/:id/scores/:person': {
    summary: 'The scores of a student with their comments, and why the result is what it is',
    may: 'scores.read',
    at: 'course',
    params: Type.Object({ id: Id, person: Id }),
    reply: Type.Object({ cells: Type.Array(Cell), result: CourseResult, tree: ResultNode }),
  },
  'GET /api/score-items/:id/history/:person': {
    summary: 'Every change of a score, the newest first, at most 200',
    may: 'scores.read',
    at: 'scoreItem',
    params: Type.Object({ id: Id, person: Id }),
    reply: Type.Object({ items: Type.Array(ScoreChange) }),
  },
  'POST /api/courses/:id/scores/release': {
    summary: 'Show scores to their students, now or at a time',
    may: 'scores.release',
    at: 'course',
    params: ById,
    body: ReleaseBody,
    reply: Released,
    status: 200,
    errors: [...final],
  },
  'POST /api/courses/:id/scores/withdraw': {
    summary: 'Hide scores from their students',
    may: 'scores.release',
    at: 'course',
    params: ById,
    body: Type.Omit(ReleaseBody, ['at']),
    reply: Type.Object({ withdrawn: Type.Integer() }),
    status: 200,
    errors: [...final],
  },
  'GET /api/courses/:id/scores/statistics': {
    summary: 'Of each item, or of one, and of the results: how its scores are distributed among the students',
    may: 'scores.read',
    at: 'course',
    params: ById,
    query: Type.Object({ item_id: Type.Optional(Id) }),
    reply: Type.Object({ items: Type.Array(Statistics) }),
  },
  'GET /api/courses/:id/my-scores': {
    summary:
      'My released scores in a course, my result, and why it is what it is. trial: item → possible points, as JSON: what the result would be with them; nothing of it is stored',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: Type.Object({ trial: Type.Optional(Type.String({ maxLength: 5000 })) }),
    reply: MyScores,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/my-scores': {
    summary: 'My results in all courses that I learn in, the one with the latest score first',
    may: 'signedIn',
    query: pageQuery(),
    reply: paged(MyCourseScores),
  },
  'POST /api/courses/:id/results/final': {
    summary: 'Submit the results: from then on nothing of the book is written',
    may: 'scores.release',
    at: 'course',
    params: ById,
    reply: Policy,
    status: 200,
    errors: [...final],
  },
  'POST /api/courses/:id/results/reopen': {
    summary: 'Take back that the results are final, with a reason, of which those who teach the course are notified',
    may: 'course.review',
    at: 'course',
    params: ById,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }), version: Type.Optional(Version) }),
    reply: Policy,
    status: 200,
    errors: ['results.notFinal', 'scorePolicy.newer'],
  },
})
