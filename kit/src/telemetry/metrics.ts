// Prometheus metrics over OpenTelemetry's API: one meter per process, read by GET /metrics.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { bulkWaited } from '../jobs/precedence.ts'

export type Metrics = {
  /** Adds to a counter. Names end in _total. */
  count(name: string, labels?: Record<string, string>, by?: number): void
  /** Records a duration in seconds into a histogram. Names end in _seconds. */
  time(name: string, seconds: number, labels?: Record<string, string>): void
  /** A value read at each scrape. */
  gauge(name: string, read: () => number | undefined, labels?: Record<string, string>): void
  /** The metrics in Prometheus's text format. */
  text(): Promise<string>
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const meter = provider.getMeter('lyceum')
  const serializer = new PrometheusSerializer()
  const cached = <T>(make: (name: string) => T) => {
    const instruments = new Map<string, T>()
    return (name: string) => {
      let one = instruments.get(name)
      if (!one) instruments.set(name, (one = make(name)))
      return one
    }
  }
  const counter = cached((name) => meter.createCounter(name))
  const histogram = cached((name) => meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: bounds } }))
  const observable = cached((name) => meter.createObservableGauge(name))
  return {
    count: (name, labels, by = 1) => counter(name).add(by, labels),
    time: (name, seconds, labels) => histogram(name).record(seconds, labels),
    gauge: (name, read, labels) =>
      observable(name).addCallback((result) => {
        const value = read()
        if (value !== undefined) result.observe(value, labels)
      }),
    text: async () => serializer.serialize((await exporter.collect()).resourceMetrics),
  }
}

/** Gauges of the process: processor time, memory, the delay of its event loop, and the time for which work in bulk gave way to calls. */
export function watchProcess(metrics: Metrics): void {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  metrics.gauge('process_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('lyceum_bulk_waited_seconds_total', bulkWaited)
  metrics.gauge('process_resident_memory_bytes', () => process.memoryUsage.rss())
  // since the last scrape: a histogram over the whole life of the process would hide it
  metrics.gauge('lyceum_event_loop_seconds', () => {
    const delay = loop.percentile(99) / 1e9
    loop.reset()
    return delay
  })
}
