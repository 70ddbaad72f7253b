// Excerpts of texts: the part in which words were found.
import { hitsOf, type Piece, piecesOf } from '@lyceum/kit/text/hits'

/** Characters of an excerpt, and of them before its first hit. */
const [length, before] = [160, 50]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
/** The text of cleaned HTML. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

/** The text around the first of the words that somebody seeks; null where none of them stands there. */
export function excerptOf(html: string, sought: string): Piece[] | null {
  const text = textOfHtml(html)
  const hits = hitsOf(text, sought)
  const first = hits[0]?.from
  if (first === undefined) return null
  // at the beginning of a word where one is near
  const from = whole(text, first <= before ? 0 : Math.max(text.lastIndexOf(' ', first - before) + 1, first - 2 * before))
  const to = whole(text, Math.min(text.length, from + length))
  const pieces = piecesOf(text, hits, from, to)
  const [head, tail] = [pieces[0]!, pieces.at(-1)!]
  if (from > 0 && !head.hit) head.text = `…${head.text}`
  if (to < text.length) {
    if (tail.hit) pieces.push({ text: '…', hit: false })
    else tail.text += '…'
  }
  return pieces
}

/** A place that is not within a character. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)
