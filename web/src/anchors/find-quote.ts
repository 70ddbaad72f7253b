// Search for a quotation in the pages of another edition: on the same page first, then on its neighbours. Pure.

/** Pages before and after that are looked through. */
const neighbours = 5
/** The least share of the letters that agree. */
const alike = 0.8

/** Letters alone: lines end elsewhere and words are cut by other hyphens in another edition. */
const foldedText = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}\u00AD]+/gu, '')

/** The likeness of a quotation and of the stretch of a text that is most like it, 0 to 1. */
export function likeness(text: string, quote: string): number {
  const [sought, within] = [[...foldedText(quote)], [...foldedText(text)]]
  if (sought.length === 0) return 0
  if (within.join('').includes(sought.join(''))) return 1
  // changes that make the quotation of the letters that end here: a stretch may begin anywhere
  let previous = Array.from({ length: sought.length + 1 }, (_, n) => n)
  let best = sought.length
  for (const letter of within) {
    const row = [0]
    for (let n = 1; n <= sought.length; n++)
      row.push(Math.min(previous[n - 1]! + (sought[n - 1] === letter ? 0 : 1), previous[n]! + 1, row[n - 1]! + 1))
    best = Math.min(best, row[sought.length]!)
    previous = row
  }
  return 1 - best / sought.length
}

/** The page on which a quotation stands now; undefined: on none of those near its former one. `textOf`: '' for a page that there is not. */
export async function findQuote(quote: string, page: number, textOf: (page: number) => Promise<string>): Promise<number | undefined> {
  const near = [page, ...Array.from({ length: neighbours }, (_, n) => [page - n - 1, page + n + 1]).flat()]
  for (const one of near) if (one >= 1 && likeness(await textOf(one), quote) >= alike) return one
  return undefined
}
