// Telling anew what is true of every row: after a restore the topics are empty, or know of what the databases no longer do. Facts of
// states (…Changed) are used, so that nobody is notified of it a second time; each raises its row's version, so that it is the newest.
import { type Database, rows, type Tx } from './db.ts'
import { nextVersion } from './outbox.ts'

/** Tells the rows after this id (oldest first; '' is before the first), a few hundred; answers the last id, undefined when there was none. */
export type RetellStep<Client extends Tx = any> = (tx: Client, after: string) => Promise<string | undefined>
/** What a service tells anew, by name, in this order: rows before those that speak of them. */
export type Retelling<Client extends Tx = any> = Record<string, RetellStep<Client>>

/** How many rows a step takes at once: one transaction each. */
export const retellAtOnce = 200
/** Before every UUID. */
export const afterNothing = '00000000-0000-0000-0000-000000000000'

/** The next rows of a table of ours, in order; `table` is never somebody's input. */
export const nextIds = async (tx: Tx, table: string, after: string): Promise<string[]> =>
  ids(
    await rows<{ id: string }>(
      tx,
      `select id::text from ${table} where id > $1::uuid order by id limit ${retellAtOnce}`,
      after || afterNothing,
    ),
  )

/** The same, their versions raised: what is told of them now is the newest. */
export const raiseNext = async (tx: Tx, table: string, after: string): Promise<string[]> =>
  ids(
    await rows<{ id: string }>(
      tx,
      `update ${table} set version = ${nextVersion()} where id in (
         select id from ${table} where id > $1::uuid order by id limit ${retellAtOnce} for update) returning id::text`,
      after || afterNothing,
    ),
  ).sort()
const ids = (found: { id: string }[]) => found.map(({ id }) => id)

/** Each batch is a transaction: interrupted, it can be begun again; a row told twice changes nothing. */
export async function retell<Client extends Tx>(db: Database<Client>, steps: Retelling<Client>): Promise<Record<string, number>> {
  const batches: Record<string, number> = {}
  for (const [what, step] of Object.entries(steps)) {
    let after: string | undefined = ''
    let n = 0
    for (; ; n++) {
      const from: string = after
      after = await db.$transaction((tx) => step(tx, from), { maxWait: 5000, timeout: 60_000 })
      if (after === undefined) break
    }
    batches[what] = n
  }
  return batches
}
