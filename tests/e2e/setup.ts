// vitest's globalSetup of the browser tests: one product with its demo school for the whole run. The main job has a school of its own in it; the demo school is made meanwhile.
import type { TestProject } from 'vitest/node'
import { startProduct } from '../flows/start.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { way, url, bytes, databases, log, stop } = await startProduct({ way: 'one', name: 'e2e', env: { LYCEUM_DEMO: 'true' } })
  project.provide('product', { way, url, bytes, databases, log })
  return stop
}
