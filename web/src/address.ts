// Addresses inside and outside. Pages of the specification are named by a hash (`page#/exam/5`), which the router neither matches nor
// loads. So the router sees `page/-/exam/5`; links and the address bar keep the outside form. This file alone knows both.
// A query inside the hash follows the query before it behind a lone `-`: `page?a=1#/t/2?b=3` is inside `page/-/t/2?a=1&-&b=3`.
import type { UNSAFE_createBrowserHistory } from 'react-router-dom'

type History = ReturnType<typeof UNSAFE_createBrowserHistory>
type Place = { pathname: string; search: string; hash: string }
type To = string | Partial<Place>

const parse = (to: To): Place => {
  if (typeof to !== 'string') return { pathname: to.pathname ?? '', search: to.search ?? '', hash: to.hash ?? '' }
  const [rest = '', ...hash] = to.split('#')
  const [pathname = '', ...search] = rest.split('?')
  return { pathname, search: search.length ? `?${search.join('?')}` : '', hash: hash.length ? `#${hash.join('#')}` : '' }
}
const join = ({ pathname, search, hash }: Place) => pathname + (search === '?' ? '' : search) + (hash === '#' ? '' : hash)

/** The form the router sees. An address that has it already, or has no `#/`, comes back as it is. */
export function insidePlace(to: To): Place {
  const { pathname, search, hash } = parse(to)
  if (!hash.startsWith('#/')) return { pathname, search, hash }
  const [path = '', ...inHash] = hash.slice(1).split('?')
  const query = inHash.length ? `?${[search.slice(1), '-', inHash.join('?')].filter((part, i) => i > 0 || part).join('&')}` : search
  return { pathname: `${pathname}/-${path}`, search: query, hash: '' }
}

/** The form people see, copy and print. */
export function outsidePlace(to: To): Place {
  const { pathname, search, hash } = parse(to)
  const at = pathname.indexOf('/-/')
  if (at < 0) return { pathname, search, hash }
  const parts = search.slice(1).split('&')
  const cut = parts.indexOf('-')
  const before = (cut < 0 ? parts : parts.slice(0, cut)).join('&')
  const inHash = cut < 0 ? '' : `?${parts.slice(cut + 1).join('&')}`
  return { pathname: pathname.slice(0, at) || '/', search: before ? `?${before}` : '', hash: `#${pathname.slice(at + 2)}${inHash}` }
}

export const inside = (to: To) => join(insidePlace(to))
export const outside = (to: To) => join(outsidePlace(to))

/** The browser's history as the router may see it. */
export function wrapHistory(history: History): History {
  type Location = History['location']
  const seen = (location: Location): Location => ({ ...location, ...insidePlace(location) })
  const shown = (to: To) => (typeof to === 'string' ? outside(to) : { ...to, ...outsidePlace(to) })
  return {
    get action() {
      return history.action
    },
    get location() {
      return seen(history.location)
    },
    createHref: (to) => history.createHref(outside(to)),
    createURL: (to) => history.createURL(outside(to)),
    encodeLocation: (to) => history.encodeLocation(inside(to)),
    push: (to, state) => history.push(shown(to), state),
    replace: (to, state) => history.replace(shown(to), state),
    listen: (heard) => history.listen((update) => heard({ ...update, location: seen(update.location) })),
    go: (delta) => history.go(delta),
  }
}

/** Where the page stands now, as it goes into `next`: path, query and hash. */
export const here = (at: Place = window.location) => at.pathname + at.search + at.hash

/** A `next` of our own origin, or the start page: never another site, never the sign-in page itself. */
export function safeNext(next: string | null, origin = window.location.origin): string {
  if (!next) return '/user/index'
  try {
    const url = new URL(next, origin)
    // the path is looked at as the browser understood it: /.//evil.example has become another site's by now
    const ours = url.origin === origin && next.startsWith('/') && !url.pathname.startsWith('//')
    return ours && url.pathname !== '/login' ? here(url) : '/user/index'
  } catch {
    return '/user/index'
  }
}
