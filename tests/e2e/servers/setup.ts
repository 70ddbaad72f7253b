// vitest's globalSetup of the browser tests that need real servers: one product over PostgreSQL, Kafka, Redis and S3.
import type { TestProject } from 'vitest/node'
import { startProduct } from '../../flows/start.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { way, url, bytes, databases, env, log, stop } = await startProduct({ way: 'servers', name: 'e2e-servers' })
  project.provide('product', { way, url, bytes, databases, env, log })
  return stop
}
