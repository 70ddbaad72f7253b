// The session: the signed-in person and the organisation of this tab. Read once at the start and applied to everything that depends on it.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { setActionSender } from '../actions.ts'
import { currentAddress } from '../address.ts'
import { type Answer, CallFailed, call, setScope } from '../client.ts'
import { dropUnsent } from '../device/connection-state.ts'
import { dropMyDrafts } from '../device/device-drafts.ts'
import { changeLocale, currentLocale, type Locale } from '../i18n.ts'
import { listenForHints } from './hint-listening.ts'
import { managementEntries } from '../management.ts'
import { paths } from '../paths.ts'
import { type Permission, permits, wide } from '../permissions.ts'
import { endCopiesOfOthers } from './exam-copy-owner.ts'
import { endPushOfOthers, deletePushDevice } from './push-owner.ts'
import { query, queryClient } from '../queries.ts'
import { showAccent, showDensity, showTheme, storePreference } from '../device/theme.ts'
import { deviceZone, setZone } from '../ui/zone.ts'

export type Session = Answer<'GET /api/session'>
export type Config = Answer<'GET /api/config'>
export type OrgRole = Session['memberships'][number]['roles'][number]
const orgStorageKey = 'lyceum.org'

export const configQuery = { ...query('GET /api/config'), staleTime: Number.POSITIVE_INFINITY }

/** Reads the session again, after something in it has changed. */
export const refetchSession = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

