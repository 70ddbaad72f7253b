// The contract table of what results follow from: the policy of a course, its categories and items, and the scales of the organisation. Changes of
// all of them together are in book-rules-api.ts.
import { TaskId } from '@lyceum/kit/tasks/api'
import { ById, changes, Id, nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { calls } from '../../call-table.ts'
import { type Static, Type } from 'typebox'

/** A decimal with at most four places; a comma is taken as its point. The answer has a point and no zeros at its end. */
export const Decimal = Type.String({ pattern: '^[0-9]{1,6}([.,][0-9]{1,4})?$' })
const Weight = Type.String({ pattern: '^[0-9]{1,3}([.,][0-9]{1,4})?$' })
const Title = Type.String({ minLength: 1, maxLength: 200 })
const Percent = Type.Integer({ minimum: 0, maximum: 100 })

/** Of an activity with points, or made by hand. */
export const ScoreItem = Type.Object({
  id: Type.String(),
  /** Unique in the course; the cells of the gradebook are keyed by it. */
  no: Type.Integer(),
  activity_id: nullable(Type.String()),
  /** Of its activity. */
  type: nullable(Type.String()),
  /** Work is handed in for its activity, and marked. */
  handed_in: Type.Boolean(),
  title: Type.String(),
  category_id: nullable(Type.String()),
  points: Type.String({ description: 'out of how much; 0 adds what is earned and asks for nothing' }),
  sort: Type.Integer(),
  extra_credit: Type.Boolean(),
  never_drop: Type.Boolean(),
  /** False while its activity is hidden from the students. */
  published: Type.Boolean(),
  anonymous: Type.Boolean(),
  due_time: nullable(Type.String()),
  release: oneOf('at_once', 'by_hand', 'at_time'),
  /** New scores are shown as they are written. */
  released: Type.Boolean(),
  /** When it will be. */
  release_at: nullable(Type.String()),
  version: Type.Integer(),
})
export type ScoreItem = Static<typeof ScoreItem>

/** Of an item of an activity title, points and release are those of the activity, and refused here. */
export const ItemDraft = Type.Object({
  title: Title,
  points: Decimal,
  category_id: Type.Optional(nullable(Id)),
  extra_credit: Type.Optional(Type.Boolean()),
  never_drop: Type.Optional(Type.Boolean()),
  release: Type.Optional(oneOf('at_once', 'by_hand')),
})
export type ItemDraft = Static<typeof ItemDraft>

export const ScoreCategory = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** In per cent of the result, if the policy is weighted. */
  weight: Type.String(),
  /** So many scores count least and are left out. */
  drop: Type.Integer(),
  /** Only so many count; null: all. */
  keep: nullable(Type.Integer()),
  sort: Type.Integer(),
  version: Type.Integer(),
})
export type ScoreCategory = Static<typeof ScoreCategory>

export const CategoryDraft = Type.Object({
  name: Title,
  weight: Type.Optional(Weight),
  drop: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  keep: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
})
export type CategoryDraft = Static<typeof CategoryDraft>

/** For each begun day or hour, after the grace, so much of the points possible; never below `lowest` per cent, nor above what was earned. */
export const LateRule = Type.Object({
  percent: Type.Integer({ minimum: 1, maximum: 100 }),
  per: oneOf('day', 'hour'),
  lowest: Percent,
  grace_minutes: Type.Integer({ minimum: 0, maximum: 10_000 }),
})
export type LateRule = Static<typeof LateRule>

export const PolicyDraft = Type.Object({
  /** weighted: by the weights of the categories; points: all points over all possible ones. */
  aggregation: oneOf('weighted', 'points'),
  /** Places that are shown of a result. */
  digits: Type.Integer({ minimum: 0, maximum: 2 }),
  scale_id: nullable(Id),
  pass_percent: nullable(Percent),
  late: nullable(LateRule),
  /** The share of its points that work gets which was not handed in until its close. */
  missing: nullable(Type.Object({ percent: Percent })),
  /** Students see the distribution of an item, from ten scores on. */
  distribution: Type.Boolean(),
})
export type PolicyDraft = Static<typeof PolicyDraft>

export const ScoreScale = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** From the best to the last, which begins at 0. `percent`: from it on, inclusive. */
  levels: Type.Array(Type.Object({ name: Type.String(), percent: Type.String() })),
  /** Courses that have chosen it. */
  used: Type.Integer(),
  version: Type.Integer(),
})
export type ScoreScale = Static<typeof ScoreScale>
export const ScaleDraft = Type.Object({
  name: Title,
  levels: Type.Array(Type.Object({ name: Type.String({ minLength: 1, maxLength: 30 }), percent: Weight }), { minItems: 2, maxItems: 30 }),
})
export type ScaleDraft = Static<typeof ScaleDraft>

export const Policy = Type.Interface([PolicyDraft], {
  scale: nullable(ScoreScale),
  /** The results are final: nothing is written until they are reopened. */
  final: nullable(Type.Object({ at: Type.String(), by: nullable(Type.Object({ id: Type.String(), name: Type.String() })) })),
  /** The last time that final results were reopened. */
  reopened: nullable(
    Type.Object({ at: Type.String(), by: nullable(Type.Object({ id: Type.String(), name: Type.String() })), reason: Type.String() }),
  ),
  /** The task that calculates all results once more now, if one does. */
  recalculating: nullable(TaskId),
  version: Type.Integer(),
})
export type Policy = Static<typeof Policy>

