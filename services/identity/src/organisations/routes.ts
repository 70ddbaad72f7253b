import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { organisationCalls } from './api.ts'
import { departments, site } from './organisations.ts'

export const organisationRoutes = routes(organisationCalls)<Deps>({
  'GET /api/orgs/:id/departments': async ({ deps, actor, params }) => ({ departments: await departments(deps, actor, params.id) }),
  'GET /internal-api/site': ({ deps, query }) => site(deps, query.host),
})
