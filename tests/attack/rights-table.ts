// The expected rights by the specification (§6, §7), the product description and common sense: written by hand and on purpose not derived
// from the contracts' `may` or from tests/flows/rights/, so that a mistake there does not repeat itself here.
import { rulesInCourses } from './rights-in-courses.ts'
import { rulesOfAsking } from './rights-of-asking.ts'
import { rulesOfInstitutions } from './rights-of-institutions.ts'
import { rulesOfWork } from './rights-of-work.ts'
import { away, home, managers, type Rule, type Subject, type Verdict } from './rights-subjects.ts'

const auditOfServices = ['identity', 'course', 'activity', 'upload', 'calendar', 'notification', 'statistics', 'import'].map(
  (service) => `GET /api/audit/${service}`,
)

export const rules: Record<string, Rule> = {
  'before signing in': {
    open: ['visitor', 'signedOut', ...home, ...away],
    unsaid: ['intruder'],
    calls: [
      'GET /api/config',
      'GET /api/openapi.json',
      'GET /d/version',
      'POST /api/client-errors',
      'POST /api/user-actions',
      'POST /api/auth_code/get_auth_code',
      'POST /api/auth_code/validate_auth_code',
      'POST /api/user/password-reset',
      'POST /api/user/verify-email',
      'POST /api/user/invitation/read',
      'POST /api/user/invitation/accept',
      'POST /api/user/invitation/renew',
      'POST /api/session',
      'DELETE /api/session',
    ],
  },
  'about oneself, in no organisation': {
    open: [...home, ...away, 'intruder'],
    calls: ['GET /api/session', 'GET /api/course/access-code/:code/validate'],
  },
  'about oneself': {
    open: [...home, ...away],
    calls: [
      'GET /api/user/profile',
      'PUT /api/user/profile',
      'PUT /api/user/settings',
      'PUT /api/user/avatar',
      'DELETE /api/user/avatar',
      'PUT /api/user/mobile',
      'PUT /api/user/email',
      'PUT /api/user/password',
      'PUT /api/user/association-code',
      'GET /api/user/sessions',
      'DELETE /api/user/sessions',
      'GET /api/user/check-expired-password',
      'GET /api/user/pre-task',
      'PUT /api/user/pre-task',
      'POST /api/user/send_verification_email',
      'POST /api/user/send_org_sing_up_verification_email',
      'GET /api/user/links',
      'POST /api/user/links',
      'GET /api/org-requests/orgs',
      'POST /api/org-requests',
      'GET /api/user/org-requests',
      'GET /api/user/storage-used',
      'GET /api/blobstorage/open-client-url',
      'GET /api/auth_code/auth_validate',
      'GET /api/workplace/user-id',
      'GET /api/upload-rules',
      'GET /api/uploads',
      'POST /api/uploads',
      'GET /api/deleted-uploads',
      'GET /api/resource-groups',
      'GET /api/my-courses',
      'GET /api/my-join-requests',
      'GET /api/my-learning',
      'GET /api/my-classes',
      'GET /api/my-teaching',
      'GET /api/todo',
      'GET /api/meeting-choices',
      'GET /api/todo/courses',
      'GET /api/my-activities',
      'GET /api/notes',
      'GET /api/notes/courses',
      'POST /api/notes/export',
      'GET /api/activity-files/:id',
      'GET /api/my-files',
      'GET /api/my-people',
      'GET /api/search',
      'POST /api/courses',
      'GET /api/deleted-courses',
      'GET /api/notifications',
      'GET /api/notifications/unread-count',
      'PUT /api/notifications/read',
      'GET /api/events',
      'GET /api/tasks',
      'POST /api/video-links',
    ],
  },
  'a task of their own, which nobody here has': {
    open: [],
    calls: ['GET /api/tasks/:id', 'PUT /api/tasks/:id/cancel', 'GET /api/course/:id/sync-status'],
  },
  'a course that nobody offers as a template': { open: [], calls: ['POST /api/offered-courses/:id/copy'] },
  'an invitation of somebody else': {
    open: [],
    calls: [
      'GET /api/invites/:id/status',
      'POST /api/invites/:id/invite-confirm',
      'POST /api/invites/:id/decline',
      'DELETE /api/courses/:id/join-request',
    ],
  },
  'a picture by a random id, which is of nobody': { open: [], calls: ['GET /api/avatars/:id'] },
  "a thing of the owner's own": {
    open: ['owner'],
    calls: ['PUT /api/user/links/:id', 'DELETE /api/user/links/:id', 'DELETE /api/user/sessions/:id', 'DELETE /api/user/org-requests/:id'],
  },
  'lists of the organisation': { open: [...home, ...away], calls: ['GET /api/departments', 'GET /api/study-units', 'GET /api/terms'] },
  'people of the organisation': { open: home, calls: ['GET /api/orgs/:id/departments', 'POST /api/course/join'] },
  'those who make courses': {
    open: ['owner', 'otherTeacher', 'manager', 'otherManager', 'admin', 'awayTeacher', 'awayAdmin'],
    unsaid: ['assistant', 'wgAdmin', 'simulating'],
    calls: [
      'POST /api/course',
      'POST /api/resource-groups',
      'GET /api/user/search',
      'GET /api/toggle-opened-orgs',
      'GET /api/offered-courses',
    ],
  },
  // of another department they are answered about theirs; the canaries show that nothing else is in the answer
  'the managers of the organisation, about it': {
    open: [...managers, 'otherManager', 'awayAdmin'],
    calls: [
      'GET /api/audit',
      ...auditOfServices,
      'GET /api/management/sign-ins',
      'GET /api/management/exports',
      'GET /api/departments/merges',
      'GET /api/management/people',
      'GET /api/management/course-numbers',
      'GET /api/management/reviews',
      'GET /api/management/storage',
      'GET /api/management/storage/owners',
      'GET /api/management/storage/uses',
      'GET /api/management/storage/files',
      'GET /api/management/storage/bin',
      'POST /api/management/storage/bin/restore',
      'GET /api/management/resource-groups',
      'GET /api/shared-resources',
      'PUT /api/shared-resources',
      'GET /api/management/failed-uploads',
      'GET /api/org/allowances',
      'GET /api/management/course-register',
    ],
  },
  'what the managers of the organisation allow its people, departments below its own and their classes': {
    open: managers,
    unsaid: ['awayAdmin'],
    calls: ['POST /api/org/allowances', 'POST /api/departments', 'POST /api/study-units'],
  },
  'a department, class or allowance of the organisation, for its managers': {
    open: managers,
    calls: [
      'PUT /api/departments/:id',
      'GET /api/departments/:id/uses',
      'POST /api/departments/:id/merge',
      'POST /api/departments/:id/unmerge',
      'DELETE /api/departments/:id',
      'PUT /api/study-units/:id',
      'DELETE /api/study-units/:id',
      'PUT /api/org/allowances/:id',
      'DELETE /api/org/allowances/:id',
    ],
  },
  'who plans the terms of the organisation': { open: ['manager', 'admin', 'awayAdmin'], calls: ['POST /api/terms'] },
  'exports of the organisation’s people, for who may change them': {
    open: ['admin'],
    unsaid: ['awayAdmin'],
    calls: ['POST /api/users/exports'],
  },
  'imports of the organisation’s register, for who may import people': {
    open: ['manager', 'admin'],
    unsaid: ['awayAdmin'],
    calls: [
      'POST /api/data-import/preview',
      'POST /api/data-import',
      'GET /api/data-import',
      'GET /api/data-import/templates/:kind',
      'POST /api/data-import/exports',
    ],
  },
  'an import of the organisation’s register, by an id which is of nobody': {
    open: [],
    unsaid: ['manager', 'admin', 'awayAdmin'],
    calls: [
      'GET /api/data-import/:id',
      'GET /api/data-import/:id/lines',
      'POST /api/data-import/:id/apply',
      'POST /api/data-import/:id/undo',
      'DELETE /api/data-import/:id',
    ],
  },
  'courses from the register of the organisation, for who plans': {
    open: ['manager', 'admin'],
    unsaid: ['awayAdmin'],
    calls: ['GET /api/management/course-register/preview', 'POST /api/courses/sync_from_urp'],
  },
  'runs of the register of the organisation, for its managers': {
    open: [...managers, 'awayAdmin'],
    calls: ['GET /api/management/course-register/runs'],
  },
  'rows of a roster of the organisation, for who imports people': {
    open: ['manager', 'admin', 'awayAdmin'],
    calls: [
      'GET /api/roster/courses',
      'GET /api/roster/enrolments',
      'PUT /api/roster/courses',
      'PUT /api/roster/enrolments',
      'PUT /api/roster/courses/undo',
      'PUT /api/roster/enrolments/undo',
      'POST /api/roster/courses/find',
    ],
  },
  // a manager of another department names a course that is none of theirs: 400
  'who plans the terms of the organisation, with its courses': {
    open: ['manager', 'admin'],
    unsaid: ['awayAdmin', 'otherManager'],
    calls: ['POST /api/courses/next-term'],
  },
  'subjects and curricula of the organisation or of a department, for its office': {
    open: ['manager', 'otherManager', 'admin', 'awayAdmin'],
    unsaid: ['wgAdmin', 'simulating'],
    calls: ['GET /api/subjects', 'GET /api/curricula'],
  },
  'results of the courses of the organisation or of a department, for its office': {
    open: ['manager', 'otherManager', 'admin', 'awayAdmin'],
    unsaid: ['wgAdmin', 'simulating'],
    calls: ['GET /api/management/results'],
  },
  'a subject or curriculum of a department, for its office': {
    open: ['manager', 'admin'],
    // in their own organisation the department and the program are nobody's
    unsaid: ['wgAdmin', 'simulating', 'awayAdmin'],
    calls: [
      'POST /api/subjects',
      'PUT /api/subjects/:id',
      'DELETE /api/subjects/:id',
      'PUT /api/subjects/:id/restore',
      'POST /api/subjects/:id/merge',
      'POST /api/subjects/:id/unmerge',
      'POST /api/curricula',
      'GET /api/curricula/:id',
      'PUT /api/curricula/:id',
      'DELETE /api/curricula/:id',
      'PUT /api/curricula/:id/restore',
      'GET /api/curricula/:id/courses',
      'GET /api/curricula/:id/missing',
      'POST /api/curricula/:id/enrol',
      'GET /api/curricula/:id/links',
      'PUT /api/curricula/:id/links/:link_id/confirm',
      'DELETE /api/curricula/:id/links/:link_id',
      'PUT /api/curricula/:id/links/:link_id/restore',
    ],
  },
  'a term of the organisation, for who plans': { open: ['manager', 'admin'], calls: ['PUT /api/terms/:id', 'DELETE /api/terms/:id'] },
  'erasing a person of the organisation': { open: ['admin'], calls: ['DELETE /api/users/:id'] },
  ...rulesInCourses,
  ...rulesOfInstitutions,
  ...rulesOfWork,
  ...rulesOfAsking,
}

export function verdictOf(key: string, subject: Subject): Verdict | undefined {
  const rule = Object.values(rules).find(({ calls }) => calls.includes(key))
  if (!rule) return
  if (rule.open.includes(subject)) return 'open'
  return rule.unsaid?.includes(subject) ? 'unsaid' : 'closed'
}

/** The calls that only the table or only the product's own document has; both lists are empty when the table is complete. */
export function incomplete(keys: string[]): { without: string[]; gone: string[] } {
  const ruled = Object.values(rules).flatMap(({ calls }) => calls)
  return { without: keys.filter((key) => !ruled.includes(key)), gone: ruled.filter((key) => !keys.includes(key)) }
}
