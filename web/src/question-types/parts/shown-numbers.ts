// Numbers of answers and keys as the reader's language writes them.
import { readingOf } from '@lyceum/activity/questions/question-types/typed-numbers'
import type { DecimalSign } from '@lyceum/kit/text/decimals'
import { decimalSign } from '../../ui/numbers.ts'

/** The reading of a typed number, where it differs from its text. */
export function differentReading(text: string, unit: string | undefined, decimal: DecimalSign | undefined): string | undefined {
  const reading = readingOf(text, unit, decimal, decimalSign())
  return reading === null || reading === text.trim() ? undefined : reading
}

/** A number of a key, which is stored with a decimal point. */
export const shownNumber = (value: string): string => readingOf(value, undefined, '.', decimalSign()) ?? value
