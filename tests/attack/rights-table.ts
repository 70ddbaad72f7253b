// The expected rights by the specification (§6, §7), the product description and common sense: written by hand and on purpose not derived
// from the contracts' `may` or from tests/flows/rights/, so that a mistake there does not repeat itself here.

/** The subjects: relations of a person to the attacked course, file and organisation ("home"). */
export const subjects = [
  'visitor', // no session
  'signedOut', // a session that has ended
  'owner', // teaches the course, owns the file and the group
  'assistant', // assists in the course, is a plain member of the group
  'student', // learns in the course
  'unenrolled', // has learned in the course and was taken out
  'otherTeacher', // teaches elsewhere in the organisation
  'otherStudent', // learns elsewhere in the organisation
  'simulating', // teaches the course, and sees it as a student now
  'manager', // educational admin of the organisation
  'admin', // administers the organisation
  'wgAdmin', // workgroup admin of the organisation
  'awayTeacher', // of another organisation, in their own scope
  'awayStudent',
  'awayAdmin',
  'intruder', // administers another organisation and claims the scope of this one
] as const
export type Subject = (typeof subjects)[number]
/** open: must not be refused. closed: must be refused. unsaid: the specification leaves it open. */
export type Verdict = 'open' | 'closed' | 'unsaid'

const home: Subject[] = [
  'owner',
  'assistant',
  'student',
  'unenrolled',
  'otherTeacher',
  'otherStudent',
  'simulating',
  'manager',
  'admin',
  'wgAdmin',
]
const away: Subject[] = ['awayTeacher', 'awayStudent', 'awayAdmin']
const managers: Subject[] = ['manager', 'admin', 'wgAdmin']
const teachers: Subject[] = ['owner', 'assistant']

const auditOfServices = ['identity', 'course', 'activity', 'upload', 'calendar', 'notification', 'statistics', 'import'].map(
  (service) => `GET /api/audit/${service}`,
)

const contentLists = [
  'homework-activities',
  'exams',
  'live-record',
  'interactions',
  'questionnaires',
  'forum-activities',
  'web-link-activities',
  'submitted-exams',
  'score-list',
].map((list) => `GET /api/courses/:id/${list}`)

