// Routes of passwords: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import { passwordCalls } from './api.ts'
import { changePassword, passwordAge, resetPassword } from './passwords.ts'

export const passwordRoutes = routes(passwordCalls)<Deps, typeof rules>({
  'GET /api/user/check-expired-password': ({ deps, actor }) => passwordAge(deps, actor),
  'PUT /api/user/password': ({ deps, actor, body, request }) => changePassword(deps, actor, body, requestOrigin(request)),
  'POST /api/user/password-reset': ({ deps, actor, body, request }) => resetPassword(deps, actor, body, requestOrigin(request)),
})
