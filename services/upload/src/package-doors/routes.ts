// Routes of packages: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { packageCalls } from './api.ts'
import { createDoor, renewDoor } from './doors.ts'
import { readPackage } from './package.ts'

export const packageRoutes = routes(packageCalls)<Deps, CourseRules>({
  'GET /api/uploads/scorm/:id': ({ deps, actor, params, query }) => readPackage(deps, actor, params.id, query.grant),
  'POST /api/uploads/:id/package-doors': ({ deps, actor, params, body, request }) =>
    createDoor(deps, { actor, upload: params.id, grant: body.grant }, request),
  'PUT /api/uploads/:id/package-doors': ({ deps, actor, params, body }) =>
    renewDoor(deps, { actor, upload: params.id, grant: body.grant, door: body.door }),
})
