// Routes of accounts at providers of meetings: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { arrangeRefused } from '../watching/rearranging.ts'
import { changeAccount, readAccounts } from './accounts.ts'
import { accountCalls } from './api.ts'
import { tryAccount } from './trying.ts'

export const accountRoutes = routes(accountCalls)<Deps, CourseRules>({
  'GET /api/org/meeting-providers': ({ deps, actor }) => readAccounts(deps, actor),
  'PUT /api/org/meeting-providers': async ({ deps, actor, body }) => {
    const after = await changeAccount(deps, actor, body)
    if (body.on) await arrangeRefused(deps, actor.org, body.provider)
    return after
  },
  'POST /api/org/meeting-providers/test': ({ deps, actor, body }) => tryAccount(deps, actor, body.provider),
})
