// The journal of an attempt: the newest entries as they were sent, for 90 days. It answers a teacher's question about what a package has reported.
import { run, type Tx } from '@lyceum/kit/database/database'
import type { Refused } from '../package-rules/merge.ts'
import type { Entry } from './api.ts'

/** Entries of an attempt that stay. */
const mostEntries = 500
/** So many more before the oldest go: not each save deletes. */
const slack = 100
const longestValue = 200
const lifetime = 90 * 86_400_000

export type JournalLine = {
  seq: number
  sco: string
  at: string
  elements: Record<string, string>
  ended: boolean
  refused: Record<string, string>
}

const plain = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
const shortened = (value: string) => {
  const text = plain(value)
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text
}

/** The time of the device is taken where it can be: not before the attempt, and not in the future. */
export function lineOf({ seq, sco, at, set, end }: Entry, refused: readonly Refused[], started: Date, now: Date): JournalLine {
  const time = at === undefined ? Number.NaN : Date.parse(at)
  const isPossible = time >= started.getTime() && time <= now.getTime()
  return {
    seq,
    sco,
    at: (isPossible ? new Date(time) : now).toISOString(),
    elements: Object.fromEntries(Object.entries(set).map(([element, value]) => [plain(element), shortened(value)])),
    ended: end ?? false,
    refused: Object.fromEntries(refused.map(({ element, fault }) => [plain(element), fault])),
  }
}

/** Deletes what is beyond the newest, once there is enough of it; `noted`: how many there may be. */
export async function trimJournal(tx: Tx, attempt: string, noted: number): Promise<void> {
  if (noted <= mostEntries + slack) return
  await run(
    tx,
    `with old as (delete from sco_journal where attempt_id = $1 and seq <= (
       select seq from sco_journal where attempt_id = $1 order by seq desc offset ${mostEntries} limit 1))
     update package_attempts set noted = ${mostEntries} where id = $1`,
    attempt,
  )
}

/** Deletes at most `size` entries older than 90 days; returns their number. */
export const deleteOldEntries = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `delete from sco_journal where ctid = any(array(select ctid from sco_journal where at < $1::timestamptz limit $2::int))`,
    new Date(now.getTime() - lifetime),
    size,
  )
