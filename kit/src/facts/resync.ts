// Resync: the state of every row is emitted again after a restore, when the topics are empty or hold facts of rows that no longer exist.
// Facts of states (…Changed) are used, so that nobody is notified a second time; each raises its row's version, so that it is the newest.
import { type Database, rows, type Tx } from '../database/database.ts'
import { nextVersion } from './outbox.ts'

/** Emits a batch of the rows after this id (oldest first; '' is before the first); returns the last id, undefined when there was none. */
export type ResyncStep<Client extends Tx = any> = (tx: Client, after: string) => Promise<string | undefined>
/** The steps of a service, by name, in this order: rows before those that refer to them. */
export type ResyncSteps<Client extends Tx = any> = Record<string, ResyncStep<Client>>

/** Rows of one batch, which is one transaction. */
export const resyncBatch = 200
/** Sorts before every UUID. */
export const zeroId = '00000000-0000-0000-0000-000000000000'

/** Ids of the next rows of a table, in order; `table` is never input. */
export const nextIds = async (tx: Tx, table: string, after: string): Promise<string[]> =>
  ids(await rows<{ id: string }>(tx, `select id::text from ${table} where id > $1 order by id limit ${resyncBatch}`, after || zeroId))

/** The same, with their versions raised, so that the facts emitted now are the newest. */
export const raiseVersions = async (tx: Tx, table: string, after: string): Promise<string[]> =>
  ids(
    await rows<{ id: string }>(
      tx,
      `update ${table} set version = ${nextVersion()} where id in (
         select id from ${table} where id > $1 order by id limit ${resyncBatch} for update) returning id::text`,
      after || zeroId,
    ),
  ).sort()
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

/** Runs all steps, a transaction a batch; returns the number of batches by step. After an interruption it can be repeated: a second fact of a row changes nothing. */
export async function resync<Client extends Tx>(db: Database<Client>, steps: ResyncSteps<Client>): Promise<Record<string, number>> {
  const batches: Record<string, number> = {}
  for (const [name, step] of Object.entries(steps)) {
    let after: string | undefined = ''
    let count = 0
    for (; ; count++) {
      const from: string = after
      after = await db.$transaction((tx) => step(tx, from), { timeout: 60_000 })
      if (after === undefined) break
    }
    batches[name] = count
  }
  return batches
}
