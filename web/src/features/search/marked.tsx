// A text in which the words that were looked for are marked.
const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The pieces of a text, each a hit or not. */
export function piecesOf(text: string, keyword: string): { text: string; hit: boolean }[] {
  const words = keyword.trim().split(/\s+/, 8).filter(Boolean)
  if (words.length === 0) return [{ text, hit: false }]
  const sought = new RegExp(
    `(${words
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})`,
    'iu',
  )
  return text.split(sought).flatMap((piece, i) => (piece === '' ? [] : [{ text: piece, hit: i % 2 === 1 }]))
}

export const Marked = ({ pieces }: { pieces: readonly { text: string; hit: boolean }[] }) =>
  pieces.map(({ text, hit }, i) =>
    hit ? (
      <mark key={i} className="rounded-[2px] bg-warn-soft text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
