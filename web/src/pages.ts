// The table of pages by address: the router, the lists of the build and the tests follow it. `/x/-/:part` is `/x#/:part` in a browser (address.ts).
import { managementPages } from './management.ts'
import type { Page, Unbuilt } from './page.ts'
import { reads } from './reads.ts'

/** Pages without the shell, open without a session. */
export const plainPages = {
  '/login': { code: () => import('./features/session/login-page.tsx'), texts: ['session'], entrance: true },
  '/login/forgotten': { code: () => import('./features/session/forgotten-page.tsx'), texts: ['session', 'account'] },
  '/unsubscribe': { code: () => import('./features/session/unsubscribe-page.tsx'), texts: ['session', 'preferences', 'errors'] },
  '/set-password': { code: () => import('./features/session/set-password-page.tsx'), texts: ['session', 'invitations', 'errors'] },
  '/verify-email': { code: () => import('./features/session/verify-email-page.tsx'), texts: ['session', 'errors'] },
} satisfies Record<string, Page>

export const pages = {
  '/user/index': {
    code: () => import('./features/home/home-page.tsx'),
    texts: ['home', 'kinds', 'notifications'],
    reads: [reads.homeCourses, reads.learning, reads.myClasses, reads.homeTodo, reads.latestNotifications],
    entrance: true,
  },
  '/user/courses': {
    code: () => import('./features/courses/courses-page.tsx'),
    texts: ['courses'],
    reads: [reads.courses],
    entrance: true,
  },
  '/user/courses/deleted': { code: () => import('./features/courses/deleted-courses-page.tsx'), texts: ['courses'] },
  '/user/studios': { code: () => import('./features/courses/studios-page.tsx'), texts: ['courses'], reads: [reads.studios] },
  '/user/project': { code: () => import('./features/courses/projects-page.tsx'), texts: ['courses'], reads: [reads.projects] },
  '/user/notifications': {
    code: () => import('./features/notifications/notifications-page.tsx'),
    texts: ['notifications'],
    reads: [reads.notifications],
  },
  '/user/settings/notifications': {
    code: () => import('./features/preferences/preferences-page.tsx'),
    texts: ['preferences', 'notifications'],
  },
  '/user/settings': { code: () => import('./features/settings/settings-page.tsx'), texts: ['settings', 'account', 'requests'] },
  '/user/resources': { code: () => import('./features/upload/files-page.tsx'), texts: ['upload'], reads: [reads.storageUsed] },
  '/user/todo': { code: () => import('./features/home/todo-page.tsx'), texts: ['home', 'kinds'] },
  '/user/notes': { code: () => import('./features/notes/notes-page.tsx'), texts: ['notes'] },
  '/user/calendar': { code: () => import('./features/calendar/calendar-page.tsx'), texts: ['calendar'] },
  '/user/marking': { code: () => import('./features/marking/overview-page.tsx'), texts: ['marking'] },
  '/user/resource-groups': { code: () => import('./features/upload/groups-page.tsx'), texts: ['upload'] },
  '/user/resource-groups/-/:groupId/:part?': { code: () => import('./features/upload/group-page.tsx'), texts: ['upload'] },
  '/user/questions': { code: () => import('./features/questions/own-page.tsx'), texts: ['banks', 'questions'] },
  '/user/questions/-/:questionId': {
    code: () => import('./features/questions/question-page.tsx'),
    texts: ['banks', 'questions', 'editor', 'upload', 'errors'],
    ownBar: true,
  },
  '/user/questions/-/new/:type': {
    code: () => import('./features/questions/question-page.tsx'),
    texts: ['banks', 'questions', 'editor', 'upload', 'errors'],
    ownBar: true,
  },
  '/search': { code: () => import('./features/search/search-page.tsx'), texts: ['search', 'kinds'] },
  '/score': { code: () => import('./features/scores/scores-page.tsx'), texts: ['scores'], reads: [reads.myScores] },
  '/bulletin-list': { code: () => import('./features/bulletins/bulletins-page.tsx'), texts: ['bulletins'] },
  '/course/join': { code: () => import('./features/course/join/join-page.tsx'), texts: ['course', 'course-page', 'members'], guests: true },
  '/course/join/:accessCode': {
    code: () => import('./features/course/join/join-page.tsx'),
    texts: ['course', 'course-page', 'members'],
    reads: [reads.accessCode],
    guests: true,
  },
  '/course/:id/content': {
    code: () => import('./features/course/content/content-page.tsx'),
    texts: ['course-page', 'kinds', 'content-lists'],
    reads: [reads.course, reads.courseContent, reads.courseMenu, reads.courseBulletins],
    course: 'content',
    guests: true,
    entrance: true,
  },
  '/course/:id/outline': {
    code: () => import('./features/course/plan/outline-page.tsx'),
    texts: ['course', 'course-page', 'kinds', 'outline'],
    reads: [reads.course, reads.courseContent, reads.coursePlan, reads.courseMenu],
    course: 'outline',
    guests: true,
  },
  '/course/:id/enrollments': {
    code: () => import('./features/course/people/members-page.tsx'),
    texts: ['course', 'course-page', 'members'],
    reads: [reads.course, reads.courseMenu],
    course: 'enrollments',
  },
  '/course/:id/groups': {
    code: () => import('./features/course/groups/groups-page.tsx'),
    texts: ['course', 'course-page', 'groups', 'upload'],
    reads: [reads.course, reads.courseMenu, reads.groupSets],
    course: 'groups',
  },
  '/course/:id/resource': {
    code: () => import('./features/course/resource-page.tsx'),
    texts: ['course', 'course-page', 'upload'],
    reads: [reads.course, reads.courseMenu],
    course: 'resource',
  },
  '/course/:id/learning-activity/-/:activityId': {
    code: () => import('./features/activity/activity-page.tsx'),
    texts: ['course', 'course-page', 'activity', 'kinds', 'upload'],
    reads: [reads.course, reads.courseContent, reads.activity],
    ownBar: true,
    guests: true,
    entrance: true,
  },
  '/course/:id/learning-activity/-/:activityId/edit': {
    code: () => import('./features/course/content/text-page.tsx'),
    texts: ['course', 'course-page', 'writing', 'editor', 'kinds', 'upload'],
    reads: [reads.course, reads.courseContent, reads.activity],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/:activityId/marking': {
    code: () => import('./features/marking/marking-page.tsx'),
    texts: ['marking', 'viewer'],
    reads: [reads.course, reads.activity],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/exam/:examId': {
    code: () => import('./features/exam/exam-page.tsx'),
    texts: ['exam', 'questions', 'editor', 'upload', 'errors', 'drafts', 'rubrics'],
    reads: [reads.course, reads.exam, reads.myAttempts],
    alone: true,
  },
  '/course/:id/learning-activity/-/exam/:examId/review/:attemptId': {
    code: () => import('./features/exam/review/review-page.tsx'),
    texts: ['exam', 'questions'],
    reads: [reads.course, reads.exam],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/exam/:examId/paper': {
    code: () => import('./features/exam/paper/paper-page.tsx'),
    texts: ['exam', 'exam-work', 'course', 'questions', 'errors'],
    reads: [reads.course, reads.exam, reads.paper],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/exam/:examId/invigilation': {
    code: () => import('./features/exam/invigilation/invigilation-page.tsx'),
    texts: ['exam', 'exam-work', 'course', 'course-page'],
    reads: [reads.course, reads.exam],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/exam/:examId/marking': {
    code: () => import('./features/marking/answers-page.tsx'),
    texts: ['marking', 'questions', 'exam'],
    reads: [reads.course, reads.exam],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/exam/:examId/statistics': {
    code: () => import('./features/exam/statistics/statistics-page.tsx'),
    texts: ['exam', 'exam-work', 'questions'],
    reads: [reads.course, reads.exam],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/new/:type': {
    code: () => import('./features/course/content/text-page.tsx'),
    texts: ['course', 'course-page', 'writing', 'editor', 'kinds', 'upload'],
    reads: [reads.course, reads.courseContent],
    ownBar: true,
  },
  '/course/:id/score': {
    code: () => import('./features/course/scores/score-page.tsx'),
    texts: ['course', 'course-page', 'scores'],
    reads: [reads.course, reads.courseMenu],
    course: 'score',
  },
  '/course/:id/score/settings': {
    code: () => import('./features/course/scores/policy-page.tsx'),
    texts: ['course', 'course-page', 'scores', 'score-rules'],
    reads: [reads.course, reads.courseMenu],
    course: 'score',
  },
  '/course/:id/questions': {
    code: () => import('./features/course/questions-page.tsx'),
    texts: ['course', 'course-page', 'banks', 'questions'],
    reads: [reads.course, reads.courseMenu],
    course: 'questions',
  },
  '/course/:id/questions/-/:questionId': {
    code: () => import('./features/questions/question-page.tsx'),
    texts: ['banks', 'questions', 'editor', 'upload', 'errors'],
    ownBar: true,
  },
  '/course/:id/questions/-/new/:type': {
    code: () => import('./features/questions/question-page.tsx'),
    texts: ['banks', 'questions', 'editor', 'upload', 'errors'],
    ownBar: true,
  },
  '/course/:id/warning': { unbuilt: 'warning' },
  '/course/:id/settings': {
    code: () => import('./features/course/settings/course-settings-page.tsx'),
    texts: ['course', 'course-page', 'course-settings', 'members', 'upload'],
    reads: [reads.course, reads.courseMenu],
    course: 'settings',
  },
  '/course/:id/statistics': { unbuilt: 'statistics' },
  '/course/:id/import/:jobId': { unbuilt: 'import' },
  '/course/:id/learning-activity/full-screen/-/questionnaire/:activityId': {
    code: () => import('./features/activity/full-screen-page.tsx'),
    texts: ['activity', 'kinds'],
    reads: [reads.course, reads.activity],
    alone: true,
  },
  '/course/:id/learning-activity/-/:activityId/questions': {
    code: () => import('./features/activity/questions-page.tsx'),
    texts: ['activity', 'kinds'],
    reads: [reads.course, reads.activity],
    ownBar: true,
  },
  '/course/:id/learning-activity/-/classroom/:activityId': {
    code: () => import('./features/activity/activity-page.tsx'),
    texts: ['course', 'course-page', 'activity', 'kinds', 'upload', 'attendance'],
    reads: [reads.course, reads.courseContent, reads.activity],
    ownBar: true,
    guests: true,
  },
  '/course/:id/live-activities/-/:activityId/detail': {
    code: () => import('./features/activity/activity-page.tsx'),
    texts: ['course', 'course-page', 'activity', 'kinds', 'upload', 'live'],
    reads: [reads.course, reads.courseContent, reads.activity],
    ownBar: true,
    guests: true,
  },
  '/course/:id/evaluation': {
    code: () => import('./features/evaluation/evaluation-page.tsx'),
    texts: ['evaluation', 'marking', 'work'],
    reads: [reads.course],
    ownBar: true,
  },
  '/course/:id/attendance': {
    code: () => import('./features/course/attendance/attendance-page.tsx'),
    texts: ['course', 'course-page', 'attendance'],
    reads: [reads.course, reads.courseMenu],
    course: 'attendance',
  },
  '/course/:id/forum': {
    code: () => import('./features/course/forum/forum-page.tsx'),
    texts: ['course', 'course-page', 'forum'],
    reads: [reads.course, reads.courseMenu],
    course: 'forum',
  },
  '/course/:id/forum/-/topics/:topicId': {
    code: () => import('./features/course/forum/topic-page.tsx'),
    texts: ['course', 'course-page', 'forum', 'editor', 'upload'],
    reads: [reads.course, reads.courseMenu],
    course: 'forum',
  },
  '/course/:id/group-set': {
    code: () => import('./features/course/forum/forum-page.tsx'),
    texts: ['course', 'course-page', 'forum'],
    reads: [reads.course, reads.courseMenu],
    course: 'forum',
  },
  '/course/:id/group-set/-/topics/:topicId': {
    code: () => import('./features/course/forum/topic-page.tsx'),
    texts: ['course', 'course-page', 'forum', 'editor', 'upload'],
    reads: [reads.course, reads.courseMenu],
    course: 'forum',
  },
  '/course/:id/teaching-team/-/meeting/:meetingId': {
    code: () => import('./features/course/team-meeting-page.tsx'),
    texts: ['course', 'course-page', 'calendar'],
    reads: [reads.course, reads.courseMenu],
    course: 'enrollments',
  },
  '/course/:id/teaching-team/-/forum/:forumId': {
    code: () => import('./features/course/forum/topic-page.tsx'),
    texts: ['course', 'course-page', 'forum', 'editor', 'upload'],
    reads: [reads.course, reads.courseMenu],
    course: 'forum',
  },
  '/inclass/courses/:id': {
    code: () => import('./features/inclass/class-page.tsx'),
    texts: ['inclass'],
    reads: [reads.course],
    alone: true,
  },
  ...managementPages,
  '/installation/organisations': {
    code: () => import('./features/installation/installation-page.tsx'),
    texts: ['installation', 'management'],
  },
  '/shared-resource/user/:userId/track-user-resource': { unbuilt: 'tracking' },
  '/vtrs/join/:invitation': { code: () => import('./features/upload/vtrs-join-page.tsx'), texts: ['upload', 'management-lists'] },
  '/vtrs/:vtrsId': { code: () => import('./features/upload/vtrs-page.tsx'), texts: ['upload', 'management-lists', 'calendar'] },
  '/pdf/editor': { code: () => import('./features/marking/pdf-editor-page.tsx'), texts: ['marking', 'viewer', 'player'] },
  '/note-bene/pdf-viewer': { code: () => import('./features/viewer/viewer-page.tsx'), texts: ['viewer'] },
  '/note-bene/ofd-viewer': { unbuilt: 'viewer' },
  '/note-bene/aliyun-office-viewer': { code: () => import('./features/viewer/viewer-page.tsx'), texts: ['viewer'] },
} satisfies Record<string, Page | Unbuilt>

/** Around the pages with `course`. */
export const courseFrame: Page = { code: () => import('./features/course/frame/course-frame.tsx'), texts: ['course-page'], ownBar: true }

/** The page at the addresses of `unbuilt` parts, and the one at unknown addresses. */
export const unbuiltPage: Page = { code: () => import('./features/unbuilt/unbuilt-page.tsx'), texts: ['unbuilt', 'management'] }
export const notFoundPage: Page = { code: () => import('./features/not-found/not-found-page.tsx') }