/** Subjects in neither list are refused. */
type Rule = { open: Subject[]; unsaid?: Subject[]; calls: string[] }

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
      'GET /api/user/storage-used',
      'GET /api/blobstorage/open-client-url',
      'GET /api/auth_code/auth_validate',
      'GET /api/upload-rules',
      'GET /api/uploads',
      'POST /api/uploads',
      'GET /api/deleted-uploads',
      'GET /api/resource-groups',
      'GET /api/my-courses',
      'GET /api/my-learning',
      'GET /api/my-teaching',
      'GET /api/todo',
      'GET /api/todo/courses',
      'GET /api/my-activities',
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
    calls: ['PUT /api/user/links/:id', 'DELETE /api/user/links/:id', 'DELETE /api/user/sessions/:id'],
  },
  'lists of the organisation': { open: [...home, ...away], calls: ['GET /api/departments', 'GET /api/study-units', 'GET /api/terms'] },
  'people of the organisation': { open: home, calls: ['GET /api/orgs/:id/departments', 'POST /api/course/join'] },
  'those who make courses': {
    open: ['owner', 'otherTeacher', 'manager', 'admin', 'awayTeacher', 'awayAdmin'],
    unsaid: ['assistant', 'wgAdmin', 'simulating'],
    calls: [
      'POST /api/course',
      'POST /api/resource-groups',
      'GET /api/user/search',
      'GET /api/toggle-opened-orgs',
      'GET /api/offered-courses',
    ],
  },
  "the organisation's administrator": {
    open: ['admin', 'awayAdmin'],
    calls: [
      'GET /api/org/settings',
      'PUT /api/org/settings',
      'GET /api/org/permissions',
      'PUT /api/org/permissions',
      'POST /api/org/association-code',
      'DELETE /api/org/association-code',
      'POST /api/users',
    ],
  },
  'the managers of the organisation, about it': {
    open: [...managers, 'awayAdmin'],
    calls: [
      'GET /api/audit',
      ...auditOfServices,
      'GET /api/management/people',
      'GET /api/management/course-numbers',
      'GET /api/management/reviews',
      'GET /api/management/storage',
      'GET /api/management/storage/owners',
      'GET /api/management/failed-uploads',
      'POST /api/study-units',
      'GET /api/org/allowances',
      'GET /api/management/course-register',
    ],
  },
  'what the managers of the organisation allow its people, and departments below its own': {
    open: managers,
    unsaid: ['awayAdmin'],
    calls: ['POST /api/org/allowances', 'POST /api/departments'],
  },
  'a department, class or allowance of the organisation, for its managers': {
    open: managers,
    calls: [
      'PUT /api/departments/:id',
      'DELETE /api/departments/:id',
      'PUT /api/study-units/:id',
      'DELETE /api/study-units/:id',
      'PUT /api/org/allowances/:id',
      'DELETE /api/org/allowances/:id',
    ],
  },
  'who plans the terms of the organisation': { open: ['manager', 'admin', 'awayAdmin'], calls: ['POST /api/terms'] },
  'who plans the terms of the organisation, with its courses': {
    open: ['manager', 'admin'],
    unsaid: ['awayAdmin'],
    calls: ['POST /api/courses/next-term', 'POST /api/courses/sync_from_urp'],
  },
  'a term of the organisation, for who plans': { open: ['manager', 'admin'], calls: ['PUT /api/terms/:id', 'DELETE /api/terms/:id'] },
  'a person of the organisation, for its administrator': { open: ['admin'], calls: ['GET /api/users/:id', 'PUT /api/users/:id'] },
  'erasing a person of the organisation': { open: ['admin'], calls: ['DELETE /api/users/:id'] },
  'who is in the course': {
    open: [...teachers, ...managers, 'student', 'simulating'],
    calls: [
      'GET /api/courses/:id',
      'GET /api/courses/:id/nav-setting',
      'GET /api/courses/:id/members',
      'GET /api/courses/:id/klasses',
      'GET /api/courses/:id/all-activities',
      'GET /api/courses/:id/study-completeness',
      'GET /api/courses/:id/cover',
      'GET /api/courses/:id/associated-partner-info',
      'POST /api/course/:id/record-user-reads',
      'GET /api/courses/:id/resources',
      'GET /api/courses/:id/syllabuses',
      'GET /api/courses/:id/group-sets',
      'GET /api/courses/:id/groups',
      'GET /api/course/:id/students',
      'GET /api/group-sets/:id',
      ...contentLists,
      'GET /api/activities/:id',
      'GET /api/activities/:id/pictures',
      'GET /api/activities/:id/files',
      'GET /api/activities/:id/prerequisites',
      'POST /api/activities/:id/done',
      'POST /api/activities/:id/pages-read',
      'POST /api/activities/:id/play',
      'POST /api/course/activities-read/:id',
      'DELETE /api/courses/:id/preview',
      'DELETE /api/courses/:id/inspect',
    ],
  },
  'who teaches the course, but assistants': {
    open: ['owner', 'admin'],
    calls: [
      'POST /api/courses/:id/copy',
      'POST /api/courses/:id/team-teaching',
      'DELETE /api/course/:id',
      'PUT /api/courses/:id/restore',
      'PUT /api/course/enrollments',
    ],
  },
  'who teaches the course, and who looks after it': {
    open: [...teachers, ...managers],
    calls: ['GET /api/activities/:id/watchers', 'GET /api/courses/:id/activity-counts', 'GET /api/courses/:id/completeness-distribution'],
  },
  'who teaches the course': {
    open: [...teachers, 'admin'],
    calls: [
      'PUT /api/courses/:id',
      'PUT /api/courses/:id/nav-setting',
      'PUT /api/courses/settings',
      'PUT /api/courses/:id/associated-partner-info',
      'PUT /api/courses/:id/publish',
      'POST /api/courses/:id/enrollments/preview',
      'POST /api/courses/:id/enrollments',
      'DELETE /api/course/enrollments',
      'PUT /api/course/enrollments/restore',
      'GET /api/courses/:id/join-settings',
      'PUT /api/courses/:id/join-settings',
      'GET /api/courses/:id/join-requests',
      'PUT /api/courses/:id/join-requests',
      'POST /api/course/:id/invites',
      'GET /api/courses/:id/invites',
      'POST /api/invites/:id/resend',
      'DELETE /api/invites/:id',
      'GET /api/course/:id/access_code',
      'PUT /api/course/:id/access_code',
      'GET /api/courses/:id/validate-lite-course-condition',
      'PUT /api/courses/:id/switch-lite',
      'PUT /api/courses/:id/switch-normal',
      'POST /api/courses/:id/modules',
      'PUT /api/courses/:id/module-sort',
      'GET /api/courses/:id/bin',
      'PUT /api/activities/:id/restore',
      'PUT /api/modules/:id/restore',
      'PUT /api/modules/:id',
      'DELETE /api/modules/:id',
      'POST /api/courses/:id/activities',
      'PUT /api/activities/:id',
      'GET /api/activities/:id/editors',
      'PUT /api/activities/:id/editors',
      'POST /api/activities/:id/copy',
      'DELETE /api/activities/:id',
      'PUT /api/modules/:id/activity-sort',
      'POST /api/courses/:id/publish-activities',
      'GET /api/activities/:id/draft',
      'PUT /api/activities/:id/draft',
      'DELETE /api/activities/:id/draft',
      'GET /api/courses/:id/drafts/:type',
      'PUT /api/courses/:id/drafts/:type',
      'DELETE /api/courses/:id/drafts/:type',
      'GET /api/activities/:id/versions',
      'GET /api/activities/:id/versions/:version_id',
      'POST /api/activities/:id/versions/:version_id/restore',
      'GET /api/courses/:id/allowances',
      'POST /api/courses/:id/allowances',
      'PUT /api/allowances/:id',
      'DELETE /api/allowances/:id',
      'GET /api/activities/:id/personal-times',
      'PUT /api/activities/:id/completion',
      'DELETE /api/activities',
      'GET /api/activities/delete-check',
      'POST /api/activities/restore',
      'PUT /api/activity-resort',
      'POST /api/courses/:id/syllabuses',
      'PUT /api/syllabuses/:id',
      'DELETE /api/syllabuses/:id',
      'PUT /api/syllabuses/:id/restore',
      'PUT /api/syllabus/:id/activity-sort',
      'DELETE /api/courses/:id/syllabus-items',
      'POST /api/courses/:id/group-sets',
      'GET /api/courses/:id/deleted-groups',
      'PUT /api/group-sets/:id',
      'DELETE /api/group-sets/:id',
      'PUT /api/group-sets/:id/restore',
      'PUT /api/group-sets/:id/members',
      'GET /api/group-sets/:id/history',
      'POST /api/group-sets/:id/copy',
      'POST /api/group-sets/:id/distribute',
      'POST /api/group-sets/:id/groups',
      'POST /api/group-sets/:id/placement',
      'PUT /api/groups/:id',
      'DELETE /api/groups/:id',
      'PUT /api/groups/:id/restore',
    ],
  },
  'who may look as somebody else': {
    open: [...teachers, 'admin'],
    unsaid: ['simulating'], // changes or ends it
    calls: ['PUT /api/course/:id/role', 'PUT /api/courses/:id/preview'],
  },
  // who simulates is of the faculty, which inspects courses (decision 52)
  'who looks after courses': { open: [...managers, 'simulating'], calls: ['PUT /api/courses/:id/inspect'] },
  'who reviews courses': { open: ['manager', 'admin'], calls: ['PUT /api/course/:id/manager/review', 'PUT /api/courses/:id/template'] },
  'who learns in the course': {
    open: ['student'],
    unsaid: ['simulating'],
    calls: ['POST /api/groups/:id/join', 'POST /api/groups/:id/leave'],
  },
  "a student's own play": { open: ['student'], calls: ['POST /api/play-sessions/:id/heartbeat'] },
  'who may read the file': {
    open: teachers,
    unsaid: managers,
    calls: [
      'GET /api/uploads/:id',
      'GET /api/uploads/:id/blob',
      'GET /api/uploads/:id/view',
      'GET /api/uploads/:id/text',
      'GET /api/uploads/audio/:id',
      'GET /api/uploads/reference/document/:id/pdf-info-for-stat',
      'GET /api/uploads/:id/preview/:provider',
      'GET /api/uploads/:id/rms-preview',
      'GET /api/uploads/:id/rms-video-urls',
      'GET /api/uploads/:id/captions',
      'GET /api/uploads/:id/references',
      'GET /api/resources/:id/activities',
      'PUT /api/uploads/:id/chapters',
    ],
  },
  'who owns the file': {
    open: ['owner'],
    calls: [
      'PUT /api/uploads/:id',
      'PUT /api/uploads/:id/uploaded',
      'POST /api/uploads/:id/videos',
      'GET /api/uptoken',
      'POST /api/uploads/move',
      'POST /api/uploads/restore',
      'PUT /api/uploads/:id/captions/:language',
      'DELETE /api/uploads/:id/captions/:language',
    ],
  },
  'who may delete the file, or have it converted again': {
    open: ['owner'],
    unsaid: managers,
    calls: ['DELETE /api/uploads/:id', 'POST /api/uploads/delete', 'POST /api/uploads/:id/retry'],
  },
  'who is in the sharing group': {
    open: teachers,
    unsaid: managers,
    calls: ['GET /api/resource-groups/:id', 'GET /api/resource-groups/:id/members', 'GET /api/resource-groups/:id/files'],
  },
  'who owns the sharing group': {
    open: ['owner'],
    unsaid: managers,
    calls: [
      'PUT /api/resource-groups/:id',
      'DELETE /api/resource-groups/:id',
      'POST /api/resource-groups/:id/members',
      'PUT /api/resource-groups/:id/members/:person_id',
      'DELETE /api/resource-groups/:id/members/:person_id',
      'POST /api/resource-groups/:id/files',
      'DELETE /api/resource-groups/:id/files/:upload_id',
    ],
  },
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
