// Routes of invitations: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import type { FastifyRequest } from 'fastify'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { confirmInvite, declineInvite, myInvite } from './answers.ts'
import { inviteCalls } from './api.ts'
import { cancelInvite, invite, listInvites, resendInvite } from './invites.ts'

/** The address of the site, for links in mails. */
function baseOf({ config }: Deps, request: FastifyRequest): string {
  const { protocol, host } = requestOrigin(request)
  return config.publicUrl ?? `${protocol}://${host}`
}

export const inviteRoutes = routes(inviteCalls)<Deps, CourseRules>({
  'POST /api/course/:id/invites': ({ deps, actor, scope, params, body, request }) =>
    invite(deps, actor, scope, params.id, body, baseOf(deps, request)),
  'GET /api/courses/:id/invites': ({ deps, scope, params, query }) => listInvites(deps, scope, params.id, query),
  'POST /api/invites/:id/resend': ({ deps, actor, scope, params, request }) =>
    resendInvite(deps, actor, scope, params.id, baseOf(deps, request)),
  'DELETE /api/invites/:id': ({ deps, scope, params }) => cancelInvite(deps, scope, params.id),
  'GET /api/invites/:id/status': ({ deps, actor, params }) => myInvite(deps, actor, params.id),
  'POST /api/invites/:id/invite-confirm': ({ deps, actor, params }) => confirmInvite(deps, actor, params.id),
  'POST /api/invites/:id/decline': ({ deps, actor, params }) => declineInvite(deps, actor, params.id),
})
