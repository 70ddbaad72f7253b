// Routes of versions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { versionCalls } from './api.ts'
import { listVersions, readVersion, restoreVersion } from './versions.ts'

export const versionRoutes = routes(versionCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/versions': ({ deps, params, query }) => listVersions(deps, params.id, query),
  'GET /api/activities/:id/versions/:version_id': ({ deps, params }) => readVersion(deps, params.id, params.version_id),
  'POST /api/activities/:id/versions/:version_id/restore': ({ deps, actor, scope, params, body }) =>
    restoreVersion(deps, actor, scope, params.id, params.version_id, body.version),
})
