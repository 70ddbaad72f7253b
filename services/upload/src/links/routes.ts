// Routes of links: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { linkCalls } from './api.ts'
import { filmOf, videoLink } from './video-link.ts'

export const linkRoutes = routes(linkCalls)<Deps, CourseRules>({
  'POST /api/video-links': async ({ body }) => videoLink(filmOf(body.original_url)),
})
