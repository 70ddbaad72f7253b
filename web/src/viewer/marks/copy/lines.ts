// Lines of text, pictures and strokes one below the other, on as many pages of paper as they need.
import { LineCapStyle, type PDFDocument } from '@cantoo/pdf-lib'
import { boundsOf, type InkPoint, strokePath } from '../geometry.ts'
import { digitMiddle, inkColour } from './draw-marks.ts'
import { textPicture } from './text-pictures.ts'

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
  /** In front of it, in its ink. */
  number?: number | 'dot' | undefined
  ink?: string
  after?: number
  /** In place of the text. */
  picture?: HTMLImageElement
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
  for (const { text, size, colour = '#20262b', bold = false, number, ink = '#c0221f', after = 8, picture, stroke } of lines) {
    if (!text && !picture) continue
    const indent = number === undefined ? 0 : 30
    if (picture) await put(margin, await pictureOf(target, picture, (drawing) => page.drawImage(drawing.image, drawing)))
    // a long text as pieces, so that none is higher than a page
    for (const [at, piece] of piecesOf(text).entries()) {
      const letters = await textPicture(piece, { size, colour, bold, width: room.width - indent })
      const image = await target.embedPng(letters.png)
      await put(margin + indent, {
        ...letters,
        draw: async (x, y) => {
          page.drawImage(image, { x, y, width: letters.width, height: letters.height })
          if (number === undefined || at > 0) return
          const middle = y + letters.height - size * 0.75
          page.drawCircle({ x: margin + 10, y: middle, size: number === 'dot' ? 4 : 10, color: inkColour(ink) })
          if (number === 'dot') return
          const digits = await textPicture(String(number), { size: 10, colour: '#ffffff', bold: true })
          page.drawImage(await target.embedPng(digits.png), {
            x: margin + 10.5 - digits.width / 2,
            y: middle - digits.height + digitMiddle,
            width: digits.width,
            height: digits.height,
          })
        },
      })
    }
    if (stroke && stroke.length > 0) {
      const { path, width, height } = strokeOf(stroke)
      const look = { borderColor: inkColour(ink), borderWidth: 1.5, borderLineCap: LineCapStyle.Round }
      await put(margin + indent, { width, height, draw: (x, y) => page.drawSvgPath(path, { x, y: y + height, ...look }) })
    }
    top += after
  }
}
const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,1200}/gu) ?? []

type Drawing = { image: Awaited<ReturnType<PDFDocument['embedJpg']>>; x: number; y: number; width: number; height: number }
async function pictureOf(target: PDFDocument, picture: HTMLImageElement, draw: (drawing: Drawing) => void): Promise<Drawn> {
  const natural = { width: picture.naturalWidth || 800, height: picture.naturalHeight || 600 }
  const fit = Math.min(1, room.width / natural.width, room.height / natural.height)
  const [width, height] = [natural.width * fit, natural.height * fit]
  const canvas = document.createElement('canvas')
  const sharpness = Math.min(2, 1 / fit)
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
