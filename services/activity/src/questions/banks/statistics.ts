// Statistics of questions after an exam. Pure: shares of the points from 0 to 1, by question and attempt.

/** The shares that one attempt earned, by question; null where it was not asked or is not marked yet. */
export type AttemptRow = { shares: Readonly<Record<string, number | null>>; chosen?: Readonly<Record<string, readonly string[]>> }

export type ItemStatistics = {
  answers: number
  /** The mean share; null without answers. */
  difficulty: number | null
  /** Point-biserial: how the share goes with the sum of the other questions, from -1 to 1; null where one of both is the same for all. */
  discrimination: number | null
  /** The number of answers with each value by which answers are counted. */
  counts: Record<string, number>
}

/** Pearson's correlation; null where one of both does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length
  if (n < 2) return null
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / n
  const [x, y] = [mean(0), mean(1)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [a, b] of pairs) {
    xy += (a - x) * (b - y)
    xx += (a - x) ** 2
    yy += (b - y) ** 2
  }
  const spread = Math.sqrt(xx * yy)
  return spread < 1e-12 ? null : Math.max(-1, Math.min(1, xy / spread))
}

const variance = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}

/**
 * Cronbach's alpha of the questions that every attempt has, at most 1; null with fewer than two questions or attempts, and where all sums are
 * the same. `points` weighs the shares; left out: each alike.
 */
export function reliability(attempts: readonly AttemptRow[], points: Readonly<Record<string, number>> = {}): number | null {
  const keys = Object.keys(attempts[0]?.shares ?? {}).filter((key) => attempts.every(({ shares }) => typeof shares[key] === 'number'))
  if (keys.length < 2 || attempts.length < 2) return null
  const earned = (attempt: AttemptRow, key: string) => attempt.shares[key]! * (points[key] ?? 1)
  const whole = variance(attempts.map((attempt) => keys.reduce((sum, key) => sum + earned(attempt, key), 0)))
  if (whole < 1e-12) return null
  const parts = keys.reduce((sum, key) => sum + variance(attempts.map((attempt) => earned(attempt, key))), 0)
  return (keys.length / (keys.length - 1)) * (1 - parts / whole)
}

/** By the key of the question. */
export function itemStatistics(
  attempts: readonly AttemptRow[],
  points: Readonly<Record<string, number>> = {},
): Map<string, ItemStatistics> {
  const found = new Map<string, { pairs: [number, number][]; counts: Record<string, number> }>()
  for (const { shares, chosen = {} } of attempts) {
    const marked = Object.entries(shares).filter((entry): entry is [string, number] => entry[1] !== null)
    const whole = marked.reduce((sum, [key, share]) => sum + share * (points[key] ?? 1), 0)
    for (const [key, share] of marked) {
      const item = found.get(key) ?? { pairs: [], counts: {} }
      found.set(key, item)
      item.pairs.push([share, whole - share * (points[key] ?? 1)])
    }
    for (const [key, values] of Object.entries(chosen)) {
      const item = found.get(key) ?? { pairs: [], counts: {} }
      found.set(key, item)
      for (const value of values) item.counts[value] = (item.counts[value] ?? 0) + 1
    }
  }
  return new Map(
    [...found].map(([key, { pairs, counts }]) => [
      key,
      {
        answers: pairs.length,
        difficulty: pairs.length === 0 ? null : pairs.reduce((sum, [share]) => sum + share, 0) / pairs.length,
        discrimination: correlation(pairs),
        counts,
      },
    ]),
  )
}
