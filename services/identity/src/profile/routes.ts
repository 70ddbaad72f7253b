// Routes of profile: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import { profileCalls } from './api.ts'
import { changeProfile, profile } from './profile.ts'
import { associate, bindMobile, changeEmail } from './verified-changes.ts'

export const profileRoutes = routes(profileCalls)<Deps, typeof rules>({
  'GET /api/user/profile': ({ deps, actor }) => profile(deps, actor),
  'PUT /api/user/profile': ({ deps, actor, body }) => changeProfile(deps, actor, body),
  'PUT /api/user/mobile': ({ deps, actor, body, request }) => bindMobile(deps, actor, body, requestOrigin(request)),
  'PUT /api/user/email': ({ deps, actor, body, request }) => changeEmail(deps, actor, body, requestOrigin(request)),
  'PUT /api/user/association-code': ({ deps, actor, body }) => associate(deps, actor, body.association_code),
})
