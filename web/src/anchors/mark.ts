// A mark over a page of a file, and its look: colours, stamps, the numbers of what speaks. Pure.
import { boundsOf, type Box, type InkPoint, type Point } from './geometry.ts'

/** Its area in thousandths of the unturned page; `from` and `to` are characters of a text, or seconds of a recording. */
export type Shape = {
  /** Of a pen, x and y in turn. */
  points?: number[]
  width?: number
  /** x, y, width and height of each line. */
  boxes?: number[][]
  x?: number
  y?: number
  /** Of letters or of a stamp. */
  size?: number
  from?: number
  to?: number
}
export type Mark = {
  id: string
  /** From 1; 1 where there are no pages. */
  page: number
  kind: 'pen' | 'highlight' | 'text' | 'stamp' | 'comment'
  shape: Shape
  text: string
  colour: string
  /** The file that it is on; null: a text. */
  upload_id: string | null
  /** The version of the work that it is on. */
  n: number
  marker: { id: string; name: string } | null
  version: number
}
export const tools = ['select', 'highlight', 'pen', 'text', 'stamp', 'comment', 'eraser'] as const
export type Tool = (typeof tools)[number]

/** Ink on paper: the same in a light and in a dark page. Each is readable on white as a pen and as a letter. */
export const colours = { amber: '#9a6700', red: '#c0221f', green: '#1f7a3d', blue: '#2563b0', black: '#20262b' } as const
export type ColourName = keyof typeof colours
export const colourNames = Object.keys(colours) as ColourName[]
/** The shown colour of a highlight: the same hue, as light as a text marker. */
const washes: Record<string, string> = {
  [colours.amber]: '#ffe08a',
  [colours.red]: '#ffc9c4',
  [colours.green]: '#bfe8c8',
  [colours.blue]: '#c4dcff',
  [colours.black]: '#d9dde0',
}
export const washOf = (colour: string) => washes[colour] ?? '#ffe08a'

/** Stamps as lines in a square of 24. */
export const stamps = {
  tick: 'M4 13l5.5 5.5L20.5 5.5',
  half: 'M4 13l5.5 5.5L20.5 5.5M11 5.5l8 10',
  cross: 'M5 5l14 14M19 5L5 19',
  question: 'M7.5 8.2a4.6 4.6 0 1 1 6.6 4.1c-1.4 .8 -2.1 1.6 -2.1 3.4M12 20L12 20.1',
  star: 'M12 3l2.7 5.8 6.3 .8 -4.6 4.4 1.2 6.2 -5.6 -3.1 -5.6 3.1 1.2 -6.2L3 9.6l6.3 -.8Z',
} as const
export type StampName = keyof typeof stamps
export const stampNames = Object.keys(stamps) as StampName[]
export const stampPath = (name: string): string => stamps[name as StampName] ?? stamps.tick

/** In thousandths of the page's width: letters of a text, side of a stamp. */
export const letterSize = 24
export const stampSize = 44

/** The points of a pen stroke, x and y in turn on the wire. */
export const inkOf = ({ points = [] }: Shape): InkPoint[] =>
  Array.from({ length: Math.floor(points.length / 2) }, (_, i) => [points[i * 2] ?? 0, points[i * 2 + 1] ?? 0, 0.5])
export const boxesOf = ({ boxes = [] }: Shape): Box[] => boxes.map(([x = 0, y = 0, width = 0, height = 0]) => ({ x, y, width, height }))

/** The first point of a mark on its page; undefined for one that belongs to characters or seconds. */
export function placeOf({ kind, shape }: Pick<Mark, 'kind' | 'shape'>): Point | undefined {
  if (kind === 'pen') {
    const { x, y } = boundsOf(inkOf(shape).map(([px, py]) => [px, py]))
    return [x, y]
  }
  const [first] = boxesOf(shape)
  if (first) return [first.x, first.y]
  return shape.x === undefined || shape.y === undefined ? undefined : [shape.x, shape.y]
}

const moveLimit = (value: number) => Math.min(1000, Math.max(0, value))
/** The shape moved by a way in thousandths. */
export function moved(shape: Shape, [dx, dy]: Point): Shape {
  return {
    ...shape,
    ...(shape.points && { points: shape.points.map((value, i) => moveLimit(value + (i % 2 === 0 ? dx : dy))) }),
    ...(shape.boxes && {
      boxes: shape.boxes.map(([x = 0, y = 0, width = 0, height = 0]) => [moveLimit(x + dx), moveLimit(y + dy), width, height]),
    }),
    ...(shape.x !== undefined && { x: moveLimit(shape.x + dx) }),
    ...(shape.y !== undefined && { y: moveLimit(shape.y + dy) }),
  }
}

/** Marks that say something get a number: comments, and highlights with a text. */
export const speaks = ({ kind, text }: Pick<Mark, 'kind' | 'text'>) => kind === 'comment' || (kind === 'highlight' && text !== '')

/** The numbers of the marks that speak, in reading order: by file, page, and place from above. `files`: the text is first. */
export function numbersOf(marks: readonly Mark[], files: readonly (string | null)[]): Map<string, number> {
  const fileAt = new Map(files.map((file, i) => [file, i]))
  const orderOf = (mark: Mark) => {
    const place = placeOf(mark)
    return [fileAt.get(mark.upload_id) ?? files.length, mark.page, mark.shape.from ?? place?.[1] ?? 0, place?.[0] ?? 0]
  }
  const spoken = marks.filter(speaks).map((mark) => ({ mark, order: orderOf(mark) }))
  spoken.sort((a, b) => {
    const at = a.order.findIndex((value, i) => value !== b.order[i])
    return at < 0 ? a.mark.id.localeCompare(b.mark.id) : (a.order[at] ?? 0) - (b.order[at] ?? 0)
  })
  return new Map(spoken.map(({ mark }, i) => [mark.id, i + 1]))
}
