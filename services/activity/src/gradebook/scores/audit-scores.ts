// The audit lines of scores: one for each that changed, whoever or whatever changed it.
import { audit } from '@lyceum/kit/audit/audit'
import type { Tx } from '@lyceum/kit/database/database'
import type {} from '../../audit-actions.ts'
import type { StoredBook } from './book.ts'
import { keyOf, type Gradebook, type ScoreRow, textOf } from './score-row.ts'

/** Of an item whose students are still anonymous, the line names none. */
export function auditScores(
  tx: Tx,
  { org, course }: Gradebook,
  { items }: Pick<StoredBook, 'items'>,
  before: ReadonlyMap<string, ScoreRow>,
  written: readonly ScoreRow[],
): Promise<void> {
  const hidden = new Set(items.flatMap(({ id, anonymous, released }) => (anonymous && !released ? [id] : [])))
  return audit(
    tx,
    written
      .filter((row) => textOf(row) !== textOf(before.get(keyOf(row))))
      .map((row) => ({
        action: 'score.changed',
        subject: `scoreItem:${row.item_id}`,
        ...(!hidden.has(row.item_id) && { person: row.person_id }),
        org,
        course,
        before: { points: textOf(before.get(keyOf(row))) },
        after: { points: textOf(row) },
      })),
  )
}
