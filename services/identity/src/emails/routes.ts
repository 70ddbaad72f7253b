// Routes of emails: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import { emailCalls } from './api.ts'
import { sendLink, verifyEmail } from './emails.ts'

export const emailRoutes = routes(emailCalls)<Deps, typeof rules>({
  'POST /api/user/send_verification_email': ({ deps, actor, request }) => sendLink(deps, actor, 'verify', requestOrigin(request)),
  'POST /api/user/send_org_sing_up_verification_email': ({ deps, actor, request }) =>
    sendLink(deps, actor, 'welcome', requestOrigin(request)),
  'POST /api/user/verify-email': ({ deps, body }) => verifyEmail(deps, body.token),
})
