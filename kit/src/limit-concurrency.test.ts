// Tests of the limit of concurrent work.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('no more than so many run at once, in the order in which they came, and one that fails makes room', async () => {
  const twoAtOnce = limitConcurrency(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = (nth: number) =>
    twoAtOnce(async () => {
      begun.push(nth)
      most = Math.max(most, ++running)
      await turn()
      running--
      if (nth === 1) throw new Error('one')
      return nth
    })
  const all = await Promise.allSettled(Array.from({ length: 7 }, (_, nth) => work(nth)))
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(await work(7)).toBe(7)
})
