// Routes of feeds: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { feedCalls } from './api.ts'
import { listFeeds, makeFeed, openFeed, revokeFeed } from './feeds.ts'

export const feedRoutes = routes(feedCalls)<Deps, CourseRules>({
  'GET /api/calendar-feeds': ({ deps, actor }) => listFeeds(deps, actor),
  'POST /api/calendar-feeds': ({ deps, actor, body }) => makeFeed(deps, actor, body),
  'DELETE /api/calendar-feeds/:id': ({ deps, actor, params }) => revokeFeed(deps, actor, params.id),
  'POST /internal-api/calendar-feed': ({ deps, body }) => openFeed(deps, body),
})
