// A service of imports with a stand-in of the owners, and the steps of an import, for tests.
import type { Actor } from '@lyceum/kit/calls/actor'
import { actorOf } from '@lyceum/kit/test/actors'
import { type TestService, testService, testWorld } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Run, RunLine } from '../data-imports/api.ts'
import { service } from '../service.ts'
import { SchoolOfOwners } from './school-of-owners.ts'

export type Rosters = Awaited<ReturnType<typeof testRosters>>

/** Milliseconds until a run of tests has ended; of one with a million lines much longer. */
export async function testRosters({ settling = 30_000 } = {}) {
  const owners = new SchoolOfOwners()
  const world = await testWorld({ env: { BYTES_URL: await owners.open() } })
  const it: TestService = await testService(service, { world: { ...world, door: owners.door } })
  const db = new pg.Pool({ connectionString: it.databaseUrl, max: 3 })
  let actor: Actor
  /** Each in a school of its own: one run at a time is permitted. */
  const begin = () => {
    owners.things.clear()
    owners.calls.length = 0
    owners.onCall = () => undefined
    owners.forbids = 'forbidden'
    owners.judge = () => undefined
    owners.onRead = () => undefined
    actor = actorOf({ roles: ['admin'] })
    return actor
  }
  const send = async (method: string, url: string, body?: unknown, by: Actor = actor) =>
    await it.call(by, method, url, body, { 'lyceum-delegation': 'a-session' })
  const read = async (id: string): Promise<Run> => (await send('GET', `/api/data-import/${id}`)).body
  /** The run once its task has ended. */
  const settled = (id: string) =>
    until(async () => {
      const run = await read(id)
      return ['checking', 'applying', 'undoing'].includes(run.state) ? undefined : run
    }, settling)
  const start = (kind: string, content: string | Uint8Array | string[], more: object = {}) => {
    const uploads = Array.isArray(content) ? content : [owners.upload(`${kind}.csv`, content)]
    return send('POST', '/api/data-import', { kind, upload_ids: uploads, mode: 'whole', ...more })
  }
  const check = async (kind: string, content: string | Uint8Array | string[], more: object = {}): Promise<Run> => {
    const { status, body } = await start(kind, content, more)
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return await settled(body.id)
  }
  const apply = async ({ id, version }: Pick<Run, 'id' | 'version'>, removals?: number): Promise<Run> => {
    const { status, body } = await send('POST', `/api/data-import/${id}/apply`, { version, ...(removals !== undefined && { removals }) })
    if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
    return await settled(id)
  }
  const lines = async (id: string, conditions: object = {}): Promise<RunLine[]> => {
    const query = new URLSearchParams({ page_size: '100', conditions: JSON.stringify(conditions) })
    return (await send('GET', `/api/data-import/${id}/lines?${query}`)).body.items
  }
  const stop = async () => {
    await db.end()
    await it.stop()
    owners.close()
  }
  return { owners, it, db, begin, send, read, settled, start, check, apply, lines, stop }
}

/** The counts of a kind that are not 0. */
export const counted = ({ counts }: Run, kind: string) => {
  const { kind: _, ...rest } = counts.find((one) => one.kind === kind)!
  return Object.fromEntries(Object.entries(rest).filter(([, n]) => n > 0))
}
