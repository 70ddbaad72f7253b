// The router's routes: one for every page of pages.ts, and redirects. A route starts its code, texts and reads side by side and waits for none
// of the reads.
import { Navigate, type RouteObject, redirect, useParams } from 'react-router-dom'
import { texts } from './i18n.ts'
import { joinCode } from './join-code.ts'
import type { Page, Unbuilt } from './page.ts'
import { courseFrame, notFoundPage, pages, plainPages, unbuiltPage } from './pages.ts'
import { paths } from './paths.ts'
import { prefetch, queryClient, queryOf } from './queries.ts'
import { sessionQuery, startPage } from './session/session.ts'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell, Waiting } from './shell/shell.tsx'

const codeOf =
  ({ code, texts: features = [] }: Page) =>
  async () => {
    const [module] = await Promise.all([code(), texts(...features)])
    return { Component: module.default }
  }
function route(path: string, entry: Page | Unbuilt): RouteObject {
  const page: Page = 'unbuilt' in entry ? unbuiltPage : entry
  const { reads = [], course, ownBar, guests, alone, manages } = page
  return {
    path,
    handle: {
      ...(course && { course }),
      ...(ownBar && { ownBar }),
      ...(guests && { guests }),
      ...(alone && { alone }),
      ...(manages && { needs: manages.needs }),
      ...('unbuilt' in entry && { unbuilt: entry.unbuilt }),
    },
    ...(reads.length > 0 && { loader: ({ params }) => prefetch(...reads.map((read) => queryOf(read, params))) }),
    lazy: codeOf(page),
  }
}
type Entry = [path: string, entry: Page | Unbuilt]
const routesOf = (entries: readonly Entry[]) => entries.map(([path, entry]) => route(path, entry))
const shellPages: readonly Entry[] = Object.entries(pages)
const isInCourse = ([, entry]: Entry) => 'course' in entry

/** Redirects an address of a course without a page of its own to the course's content. */
function ToContent() {
  const { id = '' } = useParams()
  return <Navigate to={paths.content(id)} replace />
}
/** The address in the QR code of a roll call leads to class mode, which claims by the code: it leaves the address, so that no reload and no copied
 *  link claims again. */
function ToClass() {
  const { id = '', qr = '' } = useParams()
  return <Navigate to={paths.classMode(id)} replace state={{ qr }} />
}
/** Addresses of a course alone, and of an empty or unknown hash of its pages. */
const toContent = [
  '',
  ...['learning-activity', 'live-activities', 'teaching-team'].map((path) => `/${path}/*`),
  ...['forum', 'group-set', 'content'].map((path) => `/${path}/-/*`),
].map((path) => ({ path: `/course/:id${path}`, element: <ToContent /> }))

/** Without an answer of the server the home page says so itself. */
const startAddress = () => queryClient.ensureQueryData(sessionQuery).then(startPage, paths.home)

const inShell: RouteObject[] = [
  ...routesOf(shellPages.filter((entry) => !isInCourse(entry))),
  { handle: { ownBar: courseFrame.ownBar }, lazy: codeOf(courseFrame), children: routesOf(shellPages.filter(isInCourse)) },
  ...toContent,
  { path: '/inclass/courses/:id/-/r/:qr', handle: { alone: true }, element: <ToClass /> },
  { path: '/user/resource-groups/*', element: <Navigate to={paths.resourceGroups()} replace /> },
  route('*', notFoundPage),
]

const all: RouteObject[] = [
  { path: '/', element: <Waiting />, loader: async () => redirect(await startAddress()) },
  { path: '/j', element: <Waiting />, loader: ({ request }) => redirect(paths.join(joinCode(new URL(request.url).searchParams.get('p')))) },
  ...routesOf(Object.entries(plainPages)),
  { element: <Shell />, children: [{ errorElement: <PageFailed inside />, children: inShell }] },
]

export const routes: RouteObject[] = [{ hydrateFallbackElement: <Waiting />, errorElement: <PageFailed />, children: all }]
