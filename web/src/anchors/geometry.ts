// Geometry of marks: places are thousandths of the unturned page, so that they hold at every zoom and rotation. Pure functions.

/** x and y in thousandths of the unturned page's width and height. */
export type Point = readonly [x: number, y: number]
/** The third is the pressure of a pen, 0 to 1. */
export type InkPoint = readonly [x: number, y: number, pressure: number]
export type Box = { x: number; y: number; width: number; height: number }
export type Size = { width: number; height: number }
/** Quarter turns clockwise of the shown page. */
export type Turns = 0 | 1 | 2 | 3

export const turnsOf = (quarters: number): Turns => (((quarters % 4) + 4) % 4) as Turns
const limited = (value: number) => Math.min(1000, Math.max(0, value))
/** Two decimals: a fiftieth of a pixel on a page as wide as the screen. */
export const rounded = (value: number) => Math.round(value * 100) / 100

/** From a place on the shown page, in fractions 0 to 1 of its width and height. Outside the page it is the nearest edge. */
export function toPage([x, y]: Point, turns: Turns): Point {
  const unturned: Point = turns === 1 ? [y, 1 - x] : turns === 2 ? [1 - x, 1 - y] : turns === 3 ? [1 - y, x] : [x, y]
  return [rounded(limited(unturned[0] * 1000)), rounded(limited(unturned[1] * 1000))]
}

/** The place on the shown page, in fractions 0 to 1 of its width and height. */
export function toShown([left, top]: Point, turns: Turns): Point {
  const [x, y] = [left / 1000, top / 1000]
  return turns === 1 ? [1 - y, x] : turns === 2 ? [1 - x, 1 - y] : turns === 3 ? [y, 1 - x] : [x, y]
}

/** The size of the unturned page, from that of the shown one. */
export const unturned = ({ width, height }: Size, turns: Turns): Size =>
  turns % 2 === 1 ? { width: height, height: width } : { width, height }

/** The box between two corners. */
export const boxOf = ([ax, ay]: Point, [bx, by]: Point): Box => ({
  x: rounded(Math.min(ax, bx)),
  y: rounded(Math.min(ay, by)),
  width: rounded(Math.abs(ax - bx)),
  height: rounded(Math.abs(ay - by)),
})

export function boundsOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return boxOf([Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)])
}

/** Boxes of one line of text that touch become one: a browser tells a box for every span of the text layer. */
export function joinBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const box of boxes.filter(({ width, height }) => width > 0.5 && height > 0.5)) {
    const line = joined.findIndex(
      (other) =>
        Math.min(other.y + other.height, box.y + box.height) - Math.max(other.y, box.y) > Math.min(other.height, box.height) / 2 &&
        box.x <= other.x + other.width + 12 &&
        other.x <= box.x + box.width + 12,
    )
    const other = joined[line]
    if (!other) joined.push(box)
    else
      joined[line] = boxOf(
        [Math.min(other.x, box.x), Math.min(other.y, box.y)],
        [Math.max(other.x + other.width, box.x + box.width), Math.max(other.y + other.height, box.y + box.height)],
      )
  }
  return joined
}

/** The distance of a point from a line between two points. `shape`: width : height of the page, whose thousandths differ in length. */
function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point, shape: Size): number {
  const [sx, sy] = [shape.width, shape.height]
  const [dx, dy] = [(bx - ax) * sx, (by - ay) * sy]
  const [ex, ey] = [(px - ax) * sx, (py - ay) * sy]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (ex * dx + ey * dy) / length))
  return Math.hypot(ex - along * dx, ey - along * dy) / 1000
}

/** Drops the points of a stroke that lie within `tolerance` (points of the page) of the line through the others, without recursion. */
export function simplified(stroke: readonly InkPoint[], page: Size, tolerance = 0.35): InkPoint[] {
  if (stroke.length < 3) return [...stroke]
  const kept = new Set([0, stroke.length - 1])
  const spans: [number, number][] = [[0, stroke.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let [farthest, at] = [tolerance, -1]
    for (let i = from + 1; i < to; i++) {
      const [point, first, last] = [stroke[i], stroke[from], stroke[to]]
      if (!point || !first || !last) continue
      const away = distance([point[0], point[1]], [first[0], first[1]], [last[0], last[1]], page)
      if (away > farthest) [farthest, at] = [away, i]
    }
    if (at < 0) continue
    kept.add(at)
    spans.push([from, at], [at, to])
  }
  return stroke.filter((_, i) => kept.has(i))
}

/** Points of a stroke at most: the server takes no longer ones. */
const strokePoints = 2000
/** A stroke as it is kept: simplified, more coarsely where it is very long. */
export function keptStroke(stroke: readonly InkPoint[], page: Size): InkPoint[] {
  let kept = simplified(stroke, page)
  for (let tolerance = 0.6; kept.length > strokePoints; tolerance *= 1.7) kept = simplified(stroke, page, tolerance)
  return kept.map(([x, y, pressure]) => [rounded(x), rounded(y), rounded(pressure)])
}

/** Whether the eraser, a disc of `radius` points of the page, touches a stroke. */
export const touchesStroke = (stroke: readonly InkPoint[], at: Point, page: Size, radius: number): boolean =>
  stroke.some((point, i) => {
    const [ax, ay] = stroke[i - 1] ?? point
    return distance(at, [ax, ay], [point[0], point[1]], page) <= radius
  })

/** Whether the disc touches a box. */
export function touchesBox(box: Box, [x, y]: Point, page: Size, radius: number): boolean {
  const dx = Math.max(box.x - x, 0, x - box.x - box.width) * page.width
  const dy = Math.max(box.y - y, 0, y - box.y - box.height) * page.height
  return Math.hypot(dx, dy) / 1000 <= radius
}

/** A smooth path through a stroke's points, in points of the unturned page (SVG's d): quadratic curves between the middles. */
export function strokePath(stroke: readonly InkPoint[], page: Size): string {
  const points = stroke.map(([x, y]) => [(x * page.width) / 1000, (y * page.height) / 1000] as const)
  const textOf = ([x, y]: readonly [number, number]) => `${rounded(x)} ${rounded(y)}`
  const [first, second] = points
  if (!first) return ''
  // a dot: a line of no length shows by its round ends
  if (!second) return `M${textOf(first)}L${textOf(first)}`
  const middle = (a: readonly [number, number], b: readonly [number, number]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const
  let path = `M${textOf(first)}`
  for (let i = 1; i < points.length - 1; i++) {
    const [point, next] = [points[i], points[i + 1]]
    if (point && next) path += `Q${textOf(point)} ${textOf(middle(point, next))}`
  }
  return `${path}L${textOf(points.at(-1) ?? second)}`
}

/** The width of a stroke in points of the page: its base width, by the mean pressure. A mouse reports 0.5. */
export const strokeWidth = (stroke: readonly InkPoint[], base = 2.2): number => {
  const pressure = stroke.reduce((sum, point) => sum + point[2], 0) / Math.max(1, stroke.length)
  return rounded(base * (0.5 + pressure))
}
