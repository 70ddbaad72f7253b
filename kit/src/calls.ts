// The contract table: one object per feature, keyed by method and path as the browser knows them. Types flow from it to the
// handlers and the web's client; schemas flow from it to validation, OpenAPI, the BFF's forwarding and the rights matrix.
import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** json: through the BFF's forwarding; form: the same, urlencoded; bytes and stream: mounted on a listener directly. */
export type Kind = 'json' | 'form' | 'bytes' | 'stream'

export type Call = {
  /** One line for the OpenAPI document. */
  summary: string
  /** The rule that decides who may (services/course/mirror/rules.ts). */
  may: string
  /** What the path's id is, so that the rule's course can be found: a finder of the service. */
  at?: string
  params?: TObject
  query?: TObject
  body?: TSchema
  reply: TSchema
  /** Default 200. */
  status?: 200 | 201 | 202 | 204 | 302
  /** Stable codes of refusals beyond authentication, rights, limits and validation. */
  errors?: readonly string[]
  kind?: Kind
  /** The most bytes of body that are taken, counted as they arrive (`bodyLimitOf` has the defaults). Calls of kind bytes that take a body
   *  must say it: their handlers read by `receive`, which may ask for less, never for more. */
  bodyLimit?: number
  /** How the organisation arrives: the Request-Scope header, `?scope=` (browsers make the request by themselves), or not at all. */
  scope?: 'header' | 'query' | 'none'
  /** false: this write opens its own transactions (it waits for something outside the database). */
  tx?: false
  /** What is sent is a password, a code or a token: nothing of it is kept, so an Idempotency-Key means nothing here. */
  secret?: true
  /** The JSON may also come as text/plain, which is what a page can send while it closes (navigator.sendBeacon). Such a call is hot: no
   *  transaction, no stored answer, no facts. */
  beacon?: true
  example?: object
}
export type Table = Record<string, Call>

/** 'PUT /a/:id/b/:part' → 'id' | 'part' */
type PathNames<K> = K extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathNames<More>
    : Rest
  : never
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type ParamNames<C> = C extends { params: TObject<infer P> } ? keyof P : never
type TakesBytes<K, C> = K extends `${'POST' | 'PUT' | 'PATCH'} ${string}` ? (C extends { kind: 'bytes' } ? true : false) : false
/** unknown when the entry is right, else what is wrong with it. */
type Fits<K, C> = K extends `${Method} /${string}`
  ? [Exclude<keyof C, keyof Call>] extends [never]
    ? Same<PathNames<K>, ParamNames<C>> extends true
      ? TakesBytes<K, C> extends true
        ? C extends { bodyLimit: number }
          ? unknown
          : 'a call of kind bytes that takes a body needs a bodyLimit'
        : unknown
      : 'params must name exactly what the path names'
    : `not a field of a call: ${Exclude<keyof C, keyof Call> & string}`
  : 'a call is keyed METHOD /path'

export function calls<const T extends Table>(table: T & { [K in keyof T]: Fits<K, T[K]> }): T {
  return table
}

type Part = 'params' | 'query' | 'body'
/** What a call takes: as the handler reads it, as the client sends it. */
export type Input<C extends Call> = { [P in Part as C[P] extends TSchema ? P : never]: C[P] extends TSchema ? Static<C[P]> : never }
export type Reply<C extends Call> = Static<C['reply']>

export const methodAndPath = (key: string): [Method, string] => key.split(' ') as [Method, string]
export const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

const defaultLimit = 1024 * 1024
/** Who is not signed in has little to say. */
const defaultOpenLimit = 64 * 1024

/** Bytes of body that a call takes: what its table says, else 1 MiB, 64 KiB where nobody need be signed in, none for kinds bytes and stream. */
export function bodyLimitOf(key: string, { bodyLimit, kind, may }: Pick<Call, 'bodyLimit' | 'kind' | 'may'>): number {
  if (bodyLimit !== undefined) return bodyLimit
  if (kind === 'bytes' && /^(POST|PUT|PATCH) /.test(key)) throw new Error(`${key} is of kind bytes and needs a bodyLimit`)
  if (kind === 'bytes' || kind === 'stream') return 0
  return may === 'anyone' || may === 'visitor' ? defaultOpenLimit : defaultLimit
}
