// Opens tracing, the same in both ways to run; settings have the names that OpenTelemetry gives them.
import { ConfigError, type Environment } from '@lyceum/kit/config'
import type { Log } from '@lyceum/kit/telemetry/log'
import { startTracing } from '@lyceum/kit/telemetry/tracing'

export async function openTracing(read: Environment, release: string, log: Log): Promise<{ close(): Promise<void> }> {
  const endpoint = read.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
  const encoded = read.map('OTEL_EXPORTER_OTLP_HEADERS')
  const headers = Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, decodeURIComponent(value)]))
  const share = Number(read.text('OTEL_TRACES_SAMPLER_ARG', '0.2'))
  if (!(share >= 0 && share <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  if (!endpoint) return { close: async () => {} }
  if (!/^https?:\/\//.test(endpoint)) throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
  return await startTracing({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, share, release, log })
}
