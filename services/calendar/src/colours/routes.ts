// Routes of colours.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { colourCalls } from './api.ts'
import { chooseColour } from './colours.ts'

export const colourRoutes = routes(colourCalls)<Deps, CourseRules>({
  'PUT /api/courses/:id/calendar-colour': ({ deps, actor, params, body }) => chooseColour(deps, actor, params.id, body.color),
})
