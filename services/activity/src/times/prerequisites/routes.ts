// Routes of prerequisites: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { prerequisiteCalls } from './api.ts'
import { readPrerequisites } from './prerequisites.ts'

export const prerequisiteRoutes = routes(prerequisiteCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/prerequisites': ({ deps, actor, scope, params }) => readPrerequisites(deps, actor, scope, params.id),
})
