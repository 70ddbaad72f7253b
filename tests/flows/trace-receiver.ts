// An OTLP receiver over HTTP: keeps the received spans, and answers those of a trace.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as OTLP's JSON writes it. */
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
type ExportRequest = {
  resourceSpans: { resource: { attributes: Sent['attributes'] }; scopeSpans: { spans: Sent[] }[] }[]
}
export type ReceivedSpan = {
  service: string
  name: string
  id: string
  parent: string
  attributes: Record<string, string | number | undefined>
  failed: boolean
}

const valuesOf = (list: Sent['attributes']) =>
  Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue] as const))

export async function startTraceReceiver(): Promise<{ url: string; stop(): Promise<void> }> {
  const traces = new Map<string, ReceivedSpan[]>()
  const keep = ({ resourceSpans }: ExportRequest) => {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        traces.set(span.traceId, [
          ...(traces.get(span.traceId) ?? []),
          {
            service: String(valuesOf(resource.attributes)['service.name']),
            name: span.name,
            id: span.spanId,
            parent: span.parentSpanId ?? '',
            attributes: valuesOf(span.attributes),
            failed: span.status.code === 2,
          },
        ])
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/v1/traces') keep((await json(request)) as ExportRequest)
    const asked = /^\/traces\/(\w+)$/.exec(request.url ?? '')?.[1]
    response.setHeader('content-type', 'application/json').end(JSON.stringify(asked ? (traces.get(asked) ?? []) : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}
