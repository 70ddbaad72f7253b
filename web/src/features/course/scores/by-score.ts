// Students of the gradebook by their score in an item or in the total: below a number, or without one. Pure.
import { unitsOf } from '../../../parts/learning/rubrics/points.ts'
import { type Item, type Row, shownCell } from './book.ts'

/** Items whose scores are not hidden from who marks: in others everybody would be without one. */
export const scoredItems = (items: readonly Item[]): Item[] => items.filter(({ anonymous, released }) => !anonymous || released)

/** Without `item` by the total. `below` null: those without a score, the excused aside; a text that is no decimal finds nobody. */
export function byScore(rows: readonly Row[], item: Item | undefined, below: string | null): Row[] {
  const limit = unitsOf(below)
  return rows.filter((row) => {
    const value = item ? shownCell(row, item).value : (row.student.result.percent ?? '')
    const score = unitsOf(value)
    return below === null ? value === '' : limit !== undefined && score !== undefined && score < limit
  })
}
