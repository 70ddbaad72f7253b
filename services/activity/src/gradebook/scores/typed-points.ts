// Points as people type them. Pure.
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import type { StoredItem } from './book.ts'

/** A decimal with a comma or a point: the text that is stored, or what is wrong with it. */
export function pointsTyped(typed: string): { points: string } | { code: 'score.format' | 'score.tooManyDigits' } {
  const text = typed.trim().replace(',', '.')
  if (!/^[0-9]{1,6}(\.[0-9]+)?$/.test(text)) return { code: 'score.format' }
  if (!/^[0-9]+(\.[0-9]{1,4})?$/.test(text)) return { code: 'score.tooManyDigits' }
  return { points: pointsOf(unitsOf(text)) }
}

/** More than what is possible is a slip of the pen, except where an item gives extra credit or asks for nothing. */
export const exceeds = (points: string, { points: most, extra_credit }: Pick<StoredItem, 'points' | 'extra_credit'>): boolean =>
  !extra_credit && unitsOf(most) > 0n && unitsOf(points) > unitsOf(most)
