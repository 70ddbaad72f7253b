// The expected rights to people of an organisation, its requests and rosters, and to the organisations of an installation.
import { managers, type Rule } from './rights-subjects.ts'

export const rulesOfInstitutions: Record<string, Rule> = {
  "the organisation's administrator": {
    open: ['admin', 'awayAdmin'],
    calls: [
      'GET /api/org/settings',
      'PUT /api/org/settings',
      'GET /api/org/permissions',
      'PUT /api/org/permissions',
      'POST /api/org/permissions/preview',
      'POST /api/org/association-code',
      'DELETE /api/org/association-code',
      'GET /api/org/workplace',
      'PUT /api/org/workplace',
      'POST /api/org/workplace/test',
      'GET /api/org/meeting-providers',
      'PUT /api/org/meeting-providers',
      'POST /api/org/meeting-providers/test',
      'POST /api/users',
      'GET /api/users',
      'PUT /api/users',
      'POST /api/users/invitations',
      'GET /api/users/rows',
      'GET /api/users/same-numbers',
      'GET /api/management/storage/quotas',
    ],
  },
  'a person of the organisation, for its administrator': {
    open: ['admin'],
    calls: [
      'GET /api/users/:id',
      'PUT /api/users/:id',
      'POST /api/users/:id/suspend',
      'POST /api/users/:id/resume',
      'GET /api/users/:id/courses',
      'GET /api/users/:id/sessions',
      'DELETE /api/users/:id/sessions',
      'PUT /api/management/storage/quotas',
      'PUT /api/org-requests/:id',
    ],
  },
  'bins, requests and undone changes of the organisation, for its administrator': {
    open: ['admin', 'awayAdmin'],
    calls: ['POST /api/management/storage/bin/empty', 'GET /api/org-requests', 'POST /api/users/changes/undo'],
  },
  'who sees a shared file that is not agreed, for the managers of the organisation': {
    open: managers,
    calls: [
      'GET /api/shared-resources/:id/overrides',
      'PUT /api/shared-resources/:id/overrides/:person_id',
      'DELETE /api/shared-resources/:id/overrides/:person_id',
    ],
  },
  'requests to the workgroup, for its administrator': {
    open: ['wgAdmin'],
    calls: ['GET /api/workgroup/org-requests', 'PUT /api/workgroup/org-requests/:id'],
  },
  // whoever administers an organisation is no operator of the installation
  'the organisations of the installation, for its operators': {
    open: [],
    calls: [
      'GET /api/installation/orgs',
      'POST /api/installation/orgs',
      'PUT /api/installation/orgs/:id',
      'POST /api/installation/orgs/:id/entry',
      'PUT /api/installation/orgs/:id/entry',
      'DELETE /api/installation/orgs/:id/entry',
    ],
  },
  'people, departments and units of a roster, for who imports people': {
    open: ['manager', 'admin', 'awayAdmin'],
    calls: [
      'GET /api/roster/departments',
      'GET /api/roster/people',
      'PUT /api/roster/departments',
      'PUT /api/roster/study-units',
      'PUT /api/roster/people',
      'PUT /api/roster/departments/undo',
      'PUT /api/roster/study-units/undo',
      'PUT /api/roster/people/undo',
      'POST /api/roster/departments/find',
      'POST /api/roster/study-units/find',
      'POST /api/roster/people/find',
    ],
  },
}
