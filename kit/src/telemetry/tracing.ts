// Traces by OpenTelemetry: one call across processes, facts and consumers. Off by default: then the library's SDK is not loaded, and the
// traceparent of a caller is only forwarded.
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer, TraceFlags } from '@opentelemetry/api'
import { context } from '../calls/context.ts'
import { topicOf } from '../facts/wire-format.ts'
import type { Log } from './log.ts'
import type { Transport } from '../calls/transport.ts'

export type { Span } from '@opentelemetry/api'
export type TracingOptions = {
  /** Address of an OTLP receiver over HTTP, /v1/traces included. */
  url: string
  headers?: Record<string, string>
  /** The recorded share of the traces that begin at our edges, 0 to 1. */
  share: number
  release: string
  log: Log
}

let tracing: { share: number; of(service: string): Tracer } | undefined

/** Spans are sent this long after they end, milliseconds; at most `maxWaiting` are kept for a receiver that is away. */
const delay = 1000
const maxWaiting = 10_000

/** Starts tracing in this process. `close` sends the remaining spans. */
export async function startTracing({ url, headers, share, release, log }: TracingOptions): Promise<{ close(): Promise<void> }> {
  const [
    { AlwaysOnSampler, BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { diag, DiagLogLevel },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/api'),
  ])
  let match = 0
  const warn = (reason: string) => {
    if (Date.now() - match < 60_000) return
    match = Date.now()
    log.warn({ reason: reason.slice(0, 300) }, 'traces are lost')
  }
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN)
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url, headers: headers ?? {} }),
    scheduledDelayMillis: delay,
    maxQueueSize: maxWaiting,
  })
  const tracers = new Map<string, Tracer>()
  // one process may run many services, each of which is shown by its name
  const of = (service: string) => {
    let tracer = tracers.get(service)
    if (!tracer) {
      const resource = resourceFromAttributes({ 'service.namespace': 'lyceum', 'service.name': service, 'service.version': release })
      tracer = new TracerProvider({ resource, sampler: new AlwaysOnSampler(), spanProcessors: [processor] }).getTracer('lyceum')
      tracers.set(service, tracer)
    }
    return tracer
  }
  tracing = { share, of }
  return {
    async close() {
      tracing = undefined
      await processor.shutdown().catch(() => {})
    },
  }
}

const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
export const traceparentOf = (span: Span): string => {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

type SpanOptions = { kind: keyof typeof SpanKind; service: string; name: string; attributes?: Attributes; since?: Date }

/** Starts a span in the trace of `traceparent`; undefined where that trace is not recorded. */
function startSpan(traceparent: string | null | undefined, { kind, service, name, attributes = {}, since }: SpanOptions): Span | undefined {
  const [, traceId = '', spanId = '', flags = ''] = (tracing && traceparent && wellFormed.exec(traceparent)) || []
  if (!tracing || !(Number.parseInt(flags, 16) & 1)) return undefined
  const parent = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
  return tracing.of(service).startSpan(name, { kind: SpanKind[kind], attributes, ...(since && { startTime: since }) }, parent)
}

const failed = (span: Span | undefined, message?: string) => span?.setStatus({ code: SpanStatusCode.ERROR, ...(message && { message }) })

export type ServerTrace = { traceparent?: string | undefined; span?: Span | undefined }
type Call = { id: string; method: string; url: string; route: string | undefined; service: string }

/**
 * Starts the span of an incoming call. Callers outside do not decide which traces are recorded: at an `edge` the trace's id alone decides, alike
 * at all edges; a call of the API without a trace begins one.
 */
export function startServerSpan(header: string | undefined, { id, method, url, route, service }: Call, edge: boolean): ServerTrace {
  const said = header && wellFormed.exec(header)
  if (!tracing) return { traceparent: said ? header : undefined }
  if (!edge && !said) return {}
  const options: SpanOptions = {
    kind: 'SERVER',
    service,
    name: `${method} ${route ?? 'unknown'}`,
    attributes: { 'http.request.method': method, 'http.route': route ?? 'unknown', 'lyceum.request_id': id },
  }
  let traceparent = header
  if (edge && said) traceparent = `${header!.slice(0, -2)}${isSampled(said[1]!) ? '01' : '00'}`
  if (!said) {
    if (!url.startsWith('/api/') || Math.random() >= tracing.share) return {}
    const span = tracing
      .of(service)
      .startSpan(options.name, { kind: SpanKind.SERVER, attributes: options.attributes!, root: true }, ROOT_CONTEXT)
    return { span, traceparent: traceparentOf(span) }
  }
  const span = startSpan(traceparent, options)
  return { span, traceparent: span ? traceparentOf(span) : traceparent }
}
/** The last digits of a trace's id are random. */
const isSampled = (traceId: string) => Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < tracing!.share

export function endServerSpan(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) failed(span)
  span.end()
}

/** A transport with a span for each attempt of a call to `service`. */
export function traceTransport(transport: Transport, service: string): Transport {
  if (!tracing) return transport
  return {
    ...transport,
    async send(request) {
      const parent = context()?.traceparent
      const attributes = { 'http.request.method': request.method, 'peer.service': service }
      const span = startSpan(parent, { kind: 'CLIENT', service: 'bff', name: `${request.method} ${service}`, attributes })
      const traceparent = span ? traceparentOf(span) : parent
      try {
        const answer = await transport.send(traceparent ? { ...request, headers: { ...request.headers, traceparent } } : request)
        if (span) endServerSpan(span, answer.status)
        return answer
      } catch (error) {
        failed(span, (error as Error).message)
        span?.end()
        throw error
      }
    },
  }
}

type Row = { id: string; type: string; traceparent: string | null; created_at: Date }

/** Starts a span for each fact, from the time of its writing until `sent`; consumers continue from it. */
export function startSendSpans(rows: Row[]): { sent(): void } | undefined {
  if (!tracing) return undefined
  const spans = rows.flatMap((row) => {
    const [, service = ''] = row.type.split('.')
    const span = startSpan(row.traceparent, {
      kind: 'PRODUCER',
      service,
      name: `send ${topicOf(row.type)}`,
      attributes: factSpanAttributes(row),
      since: row.created_at,
    })
    if (!span) return []
    row.traceparent = traceparentOf(span)
    return [span]
  })
  return {
    sent() {
      for (const span of spans) span.end()
    },
  }
}

/** Runs `work` on a fact in a span, with the traceparent for its own facts and calls. */
export async function traceHandling<T>(
  service: string,
  fact: { id: string; type: string; traceparent?: string },
  work: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const name = `process ${topicOf(fact.type)}`
  const span = tracing && startSpan(fact.traceparent, { kind: 'CONSUMER', service, name, attributes: factSpanAttributes(fact) })
  try {
    return await work(span ? traceparentOf(span) : fact.traceparent)
  } catch (error) {
    failed(span, (error as Error).name)
    throw error
  } finally {
    span?.end()
  }
}

const factSpanAttributes = ({ id, type }: { id: string; type: string }): Attributes => ({
  'messaging.destination.name': topicOf(type),
  'lyceum.fact.type': type,
  'lyceum.fact.id': id,
})
