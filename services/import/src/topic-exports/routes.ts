// Routes of exports of topics: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { topicExportCalls } from './api.ts'
import { checkTopic, startTopicExport } from './export-topic.ts'

export const topicExportRoutes = routes(topicExportCalls)<Deps, CourseRules>({
  'POST /api/topics/:id/export': async ({ deps, actor, params, body, request, reply }) => {
    await checkTopic(deps, actor, borrowDelegation(request), params.id)
    return await startTopicExport(deps, actor, takeDelegation(request, reply), params.id, body)
  },
})
