// Canvas of a document: lines of text on A4 pages from the top down, each page written when the next begins, with its number at the foot.
import type PDFDocument from 'pdfkit'
import type { Line, Measure, Piece } from './lines.ts'

/** Points of an A4 page. */
export const paper = { width: 595, height: 842, side: 56, top: 56, bottom: 62 }
export const colours = { text: '#1c1c1a', muted: '#5f5f5a', link: '#1d4f91', line: '#c9c9c4', sunken: '#f3f3f0' }
/** The height of a line, and its part above the base line, of the size of its letters. */
export const leading = 1.5
const rise = 1.06

/** The left edge and width of a block, and the bars at its left. */
export type Place = { x: number; width: number; bars: number }

/** There are more pages than a document may have. */
export class TooLong extends Error {}

export type Canvas = ReturnType<typeof canvasOf>

export function canvasOf(doc: PDFDocument, measure: Measure, most: number) {
  const bottom = paper.height - paper.bottom
  let pages = 0
  let y = paper.top
  const draw = ({ text, font, size, width, style }: Piece, x: number, base: number) => {
    const colour = style.link ? colours.link : style.muted ? colours.muted : colours.text
    const up = style.shift === 'sup' ? size * 0.45 : style.shift === 'sub' ? -size * 0.2 : 0
    doc.font(font).fontSize(size).fillColor(colour)
    // a family has one weight here: bold is drawn with an edge
    if (style.bold) doc.strokeColor(colour).lineWidth(size * 0.035)
    doc.text(text, x, base - up, {
      lineBreak: false,
      baseline: 'alphabetic',
      features: [],
      textWidth: width,
      ...(style.bold && { fill: true, stroke: true }),
      ...(style.italic && { oblique: 11 }),
    })
    const below = base + size * 0.14
    if (style.underline) rule(x, below, width, colour)
    if (style.strike) rule(x, base - size * 0.3, width, colour)
    const { link } = style
    if (link?.startsWith('#')) doc.goTo(x, base - size, width, size * 1.3, link.slice(1))
    else if (link) doc.link(x, base - size, width, size * 1.3, link)
  }
  const rule = (x: number, at: number, width: number, colour: string = colours.line) => {
    doc.strokeColor(colour).lineWidth(0.5)
    doc
      .moveTo(x, at)
      .lineTo(x + width, at)
      .stroke()
  }
  const begin = () => {
    if (++pages > most) throw new TooLong(`more than ${most} pages`)
    doc.markContent('Artifact', { type: 'Pagination' })
    const [text, size] = [String(pages), 8.5]
    const width = measure.width(text, 'latin', size)
    draw({ text, font: 'latin', size, width, style: { muted: true } }, (paper.width - width) / 2, paper.height - 32)
    doc.endMarkedContent()
    y = paper.top
  }
  doc.on('pageAdded', begin)
  doc.addPage()
  return {
    doc,
    measure,
    get y() {
      return y
    },
    get pages() {
      return pages
    },
    /** Points that are left on the page. */
    room: () => bottom - y,
    isFresh: () => y === paper.top,
    /** A new page, unless so many points are left; true: there is one. */
    need(height: number): boolean {
      if (y + height <= bottom || y === paper.top) return false
      doc.continueOnNewPage()
      return true
    },
    down(height: number) {
      y = Math.min(bottom, y + height)
    },
    rule,
    /** A line whose letters have this size, its top at `top`. */
    line({ pieces }: Line, x: number, top: number, size: number) {
      let at = x
      for (const piece of pieces) {
        if (piece.text.trim() !== '' || piece.style.underline) draw(piece, at, top + size * rise)
        at += piece.width
      }
    },
  }
}
