// The contract table of the rules of a book as a whole: changed together, and what a change of them would do.
import { ById, changes, Id, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import {
  CategoryDraft,
  CourseResult,
  final,
  ItemDraft,
  order,
  Policy,
  PolicyDraft,
  recalculation,
  ScoreCategory,
  ScoreItem,
} from './api.ts'

/** A rule that is left out stays as it is. A category with an id that does not exist yet is one that would be made. */
const PolicyPreview = Type.Object({
  policy: Type.Optional(changes(PolicyDraft)),
  categories: Type.Optional(
    Type.Array(Type.Interface([changes(CategoryDraft)], { id: Id, deleted: Type.Optional(Type.Boolean()) }), { maxItems: 100 }),
  ),
  items: Type.Optional(
    Type.Array(Type.Interface([changes(Type.Omit(ItemDraft, ['release']))], { id: Id, deleted: Type.Optional(Type.Boolean()) }), {
      maxItems: 500,
    }),
  ),
})
export type PolicyPreview = Static<typeof PolicyPreview>

export const BookRulesChange = Type.Object({
  version: Type.Integer({ ...Version, description: 'the greatest of policy, categories and items that the writer saw' }),
  policy: Type.Optional(changes(PolicyDraft)),
  /** One with an id that does not exist yet is made; items and the order may name it by that id. */
  categories: Type.Optional(
    Type.Array(Type.Interface([changes(CategoryDraft)], { id: Id, deleted: Type.Optional(Type.Boolean()) }), { maxItems: 100 }),
  ),
  items: Type.Optional(
    Type.Array(Type.Interface([changes(Type.Pick(ItemDraft, ['category_id', 'extra_credit', 'never_drop']))], { id: Id }), {
      maxItems: 500,
    }),
  ),
  ...order,
})
export type BookRulesChange = Static<typeof BookRulesChange>
export const BookRules = Type.Object({
  policy: Policy,
  categories: Type.Array(ScoreCategory),
  items: Type.Array(ScoreItem),
  ...recalculation,
})
export type BookRules = Static<typeof BookRules>

export const ResultChange = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() }),
  before: CourseResult,
  after: CourseResult,
})
export type ResultChange = Static<typeof ResultChange>

export const bookRulesCalls = calls({
  'PUT /api/courses/:id/score-rules': {
    summary: 'Change policy, categories, items and their order together; what is left out stays as it is',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: BookRulesChange,
    reply: BookRules,
    errors: ['scorePolicy.newer', ...final],
    example: { version: 0, policy: { digits: 1 } },
  },
  'POST /api/courses/:id/score-policy/preview': {
    summary: 'Whose result would change by a change of policy, categories or items, and how; the first 200, and how many in all',
    may: 'scores.change',
    at: 'course',
    params: ById,
    body: PolicyPreview,
    reply: Type.Object({ changes: Type.Array(ResultChange), total: Type.Integer() }),
    status: 200,
  },
})
