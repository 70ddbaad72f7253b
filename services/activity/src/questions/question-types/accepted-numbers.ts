// Numbers of answers, compared with those that are accepted. Pure.
import { compare, type Fraction, over, plus, zero } from '../../points/fractions.ts'
import type { Faults } from './definition.ts'
import { one, shareOf, within } from './percents.ts'
import type { AcceptedNumber } from './shapes.ts'
import type { DecimalSign } from '@lyceum/kit/text/decimals'
import { numbersOf, powerOf } from './typed-numbers.ts'

/** Of a decimal of a key: '1.5', '-2e-3'. */
export function decimalValue(text: string): Fraction {
  const [number = '0', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '0', places = ''] = number.split('.')
  return powerOf(whole + places, places.length, Number(exponent))
}

const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })
const absolute = ({ n, d }: Fraction): Fraction => ({ n: n < 0n ? -n : n, d })

function accepts({ value, tolerance, relative }: AcceptedNumber, typed: Fraction): boolean {
  const wanted = decimalValue(value)
  const room = relative ? times(decimalValue(tolerance), absolute(wanted)) : decimalValue(tolerance)
  const apart = absolute(plus(typed, over(-wanted.n, wanted.d)))
  return compare(apart, room) <= 0n
}

/** The best of the accepted numbers that one reading of the text meets. */
export function numberMark(
  accepted: readonly AcceptedNumber[],
  typed: string,
  unit: string | undefined,
  decimal: DecimalSign | undefined,
): { share: Fraction; feedback: string[] } {
  const readings = numbersOf(typed, unit, decimal)
  let best: AcceptedNumber | undefined
  for (const one of accepted)
    if (readings.some((typed) => accepts(one, typed)) && (!best || compare(shareOf(one.percent), shareOf(best.percent)) > 0n)) best = one
  return { share: best ? within(shareOf(best.percent)) : zero, feedback: best?.feedback ? [best.feedback] : [] }
}

export function numberFaults(accepted: readonly AcceptedNumber[], field: string): Faults {
  const faults: Faults = {}
  for (const [n, { tolerance, percent }] of accepted.entries()) {
    if (tolerance.startsWith('-')) faults[`${field}.${n}.tolerance`] = [{ code: 'field.tooSmall', params: { limit: 0 } }]
    if (percent.startsWith('-')) faults[`${field}.${n}.percent`] = [{ code: 'field.tooSmall', params: { limit: 0 } }]
  }
  if (!accepted.some(({ percent }) => compare(shareOf(percent), one) === 0n)) faults[field] = [{ code: 'question.noFull' }]
  return faults
}

export const fullNumber = (accepted: readonly AcceptedNumber[]): string | null =>
  accepted.find(({ percent }) => compare(shareOf(percent), one) === 0n)?.value ?? null

/** Numbers that are the same are counted together: "12,50" with "12.5". */
export function countedNumber(typed: string, unit: string | undefined, decimal: DecimalSign | undefined): string {
  const [value] = numbersOf(typed, unit, decimal)
  if (!value) return typed.trim().slice(0, 200)
  return String(Number(value.n) / Number(value.d))
}
