// Excerpts of texts: the part in which words were found.

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

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The text around the first of the words, whatever their case; null where none of them stands there as it was typed. */
export function excerptOf(html: string, words: readonly string[]): { text: string; hit: boolean }[] | null {
  const sought = new RegExp(
    words
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'giu',
  )
  const text = textOfHtml(html)
  const first = text.search(sought)
  if (words.length === 0 || first < 0) return null
  // at the beginning of a word where one is near
  const from = first <= before ? 0 : Math.max(text.lastIndexOf(' ', first - before) + 1, first - 2 * before)
  const to = Math.min(text.length, from + length)
  const piece = `${from > 0 ? '…' : ''}${wholeCharacters(text.slice(from, to))}${to < text.length ? '…' : ''}`
  const pieces: { text: string; hit: boolean }[] = []
  let end = 0
  for (const match of piece.matchAll(sought)) {
    if (match.index > end) pieces.push({ text: piece.slice(end, match.index), hit: false })
    pieces.push({ text: match[0], hit: true })
    end = match.index + match[0].length
  }
  if (end < piece.length) pieces.push({ text: piece.slice(end), hit: false })
  return pieces
}

/** Without a half of a character at either end. */
const wholeCharacters = (text: string) => text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
