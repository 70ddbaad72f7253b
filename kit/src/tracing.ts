// Traces by OpenTelemetry: what became of one call, over all that it reached. Off until they are asked for: then nothing of the library's
// working parts is loaded, and a trace that somebody else keeps is only handed on.
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer, TraceFlags } from '@opentelemetry/api'
import { context } from './context.ts'
import { topicOf } from './facts.ts'
import type { Log } from './log.ts'
import type { Transport } from './transport.ts'

export type { Span } from '@opentelemetry/api'
export type TracingOptions = {
  /** Of an OTLP receiver over HTTP, /v1/traces included. */
  url: string
  headers?: Record<string, string>
  /** Of the traces that begin at our doors, 0 to 1. */
  share: number
  release: string
  log: Log
}

let tracing: { share: number; of(service: string): Tracer } | undefined

/** Spans are sent this long after they end, milliseconds; more than `waiting` are not kept for a receiver that is away. */
const delay = 1000
const waiting = 10_000

/** From now on, in this process. `close` sends what is left. */
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
  let said = 0
  const warn = (reason: string) => {
    if (Date.now() - said < 60_000) return
    said = Date.now()
    log.warn({ reason: reason.slice(0, 300) }, 'traces are lost')
  }
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN)
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url, headers: headers ?? {} }),
    scheduledDelayMillis: delay,
    maxQueueSize: waiting,
  })
  const tracers = new Map<string, Tracer>()
  // one process may be many services, and is shown as them
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

type Begun = { kind: keyof typeof SpanKind; service: string; name: string; attributes?: Attributes; since?: Date }

/** A part of the trace that `traceparent` names; undefined where that trace is not kept. */
function begin(traceparent: string | null | undefined, { kind, service, name, attributes = {}, since }: Begun): Span | undefined {
  const [, traceId = '', spanId = '', flags = ''] = (tracing && traceparent && wellFormed.exec(traceparent)) || []
  if (!tracing || !(Number.parseInt(flags, 16) & 1)) return undefined
  const parent = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
  return tracing.of(service).startSpan(name, { kind: SpanKind[kind], attributes, ...(since && { startTime: since }) }, parent)
}

const failed = (span: Span | undefined, message?: string) => span?.setStatus({ code: SpanStatusCode.ERROR, ...(message && { message }) })

export type Received = { traceparent?: string | undefined; span?: Span | undefined }
type Call = { id: string; method: string; url: string; route: string | undefined; service: string }

/**
 * A call that has come in. Nobody outside decides what is kept: at a `door` it depends on the trace's id alone, so that all doors decide
 * alike; a call of the API that names no trace begins one.
 */
export function received(given: string | undefined, { id, method, url, route, service }: Call, door: boolean): Received {
  const said = given && wellFormed.exec(given)
  if (!tracing) return { traceparent: said ? given : undefined }
  if (!door && !said) return {}
  const about: Begun = {
    kind: 'SERVER',
    service,
    name: `${method} ${route ?? 'unknown'}`,
    attributes: { 'http.request.method': method, 'http.route': route ?? 'unknown', 'lyceum.request_id': id },
  }
  let traceparent = given
  if (door && said) traceparent = `${given!.slice(0, -2)}${keeps(said[1]!) ? '01' : '00'}`
  if (!said) {
    if (!url.startsWith('/api/') || Math.random() >= tracing.share) return {}
    const span = tracing
      .of(service)
      .startSpan(about.name, { kind: SpanKind.SERVER, attributes: about.attributes!, root: true }, ROOT_CONTEXT)
    return { span, traceparent: traceparentOf(span) }
  }
  const span = begin(traceparent, about)
  return { span, traceparent: span ? traceparentOf(span) : traceparent }
}
/** The last digits of a trace's id are random. */
const keeps = (traceId: string) => Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < tracing!.share

export function answered(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) failed(span)
  span.end()
}

/** Each try of a call on its way to `service`. */
export function traced(transport: Transport, service: string): Transport {
  if (!tracing) return transport
  return {
    ...transport,
    async send(asked) {
      const parent = context()?.traceparent
      const attributes = { 'http.request.method': asked.method, 'peer.service': service }
      const span = begin(parent, { kind: 'CLIENT', service: 'bff', name: `${asked.method} ${service}`, attributes })
      const traceparent = span ? traceparentOf(span) : parent
      try {
        const answer = await transport.send(traceparent ? { ...asked, headers: { ...asked.headers, traceparent } } : asked)
        if (span) answered(span, answer.status)
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

/** Facts on their way to their topic: each has a span from when it was written until `sent`, and who reads it goes on from there. */
export function sending(rows: Row[]): { sent(): void } | undefined {
  if (!tracing) return undefined
  const spans = rows.flatMap((row) => {
    const [, service = ''] = row.type.split('.')
    const span = begin(row.traceparent, {
      kind: 'PRODUCER',
      service,
      name: `send ${topicOf(row.type)}`,
      attributes: aboutFact(row),
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

/** `work` on a fact, with the trace that what follows from it belongs to. */
export async function handling(
  service: string,
  fact: { id: string; type: string; traceparent?: string },
  work: (traceparent: string | undefined) => Promise<unknown>,
): Promise<void> {
  const name = `process ${topicOf(fact.type)}`
  const span = tracing && begin(fact.traceparent, { kind: 'CONSUMER', service, name, attributes: aboutFact(fact) })
  try {
    await work(span ? traceparentOf(span) : fact.traceparent)
  } catch (error) {
    failed(span, (error as Error).name)
    throw error
  } finally {
    span?.end()
  }
}

const aboutFact = ({ id, type }: { id: string; type: string }): Attributes => ({
  'messaging.destination.name': topicOf(type),
  'lyceum.fact.type': type,
  'lyceum.fact.id': id,
})
