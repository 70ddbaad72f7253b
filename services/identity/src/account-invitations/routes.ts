// Routes of invitations to an account: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { acceptInvitation, readInvitation, renewInvitation } from './accept.ts'
import { accountInvitationCalls } from './api.ts'
import { inviteUsers } from './invite.ts'

export const accountInvitationRoutes = routes(accountInvitationCalls)<Deps, typeof rules>({
  'POST /api/users/invitations': ({ deps, actor, body, request }) => inviteUsers(deps, actor, body, requestOrigin(request)),
  'POST /api/user/invitation/read': ({ deps, body }) => readInvitation(deps, body.token),
  'POST /api/user/invitation/accept': ({ deps, body }) => acceptInvitation(deps, body),
  'POST /api/user/invitation/renew': ({ deps, body }) => renewInvitation(deps, body.token),
})
