// Routes of permissions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { permissionCalls } from './api.ts'
import { changePermissions, orgPermissions } from './permissions.ts'
import { previewOfPermissions } from './preview.ts'

export const permissionRoutes = routes(permissionCalls)<Deps, typeof rules>({
  'GET /api/org/permissions': ({ deps, actor }) => orgPermissions(deps, actor),
  'PUT /api/org/permissions': ({ deps, actor, body }) => changePermissions(deps, actor, body),
  'POST /api/org/permissions/preview': async ({ deps, actor, body }) => ({ changes: await previewOfPermissions(deps, actor, body.roles) }),
})
