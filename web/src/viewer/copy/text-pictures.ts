// Letters as pictures, drawn by the browser's own fonts: so every script comes out right in the copy, Thai and Chinese too.

import { type FormulaPicture, formulaSharpness } from './formula-picture.ts'
import { cellLine, cellPadding, cellSize, type PlacedRow } from './table-layout.ts'

/** Pixels for one point of the page. */
const sharpness = 3
const monospace = "ui-monospace, 'Noto Sans Mono', 'Noto Sans Mono CJK SC', Menlo, Consolas, monospace"
const families = "system-ui, 'Noto Sans', 'Noto Sans Thai', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
export type Picture = { png: Uint8Array; width: number; height: number }

/**
 * Breaks a text into lines of at most `width` points: between words, in scripts without spaces between words as the language does. `indented`: the
 * spaces at the beginning of a line stay.
 */
export function linesOf(text: string, width: number, measure: (text: string) => number, indented = false): string[] {
  const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined
  return text.split('\n').flatMap((paragraph) => {
    const parts = segmenter ? [...segmenter.segment(paragraph)].map(({ segment }) => segment) : paragraph.split(/(?<=\s)/)
    const lines: string[] = []
    let line = ''
    for (const part of parts) {
      if (line !== '' && measure(line + part.trimEnd()) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      // one word longer than a line
      if (measure(part) > width) {
        for (const letter of part) {
          if (line !== '' && measure(line + letter) > width) {
            lines.push(line)
            line = ''
          }
          line += letter
        }
      } else if (line !== '' || part.trim() !== '' || (indented && lines.length === 0)) line += part
    }
    return [...lines, line.trimEnd()]
  })
}

const pngOf = async (canvas: HTMLCanvasElement): Promise<Uint8Array> => {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The picture of a text could not be made')
  return new Uint8Array(await blob.arrayBuffer())
}

type Letters = { size: number; bold?: boolean | undefined; mono?: boolean | undefined }
const fontOf = ({ size, bold = false, mono = false }: Letters) => `${bold ? 700 : 500} ${size}px ${mono ? monospace : families}`
/** Of the height of letters. */
export const lineHeight = 1.35

function drawing() {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  return { canvas, context }
}

/** Pictures in the place of letters. */
export type Within = ReadonlyMap<string, FormulaPicture>
/** Points of the widest formula in a line. */
const widestFormula = 400
/** A high one is made as small as its line, a wide one as its column. */
const fitOf = ({ width, height }: FormulaPicture, size: number, widest = widestFormula) =>
  Math.min(1, (size * lineHeight) / height, Math.min(widest, widestFormula) / width)

/** Words and pictures in their order. */
function piecesOf(text: string, within: Within | undefined): (string | FormulaPicture)[] {
  if (!within) return [text]
  const pieces: (string | FormulaPicture)[] = []
  let words = ''
  for (const letter of text) {
    const picture = within.get(letter)
    if (!picture) words += letter
    else {
      pieces.push(words, picture)
      words = ''
    }
  }
  return [...pieces, words].filter((piece) => piece !== '')
}

/** The width of a text in these letters, in points, with formulas of at most `widest`. */
export function measureIn(letters: Letters, within?: Within): (text: string, widest?: number) => number {
  const { context } = drawing()
  context.font = fontOf(letters)
  return (text, widest) => widthOf(context, text, letters.size, within, widest)
}

const widthOf = (context: CanvasRenderingContext2D, text: string, size: number, within: Within | undefined, widest?: number): number =>
  piecesOf(text, within).reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? context.measureText(piece).width : piece.width * fitOf(piece, size, widest)),
    0,
  )

/** Lines of text as a picture on nothing; sizes in points. */
export async function textPicture(
  text: string,
  { colour, within, ...letters }: Letters & { colour: string; within?: Within | undefined },
): Promise<Picture> {
  const { canvas, context } = drawing()
  const { size } = letters
  const font = fontOf(letters)
  context.font = font
  const lines = text.split('\n')
  const wide = Math.max(1, ...lines.map((line) => widthOf(context, line, size, within))) + 2
  // a formula may be higher than the letters of the first line, and lower than those of the last
  const beyond = (line: string | undefined, of: (formula: FormulaPicture) => number, letters: number) =>
    Math.max(0, ...piecesOf(line ?? '', within).map((one) => (typeof one === 'string' ? 0 : of(one) * fitOf(one, size) - letters)))
  const above = beyond(lines[0], ({ height, below }) => height - below, size)
  const high = above + lines.length * size * lineHeight + size * 0.4 + beyond(lines.at(-1), ({ below }) => below, size * 0.75)
  canvas.width = Math.ceil(wide * sharpness)
  canvas.height = Math.ceil(high * sharpness)
  context.scale(sharpness, sharpness)
  context.font = font
  context.fillStyle = colour
  context.textBaseline = 'alphabetic'
  lines.forEach((line, i) => drawLine(context, line, { left: 1, base: above + size + i * size * lineHeight, size, within }))
  return { png: await pngOf(canvas), width: wide, height: high }
}

type LinePosition = { left: number; base: number; size: number; within: Within | undefined; widest?: number }
function drawLine(context: CanvasRenderingContext2D, line: string, { left, base, size, within, widest }: LinePosition): void {
  let at = left
  for (const piece of piecesOf(line, within))
    if (typeof piece === 'string') {
      context.fillText(piece, at, base)
      at += context.measureText(piece).width
    } else at += drawFormula(context, piece, { left: at, base, fit: fitOf(piece, size, widest) })
}

/** On the line of the letters, as far as it leaves room for those above and below. Returns how wide it is. */
function drawFormula(
  context: CanvasRenderingContext2D,
  { picture, width, height, below }: FormulaPicture,
  { left, base, fit }: { left: number; base: number; fit: number },
): number {
  const scale = fit / formulaSharpness
  const [wide, high] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
  const [aroundX, aroundY] = [(wide - width * fit) / 2, (high - height * fit) / 2]
  context.drawImage(picture, left - aroundX, base - (height - below) * fit - aroundY, wide, high)
  return width * fit
}

/** Rows of a table one below the other as a picture, with the lines between them. */
export async function tablePicture(
  rows: readonly PlacedRow[],
  { width, colour, within }: { width: number; colour: string; within?: Within | undefined },
): Promise<Picture> {
  const { canvas, context } = drawing()
  const height = rows.reduce((total, row) => total + row.height, 0)
  const wide = width + 1
  canvas.width = Math.ceil(wide * sharpness)
  canvas.height = Math.ceil((height + 1) * sharpness)
  context.scale(sharpness, sharpness)
  context.translate(0.5, 0.5)
  context.lineWidth = 0.6
  context.strokeStyle = '#9aa3ab'
  context.textBaseline = 'alphabetic'
  let top = 0
  for (const { cells, height: high } of rows) {
    for (const { lines, left, width: across, bold } of cells) {
      if (bold) {
        context.fillStyle = '#eef1f3'
        context.fillRect(left, top, across, high)
      }
      context.strokeRect(left, top, across, high)
      context.font = fontOf({ size: cellSize, bold })
      context.fillStyle = colour
      const place = { left: left + cellPadding, size: cellSize, within, widest: across - 2 * cellPadding }
      lines.forEach((line, nth) => drawLine(context, line, { ...place, base: top + cellPadding + cellSize + nth * cellLine }))
    }
    top += high
  }
  return { png: await pngOf(canvas), width: wide, height: height + 1 }
}
