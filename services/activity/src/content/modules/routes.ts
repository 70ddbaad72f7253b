// Routes of modules: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { moduleCalls } from './api.ts'
import { addModule, changeModule, deleteModule, readChanger, sortModules } from './modules.ts'

export const moduleRoutes = routes(moduleCalls)<Deps, CourseRules>({
  'POST /api/courses/:id/modules': ({ deps, scope, params, body }) => addModule(deps, scope, params.id, body),
  'PUT /api/courses/:id/module-sort': ({ deps, params, body }) => sortModules(deps, params.id, body.module_ids),
  'GET /api/modules/:id/changer': ({ deps, params }) => readChanger(deps, params.id),
  'PUT /api/modules/:id': ({ deps, actor, params, body }) => changeModule(deps, actor, params.id, body),
  'DELETE /api/modules/:id': ({ deps, actor, params, query }) => deleteModule(deps, actor, params.id, query.version),
})
