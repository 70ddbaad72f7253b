import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { moduleCalls } from './api.ts'
import { addModule, deleteModule, renameModule, sortModules } from './modules.ts'

export const moduleRoutes = routes(moduleCalls)<Deps>({
  'POST /api/courses/:id/modules': ({ deps, place, params, body }) => addModule(deps, place, params.id, body.name),
  'PUT /api/courses/:id/module-sort': ({ deps, params, body }) => sortModules(deps, params.id, body.module_ids),
  'PUT /api/modules/:id': ({ deps, params, body }) => renameModule(deps, params.id, body.name),
  'DELETE /api/modules/:id': ({ deps, params }) => deleteModule(deps, params.id),
})
