// vitest's globalSetup of the tests of every page: one product without a demo school, and one school with a course in it.
import type { TestProject } from 'vitest/node'
import { startProduct } from '../flows/start.ts'
import { makeWorld, type World } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    world: World
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { way, url, bytes, databases, log, stop } = await startProduct({ way: 'one', name: 'pages' })
  try {
    project.provide('product', { way, url, bytes, databases, log })
    project.provide('world', await makeWorld({ way, url, bytes, databases, log }))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
