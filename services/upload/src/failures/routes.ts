// Routes of failures: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { failureCalls } from './api.ts'
import { failedUploads } from './failures.ts'

export const failureRoutes = routes(failureCalls)<Deps, CourseRules>({
  'GET /api/management/failed-uploads': ({ deps, actor, query }) => failedUploads(deps, actor, query),
})
