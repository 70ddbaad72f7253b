// Routes of group sets and groups: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { groupCalls } from './api.ts'
import { deletedGroups } from './bin.ts'
import { listGroups, listSets, listStudents, readBoard } from './group-reads.ts'
import { changeSet, copySet, deleteSet, makeSet, restoreSet } from './group-sets.ts'
import { addGroups, changeGroup, deleteGroup, restoreGroup } from './groups.ts'

export const groupRoutes = routes(groupCalls)<Deps, CourseRules>({
  'GET /api/courses/:id/group-sets': ({ deps, actor, params, query }) => listSets(deps, actor, params.id, query),
  'GET /api/courses/:id/groups': ({ deps, actor, params, query }) => listGroups(deps, actor, params.id, query),
  'GET /api/course/:id/students': ({ deps, scope, params, query }) => listStudents(deps, scope, params.id, query),
  'GET /api/group-sets/:id': ({ deps, actor, scope, params }) => readBoard(deps, actor, scope, params.id),
  'POST /api/courses/:id/group-sets': ({ deps, actor, scope, body }) => makeSet(deps, actor, scope, body),
  'PUT /api/group-sets/:id': ({ deps, actor, params, body }) => changeSet(deps, actor, params.id, body),
  'DELETE /api/group-sets/:id': ({ deps, actor, params, query }) => deleteSet(deps, actor, params.id, query.version),
  'PUT /api/group-sets/:id/restore': ({ deps, actor, scope, params }) => restoreSet(deps, actor, scope, params.id),
  'POST /api/group-sets/:id/copy': ({ deps, actor, params, body }) => copySet(deps, actor, params.id, body),
  'POST /api/group-sets/:id/groups': ({ deps, params, body }) => addGroups(deps, params.id, body.names),
  'PUT /api/groups/:id': ({ deps, params, body }) => changeGroup(deps, params.id, body),
  'DELETE /api/groups/:id': ({ deps, actor, params, query }) => deleteGroup(deps, actor, params.id, query.version),
  'PUT /api/groups/:id/restore': ({ deps, params }) => restoreGroup(deps, params.id),
  'GET /api/courses/:id/deleted-groups': ({ deps, params, query }) => deletedGroups(deps, params.id, query),
})
