// Tests of the queue of uploads.
import { describe, expect, test } from 'vitest'
import { applyEvent, maxConcurrent, type QueueEvent, type Queue, secondsLeft, startable } from './queue.ts'

const run = (...events: QueueEvent[]) => events.reduce<Queue>(applyEvent, [])
const add = (key: string, size = 1000): QueueEvent => ({ kind: 'added', key, name: `${key}.mp4`, size })
const created = (key: string, byBlocks = true): QueueEvent => ({ kind: 'created', key, uploadId: `u-${key}`, type: 'video', byBlocks })

describe('the queue', () => {
  test('starts at most five, in order', () => {
    const queue = run(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => add(key)))
    expect(startable(queue)).toEqual(['a', 'b', 'c', 'd', 'e'])
    const busy = startable(queue).reduce<Queue>((queue, key) => applyEvent(queue, { kind: 'started', key }), queue)
    expect(startable(busy)).toEqual([])
    expect(startable(applyEvent(busy, { kind: 'stored', key: 'c' }))).toEqual(['f'])
    expect(maxConcurrent).toBe(5)
  })
  test('a paused file leaves its place to the next and keeps its blocks', () => {
    const queue = run(
      add('a'),
      { kind: 'started', key: 'a' },
      created('a'),
      { kind: 'sent', key: 'a', sent: 600, time: 0 },
      { kind: 'paused', key: 'a' },
    )
    expect(queue[0]).toMatchObject({ state: 'paused', sent: 600 })
  })
  test('a paused plain upload starts again from nothing', () => {
    const queue = run(
      add('a'),
      { kind: 'started', key: 'a' },
      created('a', false),
      { kind: 'sent', key: 'a', sent: 600, time: 0 },
      { kind: 'paused', key: 'a' },
    )
    expect(queue[0]).toMatchObject({ state: 'paused', sent: 0 })
  })
  test('an answer that comes after the pause changes nothing', () => {
    const queue = run(add('a'), { kind: 'started', key: 'a' }, { kind: 'paused', key: 'a' }, { kind: 'sent', key: 'a', sent: 900, time: 1 })
    expect(queue[0]).toMatchObject({ state: 'paused', sent: 0 })
  })
  test('a failed file says why and can be tried again', () => {
    const failed = run(add('a'), { kind: 'started', key: 'a' }, { kind: 'failed', key: 'a', reason: 'upload.storageFull' })
    expect(failed[0]).toMatchObject({ state: 'failed', reason: 'upload.storageFull' })
    expect(applyEvent(failed, { kind: 'restarted', key: 'a' })[0]).toMatchObject({ state: 'ready', reason: undefined })
  })
  test('goes ready, sending, finishing, processing, done', () => {
    const states: string[] = []
    const steps: QueueEvent[] = [
      add('a'),
      { kind: 'started', key: 'a' },
      { kind: 'finishing', key: 'a' },
      { kind: 'stored', key: 'a' },
      { kind: 'done', key: 'a' },
    ]
    steps.reduce<Queue>((queue, event) => {
      const next = applyEvent(queue, event)
      states.push(next[0]!.state)
      return next
    }, [])
    expect(states).toEqual(['ready', 'sending', 'finishing', 'processing', 'done'])
  })
  test('measures speed over three seconds and says what is left', () => {
    const queue = run(
      add('a', 10_000),
      { kind: 'started', key: 'a' },
      { kind: 'sent', key: 'a', sent: 0, time: 0 },
      { kind: 'sent', key: 'a', sent: 2000, time: 1000 },
      { kind: 'sent', key: 'a', sent: 4000, time: 2000 },
    )
    expect(queue[0]!.speed).toBe(2000)
    expect(secondsLeft(queue[0]!)).toBe(3)
  })
})
