// One Fastify for every service and the BFF: validation without coercion of bodies, one rendering of errors, request ids, marks,
// deadlines, metrics.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { closeAfterAnswer, isUnread } from './bodies.ts'
import { context, enter } from '../calls/context.ts'
import { isDatabaseDown } from '../database/database.ts'
import { type ErrorCode, Problem, refused, rendered, tooLarge, unavailable } from '../calls/errors.ts'
import { schemaCompiler, validationProblem } from '../calls/validation.ts'
import { called } from './drain.ts'
import { callBegins } from '../jobs/precedence.ts'
import { holdsNul, wellFormed } from '../text/json-text.ts'
import type { Log } from '../telemetry/log.ts'
import { behindHeader, deadlineHeader, factsHeader, writeMarks } from '../facts/marks.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { newShutdown, type Shutdown, stoppingProblem } from './shutdown.ts'
import { endServerSpan, startServerSpan, type Span } from '../telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    beacon?: boolean
    /** Its body is a form. */
    form?: boolean
    /** Its answer goes on for as long as somebody listens. */
    lasting?: boolean
  }
  interface FastifyInstance {
    shutdown: Shutdown
  }
  interface FastifyRequest {
    /** The facts of the caller's marks are not applied yet: a missing row may only be behind. */
    behind: boolean
    /** The span of a recorded trace. */
    span: Span | null
    /** Ends its count as a person's call, before which work in bulk gives way; null where it is none. */
    callEnds: (() => void) | null
  }
}

export type HttpOptions = {
  log: Log
  metrics: Metrics
  service: string
  /** Milliseconds within which a whole request must arrive; 0: its body may take as long as `receive` allows. */
  requestTimeout?: number
  draining?: AbortSignal
  /** This listener is an edge: its callers are browsers. */
  edge?: boolean
}

/** Limit of a body that belongs to no call; calls have limits of their own (bodyLimitOf), bytes. */
const bodyLimit = 64 * 1024

/** Routes of probes and scrapes, answered until the end. */
const probes = new Set(['/livez', '/readyz', '/metrics'])

/** Neither a job's call, nor one of the listener of bytes, whose bodies take minutes. Of a service's calls routes.ts says more, once it knows the actor. */
const isOfPerson = (request: FastifyRequest, requestTimeout: number): boolean =>
  requestTimeout > 0 &&
  !request.routeOptions.config.lasting &&
  !probes.has(request.routeOptions.url ?? '') &&
  !request.headers.authorization?.startsWith('Job ')

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function createApp({ log, metrics, service, requestTimeout = 60_000, draining, edge = false }: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // each line has the request's id from its context (log.ts): a logger of its own would only repeat it
    childLoggerFactory: (logger) => logger,
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
    // Node refuses it before there is a request: the answer has the same shape
    clientErrorHandler: (error, socket) => refuseConnection(error as NodeJS.ErrnoException, socket),
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(schemaCompiler())
  useJson(app)
  useForms(app)
  const shutdown = newShutdown()
  app.decorate('shutdown', shutdown)
  app.decorateRequest('behind', false)
  app.decorateRequest('span', null)
  app.decorateRequest('callEnds', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!shutdown.requestsRefused.aborted) shutdown.trackResponse(reply.raw)
    const deadline = Number(header(request, deadlineHeader)) || undefined
    const { id, method, url, routeOptions } = request
    if (draining?.aborted && !probes.has(routeOptions.url ?? '')) draining.dispatchEvent(new Event(called))
    const { traceparent, span } = startServerSpan(
      header(request, 'traceparent'),
      { id, method, url, route: routeOptions.url, service },
      edge,
    )
    if (span) request.span = span
    if (isOfPerson(request, requestTimeout)) reply.raw.once('close', (request.callEnds = callBegins()))
    enter({ requestId: id, ...(traceparent && { traceparent }), deadline, arrived: performance.now(), marks: new Map() })
    reply.header('x-request-id', request.id)
    if (deadline && deadline < Date.now()) throw unavailable('deadline')
  })
  // refusals before a body is read; the headers of every answer are set by now
  app.addHook('preParsing', async (request) => {
    if (shutdown.requestsRefused.aborted && !probes.has(request.routeOptions.url ?? '')) throw stoppingProblem()
    if (request.is404) throw callNotFound(request)
  })
  app.addHook('onSend', async (request, reply) => {
    const marks = context()?.marks
    const unread = isUnread(request.raw)
    if (unread) closeAfterAnswer(request.raw)
    if (unread || draining?.aborted || shutdown.requestsRefused.aborted) reply.header('connection', 'close')
    if (marks && marks.size > 0 && reply.statusCode < 300) reply.header(factsHeader, writeMarks(marks.values()))
  })
  app.addHook('onResponse', async (request, reply) => {
    shutdown.responseSent(reply.raw)
    request.callEnds?.()
    const labels = { service, call: `${request.method} ${request.routeOptions.url ?? 'unknown'}`, status: String(reply.statusCode) }
    metrics.time('lyceum_http_request_seconds', reply.elapsedTime / 1000, labels)
    if (request.span) endServerSpan(request.span, reply.statusCode)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply, log))
  app.setNotFoundHandler((request, reply) => answer(callNotFound(request), request, reply, log))
  app.addHook('preClose', async () => {
    shutdown.refuseRequests()
    shutdown.closed = true
  })
  return app
}

