// vitest's globalSetup of the flows: one product for the whole run, in the way that LYCEUM_WAY names. Each test uses a school of its own.
import type { TestProject } from 'vitest/node'
import { type Address, freePorts, startProduct } from './start.ts'
import { startTraceReceiver } from './trace-receiver.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: Address
    /** The address of the receiver of its traces. */
    traces: string
    /** A port of this machine at which the product finds DingTalk: a test starts a stand-in there. */
    messenger: number
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const traces = await startTraceReceiver()
  const messenger = await freePorts(1)
  const env = {
    WORKPLACE_HOSTS: `dingtalk=http://127.0.0.1:${messenger}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    OTEL_TRACES_SAMPLER_ARG: '0.00001',
  }
  const product = await startProduct({ name: 'flows', env })
  const { way, url, bytes, databases, log, home, stop } = product
  project.provide('product', { way, url, bytes, databases, log, env: product.env, home })
  project.provide('traces', traces.url)
  project.provide('messenger', messenger)
  return async () => {
    await stop()
    await traces.stop()
  }
}
