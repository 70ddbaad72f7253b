// Routes of groups: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { groupCalls } from './api.ts'
import { endInvitation, joinGroup, makeInvitation, readInvitation, readOffer } from './invitations.ts'
import { listManagedGroups } from './managed-groups.ts'
import { listShared, shareFiles, unshareFile } from './shared-files.ts'
import {
  addMembers,
  changeRole,
  deleteGroup,
  endMembership,
  groupFor,
  listGroups,
  listMembers,
  createGroup,
  renameGroup,
} from './groups.ts'

export const groupRoutes = routes(groupCalls)<Deps, CourseRules>({
  'GET /api/resource-groups': ({ deps, actor, query }) => listGroups(deps, actor, query),
  'GET /api/management/resource-groups': ({ deps, actor, query }) => listManagedGroups(deps, actor, query),
  'POST /api/resource-groups': ({ deps, actor, body }) => createGroup(deps, actor, body),
  'GET /api/resource-groups/:id': ({ deps, actor, params }) => groupFor(deps.db, actor, params.id),
  'PUT /api/resource-groups/:id': ({ deps, actor, params, body }) => renameGroup(deps, actor, params.id, body.name),
  'DELETE /api/resource-groups/:id': ({ deps, actor, params }) => deleteGroup(deps, actor, params.id),
  'GET /api/resource-groups/:id/members': ({ deps, actor, params, query }) => listMembers(deps, actor, params.id, query),
  'POST /api/resource-groups/:id/members': ({ deps, actor, params, body }) =>
    addMembers(deps, actor, params.id, body.person_ids, body.role ?? 'member'),
  'PUT /api/resource-groups/:id/members/:person_id': ({ deps, actor, params, body }) =>
    changeRole(deps, actor, params.id, params.person_id, body.role),
  'DELETE /api/resource-groups/:id/members/:person_id': ({ deps, actor, params }) =>
    endMembership(deps, actor, params.id, params.person_id),
  'POST /api/resource-groups/:id/invitation': ({ deps, actor, params, body }) => makeInvitation(deps, actor, params.id, body.days),
  'GET /api/resource-groups/:id/invitation': ({ deps, actor, params }) => readInvitation(deps, actor, params.id),
  'DELETE /api/resource-groups/:id/invitation': ({ deps, actor, params }) => endInvitation(deps, actor, params.id),
  'GET /api/resource-group-invitations/:code': ({ deps, actor, params }) => readOffer(deps, actor, params.code),
  'POST /api/resource-group-invitations/:code/join': ({ deps, actor, params }) => joinGroup(deps, actor, params.code),
  'GET /api/resource-groups/:id/files': ({ deps, actor, params, query }) => listShared(deps, actor, params.id, query),
  'POST /api/resource-groups/:id/files': ({ deps, actor, params, body }) => shareFiles(deps, actor, params.id, body.upload_ids),
  'DELETE /api/resource-groups/:id/files/:upload_id': ({ deps, actor, params }) => unshareFile(deps, actor, params.id, params.upload_id),
})
