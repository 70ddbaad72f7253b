// A rich text as lines for paper: every part in the letters it has on the screen.
import { type FormulaPicture, formulaPicture, formulaSharpness } from './formula-picture.ts'
import type { Line } from './lines.ts'
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
      lines.push({ ...place, ...look, ...(await withFormulas(part.text, part.formulas ?? [], look.size)), marker: part.marker })
    } else if ('rows' in part) lines.push({ ...place, text: '', table: part })
    else if ('latex' in part) {
      const drawn = await formulaPicture(part.latex, { size: 13, within: false })
      lines.push(
        drawn
          ? { ...place, text: '', picture: drawn.picture, sharpness: formulaSharpness }
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

/** The text with a picture for each formula in it; one that cannot be drawn is written as it is. */
async function withFormulas(text: string, formulas: readonly string[], size: number): Promise<Pick<Line, 'text' | 'within'>> {
  const within = new Map<string, FormulaPicture>()
  let written = text
  for (const [nth, latex] of formulas.entries()) {
    const drawn = await formulaPicture(latex, { size, within: true })
    if (drawn) within.set(placeOf(nth), drawn)
    else written = written.replace(placeOf(nth), () => latex)
  }
  return { text: written, ...(within.size > 0 && { within }) }
}
