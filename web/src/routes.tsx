// The whole map. A route starts its code, its texts and its reads side by side and waits for none of the reads.
import { Navigate, type RouteObject, redirect, useParams } from 'react-router-dom'
import type { ComponentType } from 'react'
import type { Texts } from './i18n/texts.ts'
import { texts } from './i18n.ts'
import { joinCode } from './join-code.ts'
import { paths } from './paths.ts'
import { prefetch, query } from './queries.ts'
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
const courseReads = (id = '') => [
  query('GET /api/courses/:id', { params: { id } }),
  query('GET /api/courses/:id/all-activities', { params: { id } }),
  query('GET /api/courses/:id/nav-setting', { params: { id } }),
]

/** An address that means a course but no page of it that is built. */
function ToContent() {
  const { id = '' } = useParams()
  return <Navigate to={paths.content(id)} replace />
}

/** On phones a page with a bar of its own (back, title, ⋯) takes the place of the shell's. */
const ownBar = { ownBar: true }

const pages: RouteObject[] = [
  { path: '/', element: <Waiting />, loader: () => redirect(paths.home()) },
  { path: '/login', ...page(() => import('./features/session/login-page.tsx'), 'session') },
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
            path: '/user/notifications',
            loader: () => prefetch(query('GET /api/notifications', { query: { page: 1, page_size: 20 } })),
            ...page(() => import('./features/notifications/notifications-page.tsx'), 'notifications'),
          },
          { path: '/user/settings', ...page(() => import('./features/settings/settings-page.tsx'), 'settings') },
          { path: '/user/resources', ...page(() => import('./features/upload/files-page.tsx'), 'upload') },
          { path: '/course/join', ...page(() => import('./features/course/join-page.tsx'), 'course') },
          {
            path: '/course/join/:accessCode',
            loader: ({ params }) =>
              prefetch(query('GET /api/course/access-code/:code/validate', { params: { code: params.accessCode ?? '' } })),
            ...page(() => import('./features/course/join-page.tsx'), 'course'),
          },
          {
            path: '/course/:id/content',
            handle: ownBar,
            loader: ({ params }) => prefetch(...courseReads(params.id)),
            ...page(() => import('./features/course/content-page.tsx'), 'course', 'activity'),
          },
          {
            path: '/course/:id/enrollments',
            handle: ownBar,
            loader: ({ params }) => prefetch(...courseReads(params.id).slice(0, 2)),
            ...page(() => import('./features/course/members-page.tsx'), 'course'),
          },
          {
            path: '/course/:id/learning-activity/-/:activityId',
            handle: ownBar,
            loader: ({ params }) =>
              prefetch(
                ...courseReads(params.id).filter((_, i) => i !== 1),
                query('GET /api/activities/:id', { params: { id: params.activityId ?? '' } }),
              ),
            ...page(() => import('./features/activity/activity-page.tsx'), 'course', 'activity', 'upload'),
          },
          { path: '/course/:id/learning-activity/*', element: <ToContent /> },
          { path: '/course/:id', element: <ToContent /> },
          { path: '*', ...page(() => import('./features/not-found/not-found-page.tsx')) },
        ],
      },
    ],
  },
]

export const routes: RouteObject[] = [{ hydrateFallbackElement: <Waiting />, errorElement: <PageFailed />, children: pages }]
