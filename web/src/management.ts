// The management as data: its pages by address, each with the permission of the calls it reads, and the group of the menu that offers it. The table
// of pages, the menu, the refusal of a page and the tests derive from it.
import type { ManagementEntry, Page, Unbuilt } from './page.ts'

/** In the order of the menu. A page without an entry is opened from another one. */
export const managementPages = {
  '/management': {
    code: () => import('./features/management/overview-page.tsx'),
    texts: ['management', 'upload'],
    manages: { needs: 'statistics.read' },
  },
  '/management/plan': {
    code: () => import('./features/management/plan-page.tsx'),
    texts: ['management', 'rooms', 'people', 'calendar', 'errors'],
    manages: { group: 'lesson', entry: 'plan', needs: 'calendar.manage' },
  },
  '/management/course': {
    code: () => import('./features/management/courses-page.tsx'),
    texts: ['management', 'courses', 'course-settings'],
    manages: { group: 'course', entry: 'courses', needs: 'course.read', to: '/management/course#/' },
  },
  '/management/course/-': {
    code: () => import('./features/management/courses-page.tsx'),
    texts: ['management', 'courses', 'course-settings'],
    manages: { needs: 'course.read' },
  },
  '/management/course/audit': {
    code: () => import('./features/management/review-page.tsx'),
    texts: ['management'],
    manages: { group: 'course', entry: 'audit', needs: 'statistics.read' },
  },
  '/management/terms': {
    code: () => import('./features/management/terms-page.tsx'),
    texts: ['management', 'calendar'],
    manages: { group: 'course', entry: 'terms', needs: 'terms.change' },
  },
  '/management/meetings': {
    code: () => import('./features/management/meetings-page.tsx'),
    texts: ['management', 'calendar'],
    manages: { group: 'course', entry: 'meetings', needs: 'calendar.manage' },
  },
  '/management/allowances': {
    code: () => import('./features/management/allowances-page.tsx'),
    texts: ['management', 'activity', 'teaching'],
    manages: { group: 'course', entry: 'allowances', needs: 'allowances.change' },
  },
  '/management/questionnaires': {
    code: () => import('./features/management/questionnaires-page.tsx'),
    texts: ['management', 'questionnaire', 'tasks', 'errors'],
    manages: { group: 'course', entry: 'questionnaires', needs: 'terms.change' },
  },
  '/management/curricula': {
    code: () => import('./features/management/curricula/curricula-page.tsx'),
    texts: ['management', 'curricula'],
    manages: { group: 'curriculum', entry: 'curricula', needs: 'curriculum.change' },
  },
  '/management/curricula/-/:curriculumId': {
    code: () => import('./features/management/curricula/curriculum-page.tsx'),
    texts: ['management', 'curricula', 'organisation', 'errors'],
    manages: { needs: 'curriculum.change' },
  },
  '/management/people': {
    code: () => import('./features/management/people/people-page.tsx'),
    texts: ['management', 'people', 'organisation', 'invitations', 'exports'],
    manages: { group: 'user', entry: 'people', needs: 'people.change' },
  },
  '/management/people/-/:personId': {
    code: () => import('./features/management/people/person-page.tsx'),
    texts: ['management', 'management-lists', 'people', 'organisation', 'audit', 'permissions', 'preferences', 'sign-ins', 'errors'],
    manages: { needs: 'people.change' },
  },
  '/management/departments': {
    code: () => import('./features/management/units/departments-page.tsx'),
    texts: ['management', 'management-lists', 'people', 'organisation'],
    manages: { group: 'user', entry: 'departments', needs: 'departments.change' },
  },
  '/management/study-units': {
    code: () => import('./features/management/units/study-units-page.tsx'),
    texts: ['management', 'people', 'organisation'],
    manages: { group: 'user', entry: 'studyUnits', needs: 'departments.change' },
  },
  '/management/imports': {
    code: () => import('./features/management/imports/imports-page.tsx'),
    texts: ['management', 'rosters'],
    manages: { group: 'user', entry: 'imports', needs: 'people.import' },
  },
  '/management/imports/-/:importId': {
    code: () => import('./features/management/imports/run-page.tsx'),
    texts: ['management', 'rosters', 'errors', 'organisation', 'people', 'invitations'],
    manages: { needs: 'people.import' },
  },
  '/management/requests': {
    code: () => import('./features/management/requests/requests-page.tsx'),
    texts: ['management', 'requests', 'organisation'],
    manages: { group: 'user', entry: 'requests', needs: 'requests.decide' },
  },
  '/wg-admin/request': {
    code: () => import('./features/management/requests/workgroup-page.tsx'),
    texts: ['management', 'requests', 'organisation'],
    manages: { group: 'user', entry: 'workgroupRequests', needs: 'workgroup.decide' },
  },
  '/management/shared-files': {
    code: () => import('./features/management/sharing/shared-files-page.tsx'),
    texts: ['management', 'sharing'],
    manages: { group: 'resource', entry: 'sharedFiles', needs: 'sharing.review' },
  },
  '/management/sharing-groups': {
    code: () => import('./features/management/sharing/sharing-groups-page.tsx'),
    texts: ['management', 'sharing', 'upload'],
    manages: { group: 'resource', entry: 'sharingGroups', needs: 'groups.manage' },
  },
  '/management/bulletins': {
    code: () => import('./features/management/bulletins-page.tsx'),
    texts: ['bulletins', 'management', 'upload'],
    manages: { group: 'bulletin', entry: 'bulletins', needs: 'bulletins.change' },
  },
  '/management/notification-rules': {
    code: () => import('./features/management/notification-rules-page.tsx'),
    texts: ['management', 'preferences', 'notifications'],
    manages: { group: 'bulletin', entry: 'notificationRules', needs: 'org.change' },
  },
  '/management/storage': {
    code: () => import('./features/management/storage/storage-page.tsx'),
    texts: ['management', 'management-lists', 'upload'],
    manages: { group: 'storage', entry: 'storage', needs: 'files.manage' },
  },
  '/management/audit-log': {
    code: () => import('./features/management/audit-log-page.tsx'),
    texts: ['management', 'audit', 'permissions', 'preferences'],
    manages: { group: 'reports', entry: 'auditLog', needs: 'audit.read' },
  },
  '/management/sign-ins': {
    code: () => import('./features/management/sign-ins-page.tsx'),
    texts: ['management', 'sign-ins'],
    manages: { group: 'reports', entry: 'signIns', needs: 'audit.read' },
  },
  '/management/exports': {
    code: () => import('./features/management/exports/exports-page.tsx'),
    texts: ['management', 'exports', 'tasks', 'errors'],
    manages: { group: 'reports', entry: 'exports', needs: 'audit.read' },
  },
  '/management/subjects': {
    code: () => import('./features/management/subjects/subjects-page.tsx'),
    texts: ['management', 'curricula', 'organisation'],
    manages: { group: 'subject', entry: 'subjects', needs: 'subjects.change' },
  },
  '/management/score-scales': {
    code: () => import('./features/management/score-scales-page.tsx'),
    texts: ['management', 'score-rules', 'organisation'],
    manages: { group: 'score', entry: 'scoreScales', needs: 'org.change' },
  },
  '/management/results': {
    code: () => import('./features/management/results/results-page.tsx'),
    texts: ['management', 'management-lists', 'organisation'],
    manages: { group: 'score', entry: 'results', needs: 'course.review' },
  },
  '/management/roles': {
    code: () => import('./features/management/roles/roles-page.tsx'),
    texts: ['management', 'organisation', 'permissions'],
    manages: { group: 'authz', entry: 'roles', needs: 'authz.change' },
  },
  '/management/settings': {
    code: () => import('./features/management/settings/settings-page.tsx'),
    texts: ['management', 'organisation'],
    manages: { group: 'authz', entry: 'settings', needs: 'org.change' },
  },
  '/management/workplace': {
    code: () => import('./features/management/workplace/workplace-page.tsx'),
    texts: ['management', 'workplace', 'organisation', 'errors'],
    manages: { group: 'authz', entry: 'workplace', needs: 'org.change' },
  },
  '/management/meeting-providers': {
    code: () => import('./features/management/meeting-providers/meeting-providers-page.tsx'),
    texts: ['management', 'meeting-providers', 'live', 'workplace', 'organisation', 'errors'],
    manages: { group: 'authz', entry: 'meetingProviders', needs: 'org.change' },
  },
  '/management/live': {
    code: () => import('./features/management/live/live-lectures-page.tsx'),
    texts: ['management', 'live', 'meeting-providers'],
    manages: { group: 'live class', entry: 'live', needs: 'calendar.manage' },
  },
  '/management/vtrs': {
    code: () => import('./features/management/vtrs/vtrs-page.tsx'),
    texts: ['management', 'management-lists', 'upload'],
    manages: { group: 'vtrs', entry: 'vtrs', needs: 'groups.manage' },
  },
  '/management/rooms': {
    code: () => import('./features/management/rooms/rooms-page.tsx'),
    texts: ['management', 'rooms', 'organisation'],
    manages: { group: 'air', entry: 'rooms', needs: 'calendar.manage' },
  },
  '/management/learning-statistics/learning-progress/-/:courseId/alert-list': { unbuilt: 'alertList' },
} as const satisfies Record<string, (Page & { manages: ManagementEntry }) | Unbuilt>

/** The entries of the menu in its order: the group and name of each, the address that leads there and the permission it needs. */
export const managementEntries = Object.entries(managementPages as Record<string, Page | Unbuilt>).flatMap(([address, page]) => {
  const { group, entry, needs, to = address } = ('manages' in page && page.manages) || {}
  return group && entry && needs ? [{ group, name: entry, needs, to }] : []
})
