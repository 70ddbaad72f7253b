// One moment of several databases: while no fact can be committed anywhere and no position move, a snapshot of each is taken. What one
// database has heard of another is then in both, whatever was being written. Writers wait for it some milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Moment<T> = {
  /** A session of each database that sees it as it was then, whatever is written meanwhile. */
  clients: Map<string, pg.Client>
  at: Date
  /** Milliseconds for which writes were held. */
  held: number
  /** What was asked while they were held. */
  answer: T
}

/** Facts are written to the outbox and positions move with what they made: with both held, nothing that others hear of can change. In this
 *  order, as a consumer takes them. */
const hold = 'lock table kit.positions, kit.outbox in share mode'
const tries = 100

/** `meanwhile` is asked while everything is held: it must be quick. The caller ends the clients. */
export async function snapshotOf<T>(urls: Map<string, string>, meanwhile: () => Promise<T>): Promise<Moment<T>> {
  const open = () =>
    new Map(
      [...urls].map(([name, url]) => {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
        client.on('error', () => {}) // said by the query that waits for it
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
        // a long transaction is not waited for while all others wait for us
        await all(holders, 'begin', `set local lock_timeout = '500ms'`)
        const began = performance.now()
        await all(holders, hold)
        await all(clients, 'begin isolation level repeatable read read only', 'select 1')
        const answer = await meanwhile()
        const { rows } = await [...clients.values()][0]!.query<{ at: Date }>('select clock_timestamp() as at')
        await all(holders, 'rollback')
        return { clients, at: rows[0]!.at, held: performance.now() - began, answer }
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
