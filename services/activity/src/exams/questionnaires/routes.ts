// Routes of questionnaires: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { questionnaireCalls } from './api.ts'
import { answerQuestionnaire, readMyResponse, readQuestionnaire } from './questionnaires.ts'
import { readResults, readResultsCsv } from './results.ts'
import { changeTemplate, createTemplate, deleteTemplate, listTemplates, startUse } from './templates.ts'

export const questionnaireRoutes = routes(questionnaireCalls)<Deps, CourseRules>({
  'GET /api/activities/:id/questionnaire': ({ deps, actor, scope, params }) => readQuestionnaire(deps, actor, scope, params.id),
  'POST /api/activities/:id/responses': ({ deps, actor, scope, params, body }) =>
    answerQuestionnaire(deps, actor, scope, params.id, body.answers),
  'GET /api/activities/:id/responses/mine': ({ deps, actor, scope, params }) => readMyResponse(deps, actor, scope, params.id),
  'GET /api/activities/:id/results': ({ deps, actor, scope, params, query }) => readResults(deps, actor, scope, params.id, query.group_id),
  'GET /api/activities/:id/results/csv': ({ deps, actor, scope, params, query }) =>
    readResultsCsv(deps, actor, scope, params.id, query.group_id),
  'GET /api/questionnaire-templates': ({ deps, actor, query }) => listTemplates(deps, actor, query),
  'POST /api/questionnaire-templates': ({ deps, actor, body }) => createTemplate(deps, actor, body),
  'PUT /api/questionnaire-templates/:id': ({ deps, actor, params, body }) => changeTemplate(deps, actor, params.id, body),
  'DELETE /api/questionnaire-templates/:id': ({ deps, params }) => deleteTemplate(deps, params.id),
  'POST /api/questionnaire-templates/:id/use': ({ deps, actor, params, body }) => startUse(deps, actor, params.id, body),
})
