// The contract table: one object per feature, keyed by method and path as the browser knows them. Types flow from it to the
// handlers and the web's client; schemas flow from it to validation, OpenAPI, the BFF's forwarding and the rights matrix.
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** json: through the BFF's forwarding; form: the same, urlencoded; bytes and stream: mounted on a listener directly. */
export type Kind = 'json' | 'form' | 'bytes' | 'stream'

/**
 * Rules that every service has. anyone: also without a session; visitor: the same, and a session is ignored; internal: another
 * service or the BFF, never a person.
 */
export type OpenRule = 'anyone' | 'visitor' | 'internal'

export type Call<Rule extends string = string, Target extends string = string> = {
  /** One line for the OpenAPI document. */
  summary: string
  /** The rule of the call: an open one, or one of the service's `rules`. */
  may: Rule
  /** The kind of thing that the path's first id names: one of the service's `finders`, which finds its organisation and course. */
  at?: Target
  params?: TObject
  query?: TObject
  body?: TSchema
  reply: TSchema
  /** Default 200. */
  status?: 200 | 201 | 202 | 204 | 302
  /** Also 204, where there is nothing to answer. */
  mayBeEmpty?: true
  /** Stable codes of refusals beyond authentication, rights, limits and validation. */
  errors?: readonly ErrorCode[]
  kind?: Kind
  /** Limit of the body in bytes, counted as they arrive (`bodyLimitOf` has the defaults). Required for calls of kind bytes with a body:
   *  their handlers read by `receive`, with this or a lower limit. */
  bodyLimit?: number
  /** The place of the organisation: the Request-Scope header, `?scope=` (browsers make the request by themselves), or none. */
  scope?: 'header' | 'query' | 'none'
  /** false: this write opens its own transactions (it waits for something outside the database). */
  tx?: false
  /** Doing it twice is the same as doing it once: a heartbeat, a read mark. No answer is stored for its Idempotency-Key, the BFF adds none, and a
   *  lost answer is tried again as that of a read is. Of writes only. */
  repeatable?: boolean
  /** The field of the body with which the call judges alone and writes nothing: no answer is stored then. The BFF adds its key all the same, by which a
   *  lost answer is tried again. */
  judges?: 'check'
  /** trial: a write that is open to who sees the course in another role; what it writes is a trial and counts nowhere. Any other write of theirs
   *  is refused with 409 simulation.readOnly. */
  simulated?: 'trial'
  /** false: its answer goes out as it is. To compress it costs more of a core than the bytes save: an exam's paper, a thousand times in a second. */
  compress?: false
  /** The call changes data of the caller's session: the BFF reads the session again afterwards. */
  changesSession?: true
  /** A call of the management pages: 403 authCode.needed while the organisation demands a code that was not entered in the session. */
  management?: true
  /** account: open also to somebody with an expired password or without the mobile number that the organisation demands, since it is part of their
   *  way to mend that. Any other call is refused to them with 403 password.expired, mobile.needed, unless its rule is open to anyone. */
  gate?: 'account'
  /** A call about the whole organisation: 403 department.only for an actor whose permissions are bound to a department. */
  wide?: true
  /** Also answered under /anonymous-api, to people without a session: its rule decides about visitors. Of reads only. */
  anonymous?: true
  /** token: an internal path that the BFF forwards nevertheless, because the call has a token of its own (a store's callback). */
  open?: 'token'
  /** The input has a password, a code or a token: no answer is stored, and an Idempotency-Key is ignored. */
  secret?: true
  /** Accepts its JSON as text/plain too, because a closing page can send nothing else (navigator.sendBeacon). Such a call is hot: no
   *  transaction, no stored answer, no facts. */
  beacon?: true
  /** roster: open to the work of data imports, though jobs write nothing of its service; of other jobs it is refused with 403 session.ofJob. */
  jobs?: 'roster'
  /** It begins work that goes on for its person: the handler finds the token of a session of kind job in the header of delegation.ts. */
  delegates?: true
  example?: object
}
export type Table<Rule extends string = string, Target extends string = string> = Record<string, Call<Rule, Target>>

/** 'PUT /a/:id/b/:part' → 'id' | 'part' */
type PathNames<K> = K extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathNames<More>
    : Rest
  : never
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type ParamNames<C> = C extends { params: TObject<infer P> } ? keyof P : never
type TakesBytes<K, C> = K extends `${'POST' | 'PUT' | 'PATCH'} ${string}` ? (C extends { kind: 'bytes' } ? true : false) : false
/** unknown when the entry is right, else the error. */
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

/**
 * The function that makes a service's contract tables: an entry that names a rule or a finder that the service does not have, or a field that
 * is none, does not compile. `mount` compares rules and finders once more when the service starts.
 */
export const callsFor =
  <Rule extends string, Target extends string = never>() =>
  <const T extends Table<Rule | OpenRule, Target>>(table: T & { [K in keyof T]: Fits<K, T[K]> }): T =>
    table

type Part = 'params' | 'query' | 'body'
/** The input of a call, as the client sends it and the handler reads it. */
export type Input<C extends Call> = { [P in Part as C[P] extends TSchema ? P : never]: C[P] extends TSchema ? Static<C[P]> : never }
export type Reply<C extends Call> = Static<C['reply']>

export const methodAndPath = (key: string): [Method, string] => key.split(' ') as [Method, string]
export const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/** The path of an anonymous call for people without a session. */
export const anonymousPath = (path: string) => path.replace(/^\/api\//, '/anonymous-api/')

const defaultLimit = 1024 * 1024
/** Bytes; calls without a session need only small bodies. */
const defaultOpenLimit = 64 * 1024

/** Limit of a call's body in bytes: that of its table, else 1 MiB, 64 KiB for calls without a session, 0 for kinds bytes and stream. */
export function bodyLimitOf(key: string, { bodyLimit, kind, may }: Pick<Call, 'bodyLimit' | 'kind' | 'may'>): number {
  if (bodyLimit !== undefined) return bodyLimit
  if (kind === 'bytes' && /^(POST|PUT|PATCH) /.test(key)) throw new Error(`${key} is of kind bytes and needs a bodyLimit`)
  if (kind === 'bytes' || kind === 'stream') return 0
  return may === 'anyone' || may === 'visitor' ? defaultOpenLimit : defaultLimit
}
