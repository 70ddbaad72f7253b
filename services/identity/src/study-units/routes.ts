// Routes of grades, classes and programs: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { studyUnitCalls } from './api.ts'
import { changeStudyUnit, createStudyUnit, deleteStudyUnit, listStudyUnits } from './study-units.ts'

export const studyUnitRoutes = routes(studyUnitCalls)<Deps, typeof rules>({
  'GET /api/study-units': ({ deps, actor, query }) => listStudyUnits(deps, actor, query),
  'POST /api/study-units': ({ deps, actor, body }) => createStudyUnit(deps, actor, body),
  'PUT /api/study-units/:id': ({ deps, actor, params, body }) => changeStudyUnit(deps, actor, params.id, body),
  'DELETE /api/study-units/:id': ({ deps, actor, params, query }) => deleteStudyUnit(deps, actor, params.id, query.version),
})
