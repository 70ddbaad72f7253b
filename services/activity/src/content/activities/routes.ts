// Routes of activities: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { changeActivity, createActivity, deleteActivity, readActivity } from './activities.ts'
import { activityCalls } from './api.ts'
import { publishActivities } from './bulk-changes.ts'
import { readCourseContent } from './content.ts'
import { contentText } from './content-text.ts'
import { changeDates } from './many-dates.ts'
import { moveActivities, sortActivities } from './order.ts'
import { openFileAlone } from './open-file.ts'
import { openTextFiles, openUploads } from './text-files.ts'

export const activityRoutes = routes(activityCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/content': async ({ deps, actor, scope, params, reply }) => {
    const { answer, shared } = await readCourseContent(deps, actor, scope, params.id)
    reply.type('application/json; charset=utf-8').serializer(() => contentText(answer, shared))
    return answer
  },
  'POST /api/courses/:id/activities': ({ deps, actor, scope, params, body }) => createActivity(deps, actor, scope, params.id, body),
  'GET /api/activities/:id': ({ deps, actor, scope, params }) => readActivity(deps, actor, scope, params.id),
  'GET /api/activities/:id/pictures': ({ deps, actor, scope, params }) => openTextFiles(deps, actor, scope, params.id),
  'GET /api/activities/:id/files': ({ deps, actor, scope, params }) => openUploads(deps, actor, scope, params.id),
  'GET /api/activity-files/:id': ({ deps, actor, params }) => openFileAlone(deps, actor, params.id),
  'PUT /api/activities/:id': ({ deps, actor, scope, params, body }) => changeActivity(deps, actor, scope, params.id, body),
  'DELETE /api/activities/:id': ({ deps, actor, params, query }) => deleteActivity(deps, actor, params.id, query.version),
  'PUT /api/modules/:id/activity-sort': ({ deps, actor, scope, params, body }) =>
    sortActivities(deps, actor, scope.course, params.id, body.activity_ids),
  'PUT /api/activity-resort': ({ deps, actor, body }) => moveActivities(deps, actor, body),
  'POST /api/courses/:id/activity-dates': ({ deps, actor, scope, params, body }) => changeDates(deps, actor, scope, params.id, body),
  'POST /api/courses/:id/publish-activities': ({ deps, actor, params, body }) =>
    publishActivities(deps, actor, params.id, body.activity_ids, body.published),
})
