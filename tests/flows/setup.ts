// vitest's globalSetup of the flows: one product for the whole run, in the way that LYCEUM_WAY names. Tests keep apart by schools of their own.
import type { TestProject } from 'vitest/node'
import { type Address, startProduct } from './start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: Address
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ name: 'flows' })
  const { way, url, bytes, databases, log, env, home } = product
  project.provide('product', { way, url, bytes, databases, log, env, home })
  return product.stop
}
