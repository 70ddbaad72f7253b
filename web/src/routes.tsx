// The whole map, spec §2.1 and ours (web/src/screens.ts lists both). A route starts its code, its texts and its reads side by side and waits for none of the reads.
import { Navigate, type RouteObject, redirect, useParams } from 'react-router-dom'
import type { ComponentType } from 'react'
import type { Texts } from './i18n/texts.ts'
import { texts } from './i18n.ts'
import { joinCode } from './join-code.ts'
import { paths } from './paths.ts'
import { prefetch, query } from './queries.ts'
import type { Part } from './screens.ts'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell, Waiting } from './shell/shell.tsx'

type Page = { default: ComponentType }
/** A page: its code and the texts of its features. */
const page = (load: () => Promise<Page>, ...features: (keyof Texts)[]) => ({
  lazy: async () => {
    const [module] = await Promise.all([load(), texts(...features)])
    return { Component: module.default }
  },
})
/** An address whose part is not built yet: replace the line by the page, and its `built` in screens.ts. */
const unbuilt = (part: Part) => ({ handle: { unbuilt: part }, ...page(() => import('./features/unbuilt/unbuilt-page.tsx'), 'unbuilt') })
const courseReads = (id = '') => [
  query('GET /api/courses/:id', { params: { id } }),
  query('GET /api/courses/:id/all-activities', { params: { id } }),
  query('GET /api/courses/:id/nav-setting', { params: { id } }),
]

const coursesOfType = (type: number) =>
  query('GET /api/my-courses', { query: { page: 1, page_size: 20, conditions: JSON.stringify({ course_type: type }) } })

/** An address that means a course but no page of it that is built. */
function ToContent() {
  const { id = '' } = useParams()
  return <Navigate to={paths.content(id)} replace />
}

/** On phones a page with a bar of its own (back, title, ⋯) takes the place of the shell's. */
const ownBar = { ownBar: true }

/** What is asked of a course in every page of it; `/course/:id/…#/x` is `/course/:id/…/-/x` here (address.ts). */
const ofCourse: RouteObject[] = [
  {
    path: 'content',
    handle: ownBar,
    loader: ({ params }) => prefetch(...courseReads(params.id)),
    ...page(() => import('./features/course/content-page.tsx'), 'course', 'kinds'),
  },
  {
    path: 'enrollments',
    handle: ownBar,
    loader: ({ params }) => prefetch(...courseReads(params.id).slice(0, 2)),
    ...page(() => import('./features/course/members-page.tsx'), 'course'),
  },
  {
    path: 'learning-activity/-/:activityId',
    handle: ownBar,
    loader: ({ params }) =>
      prefetch(
        ...courseReads(params.id).filter((_, i) => i !== 1),
        query('GET /api/activities/:id', { params: { id: params.activityId ?? '' } }),
      ),
    ...page(() => import('./features/activity/activity-page.tsx'), 'course', 'activity', 'kinds', 'upload'),
  },
  { path: 'outline', ...unbuilt('outline') },
  { path: 'score', ...unbuilt('scores') },
  { path: 'warning', ...unbuilt('warning') },
  {
    path: 'resource',
    handle: ownBar,
    loader: ({ params }) => prefetch(...courseReads(params.id).filter((_, i) => i !== 1)),
    ...page(() => import('./features/course/resource-page.tsx'), 'course', 'upload'),
  },
  { path: 'settings', ...unbuilt('courseSettings') },
  { path: 'statistics', ...unbuilt('statistics') },
  { path: 'groups', ...unbuilt('groups') },
  { path: 'import/:jobId', ...unbuilt('import') },
  { path: 'learning-activity/-/exam/:examId', ...unbuilt('exam') },
  { path: 'learning-activity/full-screen/-/questionnaire/:activityId', ...unbuilt('questionnaire') },
  { path: 'learning-activity/-/classroom/:activityId', ...unbuilt('classroom') },
  { path: 'live-activities/-/:activityId/detail', ...unbuilt('live') },
  { path: 'evaluation', ...unbuilt('evaluation') },
  { path: 'forum', ...unbuilt('forum') },
  { path: 'forum/-/topics/:topicId', ...unbuilt('forum') },
  { path: 'group-set', ...unbuilt('groupSet') },
  { path: 'group-set/-/topics/:topicId', ...unbuilt('groupSet') },
  { path: 'teaching-team/-/meeting/:meetingId', ...unbuilt('teamMeeting') },
  { path: 'teaching-team/-/forum/:forumId', ...unbuilt('teamForum') },
  // An empty or unknown hash of these goes to the content.
  ...['learning-activity', 'live-activities', 'teaching-team'].map((path) => ({ path: `${path}/*`, element: <ToContent /> })),
  ...['forum', 'group-set', 'content'].map((path) => ({ path: `${path}/-/*`, element: <ToContent /> })),
  { index: true, element: <ToContent /> },
]

