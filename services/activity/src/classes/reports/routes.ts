// Routes of reports of classes: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { reportCalls } from './api.ts'
import { readReport } from './report.ts'
import { startSending } from './sending.ts'

export const reportRoutes = routes(reportCalls)<Deps, CourseRules>({
  'GET /api/class-sessions/:id/report': ({ deps, actor, scope, params }) => readReport(deps, actor, scope, params.id),
  'POST /api/course/:id/inclass-report': ({ deps, actor, scope, body }) => startSending(deps, actor, scope, body),
})
