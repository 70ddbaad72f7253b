// Lines of a text: its spans cut into atoms, measured in the font of their script, and put into lines of a width.
import { atomsOf, signsOf } from './breaks.ts'
import type { Span } from './blocks.ts'

/** A part of a line in one font and one style; `width` and `size` in points. */
export type Piece = { text: string; font: string; size: number; width: number; style: Omit<Span, 'text'> }
export type Line = { pieces: Piece[]; width: number }

export type Measure = {
  /** The parts of a text by the fonts that have its signs. */
  runs(text: string): { text: string; font: string }[]
  width(text: string, font: string, size: number): number
}

const smaller = 0.7
type Part = { pieces: Piece[]; width: number; free: boolean; blank: boolean }

/** At least one sign a line, however narrow it is; blanks at the end of a line take no room. */
export function linesOf(spans: readonly Span[], size: number, width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  for (const paragraph of paragraphsOf(spans)) lines.push(...wrapped(partsOf(paragraph, size, measure), width, measure))
  return lines
}

/** Cut at its line breaks. */
function paragraphsOf(spans: readonly Span[]): Span[][] {
  const list: Span[][] = [[]]
  for (const { text, ...style } of spans)
    for (const [nth, part] of text.split('\n').entries()) {
      if (nth > 0) list.push([])
      if (part) list.at(-1)!.push({ text: part, ...style })
    }
  return list
}

function partsOf(spans: readonly Span[], size: number, measure: Measure): Part[] {
  const parts: Part[] = []
  const styles = spans.map(({ text: _, ...style }) => style)
  let [nth, from] = [0, 0]
  for (const { text, at, free, blank } of atomsOf(spans.map((span) => span.text).join(''))) {
    const pieces: Piece[] = []
    let start = at
    while (start < at + text.length) {
      while (start >= from + spans[nth]!.text.length) from += spans[nth++]!.text.length
      const end = Math.min(at + text.length, from + spans[nth]!.text.length)
      pieces.push(...piecesOf(text.slice(start - at, end - at), styles[nth]!, size, measure))
      start = end
    }
    parts.push({ pieces, width: sum(pieces), free, blank })
  }
  return parts
}

function piecesOf(text: string, style: Piece['style'], size: number, measure: Measure): Piece[] {
  const own = style.shift ? size * smaller : size
  return measure.runs(text).map((run) => ({ ...run, style, size: own, width: measure.width(run.text, run.font, own) }))
}

const sum = (pieces: readonly Piece[]): number => pieces.reduce((total, piece) => total + piece.width, 0)

function wrapped(parts: readonly Part[], width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let line: Line = { pieces: [], width: 0 }
  const end = () => {
    lines.push(line)
    line = { pieces: [], width: 0 }
  }
  const put = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      const last = line.pieces.at(-1)
      if (last && last.font === piece.font && last.size === piece.size && last.style === piece.style)
        line.pieces[line.pieces.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width }
      else line.pieces.push(piece)
      line.width += piece.width
    }
  }
  // atoms up to the next place where a line may end
  for (let nth = 0; nth < parts.length; ) {
    const group = [parts[nth++]!]
    while (nth < parts.length && !parts[nth]!.free && !parts[nth]!.blank) group.push(parts[nth++]!)
    const pieces = group.flatMap((part) => part.pieces)
    const wide = sum(pieces)
    if (group[0]!.blank) {
      if (line.width > 0) put(pieces)
      continue
    }
    if (line.width + wide > width && line.width > 0) end()
    if (wide <= width) put(pieces)
    else
      for (const piece of pieces)
        for (const sign of signsOf(piece.text)) {
          const one = { ...piece, text: sign, width: measure.width(sign, piece.font, piece.size) }
          if (line.width + one.width > width && line.width > 0) end()
          put([one])
        }
  }
  end()
  return lines
}
