// One Fastify for every service and the BFF: validation without coercion of bodies, one rendering of errors, request ids, marks,
// deadlines, metrics.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import AjvCompiler from '@fastify/ajv-compiler'
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
  LogController,
} from 'fastify'
import { closeAfterAnswer, isUnread } from './bodies.ts'
import { context, enter } from './context.ts'
import { isDatabaseDown } from './db.ts'
import { type FieldError, Problem, refused, rendered, tooLarge, unavailable } from './errors.ts'
import { called } from './going.ts'
import { holdsNul, wellFormed } from './json-text.ts'
import type { Log } from './log.ts'
import { behindHeader, deadlineHeader, factsHeader, writeMarks } from './marks.ts'
import type { Metrics } from './metrics.ts'
import { newShutdown, type Shutdown, stopping } from './shutdown.ts'
import { answered, received, type Span } from './tracing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    beacon?: boolean
  }
  interface FastifyInstance {
    shutdown: Shutdown
  }
  interface FastifyRequest {
    /** The read-your-writes wait ran out: what looks missing may only be late. */
    behind: boolean
    /** Of a trace that is kept. */
    span: Span | null
  }
}

export type HttpOptions = {
  log: Log
  metrics: Metrics
  service: string
  /** Milliseconds in which all of a request must have come; 0: its body may take as long as `receive` lets it. */
  requestTimeout?: number
  leaving?: AbortSignal
  /** Whoever calls here is outside: a browser. */
  door?: boolean
}

/** Of a body that no call takes: calls have bounds of their own (calls.ts). */
const bodyLimit = 64 * 1024

/** Asked by those who watch, to the end. */
const probed = new Set(['/livez', '/readyz', '/metrics'])

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function createApp({ log, metrics, service, requestTimeout = 60_000, leaving, door = false }: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    trustProxy: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 4000 },
    return503OnClosing: false,
    genReqId: (request) => (request.headers['x-request-id'] as string | undefined)?.slice(0, 64) ?? randomUUID(),
    // a URL that cannot be decoded never reaches the error handler
    frameworkErrors: (error, request, reply) => {
      answer(error, request, reply, log)
    },
    // what Node refuses before there is a request: said in the same shape
    clientErrorHandler: (error, socket) => refuseConnection(error as NodeJS.ErrnoException, socket),
  }) as unknown as FastifyInstance
  useValidators(app)
  useJson(app)
  const shutdown = newShutdown()
  app.decorate('shutdown', shutdown)
  app.decorateRequest('behind', false)
  app.decorateRequest('span', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!shutdown.refusing.aborted) shutdown.answering(reply.raw)
    const deadline = Number(header(request, deadlineHeader)) || undefined
    const { id, method, url, routeOptions } = request
    if (leaving?.aborted && !probed.has(routeOptions.url ?? '')) leaving.dispatchEvent(new Event(called))
    const { traceparent, span } = received(header(request, 'traceparent'), { id, method, url, route: routeOptions.url, service }, door)
    if (span) request.span = span
    enter({ requestId: id, ...(traceparent && { traceparent }), deadline, marks: new Map() })
    reply.header('x-request-id', request.id)
    if (deadline && deadline < Date.now()) throw unavailable('deadline')
  })
  // the last word before a body is read; headers that every answer has are set by now
  app.addHook('preParsing', async (request) => {
    if (shutdown.refusing.aborted && !probed.has(request.routeOptions.url ?? '')) throw stopping()
    if (request.is404) throw callNotFound(request)
  })
  app.addHook('onSend', async (request, reply) => {
    const marks = context()?.marks
    const unread = isUnread(request.raw)
    if (unread) closeAfterAnswer(request.raw)
    if (unread || leaving?.aborted || shutdown.refusing.aborted) reply.header('connection', 'close')
    if (marks && marks.size > 0 && reply.statusCode < 300) reply.header(factsHeader, writeMarks(marks.values()))
  })
  app.addHook('onResponse', async (request, reply) => {
    shutdown.answered(reply.raw)
    const labels = { service, call: `${request.method} ${request.routeOptions.url ?? 'unknown'}`, status: String(reply.statusCode) }
    metrics.time('lyceum_http_request_seconds', reply.elapsedTime / 1000, labels)
    if (request.span) answered(request.span, reply.statusCode)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply, log))
  app.setNotFoundHandler((request, reply) => answer(callNotFound(request), request, reply, log))
  app.addHook('preClose', async () => shutdown.refuse())
  return app
}

const callNotFound = ({ method, url }: FastifyRequest) => refused(404, 'call.notFound', { call: `${method} ${url.split('?')[0]}` })

/** Bodies and path parts are taken as they are and completely; only query strings, which are text, are coerced. */
function useValidators(app: FastifyInstance) {
  const build = AjvCompiler()
  const options = { allErrors: true, removeAdditional: false as const, useDefaults: true, coerceTypes: false as const }
  const asIs = build({}, { customOptions: options })
  const coerced = build({}, { customOptions: { ...options, coerceTypes: 'array' } })
  app.setValidatorCompiler((route) => (route.httpPart === 'querystring' ? coerced : asIs)(route))
}

