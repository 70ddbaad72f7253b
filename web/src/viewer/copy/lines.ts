// Lines of text, pictures, tables and strokes one below the other, on as many pages of paper as they need.
import { LineCapStyle, type PDFDocument } from '@cantoo/pdf-lib'
import { boundsOf, type InkPoint, strokePath } from '../../anchors/geometry.ts'
import { digitMiddle, inkColour } from './draw-marks.ts'
import { cellSize, layOut, pagesOf } from './table-layout.ts'
import { lineHeight, linesOf, measureIn, tablePicture, textPicture, type Within } from './text-pictures.ts'
import type { WrittenCell } from './written-text.ts'

export const paper = { width: 595, height: 842 }
const margin = 48
const room = { width: paper.width - 2 * margin, height: paper.height - 2 * margin }
/** Of a stroke beside its words, in points. */
const widestStroke = 160

export type Line = {
  text: string
  size: number
  colour?: string
  bold?: boolean
  /** A program: every letter as wide as the others, the spaces in front of a line stay. */
  mono?: boolean
  /** From the left edge, in points, and what stands in front of its first line there. */
  indent?: number
  marker?: string | undefined
  /** In front of it, in its ink. */
  number?: number | 'dot' | undefined
  ink?: string
  after?: number
  /** Formulas in the text or the cells, by the letters that stand for them. */
  within?: Within
  /** In place of the text. */
  picture?: HTMLImageElement
  /** Pixels of the picture for one point. */
  sharpness?: number
  /** In place of the text, too. */
  table?: { rows: WrittenCell[][]; head: number }
  /** Below it, in its ink. */
  stroke?: readonly InkPoint[] | undefined
}
type Drawn = { width: number; height: number; draw: (x: number, y: number) => void | Promise<void> }

export async function addLines(target: PDFDocument, lines: readonly Line[]): Promise<void> {
  let page = target.addPage([paper.width, paper.height])
  let top = margin
  /** Puts it below what is there, or on a new page. */
  const put = async (x: number, { height, draw }: Drawn) => {
    if (top + height > paper.height - margin) {
      page = target.addPage([paper.width, paper.height])
      top = margin
    }
    await draw(x, paper.height - top - height)
    top += height
  }
  for (const line of lines) {
    const {
      text,
      size,
      colour = '#20262b',
      bold,
      mono = false,
      indent = 0,
      marker,
      number,
      ink = '#c0221f',
      after = 8,
      within,
      picture,
      stroke,
    } = line
    if (!text && !picture && !line.table) continue
    const left = margin + indent + (number === undefined ? 0 : 30)
    const width = paper.width - margin - left
    if (picture)
      await put(
        left,
        await pictureOf(target, picture, { width, sharpness: line.sharpness ?? 1 }, (drawing) => page.drawImage(drawing.image, drawing)),
      )
    if (line.table) {
      const [plain, strong] = [measureIn({ size: cellSize }, within), measureIn({ size: cellSize, bold: true }, within)]
      const layout = layOut(line.table, {
        measure: (words, isBold) => (isBold ? strong : plain)(words),
        broken: (words, across, isBold) => linesOf(words, across, (part) => (isBold ? strong : plain)(part, across)),
        room: width,
        page: room.height - 1,
      })
      for (const rows of pagesOf(layout, paper.height - margin - top - 1, room.height - 1)) {
        if (rows.length === 0) top = paper.height
        else {
          const drawn = await tablePicture(rows, { width: layout.width, colour, within })
          const image = await target.embedPng(drawn.png)
          await put(left, { ...drawn, draw: (x, y) => page.drawImage(image, { x, y, width: drawn.width, height: drawn.height }) })
        }
      }
    }
    /** Beside the first line. */
    const drawNumber = async (middle: number) => {
      if (number === undefined) return
      page.drawCircle({ x: margin + 10, y: middle, size: number === 'dot' ? 4 : 10, color: inkColour(ink) })
      if (number === 'dot') return
      const digits = await textPicture(String(number), { size: 10, colour: '#ffffff', bold: true })
      page.drawImage(await target.embedPng(digits.png), {
        x: margin + 10.5 - digits.width / 2,
        y: middle - digits.height + digitMiddle,
        width: digits.width,
        height: digits.height,
      })
    }
    const written = text ? linesOf(mono ? text.replaceAll('\t', '    ') : text, width, measureIn({ size, bold, mono }, within), mono) : []
    // as many lines as the page has room for, so that none is cut
    for (let at = 0; at < written.length; ) {
      const fitting = Math.floor((paper.height - margin - top - size * 0.4) / (size * lineHeight))
      const piece = written.slice(at, at + (fitting > 0 ? fitting : Math.floor((room.height - size) / (size * lineHeight))))
      const letters = await textPicture(piece.join('\n'), { size, colour, bold, mono, within })
      const image = await target.embedPng(letters.png)
      const begins = at === 0
      await put(left, {
        ...letters,
        draw: async (x, y) => {
          page.drawImage(image, { x, y, width: letters.width, height: letters.height })
          if (!begins) return
          await drawNumber(y + letters.height - size * 0.75)
          if (!marker) return
          const sign = await textPicture(marker, { size, colour })
          page.drawImage(await target.embedPng(sign.png), {
            x: x - sign.width - 3,
            y: y + letters.height - sign.height,
            width: sign.width,
            height: sign.height,
          })
        },
      })
      at += piece.length
    }
    if (stroke && stroke.length > 0) {
      const { path, ...box } = strokeOf(stroke)
      const look = { borderColor: inkColour(ink), borderWidth: 1.5, borderLineCap: LineCapStyle.Round }
      await put(left, { ...box, draw: (x, y) => page.drawSvgPath(path, { x, y: y + box.height, ...look }) })
    }
    top += after
  }
}

type Drawing = { image: Awaited<ReturnType<PDFDocument['embedJpg']>>; x: number; y: number; width: number; height: number }
async function pictureOf(
  target: PDFDocument,
  picture: HTMLImageElement,
  { width: across, sharpness: given }: { width: number; sharpness: number },
  draw: (drawing: Drawing) => void,
): Promise<Drawn> {
  const natural = { width: (picture.naturalWidth || 800) / given, height: (picture.naturalHeight || 600) / given }
  const fit = Math.min(1, across / natural.width, room.height / natural.height)
  const [width, height] = [natural.width * fit, natural.height * fit]
  const canvas = document.createElement('canvas')
  const sharpness = Math.min(Math.max(2, given), given / fit)
  canvas.width = Math.max(1, Math.round(width * sharpness))
  canvas.height = Math.max(1, Math.round(height * sharpness))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.88))
  if (!blob) throw new Error('A picture could not be copied')
  const image = await target.embedJpg(await blob.arrayBuffer())
  return { width, height, draw: (x, y) => draw({ image, x, y, width, height }) }
}

/** A stroke in its own proportions, small enough to stand beside its words. */
function strokeOf(points: readonly InkPoint[]) {
  const box = boundsOf(points.map(([x, y]) => [x, y]))
  const scale = Math.min(0.6, widestStroke / Math.max(1, box.width, box.height))
  const moved = points.map(([x, y, pressure]): InkPoint => [x - box.x, y - box.y, pressure])
  return {
    path: strokePath(moved, { width: 1000 * scale, height: 1000 * scale }),
    width: box.width * scale,
    height: Math.max(4, box.height * scale),
  }
}
