// vitest's globalSetup of the browser tests: one product for the whole run, with a school of people of every role and a course of theirs
// (world.ts). The demo school is created in it meanwhile, unless LYCEUM_DEMO is false.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { filmFiles } from '../../tools/demo/content.ts'
import { startProduct } from '../flows/start.ts'
import { filmFile } from '../media.ts'
import { makeWorld, type World } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    world: World
  }
}

/** Puts a film of few and small pictures in place of those of the demo school: both cores have enough to do with the tests. */
function smallFilms(home: string): void {
  const folder = join(home, 'demo')
  mkdirSync(folder, { mode: 0o700 })
  const [first, ...others] = filmFiles
  const made = filmFile(folder, first!, 120, { size: '64x36', rate: 1 })
  for (const file of others) copyFileSync(made, join(folder, file))
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { way, url, bytes, databases, log, stop } = await startProduct({
    way: 'one',
    name: 'e2e',
    env: { LYCEUM_DEMO: process.env.LYCEUM_DEMO ?? 'true' },
    furnish: smallFilms,
  })
  const product = { way, url, bytes, databases, log }
  try {
    project.provide('product', product)
    project.provide('world', await makeWorld(product))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
