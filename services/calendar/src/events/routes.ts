// Routes of events: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { defaultAlert } from '../defaults.ts'
import type { Deps } from '../deps.ts'
import { alerts } from './alerts.ts'
import { eventCalls } from './api.ts'
import { changeEvent, deleteEvent, listEvents, makeEvent, readEvent, restoreEvent } from './events.ts'
import { openEventFiles } from './files.ts'

export const eventRoutes = routes(eventCalls)<Deps, CourseRules>({
  'GET /api/calendar-events': ({ deps, actor, query }) => listEvents(deps, actor, query),
  'POST /api/calendar-events': ({ deps, actor, body }) => makeEvent(deps, actor, body),
  'GET /api/calendar-events/:id': ({ deps, actor, params }) => readEvent(deps, actor, params.id),
  'PUT /api/calendar-events/:id': ({ deps, actor, params, body }) => changeEvent(deps, actor, params.id, body),
  'DELETE /api/calendar-events/:id': ({ deps, actor, params, query }) => deleteEvent(deps, actor, params.id, query.version),
  'PUT /api/calendar-events/:id/restore': ({ deps, actor, params }) => restoreEvent(deps, actor, params.id),
  'GET /api/calendar-events/:id/files': ({ deps, actor, params }) => openEventFiles(deps, actor, params.id),
  'GET /api/calendar-alerts': async () => ({ alerts: [...alerts], default_id: defaultAlert }),
})
