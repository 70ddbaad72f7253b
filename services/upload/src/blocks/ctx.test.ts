// The ctx of blocks, and the parts of a file.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCtx, writeCtx } from './ctx.ts'
import { blockSize } from '../rows/shapes.ts'
import { blockCount, lengthOf, partition } from './sizes.ts'

const ctx = { index: 12, hash: createHash('sha256').update('x').digest('base64url') }

test('a ctx is read back for its own upload alone', () => {
  const text = writeCtx('c2VjcmV0', 'one', ctx)
  expect(text).not.toContain(',')
  expect(readCtx('c2VjcmV0', 'one', text)).toEqual(ctx)
  expect(readCtx('c2VjcmV0', 'two', text)).toBeUndefined()
  expect(readCtx('b3RoZXI', 'one', text)).toBeUndefined()
  for (const changed of [text.replace('12.', '13.'), `${text}x`, text.slice(1), '', 'a.b.c'])
    expect(readCtx('c2VjcmV0', 'one', changed)).toBeUndefined()
})

test('blocks and the parts they make', () => {
  const size = 2 * blockSize + 5
  expect([blockCount(1), blockCount(blockSize), blockCount(size)]).toEqual([1, 1, 3])
  expect([0, 1, 2, 3].map((index) => lengthOf(size, index))).toEqual([blockSize, blockSize, 5, 5 - blockSize])
  const two = partition(size, 2 * blockSize),
    one = partition(size, blockSize)
  expect([0, 1, 2, 3].map(two.partOf)).toEqual([1, 1, 2, 2])
  expect([0, 1, 2].map(two.waits)).toEqual([true, false, false])
  expect([0, 1, 2].map(one.partOf)).toEqual([1, 2, 3])
  expect([0, 1, 2].some(one.waits)).toBe(false)
})
