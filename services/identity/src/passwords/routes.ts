import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { fromOf } from '../from.ts'
import { passwordCalls } from './api.ts'
import { changePassword, passwordAge, resetPassword } from './passwords.ts'

export const passwordRoutes = routes(passwordCalls)<Deps>({
  'GET /api/user/check-expired-password': ({ deps, actor }) => passwordAge(deps, actor),
  'PUT /api/user/password': ({ deps, actor, body, request }) => changePassword(deps, actor, body, fromOf(request)),
  'POST /api/user/password-reset': ({ deps, actor, body, request }) => resetPassword(deps, actor, body, fromOf(request)),
})
