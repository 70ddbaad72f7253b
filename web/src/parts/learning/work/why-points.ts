// Reasons of the points of my work in sentences: text keys with their values. Pure.
import type { TextKey } from '../../../i18n.ts'
import { decimalOf, sameDecimal, unitsOf } from '../rubrics/points.ts'
import type { Result } from './work-state.ts'

type Why = { key: TextKey<'work'>; params: Record<string, string> }

/** Before what was taken off for being late; undefined where there is nothing to say beyond the number. */
export function whyPoints({ points, max, earned, given, overridden, reason, criteria, parts, late_points: late }: Result): Why[] {
  if (points === null) return []
  const made = earned ?? points
  const said: Why[] = []
  const sums = criteria.flatMap((one) => one.points ?? [])
  if (parts.length > 0) said.push({ key: 'sumOfParts', params: { earned: made } })
  else if (sums.length > 0) {
    const total = decimalOf(sums.reduce((sum, one) => sum + (unitsOf(one) ?? 0n), 0n))
    said.push({ key: 'sumOfCriteria', params: { sum: sums.join(' + '), earned: total } })
    const marked = given ?? made
    if (!sameDecimal(total, marked)) {
      const capped = max !== null && sameDecimal(marked, max) && (unitsOf(total) ?? 0n) > (unitsOf(max) ?? 0n)
      said.push(capped ? { key: 'atMost', params: { max } } : { key: 'givenApart', params: { points: marked } })
    }
  } else if (given !== null && (overridden || (late !== null && Number(late) !== 0))) said.push({ key: 'earned', params: { earned: made } })
  if (parts.length === 0 && given !== null && earned !== null && !sameDecimal(given, earned))
    said.push({ key: 'ownPoints', params: { group: given, own: earned } })
  if (overridden) {
    said.push({ key: 'setByHand', params: { points } })
    if (reason) said.push({ key: 'setBecause', params: { reason } })
  }
  return said
}
