// A rich text as lines for paper: every part in the letters it has on the screen.
import { type FormulaPicture, formulaPicture, formulaSharpness } from './formula-picture.ts'
import type { Line } from './lines.ts'
import { cellSize } from './table-layout.ts'
import { type Look, type NumberedPlace, partsOfText, placeOf, type WrittenNode } from './written-text.ts'

const letters: Record<Look, Pick<Line, 'size' | 'bold' | 'mono' | 'colour'>> = {
  text: { size: 11 },
  h1: { size: 17, bold: true },
  h2: { size: 14.5, bold: true },
  h3: { size: 12.5, bold: true },
  code: { size: 9.5, mono: true },
  quote: { size: 11, colour: '#56616a' },
}
/** Points of a step from the left edge. */
const step = 20

/** `pictures`: those of the text by their uploads, or what they are called. */
export async function linesOfText(
  body: WrittenNode,
  numbers: readonly NumberedPlace[],
  pictures: (upload: string) => Promise<HTMLImageElement | string | undefined>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const part of partsOfText(body, numbers)) {
    const place = { indent: part.depth * step, size: 11 }
    if ('text' in part) {
      const look = letters[part.look]
      const { within, written } = await drawn(part.formulas ?? [], look.size)
      lines.push({ ...place, ...look, text: written(part.text), marker: part.marker, ...(within.size > 0 && { within }) })
    } else if ('rows' in part) {
      const { within, written } = await drawn(part.formulas ?? [], cellSize)
      const rows = part.rows.map((cells) => cells.map((cell) => ({ ...cell, text: written(cell.text) })))
      lines.push({ ...place, text: '', table: { rows, head: part.head }, ...(within.size > 0 && { within }) })
    } else if ('latex' in part) {
      const formula = await formulaPicture(part.latex, { size: 13, within: false })
      lines.push(
        formula
          ? { ...place, text: '', picture: formula.picture, sharpness: formulaSharpness }
          : { ...place, ...letters.code, text: part.latex },
      )
    } else {
      const picture = await pictures(part.upload)
      const named = typeof picture === 'string' ? picture : part.alt
      lines.push(typeof picture === 'object' ? { ...place, text: '', picture } : { ...place, text: `[${named}]` })
    }
  }
  return lines
}

/** A picture for each formula of a text; `written` puts one that cannot be drawn into it as it is. */
async function drawn(formulas: readonly string[], size: number) {
  const within = new Map<string, FormulaPicture>()
  const undrawn = new Map<string, string>()
  for (const [nth, latex] of formulas.entries()) {
    const picture = await formulaPicture(latex, { size, within: true })
    if (picture) within.set(placeOf(nth), picture)
    else undrawn.set(placeOf(nth), latex)
  }
  const written = (text: string) => (undrawn.size > 0 ? [...text].map((letter) => undrawn.get(letter) ?? letter).join('') : text)
  return { within, written }
}
