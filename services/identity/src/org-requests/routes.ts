// Routes of requests: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { orgRequestCalls } from './api.ts'
import { decideForWorkgroup, decideJoin, requestsTo } from './decisions.ts'
import { makeRequest, openOrgs, ownRequests, withdrawRequest } from './requests.ts'

export const orgRequestRoutes = routes(orgRequestCalls)<Deps, typeof rules>({
  'GET /api/org-requests/orgs': ({ deps, actor, query }) => openOrgs(deps, actor, query),
  'POST /api/org-requests': ({ deps, actor, body }) => makeRequest(deps, actor, body),
  'GET /api/user/org-requests': ({ deps, actor, query }) => ownRequests(deps, actor, query),
  'DELETE /api/user/org-requests/:id': ({ deps, actor, params }) => withdrawRequest(deps, actor, params.id),
  'GET /api/org-requests': ({ deps, actor, query }) => requestsTo(deps, actor, ['join'], query),
  'PUT /api/org-requests/:id': ({ deps, actor, params, body }) => decideJoin(deps, actor, params.id, body),
  'GET /api/workgroup/org-requests': ({ deps, actor, query }) => requestsTo(deps, actor, ['new_org', 'storage'], query),
  'PUT /api/workgroup/org-requests/:id': ({ deps, actor, params, body }) => decideForWorkgroup(deps, actor, params.id, body),
})
