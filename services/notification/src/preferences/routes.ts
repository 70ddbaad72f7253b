// Routes of preferences: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { preferenceCalls } from './api.ts'
import { changePreferences, changeRules, readPreferences, readRules, retryAddress, setMailOff } from './preferences.ts'

export const preferenceRoutes = routes(preferenceCalls)<Deps, CourseRules>({
  'GET /api/notification-preferences': ({ deps, actor }) => readPreferences(deps, actor),
  'PUT /api/notification-preferences': ({ deps, actor, body }) => changePreferences(deps, actor, body),
  'PUT /api/notification-preferences/address': ({ deps, actor }) => retryAddress(deps, actor),
  'GET /api/org/notification-rules': ({ deps, actor }) => readRules(deps, actor),
  'PUT /api/org/notification-rules': ({ deps, actor, body }) => changeRules(deps, actor, body),
  'POST /api/notification-mail/unsubscribe': ({ deps, query }) => setMailOff(deps, query.token, true),
  'POST /api/notification-mail/subscribe': ({ deps, query }) => setMailOff(deps, query.token, false),
})
