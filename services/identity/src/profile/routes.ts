import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { fromOf } from '../from.ts'
import { profileCalls } from './api.ts'
import { changeProfile, profile } from './profile.ts'
import { associate, bindMobile, changeEmail } from './proven.ts'

export const profileRoutes = routes(profileCalls)<Deps>({
  'GET /api/user/profile': ({ deps, actor }) => profile(deps, actor),
  'PUT /api/user/profile': ({ deps, actor, body }) => changeProfile(deps, actor, body),
  'PUT /api/user/mobile': ({ deps, actor, body, request }) => bindMobile(deps, actor, body, fromOf(request)),
  'PUT /api/user/email': ({ deps, actor, body, request }) => changeEmail(deps, actor, body, fromOf(request)),
  'PUT /api/user/association-code': ({ deps, actor, body }) => associate(deps, actor, body.association_code),
})
