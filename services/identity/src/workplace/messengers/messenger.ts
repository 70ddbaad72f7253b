// The port to workplace messengers: what every adapter does, and the failures that all of them have.
import { createHash } from 'node:crypto'
import { type askJson, OutgoingRefused } from '@lyceum/kit/http/outgoing'
import type { Kv } from '@lyceum/kit/kv/kv'
import { openSecret, sealSecret, type SecretKeys } from '@lyceum/kit/text/kept-secrets'
import type { Keys, MessengerKind } from '../api.ts'

/** By which a person is found: a number that they have proven, and their e-mail address. */
export type Contact = { mobile: string | null; email: string | null }
export type Chat = { id: string; url: string | null }

export type Messenger = {
  /** Proves the keys: fetches a new token. */
  checkKeys(): Promise<void>
  /** The messenger's own id of a person; null for somebody it does not know. */
  findUser(contact: Contact): Promise<string | null>
  sendText(user: string, text: string): Promise<void>
  /** A chat of these users, at most `atOnce`, the owner among them. */
  makeChat(chat: { name: string; owner: string; users: string[] }): Promise<Chat>
  /** Adds users, at most `atOnce`, to a chat; answers those whom the messenger does not let in. */
  addToChat(chat: string, users: string[]): Promise<string[]>
}

/** People whom one request brings into a chat at most, at every messenger. */
export const atOnce = 40

/** Why a messenger did not do it: a reason of outgoing requests, or the code of the messenger itself. */
export class MessengerFailed extends Error {
  readonly code: string
  /** Another try may succeed. */
  readonly passing: boolean
  /** The chat is no more. */
  readonly gone: boolean
  constructor(code: string, { passing = false, gone = false } = {}) {
    super(`the messenger failed: ${code}`)
    this.code = code.replace(/[^\w .-]/g, '').slice(0, 60)
    this.passing = passing
    this.gone = gone
  }
}

/** The means by which an adapter reaches its messenger. */
export type Connection = {
  kind: MessengerKind
  keys: Keys
  kv: Kv
  secretKeys: SecretKeys
  /** Addresses of a messenger of the operator's own, by its kind. */
  hosts: Record<string, string>
  ask: typeof askJson
  signal?: AbortSignal
}

const [patience, largest] = [5000, 1024 * 1024]
const passing = new Set(['time', 'connection', 'status'])

/** Whether the answer is a refusal, by the convention of its messenger. */
export type Verdict = { code: string; expired: boolean; gone: boolean; busy: boolean } | undefined
type Rules = { verdict(answer: Answer): Verdict; hostOf(path: string): string }
export type Answer = Record<string, unknown>
type Fetched = { token: string; seconds: number }

/** One request, whose answer is an object and no refusal. Nothing of the answer's words becomes part of the failure: they may repeat a key. */
async function request(
  { kind, hosts, ask, signal }: Connection,
  { verdict, hostOf }: Rules,
  path: string,
  options: { headers?: Record<string, string>; body?: object },
): Promise<{ answer: Answer; refused: Verdict }> {
  const own = hosts[kind]
  const bounds = { named: own !== undefined, milliseconds: patience, limit: largest, ...(signal && { signal }) }
  try {
    const { status, json } = await ask(new URL(path, own ?? hostOf(path)), { ...options, ...bounds })
    if (json === null || typeof json !== 'object' || Array.isArray(json)) throw new MessengerFailed('format')
    const answer = json as Answer
    const refused = verdict(answer)
    if (!refused && status >= 400) throw new MessengerFailed(`status ${status}`, { passing: status >= 500 || status === 429 })
    return { answer, refused }
  } catch (error) {
    if (error instanceof OutgoingRefused) throw new MessengerFailed(error.reason, { passing: passing.has(error.reason) })
    throw error
  }
}

const failureOf = ({ code, gone, busy }: NonNullable<Verdict>) => new MessengerFailed(code, { gone, passing: busy })

/** Calls of a messenger with its token, which is kept by its lifetime, sealed, and fetched once more when the messenger no longer takes it. */
export function callsOf(
  connection: Connection,
  rules: Rules,
  fetching: { path: string; body?: object; fetched(answer: Answer): Fetched },
  withToken: (path: string, token: string) => { path: string; headers?: Record<string, string> },
) {
  const { kind, keys, kv, secretKeys } = connection
  const name = createHash('sha256')
    .update(JSON.stringify([kind, Object.entries(keys).sort()]))
    .digest('base64url')
    .slice(0, 32)
  const place = `workplace-token:${name}`

  async function fetchToken(): Promise<string> {
    const { path, body, fetched } = fetching
    const { answer, refused } = await request(connection, rules, path, { ...(body && { body }) })
    if (refused) throw failureOf(refused)
    const { token, seconds } = fetched(answer)
    if (token === '') throw new MessengerFailed('format')
    // given up some minutes early, so that none ends on its way
    const kept = Math.min(seconds, 7200) - 300
    if (kept > 0) await kv.set(place, sealSecret(secretKeys, place, token).toString('base64url'), kept)
    return token
  }
  async function keptToken(): Promise<string | undefined> {
    const sealed = await kv.get(place)
    return sealed === undefined ? undefined : openSecret(secretKeys, place, Buffer.from(sealed, 'base64url'))
  }
  async function call(path: string, body: object, accepted: readonly string[] = []): Promise<Answer> {
    const send = async (token: string) => {
      const { path: address, headers } = withToken(path, token)
      return await request(connection, rules, address, { body, ...(headers && { headers }) })
    }
    const kept = await keptToken()
    let { answer, refused } = await send(kept ?? (await fetchToken()))
    if (refused?.expired && kept !== undefined) ({ answer, refused } = await send(await fetchToken()))
    if (refused && !accepted.includes(refused.code)) throw failureOf(refused)
    return answer
  }
  return { call, checkKeys: async () => void (await fetchToken()) }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
export const objectOf = (value: unknown): Answer =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Answer) : {}
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf).filter(Boolean) : [])
/** A link that a page may show. */
export const linkOf = (value: unknown): string | null => {
  const url = URL.parse(textOf(value))
  return url?.protocol === 'https:' && url.username === '' && url.href.length <= 2000 ? url.href : null
}
/** The number as directories in mainland China write it; others keep their country. */
export const nationalNumber = (mobile: string): string => mobile.replace(/^\+86(?=1\d{10}$)/, '')
/** A name that a messenger takes, cut between characters. */
export const cut = (name: string, most: number): string => [...name].slice(0, most).join('')
