// Numbers from typed digits of any script, and decimals with the sign of their reader.
import { type DecimalSign, decimalsOf } from '@lyceum/kit/text/decimals'
import { number } from './format.ts'

/**
 * The number of a typed text; NaN for anything else, also for an empty text. `whole`: a count, so that "1,500" and "1.500" are 1500. Else such a text may
 * be one of two numbers and is NaN.
 */
export function numberOf(text: string, whole = false): number {
  const readings = decimalsOf(text)
  return readings.length === 0 || (readings.length > 1 && !whole) ? Number.NaN : Number(readings.at(-1))
}

/** The decimal sign of the page's language. */
export const decimalSign = (): DecimalSign => (number(1.5, 1).includes(',') ? ',' : '.')
/** "1.5" as its reader writes it, without thousands. */
export const inReaderSign = (decimal: string): string => decimal.replace('.', decimalSign())

type Bounds = { min?: number | undefined; max?: number | undefined; step: number }
/** The value after `by` steps, within the bounds, without the noise of binary fractions. The first step from no value leads to the bound, or to 0 without one. */
export function stepped(value: number | null, by: number, { min, max, step }: Bounds): number {
  const start = value ?? (by > 0 ? (min ?? 0) - step * by : (max ?? 0) - step * by)
  const digits = (String(step).split('.')[1] ?? '').length
  const next = Number((start + by * step).toFixed(Math.max(digits, (String(start).split('.')[1] ?? '').length)))
  return Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, next))
}
