// What may go wrong, said the same way everywhere: thrown by any function, rendered in http.ts alone.
// A code is stable and is also the web's translation key; the message is the English fallback.

export type Params = Record<string, string | number | boolean>
export type FieldError = { code: string; params?: Params; message?: string; mayArrive?: true }
/** field → what is wrong with it: a code, a code with parameters, or a FieldError. */
export type Fields = Record<string, string | [code: string, params: Params] | FieldError | (string | FieldError)[]>

/** A field names something of another service that is not known here, or not as it has to be: while facts travel, that is 503 `behind`. */
export const unknownHere = (code: string, params?: Params): FieldError => ({ code, ...(params && { params }), mayArrive: true })

export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly params: Params
  readonly fields: Record<string, FieldError[]>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    more: { message?: string; params?: Params; fields?: Fields; headers?: Record<string, string> } = {},
  ) {
    super(more.message ?? words(code))
    this.status = status
    this.code = code
    this.params = more.params ?? {}
    this.fields = Object.fromEntries(Object.entries(more.fields ?? {}).map(([name, said]) => [name, fieldErrors(said)]))
    this.headers = more.headers ?? {}
  }
}

const fieldErrors = (said: Fields[string]): FieldError[] => {
  if (typeof said === 'string') return [{ code: said }]
  if (!Array.isArray(said)) return [said]
  const [code, params] = said
  if (typeof code === 'string' && params && typeof params === 'object' && !('code' in params)) return [{ code, params: params as Params }]
  return (said as (string | FieldError)[]).map((one) => (typeof one === 'string' ? { code: one } : one))
}

/** 'course.access_code.malformed' → 'Course access code malformed': the message of last resort; the web shows its own text. */
const words = (code: string) => {
  const text = code
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The body of every error answer. */
export const rendered = (problem: Problem, requestId: string) => ({
  code: problem.code,
  message: problem.message,
  params: problem.params,
  errors: Object.fromEntries(
    Object.entries(problem.fields).map(([name, list]) => [name, list.map((one) => one.message ?? words(one.code))]),
  ),
  details: Object.fromEntries(
    Object.entries(problem.fields).map(([name, list]) => [name, list.map(({ code, params }) => ({ code, params: params ?? {} }))]),
  ),
  request_id: requestId,
})

export const refused = (status: number, code: string, params?: Params, message?: string) => new Problem(status, code, { params, message })
export const notFound = (what: string, id?: string) => new Problem(404, `${what}.notFound`, { params: id === undefined ? {} : { id } })
export const unauthorised = (code = 'session.missing') => new Problem(401, code)
export const forbidden = (code = 'forbidden', params?: Params) => new Problem(403, code, { params })
export const conflict = (code: string, params?: Params) => new Problem(409, code, { params })
export const gone = (code: string) => new Problem(410, code)
export const tooLarge = (code = 'body.tooLarge', params?: Params) => new Problem(413, code, { params })
/** 400; every field that is wrong is named, with a code each. */
export const invalid = (fields: Fields, code = 'invalid') => new Problem(400, code, { fields })
export const tooMany = (seconds: number, code = 'tooMany') =>
  new Problem(429, code, { params: { seconds }, headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
export const unavailable = (code = 'unavailable', { retryAfter = 1 } = {}) =>
  new Problem(503, code, { headers: { 'retry-after': String(retryAfter) } })
