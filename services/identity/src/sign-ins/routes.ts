// Routes of sign-ins: the call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { signInCalls } from './api.ts'
import { listSignIns } from './sign-ins.ts'

export const signInRoutes = routes(signInCalls)<Deps, typeof rules>({
  'GET /api/management/sign-ins': ({ deps, actor, query }) => listSignIns(deps, actor, query),
})
