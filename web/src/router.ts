// The browser router over the wrapped history of address.ts; it accepts addresses in either form.
import { type RouteObject, UNSAFE_createBrowserHistory, UNSAFE_createRouter, UNSAFE_mapRouteProperties } from 'react-router-dom'
import { toRouterAddress, routerLocation, toBrowserAddress, wrapHistory } from './address.ts'
import { setFocusPath } from './parts/base/page/page-title.tsx'

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
        ? toRouterAddress(to)
        : to && typeof to === 'object' && 'hash' in to && to.hash
          ? { ...to, ...routerLocation(to as object) }
          : to,
      options,
    )) as Router['navigate']
  // The browser sets the focus of the first page; later ones take it, and only under their own path.
  let currentPath: string | undefined
  router.subscribe(({ location, historyAction, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === currentPath) return
    const isFirst = currentPath === undefined
    currentPath = location.pathname
    // the target of the back button of courses of type 11
    if (!currentPath.startsWith('/course/') && currentPath !== '/login')
      sessionStorage.setItem('lyceum.earlier', toBrowserAddress(location))
    setFocusPath(isFirst || historyAction === 'POP' ? undefined : currentPath)
  })
  return router.initialize()
}

/** Milliseconds of a blank page that go unnoticed; skeletons appear no sooner either. */
const blankTime = 150

/** Resolves when the first page's code is loaded, or after the blank time. Rendering without a placeholder saves 300 ms: React keeps a
 *  placeholder at least that long. */
export const untilReady = (router: Router) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const timeout = setTimeout(resolve, blankTime)
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      clearTimeout(timeout)
      unsubscribe()
      resolve()
    })
  })
