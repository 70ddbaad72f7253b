// Routes of organisations: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { organisationCalls } from './api.ts'
import { listOrganisations, createOrganisation } from './create-organisation.ts'
import { departments, myOrganisations, openOrganisations, site } from './organisations.ts'
import { changeOrgSettings, orgSettings, setAssociationCode } from './rules.ts'

export const organisationRoutes = routes(organisationCalls)<Deps, typeof rules>({
  'GET /api/orgs/:id/departments': async ({ deps, actor, params }) => ({ departments: await departments(deps, actor, params.id) }),
  'GET /api/org': async ({ deps, actor }) => ({ orgs: await myOrganisations(deps, actor) }),
  'GET /api/toggle-opened-orgs': async ({ deps, actor, query }) => ({ orgs: await openOrganisations(deps, actor, query.toggle) }),
  'GET /api/org/settings': ({ deps, actor }) => orgSettings(deps, actor),
  'PUT /api/org/settings': ({ deps, actor, body }) => changeOrgSettings(deps, actor, body),
  'POST /api/org/association-code': ({ deps, actor }) => setAssociationCode(deps, actor, true),
  'DELETE /api/org/association-code': ({ deps, actor }) => setAssociationCode(deps, actor, false),
  'GET /internal-api/orgs': ({ deps, query }) => listOrganisations(deps, query),
  'POST /internal-api/orgs': ({ deps, body }) => createOrganisation(deps, body),
  'GET /internal-api/site': ({ deps, query }) => site(deps, query.host),
})
