// vitest's globalSetup of the browser tests: one product for the whole run, with a school of people of every role and a course of theirs
// (world.ts). The demo school is created in it meanwhile, unless LYCEUM_DEMO is false.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../flows/start.ts'
import { filmFile } from '../media.ts'
import { makeWorld, type World } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    world: World
  }
}

/** Puts a short film in place of the demo film that no test opens: both cores have enough to do with the other one. */
function shortFilm(home: string): void {
  const folder = join(home, 'demo')
  mkdirSync(folder, { mode: 0o700 })
  filmFile(folder, 'a-way-into-the-mandelbrot-set.mp4', 2)
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { way, url, bytes, databases, log, stop } = await startProduct({
    way: 'one',
    name: 'e2e',
    env: { LYCEUM_DEMO: process.env.LYCEUM_DEMO ?? 'true' },
    furnish: shortFilm,
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
