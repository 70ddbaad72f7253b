// Rows that the facts of one batch have in common: gathered while its handlers run, written in one statement at its end, in the same transaction.
import type { Tx } from '../database/database.ts'

type Write<Row> = (tx: Tx, rows: Row[]) => Promise<unknown>
type Gathered = Map<Write<never>, unknown[]>
const batches = new WeakMap<Tx, { first: Gathered; last: Gathered }>()

/** Begins a batch: from now on `gather` keeps the rows of this transaction for writeGathered. */
export const beginBatch = (tx: Tx): void => void batches.set(tx, { first: new Map(), last: new Map() })

/**
 * Adds a row to those that `write` gets at the end of the batch, in the order of their facts; outside of a batch it gets this one at once. Later
 * facts of the batch do not find the row yet. `last`: what others gather is written before, whichever fact came first.
 */
export async function gather<Row>(tx: Tx, write: Write<Row>, row: Row, { last = false } = {}): Promise<void> {
  const batch = batches.get(tx)?.[last ? 'last' : 'first']
  if (!batch) return void (await write(tx, [row]))
  const rows = batch.get(write as Write<never>)
  if (rows) rows.push(row)
  else batch.set(write as Write<never>, [row])
}

/** Writes all that was gathered; throws the error of the first that fails. */
export async function writeGathered(tx: Tx): Promise<void> {
  const batch = batches.get(tx)
  batches.delete(tx)
  for (const [write, rows] of batch ? [...batch.first, ...batch.last] : []) await (write as Write<unknown>)(tx, rows)
}
