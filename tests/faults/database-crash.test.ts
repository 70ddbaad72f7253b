// The crash of one database session, and a stop while the database recovers from it: it always ends, and starts again with all that was committed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningProcess } from '@lyceum/kit/child-processes'
import { startPostgres } from '@lyceum/kit/postgres/postgres'
import { scaled } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

// the stop has to meet the recovery, which may take a millisecond or a second
const pauses = process.env.LYCEUM_LONG
  ? Array.from({ length: 50 }, (_, nth) => (nth < 35 ? nth * 10 : Math.round(((nth - 34) / 15) * 6000)))
  : [0, 20, 300]
/** Milliseconds for a stop in order; ten seconds in the product, of which a test must not wait for each. */
const patience = 1500

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lyceum-crash-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // the crash ends every session
  await client.connect()
  return await work(client).finally(() => client.end().catch(() => {}))
}

test(
  `after the crash of a session and a stop meanwhile, it starts again with all rows: ${pauses.length} times`,
  async () => {
    const folder = join(home, 'postgres')
    const ended = { inOrder: 0, atOnce: 0 }
    for (const [round, pause] of pauses.entries()) {
      const server = await startPostgres({ folder, patience })
      const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
      await connected(server.url('postgres'), async (client) => {
        await client.query('create table if not exists kept (round int primary key, filler text)')
        const { rows } = await client.query<{ n: number }>('select count(*)::int as n from kept')
        expect(rows).toEqual([{ n: round }])
        await client.query(`insert into kept select $1, repeat('x', 100000)`, [round])
        const session = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        process.kill(session.rows[0]!.pid, 'SIGKILL')
        await sleep(pause)
      })
      const began = performance.now()
      await server.stop()
      if (performance.now() - began < patience) ended.inOrder++
      else ended.atOnce++
      expect(await runningProcess(pid)).toBeUndefined()
    }
    console.info(`${ended.inOrder} stops in order, ${ended.atOnce} at once`)
    const server = await startPostgres({ folder, patience })
    const rows = await connected(server.url('postgres'), async (client) => (await client.query('select round from kept order by 1')).rows)
    expect(rows.map(({ round }) => round)).toEqual(pauses.map((_, round) => round))
    await server.stop()
  },
  scaled(pauses.length * 12_000),
)
