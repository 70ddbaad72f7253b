// Pages of a document: its blocks one below the other, tagged for readers that say them aloud.
import type { Image, Struct } from 'pdfkit'
import type { Block, PictureBlock, TextBlock } from './blocks.ts'
import { type Canvas, colours, leading, paper, type Place } from './canvas.ts'
import { linesOf } from './lines.ts'
import { type PictureSize, pictureSize } from './picture-size.ts'
import { drawTable } from './table.ts'

/** Points of a level of lists and quotes; deeper ones stand no further in. */
const step = 16
const deepest = 12
const looks = {
  title: { size: 19, above: 0, below: 5, tag: 'H1' },
  heading: { size: 12, above: 0, below: 3, tag: 'H2' },
  subheading: { size: 11.5, above: 7, below: 3, tag: 'H3' },
  paragraph: { size: 10.5, above: 0, below: 5, tag: 'P' },
  note: { size: 9, above: 0, below: 4, tag: 'P' },
  code: { size: 9.5, above: 2, below: 7, tag: 'P' },
} as const
/** Points of a pixel, and of the tallest picture. */
const pixel = 0.75
const tallest = 420
/** Points of PNGs that are unpacked in memory at once. */
const mostPoints = 24_000_000

export function pagesOn(canvas: Canvas) {
  const { doc } = canvas
  const root = doc.struct('Document')
  doc.addStructure(root)
  const pictures = picturesOf(canvas)
  return {
    draw(block: Block) {
      const indent = Math.min(block.indent ?? 0, deepest) * step
      const place = { x: paper.side + indent, width: paper.width - 2 * paper.side - indent, bars: block.bars ?? 0 }
      if (block.kind === 'table') drawTable(canvas, root, block, place)
      else if (block.kind === 'picture') picture(canvas, root, block, place, pictures.open(block.bytes))
      else text(canvas, root, block, place)
    },
    /** Resolves when the pictures that were drawn are written; until then those whose points are too many are there by their names. */
    written: pictures.written,
    end: () => root.end(),
  }
}

function text(canvas: Canvas, root: Struct, block: TextBlock, { x, width, bars }: Place): void {
  const { doc, measure } = canvas
  const { tag } = looks[block.role]
  const { size, above, below } = looks[block.plain ? 'paragraph' : block.role]
  const height = size * leading
  const bold = !block.plain && (block.role === 'title' || block.role === 'heading')
  const spans = bold ? block.spans.map((span) => ({ bold: true, ...span })) : block.spans
  const lines = spans.length === 0 ? [] : linesOf(spans, size, width, measure)
  if (!canvas.isFresh()) canvas.down(above)
  // two lines of what follows are with it
  canvas.need(height * Math.min(lines.length, 2) + (block.leads ? 2.5 * height : 0))
  if (block.ruled) {
    if (!canvas.isFresh()) canvas.down(7)
    doc.markContent('Artifact')
    canvas.rule(x, canvas.y, width)
    doc.endMarkedContent()
    canvas.down(7)
  }
  const marker = block.marker && linesOf([{ text: block.marker }], size, step, measure)[0]
  const draw = () => {
    for (const [nth, line] of lines.entries()) {
      canvas.need(height)
      if (nth === 0 && block.anchor) doc.addNamedDestination(block.anchor, 'XYZ', x, canvas.y - 4, null)
      if (block.role === 'code') doc.rect(x - 4, canvas.y, width + 8, height + 0.5).fill(colours.sunken)
      for (let nth = 0; nth < bars; nth++) quoteBar(canvas, x - 9 - nth * step, height)
      if (nth === 0 && marker) canvas.line(marker, x - Math.min(step - 2, marker.width + 5), canvas.y, size)
      canvas.line(line, x, canvas.y, size)
      canvas.down(height)
    }
    if (lines.length === 0 && marker) {
      canvas.line(marker, x - Math.min(step - 2, marker.width + 5), canvas.y, size)
      canvas.down(height)
    }
  }
  if (block.marker !== undefined) root.add(doc.struct('L', [doc.struct('LI', [doc.struct('LBody', [draw])])]))
  else if (lines.length > 0) root.add(doc.struct(tag, [draw]))
  canvas.down(below)
}

function quoteBar({ doc, y }: Canvas, x: number, height: number): void {
  doc.strokeColor(colours.line).lineWidth(2)
  doc
    .moveTo(x, y)
    .lineTo(x, y + height + 0.5)
    .stroke()
}

function picture(canvas: Canvas, root: Struct, { name, anchor }: PictureBlock, place: Place, opened: Opened | undefined): void {
  const { doc } = canvas
  if (!opened) {
    text(canvas, root, { kind: 'text', role: 'paragraph', spans: [{ text: `[${name}]` }], ...(anchor && { anchor }) }, place)
    return
  }
  const { size, image } = opened
  const scale = Math.min(pixel, place.width / size.width, tallest / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  canvas.need(height + 6)
  const draw = () => void doc.image(image, place.x, canvas.y, { width, height })
  root.add(doc.struct('Figure', { alt: name, bbox: [place.x, canvas.y, place.x + width, canvas.y + height] }, [draw]))
  canvas.down(height + 8)
}

type Opened = { size: PictureSize; image: Image }

/** Opens each picture once, however often it is drawn. */
function picturesOf({ doc }: Canvas) {
  const found = new Map<Uint8Array, Opened | undefined>()
  let points = mostPoints
  let writing: Promise<void>[] = []
  const openNew = (bytes: Uint8Array): Opened | undefined => {
    const size = pictureSize(bytes, points)
    if (!size) return undefined
    try {
      const image = doc.openImage(bytes)
      points -= size.unpacked
      if (image.finalize) writing.push(finalized(image, image.finalize))
      return { size, image }
    } catch {
      // one that only says that it is a picture
      return undefined
    }
  }
  return {
    open(bytes: Uint8Array): Opened | undefined {
      if (!found.has(bytes)) found.set(bytes, openNew(bytes))
      return found.get(bytes)
    },
    async written(): Promise<void> {
      await Promise.all(writing)
      found.clear()
      points = mostPoints
      writing = []
    },
  }
}

/** A PNG is unpacked in the background, and has no event for its end. */
const finalized = (image: Image, finalize: () => void) =>
  new Promise<void>((resolve) => {
    image.finalize = () => {
      finalize.call(image)
      resolve()
    }
  })
