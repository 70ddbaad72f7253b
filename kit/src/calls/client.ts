// A typed client over tables known by type only: no schema reaches the bundle that uses it.
import type { Input, Reply, Table } from './contract.ts'
import type { Params } from './errors.ts'

type Values = Record<string, unknown>
export type ProblemBody = {
  code: string
  message: string
  params: Params
  errors: Record<string, string[]>
  details: Record<string, { code: string; params: Params }[]>
  request_id: string
}
/** An answer that is not 2xx. `status` 0: no answer came. */
export class CallFailed extends Error {
  readonly status: number
  readonly problem: ProblemBody
  readonly retryAfter: number | undefined

  constructor(status: number, problem: ProblemBody, retryAfter?: number) {
    super(`${status} ${problem.code}: ${problem.message}`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

type Args<I> = {} extends I ? [input?: I & CallOptions] : [input: I & CallOptions]
export type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal }
export type Client<T extends Table> = <K extends keyof T & string>(call: K, ...input: Args<Input<T[K]>>) => Promise<Reply<T[K]>>
export type ClientOptions = { base: string; headers?: () => Record<string, string>; fetch?: typeof fetch }

/** 'GET /api/courses/:id' and its input → the path with query. Lists are repeated, objects are JSON. */
export function pathOf(call: string, { params = {}, query = {} }: { params?: Values; query?: Values }): [method: string, path: string] {
  const [method = 'GET', pattern = '/'] = call.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value])
      search.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
  }
  return [method, search.size > 0 ? `${path}?${search}` : path]
}

export function createClient<T extends Table>({ base, headers = () => ({}), fetch: send = fetch }: ClientOptions): Client<T> {
  return (async (call: string, input: { params?: Values; query?: Values; body?: unknown } & CallOptions = {}) => {
    const [method, path] = pathOf(call, input)
    const answer = await send(base + path, {
      method,
      signal: input.signal ?? null,
      headers: { ...headers(), ...(input.body !== undefined && { 'content-type': 'application/json' }), ...input.headers },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    }).catch((error) => {
      throw new CallFailed(0, unreadable('connection', String(error)))
    })
    const text = await answer.text()
    if (answer.ok) return text === '' ? undefined : JSON.parse(text)
    throw new CallFailed(answer.status, problemIn(text), Number(answer.headers.get('retry-after')) || undefined)
  }) as Client<T>
}

const unreadable = (code: string, message: string): ProblemBody => ({ code, message, params: {}, errors: {}, details: {}, request_id: '' })
const problemIn = (text: string): ProblemBody => {
  try {
    return { ...unreadable('unreadable', ''), ...JSON.parse(text) }
  } catch {
    return unreadable('unreadable', text.slice(0, 200))
  }
}
