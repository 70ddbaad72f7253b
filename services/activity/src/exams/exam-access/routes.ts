// Routes of exam access: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { examAccessCalls } from './api.ts'
import { putExamAccess, readExamAccess } from './exam-access.ts'

export const examAccessRoutes = routes(examAccessCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/exam-access': ({ deps, params }) => readExamAccess(deps, params.id),
  'PUT /api/activities/:id/exam-access': ({ deps, params, body }) => putExamAccess(deps, params.id, body),
})
