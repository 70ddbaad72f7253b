// The score of a work from the parts of its evaluation. Pure and exact.
import { type Fraction, fractionOf, over, plus, rounded, zero } from '../../points/fractions.ts'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import type { Weights } from '../../types/activity-types/definition.ts'

/** The points of each part, exact; null: nobody has given them. */
export type Parts = { [K in keyof Weights]: Fraction | null }

export const partNames = ['teacher', 'self', 'peer'] as const

export const exactly = (points: string | null): Fraction | null => (points === null ? null : fractionOf(points))

/** Of reviews that gave points; null where none did. */
export const mean = (points: readonly string[]): Fraction | null =>
  points.length === 0
    ? null
    : over(
        points.map(unitsOf).reduce((sum, one) => sum + one, 0n),
        10_000n * BigInt(points.length),
      )

/** '8.3333': with four places, half up, without zeros at the end. */
export const placed = (points: Fraction | null): string | null => (points === null ? null : pointsOf(unitsOf(rounded(points, 4))))

/**
 * The points of all parts together; null until the teacher has given theirs, where that counts, and while no part is given. The weight of a part that
 * nobody has given goes to the others.
 */
export function pointsOfParts(weights: Weights, parts: Parts): string | null {
  if (weights.teacher > 0 && parts.teacher === null) return null
  const present = partNames.flatMap((name) => {
    const points = parts[name]
    return points !== null && weights[name] > 0 ? [{ points, weight: BigInt(weights[name]) }] : []
  })
  const all = present.reduce((sum, { weight }) => sum + weight, 0n)
  if (all === 0n) return null
  return placed(present.reduce<Fraction>((sum, { points, weight }) => plus(sum, over(points.n * weight, points.d * all)), zero))
}

/** Part → how much it counts, in per cent with one place; 0 where nobody has given it. */
export function sharesOf(weights: Weights, parts: Parts): Record<keyof Weights, string> {
  const counts = (name: keyof Weights) => (parts[name] === null ? 0n : BigInt(weights[name]))
  const all = partNames.reduce((sum, name) => sum + counts(name), 0n)
  const share = (name: keyof Weights) => (all === 0n ? '0' : pointsOf(unitsOf(rounded(over(100n * counts(name), all), 1))))
  return { teacher: share('teacher'), self: share('self'), peer: share('peer') }
}
