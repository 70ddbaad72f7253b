// Letters as pictures, drawn by the browser's own fonts: so every script comes out right in the copy, Thai and Chinese too.

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

/** How wide a text is in these letters, in points. */
export function measureIn(letters: Letters): (text: string) => number {
  const { context } = drawing()
  context.font = fontOf(letters)
  return (text) => context.measureText(text).width
}

/** Lines of text as a picture on nothing; sizes in points. */
export async function textPicture(text: string, { colour, ...letters }: Letters & { colour: string }): Promise<Picture> {
  const { canvas, context } = drawing()
  const { size } = letters
  const font = fontOf(letters)
  context.font = font
  const lines = text.split('\n')
  const wide = Math.max(1, ...lines.map((line) => context.measureText(line).width)) + 2
  const high = lines.length * size * lineHeight + size * 0.4
  canvas.width = Math.ceil(wide * sharpness)
  canvas.height = Math.ceil(high * sharpness)
  context.scale(sharpness, sharpness)
  context.font = font
  context.fillStyle = colour
  context.textBaseline = 'alphabetic'
  lines.forEach((line, i) => context.fillText(line, 1, size + i * size * lineHeight))
  return { png: await pngOf(canvas), width: wide, height: high }
}

/** Rows of a table one below the other as a picture, with the lines between them. */
export async function tablePicture(rows: readonly PlacedRow[], width: number, colour: string): Promise<Picture> {
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
      lines.forEach((line, nth) => context.fillText(line, left + cellPadding, top + cellPadding + cellSize + nth * cellLine))
    }
    top += high
  }
  return { png: await pngOf(canvas), width: wide, height: height + 1 }
}
