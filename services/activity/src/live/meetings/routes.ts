// Routes of meetings: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { providersOn } from '../accounts/accounts.ts'
import { meetingCalls } from './api.ts'
import { changeMeeting } from './changing.ts'
import { joinMeeting } from './joining.ts'
import { endMeeting, listPeople, readMeeting } from './meetings.ts'

export const meetingRoutes = routes(meetingCalls)<Deps, CourseRules>({
  'GET /api/meeting-choices': async ({ deps, actor }) => ({ items: await providersOn(deps.db, actor.org) }),
  'GET /api/activities/:id/meeting': ({ deps, actor, scope, params }) => readMeeting(deps, actor, scope, params.id),
  'PUT /api/activities/:id/meeting': ({ deps, actor, scope, params, body }) => changeMeeting(deps, actor, scope, params.id, body),
  'POST /api/activities/:id/meeting/join': ({ deps, actor, scope, params }) => joinMeeting(deps, actor, scope, params.id),
  'POST /api/activities/:id/meeting/end': ({ deps, actor, scope, params, body }) =>
    endMeeting(deps, actor, scope, params.id, body.ended ?? true),
  'GET /api/activities/:id/meeting/people': ({ deps, params, query }) => listPeople(deps, params.id, query),
})
