// Routes of reads: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules, CourseScope } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { readCalls } from './api.ts'
import { recordRead } from './reads.ts'

export const readRoutes = routes(readCalls)<Deps, CourseRules>({
  'POST /api/course/:id/record-user-reads': ({ deps, actor, scope, body }) => recordRead(deps, actor, scope as CourseScope, body.type),
})
