import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { sessionCalls } from './api.ts'
import { endMine, mySessions, signOutElsewhere } from './mine.ts'
import { endSession, readSession, signIn } from './sessions.ts'

export const sessionRoutes = routes(sessionCalls)<Deps>({
  'POST /internal-api/sessions': ({ deps, body }) => signIn(deps, body),
  'GET /api/user/sessions': async ({ deps, actor }) => ({ sessions: await mySessions(deps, actor) }),
  'DELETE /api/user/sessions': ({ deps, actor }) => signOutElsewhere(deps, actor),
  'DELETE /api/user/sessions/:id': async ({ deps, actor, params }) => {
    await endMine(deps, actor, params.id)
    return null
  },
  'GET /internal-api/sessions/:hash': ({ deps, params }) => readSession(deps, params.hash),
  'DELETE /internal-api/sessions/:hash': async ({ deps, params }) => {
    await endSession(deps, params.hash)
    return null
  },
})
