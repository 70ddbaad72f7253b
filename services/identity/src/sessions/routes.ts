// Routes of sessions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { sessionCalls } from './api.ts'
import { delegate } from './delegations.ts'
import { endOwnSession, ownSessions, signOutElsewhere } from './own-sessions.ts'
import { endSession, readSession, signIn } from './sessions.ts'

export const sessionRoutes = routes(sessionCalls)<Deps, typeof rules>({
  'POST /internal-api/sessions': ({ deps, body }) => signIn(deps, body),
  'POST /internal-api/sessions/:hash/delegations': ({ deps, params, body }) => delegate(deps, params.hash, body),
  'GET /api/user/sessions': async ({ deps, actor }) => ({ sessions: await ownSessions(deps, actor) }),
  'DELETE /api/user/sessions': ({ deps, actor }) => signOutElsewhere(deps, actor),
  'DELETE /api/user/sessions/:id': async ({ deps, actor, params }) => {
    await endOwnSession(deps, actor, params.id)
    return null
  },
  'GET /internal-api/sessions/:hash': ({ deps, params }) => readSession(deps, params.hash),
  'DELETE /internal-api/sessions/:hash': async ({ deps, params }) => {
    await endSession(deps, params.hash)
    return null
  },
})
