// Tests of the chunks in which posts are read, and of the number up to which a topic is read.
import { expect, test } from 'vitest'
import { chunksOf, readUpTo } from './chunks.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('posts are read by forty; new ones join their neighbours, and no chunk is read anew but theirs', () => {
  const first = chunksOf(numbers(1, 90))
  expect(first.map(({ length }) => length)).toEqual([40, 40, 10])
  const replied = [...numbers(1, 10), 91, ...numbers(11, 90), 92]
  const then = chunksOf(replied, first)
  expect(then.map(({ length }) => length)).toEqual([41, 40, 11])
  expect(then[1]).toEqual(first[1])
  expect(then.flat()).toEqual(replied)
})

test('a chunk that is full passes new posts on to one of their own', () => {
  const first = chunksOf(numbers(1, 50))
  const replies = numbers(100, 125)
  const then = chunksOf([1, ...replies, ...numbers(2, 50)], first)
  expect(Math.max(...then.map(({ length }) => length))).toBeLessThanOrEqual(50)
  expect(then.flat()).toEqual([1, ...replies, ...numbers(2, 50)])
})

test('a post that leaves takes its place along', () => {
  expect(chunksOf([1, 3], [[1, 2], [3]])).toEqual([[1], [3]])
})

const outline = (read_n: number, rows: number[][]) => ({ rows, authors: [], last_n: rows.length, read_n, first_unread: null })

test('a topic is read up to the last post before which nothing is unseen; removed ones count as seen', () => {
  const rows = [
    [1, 1, 0, 0],
    [4, 1, 0, 0],
    [2, 2, 0, 1],
    [3, 3, 0, 0],
  ]
  expect(readUpTo(outline(1, rows), new Set([4]))).toBe(2)
  expect(readUpTo(outline(1, rows), new Set([3]))).toBe(3)
  expect(readUpTo(outline(1, rows), new Set([3, 4]))).toBe(4)
  expect(readUpTo(outline(4, rows), new Set())).toBe(4)
})
