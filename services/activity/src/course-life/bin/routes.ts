// Routes of the bin: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { binCalls } from './api.ts'
import { listBin, restoreActivities, restoreActivity, restoreModule } from './bin.ts'

export const binRoutes = routes(binCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/bin': ({ deps, params, query }) => listBin(deps, params.id, query),
  'PUT /api/activities/:id/restore': ({ deps, params }) => restoreActivity(deps, params.id),
  'POST /api/activities/restore': ({ deps, actor, body }) => restoreActivities(deps, actor, body.activity_ids),
  'PUT /api/modules/:id/restore': ({ deps, params }) => restoreModule(deps, params.id),
})
