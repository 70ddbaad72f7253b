import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { changeActivity, createActivity, deleteActivity, readActivity } from './activities.ts'
import { activityCalls } from './api.ts'
import { publishActivities, sortActivities } from './arranging.ts'
import { courseContent } from './content.ts'
import { openPictures } from './pictures.ts'

export const activityRoutes = routes(activityCalls)<Deps>({
  'GET /api/courses/:id/all-activities': ({ deps, actor, place, params }) => courseContent(deps, actor, place, params.id),
  'POST /api/courses/:id/activities': ({ deps, actor, place, params, body }) => createActivity(deps, actor, place, params.id, body),
  'GET /api/activities/:id': ({ deps, actor, place, params }) => readActivity(deps, actor, place, params.id),
  'GET /api/activities/:id/pictures': ({ deps, actor, place, params }) => openPictures(deps, actor, place, params.id),
  'PUT /api/activities/:id': ({ deps, actor, place, params, body }) => changeActivity(deps, actor, place, params.id, body),
  'DELETE /api/activities/:id': ({ deps, params }) => deleteActivity(deps, params.id),
  'PUT /api/modules/:id/activity-sort': ({ deps, place, params, body }) => sortActivities(deps, place, params.id, body.activity_ids),
  'POST /api/courses/:id/publish-activities': ({ deps, params, body }) =>
    publishActivities(deps, params.id, body.activity_ids, body.published),
})
