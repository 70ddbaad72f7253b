// The heap of a process at rest: pages that work has left empty go back to the system once the process is quiet.
import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

export type HeapAtRestOptions = {
  /** Milliseconds between two looks. */
  every?: number
  /** Number of quiet looks in a row before a collection. */
  looks?: number
  /** Share of the time in which the event loop works; below it a process is quiet. The polls of eight services take 2–5 %. */
  quiet?: number
  /** Bytes by which the heap has grown since the last collection; less is not worth its pause. */
  growth?: number
  /** Milliseconds from one collection to the next, at least: a server with little to do is not paused again and again. */
  between?: number
  /** Called after each collection, with the bytes of the heap before and after. */
  collected?(before: number, after: number): void
}

/**
 * V8 collects when it needs room, and a process at rest needs none: the young generation stays as large as the busiest second has made it (128 MiB) and
 * old pages stay half empty. A collection takes half a second, in which no call is answered, hence only after 15 s of quiet, for 24 MiB and once in two minutes.
 * Returns the end of the looking.
 */
export function releaseHeapAtRest({
  every = 5000,
  looks = 3,
  quiet = 0.1,
  growth = 24 * 2 ** 20,
  between = 120_000,
  collected,
}: HeapAtRestOptions = {}): () => void {
  const sizeOf = () => getHeapStatistics().total_physical_size
  let last = performance.eventLoopUtilization()
  let calm = 0
  let floor = 0
  let collecting = false
  let earliest = 0
  const look = async () => {
    const now = performance.eventLoopUtilization()
    const share = performance.eventLoopUtilization(now, last).utilization
    last = now
    calm = share < quiet ? calm + 1 : 0
    const before = sizeOf()
    if (collecting || calm < looks || before - floor < growth || performance.now() < earliest) return
    collecting = true
    await collect().finally(() => {
      collecting = false
      calm = 0
      floor = sizeOf()
      earliest = performance.now() + between
      last = performance.eventLoopUtilization()
    })
    collected?.(before, floor)
  }
  const timer = setInterval(() => void look().catch(() => {}), every)
  timer.unref()
  return () => clearInterval(timer)
}

/** The collection that V8 makes for want of memory: it also compacts, and drops compiled code that was not used for long. */
async function collect() {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
