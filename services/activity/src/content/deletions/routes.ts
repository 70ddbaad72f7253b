// Routes of deletions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { deletionCalls } from './api.ts'
import { checkDeletion, deleteActivities } from './deletions.ts'

export const deletionRoutes = routes(deletionCalls)<Deps, CourseRules>({
  'GET /api/activities/delete-check': ({ deps, actor, query }) => checkDeletion(deps, actor, query.activity_ids.split(',')),
  'DELETE /api/activities': ({ deps, actor, body }) => deleteActivities(deps, actor, body.activity_ids),
})
