// Routes of rosters: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { rosterCalls } from './api.ts'
import { rosterDepartments, undoDepartments } from './departments.ts'
import { findThings } from './find.ts'
import { listDepartments, listPeople } from './list.ts'
import { rosterPeople, undoPeople } from './people.ts'
import { rosterStudyUnits, undoStudyUnits } from './study-units.ts'

export const rosterRoutes = routes(rosterCalls)<Deps, typeof rules>({
  'GET /api/roster/departments': ({ deps, actor, query }) => listDepartments(deps, actor, query),
  'GET /api/roster/people': ({ deps, actor, query }) => listPeople(deps, actor, query),
  'PUT /api/roster/departments': ({ deps, actor, body }) => rosterDepartments(deps, actor, body),
  'PUT /api/roster/study-units': ({ deps, actor, body }) => rosterStudyUnits(deps, actor, body),
  'PUT /api/roster/people': ({ deps, actor, body }) => rosterPeople(deps, actor, body),
  'PUT /api/roster/departments/undo': ({ deps, actor, body }) => undoDepartments(deps, actor, body),
  'PUT /api/roster/study-units/undo': ({ deps, actor, body }) => undoStudyUnits(deps, actor, body),
  'PUT /api/roster/people/undo': ({ deps, actor, body }) => undoPeople(deps, actor, body),
  'POST /api/roster/departments/find': ({ deps, actor, body }) => findThings(deps, actor, 'departments', body),
  'POST /api/roster/study-units/find': ({ deps, actor, body }) => findThings(deps, actor, 'study_units', body),
  'POST /api/roster/people/find': ({ deps, actor, body }) => findThings(deps, actor, 'people', body),
})
