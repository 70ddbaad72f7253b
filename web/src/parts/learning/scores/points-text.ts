// Points, percentages and results as they are read: with the language's decimal mark, never rounded here.
import { number } from '../../../ui/format.ts'

/** "7.5" as "7,5" where that is the mark; with at least `digits` places. */
export function pointsText(points: string, digits = 0): string {
  const [whole = '', rest = ''] = points.split('.')
  const places = rest.padEnd(digits, '0')
  return places ? `${whole}${number(1.1, 1).charAt(1)}${places}` : whole
}
/** The same without the zeros at its end: "40" of "40.00", "12.5" of "12.50". */
export const shortPoints = (points: string) => pointsText(points.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
/** "84.6%", in all six languages. */
export const percentText = (percent: string) => `${pointsText(percent)}%`
