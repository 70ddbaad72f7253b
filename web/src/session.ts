// Who is signed in and in which organisation this tab works. One read at the start; everything that depends on it is told here.
import { useSuspenseQuery } from '@tanstack/react-query'
import { tellActions } from './actions.ts'
import { here } from './address.ts'
import { type Answer, CallFailed, call, setScope } from './client.ts'
import { dropMyDrafts } from './parts/drafts/device-drafts.ts'
import { changeLocale } from './i18n.ts'
import { listenLive } from './live.ts'
import { paths } from './paths.ts'
import { query, queryClient } from './queries.ts'
import { showAccent, showDensity, showTheme } from './theme.ts'

export type Session = Answer<'GET /api/session'>
export type Config = Answer<'GET /api/config'>
export type OrgRole = Session['memberships'][number]['roles'][number]
const orgKept = 'lyceum.org'

export const configQuery = { ...query('GET /api/config'), staleTime: Number.POSITIVE_INFINITY }

/** The session, or null where nobody is signed in. */
export const sessionQuery = {
  queryKey: ['GET /api/session', {}] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session | null> => {
    try {
      const session = await call('GET /api/session', { signal })
      tellSession(session)
      return session
    } catch (error) {
      if (error instanceof CallFailed && error.status === 401) {
        tellSession(null)
        return null
      }
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
}

const orgOf = (session: Session) => {
  const ids = session.memberships.map(({ org }) => org.id)
  const kept = ids.length > 1 ? sessionStorage.getItem(orgKept) : undefined
  return [kept, session.org_id, ids[0]].find((id) => id && ids.includes(id)) ?? ''
}

/** Takes what index.html already says of site and person, and asks for the rest. Answers what tells the rest of the page, once texts are there. */
export function startKnown(): () => void {
  const { config, session, reads } = JSON.parse(document.getElementById('known')?.textContent ?? '{}') as {
    config?: Config
    session?: Session | null
    reads?: { org: string; of: [call: string, input: object, answer: unknown][] }
  }
  if (config) queryClient.setQueryData(configQuery.queryKey, config)
  else void queryClient.prefetchQuery(configQuery)
  if (session !== undefined) queryClient.setQueryData(sessionQuery.queryKey, session)
  else void queryClient.prefetchQuery(sessionQuery)
  // this tab may be in another organisation than the door took
  if (session && reads?.org === orgOf(session))
    for (const [call, input, answer] of reads.of) queryClient.setQueryData([call, input], answer)
  return () => {
    if (session !== undefined) tellSession(session)
  }
}

/** Tells the rest of the page: calls, user actions, live hints, language, theme and accent. */
export function tellSession(session: Session | null) {
  if (!session) {
    setScope(undefined)
    tellActions(undefined)
    listenLive(undefined)
    return
  }
  const org = orgOf(session)
  setScope({ org, person: session.user.id })
  const membership = session.memberships.find((one) => one.org.id === org)
  tellActions({ org, person: session.user.id, tracking: membership?.org.user_action_tracking ?? false })
  listenLive({ org, person: session.user.id })
  const { locale, theme, density } = session.user.settings
  showTheme(theme)
  showDensity(density)
  if (locale) void changeLocale(locale)
  if (membership) void showAccent(membership.org.accent)
}

let left = false
/** The sign-in page with the way back to where the page stands; without one for somebody who has signed out by themselves. On the way
 *  there the address is the sign-in page's already. */
export function signInPlace(): string {
  if (left) return paths.login()
  return window.location.pathname === '/login' ? here() : paths.login(here())
}

let ended = false
/** The session has ended by itself: the sign-in page says that what was written is kept. */
export const sessionEnded = () => ended
export function endSession() {
  ended = true
  forget()
}

/** After signing in: nothing that was read for somebody else remains. */
export function enter(session: Session) {
  ended = false
  left = false
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  tellSession(session)
}

/** Forgets everything of a person; the cookie is the server's matter. */
export function forget() {
  tellSession(null)
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' && queryKey[0] !== 'GET /api/session' })
}

export async function signOut() {
  await call('DELETE /api/session').catch((error) => {
    if (!(error instanceof CallFailed) || error.status !== 401) throw error
  })
  await dropMyDrafts()
  ended = false
  left = true
  sessionStorage.removeItem(orgKept)
  forget()
}

/** Works in another of my organisations from now on, in this tab; answers its name, undefined when I do not belong there. */
export function switchOrg(org: string): string | undefined {
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)
  const membership = session?.memberships.find((one) => one.org.id === org)
  if (!session || !membership) return undefined
  sessionStorage.setItem(orgKept, org)
  tellSession(session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' && queryKey[0] !== 'GET /api/session' })
  return membership.org.name
}

/** The signed-in person; only inside pages that need one (routes.tsx sees to it). */
export function useMe() {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('useMe outside a signed-in page')
  const membership = data.memberships.find((one) => one.org.id === orgOf(data))
  const roles = membership?.roles ?? []
  return {
    ...data.user,
    session: data,
    org: membership?.org,
    roles,
    department: membership?.department ?? null,
    /** May make courses here. */
    mayTeach: roles.some((role) => role === 'instructor' || role === 'educational_admin' || role === 'admin'),
  }
}
