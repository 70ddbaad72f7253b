// Routes of departments: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { departmentCalls } from './api.ts'
import { changeDepartment, createDepartment, deleteDepartment, listDepartments } from './departments.ts'
import { listMerges, unmergeDepartment } from './unmerge.ts'
import { departmentUses, mergeDepartment } from './merge.ts'

export const departmentRoutes = routes(departmentCalls)<Deps, typeof rules>({
  'GET /api/departments': ({ deps, actor, query }) => listDepartments(deps, actor, query),
  'POST /api/departments': ({ deps, actor, body }) => createDepartment(deps, actor, body),
  'PUT /api/departments/:id': ({ deps, actor, params, body }) => changeDepartment(deps, actor, params.id, body),
  'GET /api/departments/:id/uses': ({ deps, actor, params }) => departmentUses(deps, actor, params.id),
  'POST /api/departments/:id/merge': ({ deps, actor, params, body }) => mergeDepartment(deps, actor, params.id, body),
  'GET /api/departments/merges': ({ deps, actor }) => listMerges(deps, actor),
  'POST /api/departments/:id/unmerge': ({ deps, actor, params }) => unmergeDepartment(deps, actor, params.id),
  'DELETE /api/departments/:id': ({ deps, actor, params, query }) => deleteDepartment(deps, actor, params.id, query.version),
})
