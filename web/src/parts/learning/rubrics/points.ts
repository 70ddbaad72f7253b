// Points are decimals with at most four places, kept exact: counted as ten-thousandths in BigInt, never as a float.
import { decimalsOf } from '@lyceum/kit/text/decimals'

const scale = 4
const one = 10n ** BigInt(scale)

/** Ten-thousandths of a decimal of the wire; undefined for anything else. */
export function unitsOf(decimal: string | null | undefined): bigint | undefined {
  const match = /^([0-9]{1,6})(?:\.([0-9]{1,4}))?$/.exec(decimal ?? '')
  if (!match) return undefined
  return BigInt(match[1] ?? '0') * one + BigInt((match[2] ?? '').padEnd(scale, '0'))
}

/** "7.5" of 75000. */
export function decimalOf(units: bigint): string {
  const rest = String(units % one)
    .padStart(scale, '0')
    .replace(/0+$/, '')
  return `${units / one}${rest && `.${rest}`}`
}

export const sameDecimal = (a: string | null, b: string | null) => a === b || (unitsOf(a) !== undefined && unitsOf(a) === unitsOf(b))

export type TypedScore = { points: string | null } | { error: 'notNumber' | 'scoreError' }
/** Points of a typed score: "12,5", "๑๒.๕" and "12.50" are 12.5; empty takes the score away. Above 100 or the greatest: scoreError. Thousands are above both. */
export function typedScore(text: string, max: string | null): TypedScore {
  if (text.trim() === '') return { points: null }
  const [read] = decimalsOf(text)
  const units = unitsOf(read)
  if (units === undefined) return { error: /^[0-9]{7,}(\.[0-9]*)?$/.test(read ?? '') ? 'scoreError' : 'notNumber' }
  const most = unitsOf(max) ?? 100n * one
  return units > 100n * one || units > most ? { error: 'scoreError' } : { points: decimalOf(units) }
}

type Rubric = { criteria: readonly { id: string; levels: readonly { id: string; points: string }[] }[] }
type CriterionPoints = Readonly<Record<string, { level: string | null; points: string | null }>>

/** The chosen level of a criterion; undefined for points of its own. The server answers a level with its points. */
export const levelOf = <Level extends { id: string; points: string }>(
  { levels }: { levels: readonly Level[] },
  given: CriterionPoints[string] | undefined,
): Level | undefined => levels.find(({ id, points }) => id === given?.level && (given.points === null || sameDecimal(given.points, points)))

/** The points of a criterion: its own, else those of its level. */
export const pointsOf = (criterion: Rubric['criteria'][number], given: CriterionPoints[string] | undefined): string | undefined =>
  given?.points ?? criterion.levels.find(({ id }) => id === given?.level)?.points

export const bestOf = ({ levels }: Rubric['criteria'][number]): string =>
  decimalOf(levels.reduce((best, { points }) => ((unitsOf(points) ?? 0n) > best ? (unitsOf(points) ?? 0n) : best), 0n))

/** The sum of what the criteria got, at most `max`; null while none got anything. */
export function rubricScore({ criteria }: Rubric, given: CriterionPoints, max: string | null): string | null {
  const got = criteria.map((criterion) => unitsOf(pointsOf(criterion, given[criterion.id]))).filter((units) => units !== undefined)
  if (got.length === 0) return null
  const sum = got.reduce((total, units) => total + units, 0n)
  const most = unitsOf(max) ?? 100n * one
  return decimalOf(sum > most ? most : sum)
}

export const rubricBest = ({ criteria }: Rubric): string =>
  decimalOf(criteria.reduce((sum, criterion) => sum + (unitsOf(bestOf(criterion)) ?? 0n), 0n))

/** The number of criteria without points while others have some and the score is their sum: 0 where somebody typed another score. */
export function openCriteria(rubric: Rubric, given: CriterionPoints, points: string | null, max: string | null): number {
  const open = rubric.criteria.filter((criterion) => pointsOf(criterion, given[criterion.id]) === undefined).length
  return open < rubric.criteria.length && sameDecimal(points, rubricScore(rubric, given, max)) ? open : 0
}
