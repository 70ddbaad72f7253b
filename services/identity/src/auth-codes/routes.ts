// Routes of auth codes: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import { authCodeCalls } from './api.ts'
import { readValidation, requestCode, validateCode } from './auth-codes.ts'

export const authCodeRoutes = routes(authCodeCalls)<Deps, typeof rules>({
  'POST /api/auth_code/get_auth_code': ({ deps, actor, body, request }) => requestCode(deps, actor, body, requestOrigin(request)),
  'POST /api/auth_code/validate_auth_code': ({ deps, actor, body, request }) =>
    validateCode(deps, actor, { ...body, code: body.user_input_auth_code }, requestOrigin(request)),
  'GET /api/auth_code/auth_validate': ({ deps, actor }) => readValidation(deps, actor),
})
