import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { fromOf } from '../from.ts'
import { emailCalls } from './api.ts'
import { sendLink, verifyEmail } from './emails.ts'

export const emailRoutes = routes(emailCalls)<Deps>({
  'POST /api/user/send_verification_email': ({ deps, actor, request }) => sendLink(deps, actor, 'verify', fromOf(request)),
  'POST /api/user/send_org_sing_up_verification_email': ({ deps, actor, request }) => sendLink(deps, actor, 'welcome', fromOf(request)),
  'POST /api/user/verify-email': ({ deps, body }) => verifyEmail(deps, body.token),
})
