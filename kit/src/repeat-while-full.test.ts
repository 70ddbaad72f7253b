// Tests of repeating a batch while it is full.
import { expect, test } from 'vitest'
import { repeatWhileFull } from './repeat-while-full.ts'

test.each([
  [[0], 1],
  [[2, 2, 1], 3],
  [[2, 0], 2],
])('batches of two that answer %j are %i', async (answers, times) => {
  const sizes: number[] = []
  await repeatWhileFull(async (size) => {
    sizes.push(size)
    return answers[sizes.length - 1]!
  }, 2)
  expect(sizes).toEqual(Array(times).fill(2))
})
