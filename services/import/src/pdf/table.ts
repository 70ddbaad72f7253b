// Table of a document: columns as wide as their words ask, rows that go over pages, the first ones repeated there.
import type { Struct } from 'pdfkit'
import type { Span, TableBlock } from './blocks.ts'
import { type Canvas, leading, type Place } from './canvas.ts'
import { type Line, linesOf } from './lines.ts'

const size = 9.5
const height = size * leading
const gap = 5
/** Rows by which the widths of columns are chosen. */
const looked = 50

type Row = { cells: Line[][]; isHead: boolean }

export function drawTable(canvas: Canvas, root: Struct, { rows, heads, numbers = [] }: TableBlock, { x, width }: Place): void {
  const { doc, measure } = canvas
  const count = Math.max(...rows.map((cells) => cells.length), 1)
  const widths = widthsOf(rows.slice(0, looked), count, width, canvas)
  const laid = rows.map((cells, nth): Row => ({ cells: cells.map((cell, n) => lines(cell, widths[n]!)), isHead: nth < heads }))
  const table = doc.struct('Table')
  const repeated = laid.filter(({ isHead }) => isHead)
  const fits = repeated.reduce((sum, row) => sum + heightOf(row), 0) < 200

  function lines(cell: Span[], wide: number): Line[] {
    return linesOf(cell, size, Math.max(1, wide - 2 * gap), measure)
  }
  /** Lines `from` to `to` of a row. */
  function band({ cells }: Row, from: number, to: number) {
    const [top, tall] = [canvas.y, (to - from) * height + gap]
    canvas.rule(x, top, width)
    let left = x
    for (const [nth, wide] of widths.entries()) {
      for (const [n, line] of (cells[nth] ?? []).slice(from, to).entries()) {
        const free = wide - 2 * gap - line.width
        canvas.line(line, left + gap + (numbers.includes(nth) ? Math.max(0, free) : 0), top + gap / 2 + n * height, size)
      }
      left += wide
    }
    canvas.rule(x, top + tall, width)
    canvas.down(tall)
  }
  function draw(row: Row) {
    const all = linesIn(row)
    for (let from = 0; from < all; ) {
      const isNew = canvas.need(Math.min(all - from, 3) * height + gap)
      if (isNew && fits && !row.isHead) for (const head of repeated) band(head, 0, linesIn(head))
      const to = Math.min(all, from + Math.max(1, Math.floor((canvas.room() - gap) / height)))
      band(row, from, to)
      from = to
    }
  }
  // it draws from here on: what is not in the document yet waits
  root.add(table)
  for (const row of laid) table.add(doc.struct('TR', [doc.struct(row.isHead ? 'TH' : 'TD', [() => draw(row)])]))
  table.end()
  canvas.down(8)
}

const linesIn = ({ cells }: Row): number => Math.max(1, ...cells.map((cell) => cell.length))
const heightOf = (row: Row): number => linesIn(row) * height + gap

/** Each as its longest text asks, less where all of them are too wide. */
function widthsOf(rows: readonly Span[][][], count: number, width: number, { measure }: Canvas): number[] {
  const wanted = Array.from({ length: count }, (_, nth) => {
    const widest = rows.map((cells) => Math.max(0, ...linesOf(cells[nth] ?? [], size, width, measure).map((line) => line.width)))
    return Math.max(24, ...widest) + 2 * gap + 1
  })
  const sum = wanted.reduce((total, one) => total + one, 0)
  if (sum <= width) return wanted.map((one) => one * (width / sum))
  // narrow columns keep theirs, wide ones share the rest
  const equal = width / count
  const narrow = wanted.filter((one) => one <= equal)
  const rest = width - narrow.reduce((total, one) => total + one, 0)
  const wide = wanted.filter((one) => one > equal).reduce((total, one) => total + one, 0)
  return wanted.map((one) => (one <= equal ? one : (one / wide) * rest))
}
