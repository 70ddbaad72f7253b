// A value put into a Chinese text: a blank between Chinese and Latin letters or figures, none between Chinese and Chinese. A name may be
// either, so the text around it cannot know.
const han = /\p{Script=Han}/u
const western = /[\p{Script=Latin}\p{Nd}]/u

/** Two pieces of a Chinese text beside each other. */
function joined(left: string, right: string): string {
  const [before, after] = [left.replace(/ $/, ''), right.replace(/^ /, '')]
  const [last, first] = [[...before].at(-1) ?? '', [...after][0] ?? '']
  if (han.test(last) && han.test(first)) return before + after
  if ((han.test(last) && western.test(first)) || (western.test(last) && han.test(first))) return `${before} ${after}`
  return left + right
}

/** What the pieces of a text (its own words and the values in turn) are together, in its language. */
export const spaced = (locale: string, pieces: string[]): string => (locale.startsWith('zh') ? pieces.reduce(joined, '') : pieces.join(''))
