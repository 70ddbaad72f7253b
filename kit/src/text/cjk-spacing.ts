// Spacing of values in Chinese texts: a blank between Chinese and Latin letters or digits, none between two Chinese characters. A name may be
// in either script, so the text around it cannot contain the blank.
const han = /\p{Script=Han}/u
const western = /[\p{Script=Latin}\p{Nd}]/u

/** Joins two pieces of a Chinese text. */
function joined(left: string, right: string): string {
  const [start, end] = [left.replace(/ $/, ''), right.replace(/^ /, '')]
  const [last, first] = [[...start].at(-1) ?? '', [...end][0] ?? '']
  if (han.test(last) && han.test(first)) return start + end
  if ((han.test(last) && western.test(first)) || (western.test(last) && han.test(first))) return `${start} ${end}`
  return left + right
}

/** Joins the pieces of a text (its words and the values in turn) by the rules of its language. */
export const joinWithCjkSpacing = (locale: string, pieces: string[]): string =>
  locale.startsWith('zh') ? pieces.reduce(joined, '') : pieces.join('')
