// Test of the geometry of marks: turning, strokes, boxes of text.
import { expect, test } from 'vitest'
import {
  boundsOf,
  type InkPoint,
  joinBoxes,
  keptStroke,
  type Point,
  simplified,
  strokePath,
  strokeWidth,
  toPage,
  toShown,
  touchesBox,
  touchesStroke,
  type Turns,
  turnsOf,
  unturned,
} from './geometry.ts'

const page = { width: 600, height: 800 }
const every: Turns[] = [0, 1, 2, 3]

test('a place on the page is the same after any rotation and back', () => {
  const places: Point[] = [
    [0, 0],
    [1000, 0],
    [250, 750],
    [999.99, 0.01],
  ]
  for (const turns of every) for (const place of places) expect(toPage(toShown(place, turns), turns)).toEqual(place)
})

test('turned clockwise by a quarter, the upper left corner of the page is at the upper right', () => {
  expect(toShown([0, 0], 1)).toEqual([1, 0])
  expect(toShown([0, 0], 2)).toEqual([1, 1])
  expect(toShown([0, 0], 3)).toEqual([0, 1])
  expect(unturned({ width: 800, height: 600 }, 1)).toEqual(page)
  expect([turnsOf(-1), turnsOf(5), turnsOf(4)]).toEqual([3, 1, 0])
})

test('a place outside the page is its nearest edge', () => {
  expect(toPage([-0.2, 1.7], 0)).toEqual([0, 1000])
})

test('a straight stroke keeps its ends, a corner stays', () => {
  const straight: InkPoint[] = Array.from({ length: 200 }, (_, i) => [i * 5, 100, 0.5])
  expect(simplified(straight, page)).toEqual([straight[0], straight.at(-1)])
  const corner: InkPoint[] = [...straight, ...Array.from({ length: 50 }, (_, i): InkPoint => [995, 100 + i, 0.5])]
  expect(simplified(corner, page)).toHaveLength(3)
  expect(simplified([[1, 1, 1]], page)).toHaveLength(1)
})

test('a stroke of ten thousand points is simplified without a deep stack, within the tolerance', () => {
  const spiral: InkPoint[] = Array.from({ length: 10_000 }, (_, i) => [
    500 + (i / 25) * Math.cos(i / 40),
    500 + (i / 25) * Math.sin(i / 40),
    0.5,
  ])
  const kept = keptStroke(spiral, page)
  expect(kept.length).toBeLessThan(2000)
  for (const point of spiral.filter((_, i) => i % 10 === 0)) expect(touchesStroke(kept, [point[0], point[1]], page, 0.7)).toBe(true)
})

test('the eraser touches what is within its radius', () => {
  const line: InkPoint[] = [
    [100, 100, 0.5],
    [900, 100, 0.5],
  ]
  expect(touchesStroke(line, [500, 105], page, 6)).toBe(true)
  expect(touchesStroke(line, [500, 130], page, 6)).toBe(false)
  expect(touchesBox({ x: 100, y: 100, width: 50, height: 50 }, [160, 120], page, 8)).toBe(true)
  expect(touchesBox({ x: 100, y: 100, width: 50, height: 50 }, [300, 300], page, 8)).toBe(false)
})

test('boxes of one line become one, lines stay apart', () => {
  const boxes = [
    { x: 100, y: 100, width: 80, height: 20 },
    { x: 184, y: 101, width: 60, height: 19 },
    { x: 100, y: 125, width: 300, height: 20 },
    { x: 100, y: 125, width: 0, height: 20 },
  ]
  expect(joinBoxes(boxes)).toEqual([
    { x: 100, y: 100, width: 144, height: 20 },
    { x: 100, y: 125, width: 300, height: 20 },
  ])
})

test('a dot is drawn too, and pressure widens a stroke', () => {
  expect(strokePath([[500, 500, 0.5]], page)).toBe('M300 400L300 400')
  expect(strokePath([], page)).toBe('')
  expect(strokeWidth([[0, 0, 1]])).toBeGreaterThan(strokeWidth([[0, 0, 0.2]]))
  expect(
    boundsOf([
      [10, 20],
      [5, 40],
    ]),
  ).toEqual({ x: 5, y: 20, width: 5, height: 20 })
})
