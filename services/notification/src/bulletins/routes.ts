// Routes of bulletins: each call of api.ts with the functions behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules, CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Deps } from '../deps.ts'
import { bulletinCalls } from './api.ts'
import { bulletinReaders, managedBulletins } from './managing.ts'
import { confirmBulletin, currentBulletins, listBulletins, markBulletinRead, markSeen, readBulletin, unreadBulletins } from './reading.ts'
import { changeBulletin, createBulletin, deleteBulletin, type BulletinOwner, restoreBulletin } from './writing.ts'

const ofOrg = ({ org, department }: Actor): BulletinOwner => ({ org, course: null, ...(department && { department }) })
const ofCourse = ({ org, course }: CourseScope) => ({ org, course })

export const bulletinRoutes = routes(bulletinCalls)<Deps, CourseRules>({
  'GET /api/bulletins': ({ deps, actor, query }) => listBulletins(deps, actor, query),
  'GET /api/courses/:id/current-bulletins': ({ deps, actor, params }) => currentBulletins(deps, actor, params.id),
  'GET /api/bulletins/unread': ({ deps, actor, query }) => unreadBulletins(deps, actor, query),
  'PUT /api/bulletins/seen': ({ deps, actor, body }) => markSeen(deps, actor, body.ids),
  'GET /api/bulletins/:id': ({ deps, actor, params }) => readBulletin(deps, actor, params.id),
  'PUT /api/bulletins/:id/read': async ({ deps, actor, params }) => {
    await markBulletinRead(deps, actor, params.id)
    return null
  },
  'PUT /api/bulletins/:id/confirm': ({ deps, actor, params }) => confirmBulletin(deps, actor, params.id),
  'GET /api/org/bulletins': ({ deps, actor, query }) => managedBulletins(deps, ofOrg(actor), query),
  'POST /api/org/bulletins': ({ deps, actor, body }) => createBulletin(deps, actor, ofOrg(actor), body),
  'PUT /api/org/bulletins/:id': ({ deps, actor, params, body }) => changeBulletin(deps, actor, ofOrg(actor), params.id, body),
  'DELETE /api/org/bulletins/:id': ({ deps, actor, params }) => deleteBulletin(deps, ofOrg(actor), params.id),
  'PUT /api/org/bulletins/:id/restore': ({ deps, actor, params }) => restoreBulletin(deps, actor, ofOrg(actor), params.id),
  'GET /api/org/bulletins/:id/readers': ({ deps, actor, params, query }) => bulletinReaders(deps, ofOrg(actor), params.id, query),
  'GET /api/courses/:id/bulletins': ({ deps, scope, query }) => managedBulletins(deps, ofCourse(scope), query),
  'POST /api/courses/:id/bulletins': ({ deps, actor, scope, body }) => createBulletin(deps, actor, ofCourse(scope), body),
  'PUT /api/course-bulletins/:id': ({ deps, actor, scope, params, body }) => changeBulletin(deps, actor, ofCourse(scope), params.id, body),
  'DELETE /api/course-bulletins/:id': ({ deps, scope, params }) => deleteBulletin(deps, ofCourse(scope), params.id),
  'PUT /api/course-bulletins/:id/restore': ({ deps, actor, scope, params }) => restoreBulletin(deps, actor, ofCourse(scope), params.id),
  'GET /api/course-bulletins/:id/readers': ({ deps, scope, params, query }) => bulletinReaders(deps, ofCourse(scope), params.id, query),
})
