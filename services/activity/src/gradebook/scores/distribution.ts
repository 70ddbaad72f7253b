// The distribution of scores: exact, from a sorted list. Pure.
import { fractionOf, over, rounded } from '../../points/fractions.ts'
import { unitsOf } from '../../points/decimals.ts'
import type { Statistics } from './api.ts'

const places = 2
const shown = (units: bigint, of = 1n) => trimmed(rounded(over(units, of * 10_000n), places))
const trimmed = (text: string) => text.replace(/\.?0+$/, '')

/** Between the two nearest, as far as the place is between theirs: the n-th of four parts. */
function quartile(sorted: readonly bigint[], nth: bigint): string {
  const place = BigInt(sorted.length - 1) * nth
  const low = Number(place / 4n)
  const [from, to] = [sorted[low]!, sorted[Math.min(low + 1, sorted.length - 1)]!]
  return shown(from * (4n - (place % 4n)) + to * (place % 4n), 4n)
}

/** Of points in ascending order; `most`: what is possible. */
export function distributionOf(points: readonly string[], most: string): Omit<Statistics, 'item_id'> {
  const sorted = points.map(unitsOf)
  const bins = Array.from({ length: 10 }, () => 0)
  if (sorted.length === 0)
    return { count: 0, mean: null, median: null, lower_quartile: null, upper_quartile: null, lowest: null, highest: null, bins }
  const possible = unitsOf(most)
  for (const one of sorted) bins[possible === 0n ? 9 : Math.min(9, Number((one * 10n) / possible))]!++
  return {
    count: sorted.length,
    mean: shown(
      sorted.reduce((sum, one) => sum + one, 0n),
      BigInt(sorted.length),
    ),
    median: quartile(sorted, 2n),
    lower_quartile: quartile(sorted, 1n),
    upper_quartile: quartile(sorted, 3n),
    lowest: trimmed(rounded(fractionOf(points[0]!), places)),
    highest: trimmed(rounded(fractionOf(points.at(-1)!), places)),
    bins,
  }
}
