// A student's subtotal of a category, in per cent, by the rules that the results are calculated with; for the rows that are seen.
import { over, rounded } from '@lyceum/activity/points/fractions'
import { calculate, groupsOf } from '@lyceum/activity/gradebook/scores/rules'
import { unitsOf } from '../../../parts/learning/rubrics/points.ts'
import type { Gradebook } from '../../../parts/learning/scores/queries.ts'
import { excused, pointsOfValue, type Row, shownCell } from './book.ts'

/** Row → category → per cent, with the digits of the policy; null before anything counts. */
export function subtotalsOf({ policy, categories, items }: Pick<Gradebook, 'policy' | 'categories' | 'items'>) {
  const groups = groupsOf({
    aggregation: policy.aggregation,
    categories: categories.map(({ id, name, weight, drop, keep }) => ({ id, title: name, weight: unitsOf(weight) ?? 0n, drop, keep })),
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      category: item.category_id,
      points: unitsOf(item.points) ?? 0n,
      extraCredit: item.extra_credit,
      neverDrop: item.never_drop,
    })),
  })
  const known = new WeakMap<Row, Map<string, string | null>>()
  return (row: Row): ReadonlyMap<string, string | null> => {
    let found = known.get(row)
    if (!found) {
      const scores = new Map(
        items.map((item) => {
          const { value } = shownCell(row, item)
          const points = pointsOfValue(value)
          return [item.id, { points: points === null ? null : (unitsOf(points) ?? null), state: value === excused ? 'excused' : '' }]
        }),
      )
      found = new Map(
        calculate(groups, scores).groups.map(({ category, points, most }) => [
          category.id,
          most > 0n ? rounded(over(100n * points, most), policy.digits) : null,
        ]),
      )
      known.set(row, found)
    }
    return found
  }
}
