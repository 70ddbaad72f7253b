// Routes of imports: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { importCalls } from './api.ts'
import { importIcs, previewIcs } from './imports.ts'

export const importRoutes = routes(importCalls)<Deps, CourseRules>({
  'POST /api/calendar-imports/preview': ({ deps, actor, body }) => previewIcs(deps, actor, body),
  'POST /api/calendar-imports': ({ deps, actor, body }) => importIcs(deps, actor, body),
})