/** The session, or null when nobody is signed in. */
export const sessionQuery = {
  queryKey: ['GET /api/session', {}] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session | null> => {
    try {
      const session = await call('GET /api/session', { signal })
      applySession(session)
      return session
    } catch (error) {
      if (error instanceof CallFailed && error.status === 401) {
        applySession(null)
        return null
      }
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
}

const orgOf = (session: Session) => {
  const ids = session.memberships.map(({ org }) => org.id)
  const stored = ids.length > 1 ? sessionStorage.getItem(orgStorageKey) : undefined
  return [stored, session.org_id, ids[0]].find((id) => id && ids.includes(id)) ?? ''
}

/** Fills the query cache with the configuration, session and first reads embedded in index.html, and fetches what is missing. Returns a function
 *  that applies the embedded session, for when the texts are loaded. */
export function takeEmbeddedState(): () => void {
  const { config, session, reads } = JSON.parse(document.getElementById('known')?.textContent ?? '{}') as {
    config?: Config
    session?: Session | null
    reads?: { org: string; of: [call: string, input: object, answer: unknown][] }
  }
  if (config) queryClient.setQueryData(configQuery.queryKey, config)
  else void queryClient.prefetchQuery(configQuery)
  if (session !== undefined) queryClient.setQueryData(sessionQuery.queryKey, session)
  else void queryClient.prefetchQuery(sessionQuery)
  // this tab may work in another organisation than the one the BFF read for
  if (session && reads?.org === orgOf(session))
    for (const [call, input, answer] of reads.of) queryClient.setQueryData([call, input], answer)
  return () => {
    if (session !== undefined) applySession(session)
  }
}

/** Applies a session to calls, user actions, live hints, language, theme and accent; null ends them. */
export function applySession(session: Session | null) {
  if (!session) {
    setScope(undefined)
    setActionSender(undefined)
    listenForHints(undefined)
    return
  }
  const org = orgOf(session)
  setScope({ org, person: session.user.id })
  const membership = session.memberships.find((candidate) => candidate.org.id === org)
  setActionSender({ org, person: session.user.id, tracking: membership?.org.user_action_tracking ?? false })
  listenForHints({ org, person: session.user.id })
  void endPushOfOthers(session.user.id)
  void endCopiesOfOthers(session.user.id).catch(() => {})
  const { locale, theme, density, time_zone } = session.user.settings
  setZone(time_zone)
  storePreference('zone', deviceZone())
  showTheme(theme)
  showDensity(density)
  if (locale) void changeLocale(locale)
  if (membership) void showAccent(membership.org.accent)
}

let signedOut = false
/** The sign-in page's address with the current one as `next`; without it after signing out. While the sign-in page loads, the current
 *  address is its own. */
export function signInAddress(): string {
  if (signedOut) return paths.login()
  return window.location.pathname === '/login' ? currentAddress() : paths.login(currentAddress())
}

let keepers: (() => void)[] = []
/** Until the function that is returned is called, an ended session leads to no other page: `ended` is told, and offers to sign in there. */
export function keepPage(ended: () => void): () => void {
  keepers = [...keepers, ended]
  return () => {
    keepers = keepers.filter((one) => one !== ended)
  }
}
/** Whether a page stays through the end of the session; it is told. */
export function isPageKept(): boolean {
  for (const told of keepers) told()
  return keepers.length > 0
}
/** After a new sign-in of the same person on a kept page. */
export function continueSession(session: Session) {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  applySession(session)
}

let expired = false
/** Whether the session has expired: the sign-in page then says that drafts are kept. */
export const sessionEnded = () => expired
export function endSession() {
  expired = true
  clearSession()
}

/** Starts a session after signing in; reads made for another person are dropped. */
export function beginSession(session: Session) {
  expired = false
  signedOut = false
  dropUnsent()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  applySession(session)
}

/** Drops the person's data from the page; the server deletes the cookie. */
export function clearSession() {
  applySession(null)
  dropUnsent()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' && queryKey[0] !== 'GET /api/session' })
}

export async function signOut() {
  await deletePushDevice()
  await call('DELETE /api/session').catch((error) => {
    if (!(error instanceof CallFailed) || error.status !== 401) throw error
  })
  await Promise.all([dropMyDrafts(), endPushOfOthers(undefined), endCopiesOfOthers(undefined).catch(() => {})])
  expired = false
  signedOut = true
  sessionStorage.removeItem(orgStorageKey)
  clearSession()
}

/** Switches this tab to another organisation of the person; returns its name, undefined where they do not belong to it. */
export function switchOrg(org: string): string | undefined {
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)
  const membership = session?.memberships.find((candidate) => candidate.org.id === org)
  if (!session || !membership) return undefined
  sessionStorage.setItem(orgStorageKey, org)
  applySession(session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' && queryKey[0] !== 'GET /api/session' })
  return membership.org.name
}

/** The organisation of this page; undefined without a session. A form stays for a moment after its session has ended: it writes its draft. */
export function useOrganisation() {
  const { data } = useQuery(sessionQuery)
  return data?.memberships.find(({ org }) => org.id === orgOf(data))?.org
}

/** The language that decides between two encodings of a file that are as likely: the organisation's, without a session the page's. */
export function languageOfFiles(): Locale {
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)
  return session?.memberships.find(({ org }) => org.id === orgOf(session))?.org.locale ?? currentLocale()
}

const managers: readonly OrgRole[] = ['educational_admin', 'admin', 'wg_admin']

type Membership = Session['memberships'][number]
const mayBy =
  ({ can, can_within }: Pick<Membership, 'can' | 'can_within'>) =>
  (name: Permission) =>
    permits(can, name) && !(can_within != null && wide.includes(name))

/** The first page of a person: of a manager without another role the management. */
export function startPage(session: Session | null): string {
  const membership = session?.memberships.find(({ org }) => org.id === orgOf(session))
  const manages = membership?.roles.every((role) => managers.includes(role)) && mayBy(membership)('statistics.read')
  return manages ? paths.management() : paths.home()
}

/** Demands on the account that are not met: those of a person whichever organisation has them, the code of this page's organisation. */
export const needsIn = (session: Session | null) =>
  (session?.memberships ?? []).flatMap(({ org, needs = [] }) => needs.filter((need) => need !== 'code' || org.id === orgOf(session!)))

/** The signed-in person; for components inside the shell, which renders only with a session. */
export function useMe() {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('useMe outside a signed-in page')
  const membership = data.memberships.find((candidate) => candidate.org.id === orgOf(data))
  const roles = membership?.roles ?? []
  const may = membership ? mayBy(membership) : () => false
  return {
    ...data.user,
    session: data,
    org: membership?.org,
    roles,
    department: membership?.department ?? null,
    may,
    /** Demands of the organisation on the account that are not met. */
    needs: needsIn(data),
    /** The department to which what they manage is limited. */
    bound: membership?.can_within != null ? (membership.department ?? null) : null,
    /** May open a page of the management. */
    manages: managementEntries.some(({ needs }) => may(needs)),
    /** May create courses in this organisation. */
    mayTeach: roles.some((role) => role === 'instructor' || role === 'educational_admin' || role === 'admin'),
  }
}
