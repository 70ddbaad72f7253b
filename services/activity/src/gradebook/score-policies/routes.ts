// Routes of what results follow from: each call of api.ts and book-rules-api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { scorePolicyCalls } from './api.ts'
import { bookRulesCalls } from './book-rules-api.ts'
import { courseResults } from './course-results.ts'
import { courseResultsCalls } from './results-api.ts'
import { changeCategory, createCategory, deleteCategory } from './categories.ts'
import { deleteItem, restoreItem } from './binned-items.ts'
import { changeItem, createItem, sortBook } from './items.ts'
import { changePolicy, readPolicy } from './policy.ts'
import { previewPolicy } from './preview.ts'
import { changeRules } from './rules-of-book.ts'
import { changeScale, createScale, deleteScale, listScales } from './scales.ts'

export const scorePolicyRoutes = routes({ ...scorePolicyCalls, ...bookRulesCalls, ...courseResultsCalls })<Deps, CourseRules>({
  'POST /api/courses/:id/score-items': ({ deps, scope, body }) => createItem(deps, scope, body),
  'PUT /api/score-items/:id': ({ deps, scope, params, body }) => changeItem(deps, scope, params.id, body),
  'DELETE /api/score-items/:id': ({ deps, actor, scope, params, query }) => deleteItem(deps, actor, scope, params.id, query.version),
  'PUT /api/score-items/:id/restore': ({ deps, actor, scope, params }) => restoreItem(deps, actor, scope, params.id),
  'POST /api/courses/:id/score-categories': ({ deps, scope, body }) => createCategory(deps, scope, body),
  'PUT /api/score-categories/:id': ({ deps, scope, params, body }) => changeCategory(deps, scope, params.id, body),
  'DELETE /api/score-categories/:id': ({ deps, scope, params, query }) => deleteCategory(deps, scope, params.id, query.version),
  'PUT /api/courses/:id/score-sort': ({ deps, scope, body }) => sortBook(deps, scope, body),
  'GET /api/courses/:id/score-policy': ({ deps, params }) => readPolicy(deps.db, params.id),
  'PUT /api/courses/:id/score-policy': ({ deps, scope, body }) => changePolicy(deps, scope, body),
  'PUT /api/courses/:id/score-rules': ({ deps, scope, body }) => changeRules(deps, scope, body),
  'POST /api/courses/:id/score-policy/preview': ({ deps, scope, body }) => previewPolicy(deps, scope, body),
  'GET /api/management/results': ({ deps, actor, query }) => courseResults(deps, actor, query),
  'GET /api/org/score-scales': ({ deps, scope }) => listScales(deps, scope.org),
  'POST /api/org/score-scales': ({ deps, scope, body }) => createScale(deps, scope.org, body),
  'PUT /api/org/score-scales/:id': ({ deps, scope, params, body }) => changeScale(deps, scope.org, params.id, body),
  'DELETE /api/org/score-scales/:id': ({ deps, scope, params, query }) => deleteScale(deps, scope.org, params.id, query.version),
})