/** JSON as Fastify reads it, except for what PostgreSQL cannot store: a NUL is refused here once for all fields, half a character replaced. */
function useJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  const read: typeof parse = (request, body, done) => {
    if (holdsNul(String(body))) return done(refused(400, 'body.nul'), undefined)
    parse(request, body, (error, value) => done(error, error ? undefined : wellFormed(String(body), value)))
  }
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    read(request, body, done)
  })
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.beacon) return done(refused(415, 'body.mediaType'))
    read(request, body, done)
  })
}

const unreadable: Record<string, [status: string, code: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'request.headersTooLarge'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request.timeout'],
}
function refuseConnection({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, said] = unreadable[code ?? ''] ?? ['400 Bad Request', 'request.malformed']
  const body = JSON.stringify(rendered(refused(Number(status.slice(0, 3)), said), randomUUID()))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const fieldOf = ({ instancePath, keyword, params }: FastifySchemaValidationError): string => {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const named = keyword === 'required' ? params.missingProperty : keyword === 'additionalProperties' ? params.additionalProperty : undefined
  return [path, named as string | undefined].filter(Boolean).join('.') || 'body'
}
const codes: Record<string, string> = {
  required: 'field.required',
  additionalProperties: 'field.unknown',
  type: 'field.type',
  format: 'field.format',
  enum: 'field.choice',
  const: 'field.choice',
  minLength: 'field.tooShort',
  maxLength: 'field.tooLong',
  minimum: 'field.tooSmall',
  maximum: 'field.tooLarge',
  minItems: 'field.tooFew',
  maxItems: 'field.tooMany',
  pattern: 'field.format',
  anyOf: 'field.choice',
  oneOf: 'field.choice',
}
/** Fields that one answer names; a body of 1 MiB can have 70,000 wrong ones. */
const mostFields = 50
function validationProblem(list: FastifySchemaValidationError[]): Problem {
  // without a prototype: an unknown field may be called constructor
  const fields: Record<string, FieldError[]> = Object.create(null)
  for (const one of list.slice(0, mostFields)) {
    const { limit, format } = one.params as { limit?: number; format?: string }
    const said: FieldError = {
      code: codes[one.keyword] ?? 'field.invalid',
      params: { ...(limit !== undefined && { limit }), ...(format && { format }) },
      message: one.message,
    }
    const name = fieldOf(one)
    fields[name] ??= []
    if (!fields[name].some(({ code }) => code === said.code)) fields[name].push(said)
  }
  return new Problem(400, 'invalid', { fields })
}

const framework: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refused(415, 'body.mediaType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => refused(400, 'body.empty'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refused(400, 'body.length'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => refused(400, 'body.malformed'),
  FST_ERR_BAD_URL: () => refused(400, 'url.malformed'),
  FST_ERR_ASYNC_CONSTRAINT: () => refused(400, 'url.malformed'),
}

const namesMissing = ({ fields }: Problem): boolean =>
  Object.values(fields)
    .flat()
    .some(({ mayArrive }) => mayArrive)

let lastWarned = 0

/** What is thrown, as what is answered. Anything that is not ours is a 500 without detail; the log has it all. */
function problemOf(error: FastifyError, request: FastifyRequest, log: Log): Problem {
  if (error instanceof Problem) {
    const late = request.behind && (error.status === 403 || error.status === 404 || namesMissing(error))
    return late ? unavailable('behind') : error
  }
  if (error.validation) return validationProblem(error.validation)
  const known = framework[error.code]
  if (known) return known()
  if (error instanceof SyntaxError || error.statusCode === 400) return refused(400, 'body.malformed')
  if (error.statusCode && error.statusCode > 400 && error.statusCode < 500) return refused(error.statusCode, 'request.refused')
  if (isDatabaseDown(error)) {
    // every waiting call says so again and again: one line a second is enough
    if (Date.now() - lastWarned >= 1000) {
      lastWarned = Date.now()
      log.warn({ err: error }, 'the database cannot be reached')
    }
    return unavailable('database.unavailable')
  }
  // text that PostgreSQL refuses to store (a NUL in a path or query): the caller's fault
  if (/22021|22P05|invalid byte sequence/.test(`${error.code} ${error.message}`)) return refused(400, 'text.malformed')
  const call = `${request.method} ${request.routeOptions?.url}`
  if (request.server.shutdown.refusing.aborted) {
    log.info({ err: error, call }, 'a call was interrupted by shutdown')
    return unavailable('service.unavailable')
  }
  log.error({ err: error, call }, 'a call failed')
  return new Problem(500, 'internal', { message: 'Internal error' })
}

function answer(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply, log: Log) {
  const problem = problemOf(error as FastifyError, request, log)
  if (request.behind) reply.header(behindHeader, '1')
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .serializer((body) => JSON.stringify(body))
    .send(rendered(problem, request.id))
}