const management: RouteObject[] = [
  { index: true, ...unbuilt('management') },
  { path: 'course', ...unbuilt('managementCourses') },
  { path: 'course/-', ...unbuilt('managementCourses') },
  { path: 'plan', ...unbuilt('plan') },
  { path: 'course/audit', ...unbuilt('audit') },
  { path: 'learning-statistics/learning-progress/-/:courseId/alert-list', ...unbuilt('alertList') },
]

const pages: RouteObject[] = [
  { path: '/', element: <Waiting />, loader: () => redirect(paths.home()) },
  { path: '/login', ...page(() => import('./features/session/login-page.tsx'), 'session') },
  { path: '/login/forgotten', ...page(() => import('./features/session/forgotten-page.tsx'), 'session', 'account') },
  { path: '/verify-email', ...page(() => import('./features/session/verify-email-page.tsx'), 'session', 'errors') },
  { path: '/j', element: <Waiting />, loader: ({ request }) => redirect(paths.join(joinCode(new URL(request.url).searchParams.get('p')))) },
  {
    element: <Shell />,
    children: [
      {
        errorElement: <PageFailed />,
        children: [
          {
            path: '/user/index',
            loader: () =>
              prefetch(
                query('GET /api/my-courses', { query: { page_size: 9 } }),
                query('GET /api/my-learning'),
                query('GET /api/todo', { query: { page: 1, page_size: 6 } }),
                query('GET /api/todo', { query: { page: 1, page_size: 4, conditions: '{"state":"upcoming"}' } }),
                query('GET /api/notifications', { query: { page_size: 5 } }),
              ),
            ...page(() => import('./features/home/home-page.tsx'), 'home', 'notifications'),
          },
          {
            path: '/user/courses',
            loader: () => prefetch(query('GET /api/my-courses', { query: { page: 1, page_size: 20 } })),
            ...page(() => import('./features/courses/courses-page.tsx'), 'courses'),
          },
          {
            path: '/user/studios',
            loader: () => prefetch(coursesOfType(7)),
            ...page(() => import('./features/courses/studios-page.tsx'), 'courses'),
          },
          {
            path: '/user/project',
            loader: () => prefetch(coursesOfType(8)),
            ...page(() => import('./features/courses/projects-page.tsx'), 'courses'),
          },
          {
            path: '/user/notifications',
            loader: () => prefetch(query('GET /api/notifications', { query: { page: 1, page_size: 20 } })),
            ...page(() => import('./features/notifications/notifications-page.tsx'), 'notifications'),
          },
          { path: '/user/settings', ...page(() => import('./features/settings/settings-page.tsx'), 'settings', 'account') },
          {
            path: '/user/resources',
            loader: () => prefetch(query('GET /api/user/storage-used')),
            ...page(() => import('./features/upload/files-page.tsx'), 'upload'),
          },
          { path: '/course/join', ...page(() => import('./features/course/join-page.tsx'), 'course') },
          {
            path: '/course/join/:accessCode',
            loader: ({ params }) =>
              prefetch(query('GET /api/course/access-code/:code/validate', { params: { code: params.accessCode ?? '' } })),
            ...page(() => import('./features/course/join-page.tsx'), 'course'),
          },
          { path: '/user/calendar', ...unbuilt('calendar') },
          {
            path: '/user/todo',
            ...page(() => import('./features/home/todo-page.tsx'), 'home'),
          },
          { path: '/user/marking', ...unbuilt('marking') },
          { path: '/user/resource-groups', ...page(() => import('./features/upload/groups-page.tsx'), 'upload') },
          { path: '/user/resource-groups/-/:groupId/:part?', ...page(() => import('./features/upload/group-page.tsx'), 'upload') },
          { path: '/user/resource-groups/*', element: <Navigate to={paths.resourceGroups()} replace /> },
          { path: '/search', ...unbuilt('search') },
          { path: '/score', ...unbuilt('scores') },
          { path: '/bulletin-list', ...unbuilt('bulletins') },
          { path: '/course/:id', children: ofCourse },
          { path: '/inclass/courses/:id', ...unbuilt('classMode') },
          { path: '/management', children: management },
          { path: '/wg-admin/request', ...unbuilt('orgRequest') },
          { path: '/shared-resource/user/:userId/track-user-resource', ...unbuilt('tracking') },
          { path: '/vtrs/:vtrsId', ...unbuilt('vtrs') },
          { path: '/pdf/editor', ...unbuilt('pdfEditor') },
          { path: '/note-bene/pdf-viewer', ...page(() => import('./features/viewer/viewer-page.tsx'), 'viewer') },
          { path: '/note-bene/ofd-viewer', ...unbuilt('viewer') },
          { path: '/note-bene/aliyun-office-viewer', ...page(() => import('./features/viewer/viewer-page.tsx'), 'viewer') },
          { path: '*', ...page(() => import('./features/not-found/not-found-page.tsx')) },
        ],
      },
    ],
  },
]

export const routes: RouteObject[] = [{ hydrateFallbackElement: <Waiting />, errorElement: <PageFailed />, children: pages }]