export const CourseResult = Type.Object({
  /** With the digits of the policy; null before anything counts. */
  percent: nullable(Type.String()),
  /** The level of the scale. */
  letter: nullable(Type.String()),
  passed: nullable(Type.Boolean()),
})
export type CourseResult = Static<typeof CourseResult>

/** A change of many results goes on behind the answer: the task that recalculates them, or null where it is done. */
export const recalculation = { task: nullable(TaskId) }
const versioned = { version: Type.Optional(Version) }
const onlyVersion = Type.Object(versioned)

export const order = {
  category_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
  item_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
}

const ItemChanged = Type.Object({ item: ScoreItem, ...recalculation })
const CategoryChanged = Type.Object({ category: ScoreCategory, ...recalculation })

export const final = ['results.final'] as const

export const scorePolicyCalls = calls({
  'POST /api/courses/:id/score-items': {
    summary: 'Add an item that no activity stands behind',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: ItemDraft,
    reply: ItemChanged,
    status: 201,
    errors: [...final],
    example: { title: 'Oral exam', points: '20' },
  },
  'PUT /api/score-items/:id': {
    summary: 'Change the fields that are given',
    may: 'scores.change',
    at: 'scoreItem',
    params: ById,
    body: Type.Interface([changes(ItemDraft)], versioned),
    reply: ItemChanged,
    errors: ['scoreItem.newer', ...final],
  },
  'DELETE /api/score-items/:id': {
    summary: 'Delete an item with its scores; both can be restored for 30 days. That of an activity goes with the activity',
    may: 'scores.change',
    at: 'scoreItem',
    params: ById,
    query: onlyVersion,
    reply: Type.Object(recalculation),
    errors: ['scoreItem.newer', 'scoreItem.ofActivity', ...final],
  },
  'PUT /api/score-items/:id/restore': {
    summary: 'Restore a deleted item with its scores as they were',
    may: 'scores.change',
    at: 'deletedScoreItem',
    params: ById,
    reply: Type.Object({ item: ScoreItem, ...recalculation }),
    errors: ['scoreItem.tooMany', ...final],
  },
  'POST /api/courses/:id/score-categories': {
    summary: 'Add a category',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: CategoryDraft,
    reply: CategoryChanged,
    status: 201,
    errors: [...final],
    example: { name: 'Homework', weight: '40', drop: 1 },
  },
  'PUT /api/score-categories/:id': {
    summary: 'Change the fields that are given',
    may: 'scores.change',
    at: 'scoreCategory',
    params: ById,
    body: Type.Interface([changes(CategoryDraft)], versioned),
    reply: CategoryChanged,
    errors: ['scoreCategory.newer', ...final],
  },
  'DELETE /api/score-categories/:id': {
    summary: 'Delete a category; its items stay, without one',
    may: 'scores.change',
    at: 'scoreCategory',
    params: ById,
    query: onlyVersion,
    reply: Type.Object(recalculation),
    errors: ['scoreCategory.newer', ...final],
  },
  'PUT /api/courses/:id/score-sort': {
    summary: 'The order of categories and items; those that are left out follow',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: Type.Object(order),
    reply: Type.Object({ category_ids: Type.Array(Type.String()), item_ids: Type.Array(Type.String()) }),
  },
  'GET /api/courses/:id/score-policy': {
    summary: 'How the results of a course follow from its scores',
    may: 'scores.read',
    at: 'course',
    params: ById,
    reply: Policy,
  },
  'PUT /api/courses/:id/score-policy': {
    summary: 'Change the fields that are given',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: Type.Interface([changes(PolicyDraft)], versioned),
    reply: Type.Object({ policy: Policy, ...recalculation }),
    errors: ['scorePolicy.newer', ...final],
  },
  'GET /api/org/score-scales': {
    summary: 'The scales of the organisation, by name',
    may: 'signedIn',
    reply: Type.Object({ items: Type.Array(ScoreScale) }),
  },
  'POST /api/org/score-scales': {
    summary: 'Add a scale',
    may: 'org.change',
    wide: true,
    body: ScaleDraft,
    reply: ScoreScale,
    status: 201,
    example: {
      name: 'Pass',
      levels: [
        { name: 'Pass', percent: '50' },
        { name: 'Fail', percent: '0' },
      ],
    },
    errors: ['department.only'],
  },
  'PUT /api/org/score-scales/:id': {
    summary: 'Change the fields that are given; levels only while no course has chosen it',
    may: 'org.change',
    wide: true,
    at: 'orgScoreScale',
    params: ById,
    body: Type.Interface([changes(ScaleDraft)], versioned),
    reply: ScoreScale,
    errors: ['department.only', 'scoreScale.newer', 'scoreScale.used'],
  },
  'DELETE /api/org/score-scales/:id': {
    summary: 'Delete a scale that no course has chosen',
    may: 'org.change',
    wide: true,
    at: 'orgScoreScale',
    params: ById,
    query: onlyVersion,
    reply: Type.Null(),
    status: 204,
    errors: ['department.only', 'scoreScale.newer', 'scoreScale.used'],
  },
})
