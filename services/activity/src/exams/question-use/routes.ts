// Routes of the use of questions: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import type { BankRules } from '../../questions/banks/rights.ts'
import { questionUseCalls } from './api.ts'
import { readUse } from './question-use.ts'

export const questionUseRoutes = routes(questionUseCalls)<Deps, CourseRules & BankRules>({
  'GET /api/questions/:id/use': ({ deps, actor, params }) => readUse(deps, actor, params.id),
})
