import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { giveAccessCode, joinCourse, readAccessCode, validateAccessCode } from './access-codes.ts'
import { accessCodeCalls } from './api.ts'

export const accessCodeRoutes = routes(accessCodeCalls)<Deps>({
  'GET /api/course/:id/access_code': ({ deps, params }) => readAccessCode(deps, params.id),
  'PUT /api/course/:id/access_code': async ({ deps, place, params }) => ({
    access_code: await giveAccessCode(deps.db, { id: params.id, orgId: place.org }),
  }),
  'GET /api/course/access-code/:code/validate': ({ deps, actor, params }) => validateAccessCode(deps, actor, params.code),
  'POST /api/course/join': ({ deps, actor, body }) => joinCourse(deps, actor, body.access_code),
})
