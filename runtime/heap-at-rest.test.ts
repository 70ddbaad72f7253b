// Tests of the heap at rest.
import { until } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { releaseHeapAtRest } from './heap-at-rest.ts'

test('the leavings of work are released once the process is quiet, and not again while nothing is added', async () => {
  const released: number[] = []
  const stop = releaseHeapAtRest({
    every: 20,
    looks: 2,
    quiet: 1.1,
    growth: 2 ** 20,
    between: 0,
    collected: (before, after) => released.push(before - after),
  })
  try {
    let left: unknown[] | undefined = Array.from({ length: 400_000 }, (_, nth) => ({ nth }))
    expect(left.length).toBe(400_000)
    await until(() => released.length > 0)
    const first = released.length
    left = undefined
    left = Array.from({ length: 400_000 }, (_, nth) => ({ nth }))
    left = undefined
    await until(() => released.length > first)
    expect(Math.max(...released)).toBeGreaterThan(4 * 2 ** 20)
  } finally {
    stop()
  }
})

test('a process at work is not paused', async () => {
  let looked = 0
  const stop = releaseHeapAtRest({ every: 5, looks: 2, quiet: 0, growth: 0, between: 0, collected: () => looked++ })
  try {
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(looked).toBe(0)
  } finally {
    stop()
  }
})
