// The pages' first reads, by name: pages.ts lists them per page, components use the same ones (queryOf), and the build hands those of entrance
// pages to the BFF, which answers them together with the HTML. Plain data: the build imports this file without a browser.
import type { CallName } from './client.ts'

export type ReadCall = CallName & `GET ${string}`
export type Read<K extends ReadCall = ReadCall> = {
  call: K
  /** Part of the call's path → part of the page's address (pages.ts), e.g. { id: 'activityId' }. */
  params?: Record<string, string>
  query?: Record<string, string | number>
}
const read = <const K extends ReadCall>(call: K, more: Omit<Read<K>, 'call'> = {}): Read<K> => ({ call, ...more })

const ofCourse = { params: { id: 'id' } }

export const reads = {
  course: read('GET /api/courses/:id', ofCourse),
  courseMenu: read('GET /api/courses/:id/nav-setting', ofCourse),
  courseContent: read('GET /api/courses/:id/content', ofCourse),
  courseBulletins: read('GET /api/courses/:id/current-bulletins', ofCourse),
  coursePlan: read('GET /api/courses/:id/syllabuses', ofCourse),
  groupSets: read('GET /api/courses/:id/group-sets', { ...ofCourse, query: { page_size: 100 } }),
  activity: read('GET /api/activities/:id', { params: { id: 'activityId' } }),
  exam: read('GET /api/activities/:id', { params: { id: 'examId' } }),
  paper: read('GET /api/activities/:id/paper', { params: { id: 'examId' } }),
  myAttempts: read('GET /api/activities/:id/my-attempts', { params: { id: 'examId' } }),
  accessCode: read('GET /api/course/access-code/:code/validate', { params: { code: 'accessCode' } }),
  homeCourses: read('GET /api/my-courses', { query: { page_size: 9 } }),
  homeTodo: read('GET /api/todo', { query: { page: 1, page_size: 6, upcoming: 4 } }),
  learning: read('GET /api/my-learning'),
  myClasses: read('GET /api/my-classes'),
  latestNotifications: read('GET /api/notifications', { query: { page_size: 5 } }),
  notifications: read('GET /api/notifications', { query: { page: 1, page_size: 10 } }),
  unreadCount: read('GET /api/notifications/unread-count'),
  courses: read('GET /api/my-courses', { query: { page: 1, page_size: 10 } }),
  studios: read('GET /api/my-courses', { query: { page: 1, page_size: 10, conditions: '{"course_type":7}' } }),
  projects: read('GET /api/my-courses', { query: { page: 1, page_size: 10, conditions: '{"course_type":8}' } }),
  myScores: read('GET /api/my-scores', { query: { page: 1, page_size: 50 } }),
  storageUsed: read('GET /api/user/storage-used'),
}

/** Of the frame around every page of a signed-in person. */
export const frameReads: readonly Read[] = [reads.unreadCount]
