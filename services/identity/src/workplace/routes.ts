// Routes of the workplace messenger: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { workplaceCalls } from './api.ts'
import { changeChat, readChat } from './chats.ts'
import { changeWorkplace, readWorkplace } from './settings.ts'
import { testWorkplace } from './trying.ts'
import { ownUserId } from './users.ts'

export const workplaceRoutes = routes(workplaceCalls)<Deps, typeof rules>({
  'GET /api/org/workplace': ({ deps, actor }) => readWorkplace(deps, actor),
  'PUT /api/org/workplace': ({ deps, actor, body }) => changeWorkplace(deps, actor, body),
  'POST /api/org/workplace/test': ({ deps, actor }) => testWorkplace(deps, actor),
  'GET /api/workplace/user-id': ({ deps, actor }) => ownUserId(deps, actor),
  'GET /internal-api/workplace/chats/:course': ({ deps, params, query }) => readChat(deps, query.org, params.course),
  'PUT /internal-api/workplace/chats/:course': ({ deps, params, body }) => changeChat(deps, { course: params.course, ...body }),
})
