// vitest's globalSetup of the browser tests: one product with its demo school for the whole run. The main job has a school of its own in it; the demo school is made meanwhile.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../flows/start.ts'
import { filmFile } from '../media.ts'

/** The demo school makes the film that is looked at; the other one, which nobody opens here, is there already and short: both cores have enough to do. */
function shortFilm(home: string): void {
  const folder = join(home, 'demo')
  mkdirSync(folder, { mode: 0o700 })
  filmFile(folder, 'a-way-into-the-mandelbrot-set.mp4', 2)
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { way, url, bytes, databases, log, stop } = await startProduct({
    way: 'one',
    name: 'e2e',
    env: { LYCEUM_DEMO: 'true' },
    furnish: shortFilm,
  })
  project.provide('product', { way, url, bytes, databases, log })
  return stop
}
