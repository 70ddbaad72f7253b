// Routes of participation: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { participationCalls } from './api.ts'
import { readParticipation } from './participation.ts'
import { listStudentPosts, markParticipation, readMyParticipation, readStudentParticipation } from './student-participation.ts'

export const participationRoutes = routes(participationCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/participation': ({ deps, scope, params, query }) => readParticipation(deps, scope, params.id, query),
  'GET /api/activities/:id/participation/:person': ({ deps, scope, params }) =>
    readStudentParticipation(deps, scope, params.id, params.person),
  'GET /api/activities/:id/participation/:person/posts': ({ deps, actor, scope, params, query }) =>
    listStudentPosts(deps, actor, scope, params.id, params.person, query),
  'PUT /api/activities/:id/participation/:person': ({ deps, actor, scope, params, body }) =>
    markParticipation(deps, actor, scope, params.id, params.person, body),
  'GET /api/activities/:id/my-participation': ({ deps, actor, scope, params }) => readMyParticipation(deps, actor, scope, params.id),
})
