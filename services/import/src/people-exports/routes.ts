// Routes of exports of people: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { peopleExportCalls } from './api.ts'
import { checkConditions, startPeopleExport } from './export-people.ts'

export const peopleExportRoutes = routes(peopleExportCalls)<Deps, CourseRules>({
  'POST /api/users/exports': async ({ deps, actor, body, request, reply }) => {
    await checkConditions(deps, actor, borrowDelegation(request), body)
    return await startPeopleExport(deps, actor, takeDelegation(request, reply), body)
  },
})
