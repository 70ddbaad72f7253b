// The one way to the services: typed by the contract tables (types alone reach the bundle), with the organisation it acts in, the
// person the page was loaded for and, on writes, an idempotency key, so that a repeated write is done once.
import type { contracts as activity } from '@lyceum/activity/contracts'
import type { bffCalls } from '@lyceum/bff/api'
import type { contracts as course } from '@lyceum/course/contracts'
import type { contracts as identity } from '@lyceum/identity/contracts'
import { CallFailed, createClient } from '@lyceum/kit/client'
import type { Input, Reply } from '@lyceum/kit/calls'
import type { contracts as notification } from '@lyceum/notification/contracts'
import type { contracts as statistics } from '@lyceum/statistics/contracts'
import type { contracts as upload } from '@lyceum/upload/contracts'
import { lineLost } from './waiting.ts'

export type Contracts = typeof bffCalls &
  typeof identity &
  typeof course &
  typeof activity &
  typeof upload &
  typeof notification &
  typeof statistics
/** The calls that a page can make. */
export type CallName = Exclude<keyof Contracts & string, `${string} /internal-api/${string}`>
export type Asked<K extends CallName> = Input<Contracts[K]>
export type Answer<K extends CallName> = Reply<Contracts[K]>
export { CallFailed } from '@lyceum/kit/client'

type Scope = { org: string; person: string }
export type Handlers = {
  /** 401 while somebody was signed in: the session has ended. */
  ended: () => void
  /** 403 scope.other: the thing belongs to another organisation of mine; true when the page has switched to it. */
  otherScope: (org: string) => boolean
  /** Awaited before any failure is thrown: the texts for it are loaded only then. */
  failed: () => Promise<unknown>
  /** Awaited before the page is loaded anew. */
  leaving: () => Promise<unknown>
  /** A read that was answered while the service was still behind: ask again soon. */
  behind: (call: string, input: unknown) => void
}

let scope: Scope | undefined
let handlers: Handlers = { ended: () => {}, otherScope: () => false, failed: async () => {}, leaving: async () => {}, behind: () => {} }
let scopeKnown: () => void
let waitScope = new Promise<void>((done) => {
  scopeKnown = done
})
const open = new Set<string>([
  'GET /api/config',
  'GET /api/session',
  'POST /api/session',
  'DELETE /api/session',
  'GET /d/version',
  'POST /api/auth_code/get_auth_code',
  'POST /api/user/password-reset',
  'POST /api/user/verify-email',
])

export const currentScope = () => scope
/** Sets who asks and where. Calls made before wait for it, so a loader may ask before the session is known. */
export function setScope(next: Scope | undefined) {
  scope = next
  if (next) scopeKnown()
  else
    waitScope = new Promise<void>((done) => {
      scopeKnown = done
    })
}
export const handleCalls = (with_: Handlers) => {
  handlers = with_
}

const facts = new Map<string, number>()
/** A live hint names the fact behind it: reads of the next minute wait for it, so they do not answer with what was before. */
export function noteFact(mark: string) {
  facts.delete(mark)
  facts.set(mark, Date.now() + 60_000)
}
function factsNow() {
  for (const [mark, until] of facts) if (until < Date.now()) facts.delete(mark)
  return [...facts.keys()].slice(-16).join(',')
}

/** A key for one intended write; crypto.randomUUID is missing on plain http in a local network. */
export const newKey = () => ((crypto as Partial<Crypto>).randomUUID ? crypto.randomUUID() : hex(16))

/** All calls of a page are one trace, whatever they reach; whether it is kept is the door's to say. */
const hex = (bytes: number) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const trace = hex(16)

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const send = createClient<Contracts>({ base: '', fetch: watched })

/** fetch that notices `Lyceum-Behind`, which the typed client does not hand on. */
async function watched(url: Parameters<typeof fetch>[0], init?: RequestInit) {
  const answer = await fetch(url, { ...init, credentials: 'same-origin' })
  if (answer.headers.get('lyceum-behind') === '1') behindNow.add(String(url))
  return answer
}
const behindNow = new Set<string>()

type Options = { signal?: AbortSignal; key?: string }
type Args<I> = Record<never, never> extends I ? [input?: I & Options] : [input: I & Options]

/** Makes a call. Throws CallFailed; 503 `behind` and 429 on reads are tried again within 10 s, writes only where their key makes that safe. */
export async function call<K extends CallName>(name: K, ...[input]: Args<Asked<K>>): Promise<Answer<K>> {
  const { signal, key, ...parts } = (input ?? {}) as Options & { params?: object; query?: object; body?: unknown }
  if (!open.has(name)) await waitScope
  const write = !name.startsWith('GET')
  const idempotency = write ? (key ?? newKey()) : undefined
  const until = Date.now() + 10_000
  for (let attempt = 1; ; attempt++) {
    const headers: Record<string, string> = { traceparent: `00-${trace}-${hex(8)}-01` }
    if (scope) {
      headers['request-scope'] = scope.org
      headers['lyceum-person'] = scope.person
    }
    if (idempotency) headers['idempotency-key'] = idempotency
    const after = factsNow()
    if (after) headers['lyceum-after'] = after
    try {
      const answer = await (send as unknown as (name: string, input: object) => Promise<Answer<K>>)(name, { ...parts, headers, signal })
      lineLost(false)
      if (behindNow.size) {
        behindNow.clear()
        handlers.behind(name, parts)
      }
      return answer
    } catch (error) {
      if (signal?.aborted || !(error instanceof CallFailed)) throw error
      lineLost(error.status === 0)
      await handlers.failed().catch(() => {})
      const { status, problem, retryAfter } = error
      if (status === 401 && scope && name !== 'POST /api/session') {
        handlers.ended()
        throw error
      }
      if (status === 409 && problem.code === 'session.other') {
        // What is being typed belongs to the person before: it is kept for them.
        await handlers.leaving()
        window.location.reload()
        throw error
      }
      if (
        status === 403 &&
        problem.code === 'scope.other' &&
        attempt === 1 &&
        handlers.otherScope(String(problem.params.org ?? problem.params.org_id ?? ''))
      )
        continue
      const again = (status === 503 && problem.code === 'behind') || (status === 0 && !write && attempt < 3)
      const pause = Math.max(250, (retryAfter ?? 0.5 * attempt) * 1000)
      if (!again || Date.now() + pause > until) throw error
      await wait(pause)
    }
  }
}
