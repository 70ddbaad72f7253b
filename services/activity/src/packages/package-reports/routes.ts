// Routes of reports on packages: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { packageReportCalls } from './api.ts'
import { deleteAttempt, restoreAttempt } from './bin.ts'
import { readAttempt } from './detail.ts'
import { attemptsTable, listAttempts } from './list.ts'

export const packageReportRoutes = routes(packageReportCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/package-attempts': ({ deps, scope, params, query }) => listAttempts(deps, scope, params.id, query),
  'GET /api/activities/:id/package-attempts/csv': ({ deps, scope, params }) => attemptsTable(deps, scope, params.id),
  'GET /api/activities/:id/package-attempts/:attempt': ({ deps, params, query }) => readAttempt(deps, params.id, params.attempt, query),
  'DELETE /api/activities/:id/package-attempts/:attempt': ({ deps, params, query }) =>
    deleteAttempt(deps, params.id, params.attempt, query.version),
  'PUT /api/activities/:id/package-attempts/:attempt/restore': ({ deps, params }) => restoreAttempt(deps, params.id, params.attempt),
})
