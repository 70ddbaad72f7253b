// The direction of a text, by its first letter: Arabic, Jawi and Hebrew stand on the right, in a page and a mail that stand on the left. No imports.

export type Direction = 'ltr' | 'rtl'

const letters = /[\p{L}\p{Nl}]/u
const toTheLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u

/** Undefined where no letter decides. */
export function directionOf(text: string): Direction | undefined {
  const first = letters.exec(text)?.[0]
  return first === undefined ? undefined : toTheLeft.test(first) ? 'rtl' : 'ltr'
}

/** A value for the middle of a sentence: a name that is read from the right is isolated by signs of its own, so that it moves nothing around it. */
export const inIsolation = <T extends string | number>(value: T): T | string =>
  typeof value === 'string' && toTheLeft.test(value) ? `\u2068${value}\u2069` : value
