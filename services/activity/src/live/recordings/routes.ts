// Routes of recordings: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { recordingCalls } from './api.ts'
import { fetchAgain } from './fetching.ts'
import { deleteRecording, putRecording } from './recordings.ts'

export const recordingRoutes = routes(recordingCalls)<Deps, CourseRules>({
  'PUT /api/activities/:id/meeting/recordings/:rid': ({ deps, actor, scope, params, body }) =>
    putRecording(deps, actor, scope, params, body),
  'POST /api/activities/:id/meeting/recordings/:rid/fetch': ({ deps, params }) => fetchAgain(deps, params),
  'DELETE /api/activities/:id/meeting/recordings/:rid': ({ deps, params }) => deleteRecording(deps, params),
})
