// Addresses in two forms. The specification names pages by a hash (`page#/exam/5`), which the router neither matches nor loads. So the router
// sees `page/-/exam/5`; links and the address bar keep the browser's form. Only this file converts between the two.
// A query inside the hash follows the query in front of it behind a lone `-`: `page?a=1#/t/2?b=3` is `page/-/t/2?a=1&-&b=3` for the router.
import type { UNSAFE_createBrowserHistory } from 'react-router-dom'

type History = ReturnType<typeof UNSAFE_createBrowserHistory>
type AddressParts = { pathname: string; search: string; hash: string }
type To = string | Partial<AddressParts>

const parse = (to: To): AddressParts => {
  if (typeof to !== 'string') return { pathname: to.pathname ?? '', search: to.search ?? '', hash: to.hash ?? '' }
  const [rest = '', ...hash] = to.split('#')
  const [pathname = '', ...search] = rest.split('?')
  return { pathname, search: search.length ? `?${search.join('?')}` : '', hash: hash.length ? `#${hash.join('#')}` : '' }
}
/** A lone `?` is the present page without its query. */
const join = ({ pathname, search, hash }: AddressParts) =>
  pathname + (search === '?' && pathname ? '' : search) + (hash === '#' ? '' : hash)

/** The router's form. An address already in it, or without `#/`, comes back unchanged. */
export function routerLocation(to: To): AddressParts {
  const { pathname, search, hash } = parse(to)
  if (!hash.startsWith('#/')) return { pathname, search, hash }
  const [path = '', ...inHash] = hash.slice(1).split('?')
  const query = inHash.length ? `?${[search.slice(1), '-', inHash.join('?')].filter((part, i) => i > 0 || part).join('&')}` : search
  return { pathname: `${pathname}/-${path}`, search: query, hash: '' }
}

/** The browser's form: shown, copied and printed. */
export function browserLocation(to: To): AddressParts {
  const { pathname, search, hash } = parse(to)
  const marker = pathname.indexOf('/-/')
  if (marker < 0) return { pathname, search, hash }
  const parts = search.slice(1).split('&')
  const innerStart = parts.indexOf('-')
  const outer = (innerStart < 0 ? parts : parts.slice(0, innerStart)).join('&')
  const inHash = innerStart < 0 ? '' : `?${parts.slice(innerStart + 1).join('&')}`
  return { pathname: pathname.slice(0, marker) || '/', search: outer ? `?${outer}` : '', hash: `#${pathname.slice(marker + 2)}${inHash}` }
}

export const toRouterAddress = (to: To) => join(routerLocation(to))
export const toBrowserAddress = (to: To) => join(browserLocation(to))

/** The browser's history in the router's form. */
export function wrapHistory(history: History): History {
  type Location = History['location']
  const toRouter = (location: Location): Location => ({ ...location, ...routerLocation(location) })
  const toBrowser = (to: To) => (typeof to === 'string' ? toBrowserAddress(to) : { ...to, ...browserLocation(to) })
  return {
    get action() {
      return history.action
    },
    get location() {
      return toRouter(history.location)
    },
    createHref: (to) => history.createHref(toBrowserAddress(to)),
    createURL: (to) => history.createURL(toBrowserAddress(to)),
    encodeLocation: (to) => history.encodeLocation(toRouterAddress(to)),
    push: (to, state) => history.push(toBrowser(to), state),
    replace: (to, state) => history.replace(toBrowser(to), state),
    listen: (listener) => history.listen((update) => listener({ ...update, location: toRouter(update.location) })),
    go: (delta) => history.go(delta),
  }
}

/** The current address as `next` carries it: path, query and hash. */
export const currentAddress = (location: AddressParts = window.location) => location.pathname + location.search + location.hash

/** A `next` of our own origin, or the start page: never another site, never the sign-in page itself. */
export function safeNext(next: string | null, origin = window.location.origin): string {
  if (!next) return '/user/index'
  try {
    const url = new URL(next, origin)
    // checked after the browser's normalisation, which turns /.//evil.example into another site's address
    const ownOrigin = url.origin === origin && next.startsWith('/') && !url.pathname.startsWith('//')
    return ownOrigin && url.pathname !== '/login' ? currentAddress(url) : '/user/index'
  } catch {
    return '/user/index'
  }
}
