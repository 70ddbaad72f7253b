// Search for a quotation in the pages of another edition: on the same page first, then on its neighbours. Pure.

/** Pages before and after that are looked through. */
const neighbours = 5
/** The least share of the letters that agree. */
const alike = 0.8

/** Letters alone: lines end elsewhere and words are cut by other hyphens in another edition. */
export type Letters = { text: string; codes: Uint32Array }
export function lettersOf(words: string): Letters {
  const text = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}\u00AD]+/gu, '')
  return { text, codes: Uint32Array.from(text, (letter) => letter.codePointAt(0)!) }
}

/** The likeness of a quotation and of the stretch of a text that is most like it, 0 to 1. */
export function likeness(within: Letters, sought: Letters): number {
  const length = sought.codes.length
  if (length === 0) return 0
  if (within.text.includes(sought.text)) return 1
  // changes that make the quotation of the letters that end here: a stretch may begin anywhere
  const changes = Uint16Array.from({ length: length + 1 }, (_, n) => n)
  let best = length
  for (const letter of within.codes) {
    let before = 0
    for (let n = 1; n <= length; n++) {
      const other = before + (sought.codes[n - 1] === letter ? 0 : 1)
      before = changes[n]!
      changes[n] = Math.min(other, before + 1, changes[n - 1]! + 1)
    }
    best = Math.min(best, changes[length]!)
  }
  return 1 - best / length
}

/** Pieces of a quotation, one more than the letters that may be other ones: where it is alike enough, one of them is as it was. */
function piecesOf({ text }: Letters): string[] {
  const letters = [...text]
  const count = Math.floor(letters.length * (1 - alike) + 1e-6) + 1
  const at = (n: number) => Math.floor((n * letters.length) / count)
  return Array.from({ length: count }, (_, n) => letters.slice(at(n), at(n + 1)).join(''))
}

/** The page on which a quotation stands now; undefined: on none of those near its former one. `lettersOn`: none for a page that there is not. */
export async function findQuote(quote: string, page: number, lettersOn: (page: number) => Promise<Letters>): Promise<number | undefined> {
  const near = [page, ...Array.from({ length: neighbours }, (_, n) => [page - n - 1, page + n + 1]).flat()]
  const sought = lettersOf(quote)
  const pieces = piecesOf(sought)
  for (const one of near) {
    if (one < 1) continue
    const within = await lettersOn(one)
    if (pieces.some((piece) => within.text.includes(piece)) && likeness(within, sought) >= alike) return one
  }
  return undefined
}
