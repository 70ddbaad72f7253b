// Problems: the refusals that a caller receives. Any function throws them, http/server.ts alone renders them.
// A code is stable and is also the page's translation key; the message is the English fallback.

/** The codes that kit itself and the BFF answer with. */
export const kitErrors = [
  'actor.invalid',
  'authCode.needed',
  'behind',
  'blob.changed',
  'blob.cut',
  'blob.notFound',
  'blob.partsChanged',
  'blob.partsGone',
  'body.cut',
  'body.empty',
  'body.length',
  'body.malformed',
  'body.mediaType',
  'body.nul',
  'body.slow',
  'body.tooLarge',
  'busy',
  'call.notFound',
  'course.notFound',
  'database.unavailable',
  'deadline',
  'department.only',
  'externalId.taken',
  'field.choice',
  'field.format',
  'field.invalid',
  'field.openQuote',
  'field.required',
  'field.timeRange',
  'field.timeZone',
  'field.tooFew',
  'field.tooLarge',
  'field.tooLong',
  'field.tooMany',
  'field.tooShort',
  'field.tooSmall',
  'field.twoNumbers',
  'field.type',
  'field.unknown',
  'forbidden',
  'idempotency.key',
  'idempotency.otherBody',
  'idempotency.running',
  'internal',
  'invalid',
  'mobile.needed',
  'page.missing',
  'password.expired',
  'request.headersTooLarge',
  'request.malformed',
  'request.refused',
  'request.timeout',
  'richText.longFormula',
  'richText.tooDeep',
  'richText.tooMany',
  'scope.malformed',
  'scope.missing',
  'scope.notMember',
  'service.unavailable',
  'session.demo',
  'session.demoPerson',
  'session.missing',
  'session.ofJob',
  'session.other',
  'session.wrong',
  'simulation.readOnly',
  'stopping',
  'store.unavailable',
  'task.lost',
  'task.notCancellable',
  'task.notFound',
  'text.malformed',
  'tooMany',
  'unavailable',
  'url.malformed',
] as const
/** All codes: a service adds its own in src/errors.ts, by declaration merging. Each has a text in web/src/i18n/<locale>/errors. */
export interface ErrorCodes {
  kit: (typeof kitErrors)[number]
}
export type ErrorCode = ErrorCodes[keyof ErrorCodes]
/** 'course' where 'course.notFound' is a code: for each kind of row that a finder reads, and more. */
export type Missing = ErrorCode extends infer C ? (C extends `${infer Name}.notFound` ? Name : never) : never

/** Values that a text names, and lists of rows that a page shows beside it. */
export type Params = Record<string, string | number | boolean | readonly Readonly<Record<string, string>>[]>
export type FieldError = { code: ErrorCode; params?: Params; message?: string; mayArrive?: true }
/** field → what is wrong with it: a code, a code with parameters, or a FieldError. */
export type Fields = Record<string, ErrorCode | [code: ErrorCode, params: Params] | FieldError | (ErrorCode | FieldError)[]>

/** A field names a row of another service that is missing here or in another state: 503 `behind` while its facts are not applied. */
export const notKnownYet = (code: ErrorCode, params?: Params): FieldError => ({ code, ...(params && { params }), mayArrive: true })

export class Problem extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly params: Params
  readonly fields: Record<string, FieldError[]>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: ErrorCode,
    more: { message?: string; params?: Params; fields?: Fields; headers?: Record<string, string> } = {},
  ) {
    super(more.message ?? words(code))
    this.status = status
    this.code = code
    this.params = more.params ?? {}
    this.fields = Object.fromEntries(Object.entries(more.fields ?? {}).map(([name, fieldError]) => [name, fieldErrors(fieldError)]))
    this.headers = more.headers ?? {}
  }
}

const fieldErrors = (fieldError: Fields[string]): FieldError[] => {
  if (typeof fieldError === 'string') return [{ code: fieldError }]
  if (!Array.isArray(fieldError)) return [fieldError]
  const [code, params] = fieldError
  if (typeof code === 'string' && params && typeof params === 'object' && !('code' in params)) return [{ code, params: params as Params }]
  return (fieldError as (ErrorCode | FieldError)[]).map((one) => (typeof one === 'string' ? { code: one } : one))
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

export const refused = (status: number, code: ErrorCode, params?: Params, message?: string) =>
  new Problem(status, code, { params, message })
export const notFound = (name: Missing, id?: string) =>
  new Problem(404, `${name}.notFound` as ErrorCode, { params: id === undefined ? {} : { id } })
export const unauthorised = (code: ErrorCode = 'session.missing') => new Problem(401, code)
export const forbidden = (code: ErrorCode = 'forbidden', params?: Params) => new Problem(403, code, { params })
export const conflict = (code: ErrorCode, params?: Params) => new Problem(409, code, { params })
export const gone = (code: ErrorCode) => new Problem(410, code)
export const tooLarge = (code: ErrorCode = 'body.tooLarge', params?: Params) => new Problem(413, code, { params })
/** 400; every field that is wrong is named, with a code each. */
export const invalid = (fields: Fields, code: ErrorCode = 'invalid') => new Problem(400, code, { fields })
export const tooMany = (seconds: number, code: ErrorCode = 'tooMany') =>
  new Problem(429, code, { params: { seconds }, headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
export const unavailable = (code: ErrorCode = 'unavailable', { retryAfter = 1 } = {}) =>
  new Problem(503, code, { headers: { 'retry-after': String(retryAfter) } })
