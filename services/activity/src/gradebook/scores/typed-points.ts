// Points as people type them. Pure.
import { type ErrorCode, invalid, type Params } from '@lyceum/kit/calls/errors'
import { asciiNumber, decimalsOf, plainDecimal, roundedDecimal } from '@lyceum/kit/text/decimals'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import type { StoredItem } from './book.ts'

type Fault = ErrorCode | [code: ErrorCode, params: Params]

/** Both numbers of "1,500": a comma before three digits is one of the thousands or a decimal one. Undefined for a text that has one reading or none. */
export function twoNumbers(text: string): Fault | undefined {
  const [fraction, whole] = decimalsOf(text)
  return whole === undefined ? undefined : ['field.twoNumbers', { fraction: plainDecimal(fraction!), whole }]
}

/** A decimal of a call, whose sign is the point; a comma is taken where it can be no other. The text that is stored, or the fault. */
export function pointsTyped(typed: string): { points: string } | { fault: Fault } {
  const two = asciiNumber(typed).includes(',') ? twoNumbers(typed) : undefined
  if (two) return { fault: two }
  const [text = ''] = decimalsOf(typed)
  if (!/^[0-9]{1,6}(\.[0-9]+)?$/.test(text)) return { fault: 'score.format' }
  if (!/^[0-9]+(\.[0-9]{1,4})?$/.test(text)) return { fault: 'score.tooManyDigits' }
  return { points: pointsOf(unitsOf(text)) }
}

/** The decimal of a field that has the form of one; 400 field.twoNumbers. */
export function decimalOf(typed: string, field: string): string {
  const read = pointsTyped(typed)
  if ('fault' in read) throw invalid({ [field]: read.fault })
  return read.points
}

/** A decimal of a table, which any program may have written: what may be two numbers is refused, and more than four places are rounded. */
export function pointsOfTable(cell: string): { points: string; rounded: boolean } | { fault: Fault } {
  const two = twoNumbers(cell)
  if (two) return { fault: two }
  const [text = ''] = decimalsOf(cell)
  if (!/^[0-9]{1,6}(\.[0-9]+)?$/.test(text)) return { fault: 'score.format' }
  const points = roundedDecimal(text, 4)
  return { points, rounded: points !== text }
}

/** More than what is possible is a slip of the pen, except where an item gives extra credit or asks for nothing. */
export const exceeds = (points: string, { points: most, extra_credit }: Pick<StoredItem, 'points' | 'extra_credit'>): boolean =>
  !extra_credit && unitsOf(most) > 0n && unitsOf(points) > unitsOf(most)
