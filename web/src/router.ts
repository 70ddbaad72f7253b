// The browser router over our wrapped history (address.ts). It takes addresses in either form.
import { type RouteObject, UNSAFE_createBrowserHistory, UNSAFE_createRouter, UNSAFE_mapRouteProperties } from 'react-router-dom'
import { inside, insidePlace, outside, wrapHistory } from './address.ts'
import { arrive } from './parts/page/page-title.tsx'

export type Router = ReturnType<typeof UNSAFE_createRouter>

export function makeRouter(routes: RouteObject[]): Router {
  const router = UNSAFE_createRouter({
    history: wrapHistory(UNSAFE_createBrowserHistory()),
    routes,
    mapRouteProperties: UNSAFE_mapRouteProperties,
  })
  const navigate = router.navigate.bind(router) as (to: unknown, options?: object) => Promise<void>
  router.navigate = ((to: unknown, options?: object) =>
    navigate(
      typeof to === 'string'
        ? inside(to)
        : to && typeof to === 'object' && 'hash' in to && to.hash
          ? { ...to, ...insidePlace(to as object) }
          : to,
      options,
    )) as Router['navigate']
  // The first page is where the browser begins by itself; only later ones take the focus, and only in its own path.
  let shown: string | undefined
  router.subscribe(({ location, historyAction, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === shown) return
    const first = shown === undefined
    shown = location.pathname
    // Courses of type 11 lead back to the page one came from.
    if (!shown.startsWith('/course/') && shown !== '/login') sessionStorage.setItem('lyceum.earlier', outside(location))
    arrive(first || historyAction === 'POP' ? undefined : shown)
  })
  return router.initialize()
}

/** Milliseconds in which nobody misses anything; skeletons are not shown sooner either. */
const unnoticed = 150

/** Once the first page's code is there, or nothing has been shown for long enough. A page that is drawn at once is drawn once: React shows
 *  what follows a placeholder 300 ms after it at the earliest. */
export const untilReady = (router: Router) =>
  new Promise<void>((done) => {
    if (router.state.initialized) return done()
    const timer = setTimeout(done, unnoticed)
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      clearTimeout(timer)
      stop()
      done()
    })
  })
