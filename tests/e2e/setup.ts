// vitest's globalSetup of the browser tests: one product for the whole run, with a school of people of every role and a course of theirs
// (world.ts). The long run has the demo school too, which is created meanwhile: of the short run's tests none looks at it.
import type { TestProject } from 'vitest/node'
import { freePorts, startProduct } from '../flows/start.ts'
import { smallFilms } from '../demo-films.ts'
import { makeWorld, type World } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    world: World
    /** A port of this machine at which the product finds DingTalk: a test starts a stand-in there. */
    messenger: number
    /** Likewise a server of meetings. */
    meetings: number
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const messenger = await freePorts(1)
  const meetings = await freePorts(1)
  const demo = process.env.LYCEUM_DEMO ?? String(Boolean(process.env.LYCEUM_LONG))
  const { way, url, bytes, databases, log, stop } = await startProduct({
    way: 'one',
    name: 'e2e',
    env: {
      LYCEUM_DEMO: demo,
      WORKPLACE_HOSTS: `dingtalk=http://127.0.0.1:${messenger}`,
      MEETING_HOSTS: `http://127.0.0.1:${meetings}`,
    },
    ...(demo === 'true' && { furnish: smallFilms }),
  })
  const product = { way, url, bytes, databases, log }
  try {
    project.provide('product', product)
    project.provide('messenger', messenger)
    project.provide('meetings', meetings)
    project.provide('world', await makeWorld(product))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
