import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { fromOf } from '../from.ts'
import { authCodeCalls } from './api.ts'
import { askForCode, mustValidate, validateCode } from './auth-codes.ts'

export const authCodeRoutes = routes(authCodeCalls)<Deps>({
  'POST /api/auth_code/get_auth_code': ({ deps, actor, body, request }) => askForCode(deps, actor, body, fromOf(request)),
  'POST /api/auth_code/validate_auth_code': ({ deps, actor, body, request }) =>
    validateCode(deps, actor, { ...body, code: body.user_input_auth_code }, fromOf(request)),
  'GET /api/auth_code/auth_validate': async ({ deps, actor }) => ({ dingtalk_auth_validate: await mustValidate(deps, actor) }),
})
