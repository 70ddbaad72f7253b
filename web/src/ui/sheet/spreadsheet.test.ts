// Tests of a spreadsheet's pure parts: positions and keys, blocks of the clipboard, undo.
import { expect, test } from 'vitest'
import { areaAt, chosenIn, edges, moved, positionsIn } from './area.ts'
import { pasted, readBlock, writeBlock } from './block.ts'
import { emptyHistory, redone, undone, withStep } from './history.ts'

const size = { rows: 100, columns: 10 }
const go = (row: number, column: number, key: string, ctrl = false, shift = false) => moved({ row, column }, { key, ctrl, shift }, size, 20)

test('arrows stop at the edges, and the heads are above the first row', () => {
  expect(go(5, 5, 'ArrowUp')).toEqual({ row: 4, column: 5 })
  expect(go(0, 5, 'ArrowUp')).toEqual({ row: -1, column: 5 })
  expect(go(-1, 5, 'ArrowUp')).toEqual({ row: -1, column: 5 })
  expect(go(99, 5, 'ArrowDown')).toEqual({ row: 99, column: 5 })
  expect(go(5, 0, 'ArrowLeft')).toEqual({ row: 5, column: 0 })
  expect(go(5, 9, 'ArrowRight')).toEqual({ row: 5, column: 9 })
  expect(go(5, 5, 'ArrowDown', true)).toEqual({ row: 99, column: 5 })
  expect(go(5, 5, 'ArrowUp', true)).toEqual({ row: 0, column: 5 })
})

test('Home, End and pages', () => {
  expect(go(5, 5, 'Home')).toEqual({ row: 5, column: 0 })
  expect(go(5, 5, 'End')).toEqual({ row: 5, column: 9 })
  expect(go(5, 5, 'Home', true)).toEqual({ row: 0, column: 0 })
  expect(go(5, 5, 'End', true)).toEqual({ row: 99, column: 9 })
  expect(go(50, 5, 'PageUp')).toEqual({ row: 30, column: 5 })
  expect(go(5, 5, 'PageUp')).toEqual({ row: 0, column: 5 })
  expect(go(95, 5, 'PageDown')).toEqual({ row: 99, column: 5 })
  expect(go(5, 5, 'a')).toBe(undefined)
})

test('Tab goes on in the next row, and leaves at the end', () => {
  expect(go(5, 9, 'Tab')).toEqual({ row: 6, column: 0 })
  expect(go(6, 0, 'Tab', false, true)).toEqual({ row: 5, column: 9 })
  expect(go(99, 9, 'Tab')).toBe(undefined)
  expect(go(0, 0, 'Tab', false, true)).toBe(undefined)
})

test('an area is the same from either corner', () => {
  const area = { anchor: { row: 7, column: 4 }, end: { row: 5, column: 6 } }
  expect(edges(area)).toEqual({ top: 5, bottom: 7, left: 4, right: 6 })
  expect(chosenIn(area, 6)).toEqual({ left: 4, right: 6 })
  expect(chosenIn(area, 8)).toBe(undefined)
  expect([...positionsIn(area)].length).toBe(9)
})

test('a block comes back as it was copied', () => {
  const block = [
    ['12.5', 'a "word"'],
    ['two\nlines', 'a\ttab'],
    ['', ''],
  ]
  expect(readBlock(writeBlock(block))).toEqual(block)
  expect(readBlock('17\r\n18\r\n')).toEqual([['17'], ['18']])
  expect(readBlock('17\n\n18')).toEqual([['17'], [''], ['18']])
  expect(readBlock('')).toEqual([['']])
})

test('a block fills from the first cell on, as far as the sheet goes', () => {
  const at = areaAt({ row: 98, column: 9 })
  expect(pasted(readBlock('1\t2\n3\t4\n5\t6'), at, size)).toEqual([
    { row: 98, column: 9, text: '1' },
    { row: 99, column: 9, text: '3' },
  ])
})

test('one value fills the whole area, an uneven block only its own size', () => {
  const area = { anchor: { row: 0, column: 0 }, end: { row: 4, column: 0 } }
  expect(pasted([['7']], area, size).map(({ text }) => text)).toEqual(['7', '7', '7', '7', '7'])
  expect(pasted([['7'], ['8']], area, size).length).toBe(2)
})

test('undo and redo', () => {
  const change = { row: 'a', column: 'b', before: '', after: '7' }
  const written = withStep(emptyHistory, [change])
  const back = undone(written)
  expect(back?.step).toEqual([{ ...change, before: '7', after: '' }])
  expect(redone(back?.history ?? emptyHistory)?.step).toEqual([change])
  expect(undone(emptyHistory)).toBe(undefined)
  // what was undone is gone once something else is written
  expect(redone(withStep(back?.history ?? emptyHistory, [change]))).toBe(undefined)
  expect(withStep(written, [])).toEqual(written)
})