const callNotFound = ({ method, url }: FastifyRequest) => refused(404, 'call.notFound', { call: `${method} ${url.split('?')[0]}` })

/** Parses JSON as Fastify does, except for characters that PostgreSQL cannot store: a NUL is refused, half of a surrogate pair replaced. */
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

/** Forms, of calls of kind form alone. Of one in parts only plain fields are read. */
function useForms(app: FastifyInstance) {
  const add = (type: string, fieldsOf: (body: string) => [string, string][]) =>
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      if (!request.routeOptions.config.form) return done(refused(415, 'body.mediaType'))
      const fields = fieldsOf(body)
      if (fields.some((pair) => pair.some(holdsControl))) return done(refused(400, 'body.nul'))
      done(null, Object.fromEntries(fields.map(([name, value]) => [name, value.toWellFormed()])))
    })
  add('application/x-www-form-urlencoded', (body) => [...new URLSearchParams(body)])
  add('multipart/form-data', (body) =>
    [...body.matchAll(/\bname="([^"\r\n]{1,200})"\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]*)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}
const holdsControl = (text: string) => text.includes('\0')

const connectionErrors: Record<string, [status: string, code: ErrorCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'request.headersTooLarge'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request.timeout'],
}
function refuseConnection({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, problemCode] = connectionErrors[code ?? ''] ?? ['400 Bad Request', 'request.malformed']
  const body = JSON.stringify(rendered(refused(Number(status.slice(0, 3)), problemCode), randomUUID()))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const frameworkErrors: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refused(415, 'body.mediaType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => refused(400, 'body.empty'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refused(400, 'body.length'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => refused(400, 'body.malformed'),
  FST_ERR_BAD_URL: () => refused(400, 'url.malformed'),
  FST_ERR_ASYNC_CONSTRAINT: () => refused(400, 'url.malformed'),
}

const hasUnarrivedField = ({ fields }: Problem): boolean =>
  Object.values(fields)
    .flat()
    .some(({ mayArrive }) => mayArrive)

let lastWarned = 0

/** The problem that answers a thrown error. An unknown error is a 500 without detail; the log has the whole of it. */
function problemOf(error: FastifyError, request: FastifyRequest, log: Log): Problem {
  if (error instanceof Problem) {
    const behind = request.behind && (error.status === 403 || error.status === 404 || hasUnarrivedField(error))
    return behind ? unavailable('behind') : error
  }
  if (error.validation) return validationProblem(error.validation)
  const toProblem = frameworkErrors[error.code]
  if (toProblem) return toProblem()
  if (error instanceof SyntaxError || error.statusCode === 400) return refused(400, 'body.malformed')
  if (error.statusCode && error.statusCode > 400 && error.statusCode < 500) return refused(error.statusCode, 'request.refused')
  if (isDatabaseDown(error)) {
    // every waiting call meets the error: one line a second is enough
    if (Date.now() - lastWarned >= 1000) {
      lastWarned = Date.now()
      log.warn({ err: error }, 'the database cannot be reached')
    }
    return unavailable('database.unavailable')
  }
  // text that PostgreSQL refuses to store (a NUL in a path or query): the caller's fault
  if (/22021|22P05|invalid byte sequence/.test(`${error.code} ${error.message}`)) return refused(400, 'text.malformed')
  const call = `${request.method} ${request.routeOptions?.url}`
  if (request.server.shutdown.requestsRefused.aborted) {
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
