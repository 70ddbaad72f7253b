// Routes of the installation: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import { requestOrigin } from '@lyceum/kit/http/request-origin'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { installationCalls } from './api.ts'
import { enterOrg, leaveOrg, moveEntry } from './entries.ts'
import { addOperator, operators, removeOperator } from './operators.ts'
import { changeInstallationOrg, listInstallationOrgs, makeInstallationOrg } from './orgs.ts'

export const installationRoutes = routes(installationCalls)<Deps, typeof rules>({
  'GET /api/installation/orgs': ({ deps, actor, query }) => listInstallationOrgs(deps, actor, query),
  'POST /api/installation/orgs': ({ deps, actor, body, request }) => makeInstallationOrg(deps, actor, body, requestOrigin(request)),
  'PUT /api/installation/orgs/:id': ({ deps, actor, params, body }) => changeInstallationOrg(deps, actor, params.id, body),
  'POST /api/installation/orgs/:id/entry': ({ deps, actor, params, body }) => enterOrg(deps, actor, params.id, body.until),
  'PUT /api/installation/orgs/:id/entry': ({ deps, actor, params, body }) => moveEntry(deps, actor, params.id, body.until),
  'DELETE /api/installation/orgs/:id/entry': ({ deps, actor, params }) => leaveOrg(deps, actor, params.id),
  'GET /internal-api/operators': async ({ deps }) => ({ operators: await operators(deps) }),
  'POST /internal-api/operators': ({ deps, body }) => addOperator(deps, body),
  'DELETE /internal-api/operators/:id': async ({ deps, params }) => {
    await removeOperator(deps, params.id)
    return null
  },
})
