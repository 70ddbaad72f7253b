// Routes of accounts at providers of meetings: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { changeAccount, readAccounts } from './accounts.ts'
import { accountCalls } from './api.ts'
import { tryAccount } from './trying.ts'

export const accountRoutes = routes(accountCalls)<Deps, CourseRules>({
  'GET /api/org/meeting-providers': ({ deps, actor }) => readAccounts(deps, actor),
  'PUT /api/org/meeting-providers': ({ deps, actor, body }) => changeAccount(deps, actor, body),
  'POST /api/org/meeting-providers/test': ({ deps, actor, body }) => tryAccount(deps, actor, body.provider),
})
