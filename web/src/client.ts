// The typed client of the page's calls, by the services' contract tables (types alone reach the bundle). It adds the organisation, the person
// the page was loaded for and, on writes, an idempotency key, so that a repeated write is done once.
import type { contracts as activity } from '@lyceum/activity/contracts'
import type { bffCalls } from '@lyceum/bff/api'
import type { contracts as calendar } from '@lyceum/calendar/contracts'
import type { contracts as course } from '@lyceum/course/contracts'
import type { contracts as identity } from '@lyceum/identity/contracts'
import { CallFailed, createClient } from '@lyceum/kit/calls/client'
import type { contracts as importing } from '@lyceum/import/contracts'
import type { Input, Reply } from '@lyceum/kit/calls/contract'
import type { contracts as notification } from '@lyceum/notification/contracts'
import type { contracts as statistics } from '@lyceum/statistics/contracts'
import type { contracts as upload } from '@lyceum/upload/contracts'
import { setOffline } from './device/connection-state.ts'

export type Contracts = typeof bffCalls &
  typeof identity &
  typeof course &
  Omit<typeof activity, keyof typeof bffCalls> &
  typeof calendar &
  typeof upload &
  typeof notification &
  typeof statistics &
  typeof importing
/** The calls that a page can make. */
export type CallName = Exclude<keyof Contracts & string, `${string} /internal-api/${string}`>
export type CallInput<K extends CallName> = Input<Contracts[K]>
export type Answer<K extends CallName> = Reply<Contracts[K]>
export { CallFailed } from '@lyceum/kit/calls/client'

type Scope = { org: string; person: string }
export type Handlers = {
  /** After 401 to a call of a signed-in person: the session has ended. */
  sessionEnded: () => void
  /** After 403 scope.other: switches to the resource's organisation; true where the person belongs to it. */
  switchOrg: (org: string) => boolean
  /** After 403 authCode.needed: the code of the management was never entered, or has run out. */
  codeNeeded: () => void
  /** After 403 mobile.needed, password.expired: the organisation demands something of the account. */
  accountNeeded: () => void
  /** Awaited before any failure is thrown: the texts for it are loaded only then. */
  beforeFailure: () => Promise<unknown>
  /** Awaited before the page reloads. */
  beforeReload: () => Promise<unknown>
  /** After a read whose answer the service marked as behind: the page should refetch it soon. */
  staleRead: (call: string, input: unknown) => void
}

let scope: Scope | undefined
let handlers: Handlers = {
  sessionEnded: () => {},
  switchOrg: () => false,
  codeNeeded: () => {},
  accountNeeded: () => {},
  beforeFailure: async () => {},
  beforeReload: async () => {},
  staleRead: () => {},
}
let resolveScope: () => void
let scopeReady = new Promise<void>((resolve) => {
  resolveScope = resolve
})
/** Calls that need no scope. */
const unscopedCalls = new Set<string>([
  'GET /api/config',
  'GET /api/session',
  'POST /api/session',
  'DELETE /api/session',
  'GET /d/version',
  'POST /api/auth_code/get_auth_code',
  'POST /api/user/password-reset',
  'POST /api/user/verify-email',
  'POST /api/user/invitation/read',
  'POST /api/user/invitation/accept',
  'POST /api/user/invitation/renew',
  'POST /api/notification-mail/unsubscribe',
  'POST /api/notification-mail/subscribe',
])

export const currentScope = () => scope
/** Sets the person and organisation of all calls. Earlier calls wait for it, so a loader may start one before the session is loaded. */
export function setScope(next: Scope | undefined) {
  scope = next
  if (next) resolveScope()
  else
    scopeReady = new Promise<void>((resolve) => {
      resolveScope = resolve
    })
}
export const handleCalls = (next: Handlers) => {
  handlers = next
}

const facts = new Map<string, number>()
/** Notes the fact that a live hint names: reads of the next minute wait for it, so that none answers with the state before it. */
export function noteFact(mark: string) {
  facts.delete(mark)
  facts.set(mark, Date.now() + 60_000)
}
function awaitedFacts() {
  for (const [mark, deadline] of facts) if (deadline < Date.now()) facts.delete(mark)
  return [...facts.keys()].slice(-16).join(',')
}

/** A key for one intended write; crypto.randomUUID is missing on plain http in a local network. */
export const newKey = () => ((crypto as Partial<Crypto>).randomUUID ? crypto.randomUUID() : hex(16))

/** All calls of a page are one trace; the BFF decides whether it is sampled. */
const hex = (bytes: number) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const trace = hex(16)

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))
const send = createClient<Contracts>({ base: '', fetch: fetchNotingStaleness })

/** fetch that notes answers with `Lyceum-Behind`, a header the typed client does not return. */
async function fetchNotingStaleness(url: Parameters<typeof fetch>[0], init?: RequestInit) {
  const answer = await fetch(url, { ...init, credentials: 'same-origin' })
  if (answer.headers.get('lyceum-behind') === '1') staleUrls.add(String(url))
  return answer
}
const staleUrls = new Set<string>()

type Options = { signal?: AbortSignal; key?: string }
type Args<I> = Record<never, never> extends I ? [input?: I & Options] : [input: I & Options]

/** Makes a call. Throws CallFailed. 503 `behind` is retried within 10 s, a write with the same key; a read without an answer twice. */
export async function call<K extends CallName>(name: K, ...[input]: Args<CallInput<K>>): Promise<Answer<K>> {
  const { signal, key, ...parts } = (input ?? {}) as Options & { params?: object; query?: object; body?: unknown }
  if (!unscopedCalls.has(name)) await scopeReady
  const write = !name.startsWith('GET')
  const idempotency = write ? (key ?? newKey()) : undefined
  const deadline = Date.now() + 10_000
  for (let attempt = 1; ; attempt++) {
    const headers: Record<string, string> = { traceparent: `00-${trace}-${hex(8)}-01` }
    if (scope) {
      headers['request-scope'] = scope.org
      headers['lyceum-person'] = scope.person
    }
    if (idempotency) headers['idempotency-key'] = idempotency
    const facts = awaitedFacts()
    if (facts) headers['lyceum-after'] = facts
    try {
      const answer = await (send as unknown as (name: string, input: object) => Promise<Answer<K>>)(name, { ...parts, headers, signal })
      setOffline(false)
      if (staleUrls.size) {
        staleUrls.clear()
        handlers.staleRead(name, parts)
      }
      return answer
    } catch (error) {
      if (signal?.aborted || !(error instanceof CallFailed)) throw error
      setOffline(error.status === 0)
      await handlers.beforeFailure().catch(() => {})
      const { status, problem, retryAfter } = error
      if (status === 401 && scope && name !== 'POST /api/session') {
        handlers.sessionEnded()
        throw error
      }
      if (status === 409 && problem.code === 'session.other') {
        // The drafts belong to the previous person and are stored for them.
        await handlers.beforeReload()
        window.location.reload()
        throw error
      }
      if (
        status === 403 &&
        problem.code === 'scope.other' &&
        attempt === 1 &&
        handlers.switchOrg(String(problem.params.org ?? problem.params.org_id ?? ''))
      )
        continue
      if (problem.code === 'authCode.needed') handlers.codeNeeded()
      if (problem.code === 'mobile.needed' || problem.code === 'password.expired') handlers.accountNeeded()
      const retry = (status === 503 && problem.code === 'behind') || (status === 0 && !write && attempt < 3)
      const delayMs = Math.max(250, (retryAfter ?? 0.5 * attempt) * 1000)
      if (!retry || Date.now() + delayMs > deadline) throw error
      await delay(delayMs)
    }
  }
}
