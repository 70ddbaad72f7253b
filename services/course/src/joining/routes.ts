// Routes of joining: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { joiningCalls } from './api.ts'
import { answerRequests, listRequests, myRequests, withdraw } from './requests.ts'
import { changeJoinSettings, joinView } from './settings.ts'

export const joiningRoutes = routes(joiningCalls)<Deps, CourseRules>({
  'GET /api/my-join-requests': ({ deps, actor }) => myRequests(deps, actor),
  'GET /api/courses/:id/join-settings': ({ deps, params }) => joinView(deps, params.id),
  'PUT /api/courses/:id/join-settings': ({ deps, scope, params, body }) => changeJoinSettings(deps, scope, params.id, body),
  'GET /api/courses/:id/join-requests': ({ deps, params, query }) => listRequests(deps, params.id, query),
  'PUT /api/courses/:id/join-requests': async ({ deps, scope, params, body }) => ({
    person_ids: await answerRequests(deps, scope, params.id, body),
  }),
  'DELETE /api/courses/:id/join-request': ({ deps, actor, params }) => withdraw(deps, actor, params.id),
})
