// A consistent snapshot of several databases: it is taken while no fact can be committed and no position can move, so that every applied fact
// is also in its producer's database. Writers wait for it some milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Snapshot<T> = {
  /** A session of each database, which reads its state at that moment. */
  clients: Map<string, pg.Client>
  at: Date
  /** Milliseconds for which writes were held. */
  held: number
  /** The result of `readWhileHeld`. */
  answer: T
}

/** Locks positions and outbox: facts are written to the outbox, and positions move with the changes of consumers. In this order, as a
 *  consumer takes them. */
const hold = 'lock table kit.positions, kit.outbox in share mode'
const tries = 100

/** Takes the snapshot; `readWhileHeld` runs while writes are held and must be quick. The caller ends the clients. */
export async function snapshotOf<T>(urls: Map<string, string>, readWhileHeld: () => Promise<T>): Promise<Snapshot<T>> {
  const open = () =>
    new Map(
      [...urls].map(([name, url]) => {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
        client.on('error', () => {}) // thrown by the query that awaits it
        return [name, client] as const
      }),
    )
  const close = (clients: Map<string, pg.Client>) => Promise.all([...clients.values()].map((client) => client.end().catch(() => {})))
  const [holders, clients] = [open(), open()]
  const all = (of: Map<string, pg.Client>, ...statements: string[]) =>
    Promise.all(
      [...of.values()].map(async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    )
  try {
    await Promise.all([...holders.values(), ...clients.values()].map((client) => client.connect()))
    for (let attempt = 1; ; attempt++) {
      try {
        // do not wait for a long transaction while all others wait for these locks
        await all(holders, 'begin', `set local lock_timeout = '500ms'`)
        const start = performance.now()
        await all(holders, hold)
        await all(clients, 'begin isolation level repeatable read read only', 'select 1')
        const answer = await readWhileHeld()
        const { rows } = await [...clients.values()][0]!.query<{ at: Date }>('select clock_timestamp() as at')
        await all(holders, 'rollback')
        return { clients, at: rows[0]!.at, held: performance.now() - start, answer }
      } catch (error) {
        if (!['55P03', '40P01'].includes((error as { code?: string }).code ?? '') || attempt === tries) throw error
        await all(holders, 'rollback').catch(() => {})
        await all(clients, 'rollback').catch(() => {})
        await sleep(50 + 100 * Math.random())
      }
    }
  } catch (error) {
    await close(clients)
    throw error
  } finally {
    await close(holders)
  }
}
