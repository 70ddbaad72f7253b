// Moments at which a written text reaches the server: soon, one request at a time, again after a failure, and never over another window’s.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, forWriter, type SaveState } from './autosave.ts'

type Written = { title: string; body: string }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const text = (body: string): Written => ({ title: 'Tides', body })
function autosave({ held = false } = {}) {
  const sent: [string, number | undefined][] = []
  const states: SaveState['kind'][] = []
  let version = 0
  let answer: () => Promise<number> = async () => ++version
  const removed = vi.fn(async (_over?: number) => {})
  let found: (Written & { version: number }) | null = null
  const saver = createAutosave<Written>(
    {
      equal: (a, b) => a.title === b.title && a.body === b.body,
      write: async ({ body }, over) => {
        sent.push([body, over])
        return answer()
      },
      remove: removed,
      read: async () => found,
      same: (read, sent) => read.body === sent.body,
      failureOf: (error) => (error as Error).message as 'transient',
      onState: ({ kind }) => states.push(kind),
      onVersion: () => {},
    },
    { base: text(''), stored: text(''), version: 0, held },
  )
  return {
    saver,
    sent,
    states,
    removed,
    answerAfter: (ms: number) => {
      answer = async () => {
        await new Promise((done) => setTimeout(done, ms))
        return ++version
      }
    },
    /** The server has it; the answer is lost. */
    loseAnswers: () => {
      answer = async () => {
        version++
        throw new Error('transient')
      }
    },
    find: (body: string) => {
      found = { ...text(body), version }
    },
    failWith: (failure?: string) => {
      answer = async () => {
        if (failure) throw new Error(failure)
        return ++version
      }
    },
  }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('sent within three seconds of the last change, and of somebody who never pauses within nine', async () => {
  const { saver, sent, states } = autosave()
  saver.change(text('a'))
  await wait(1000)
  saver.change(text('ab'))
  await wait(1500)
  expect([sent, states.at(-1)]).toEqual([[['ab', 0]], 'saved'])
  for (let i = 0; i < 12; i++) {
    saver.change(text(`ab${i}`))
    await wait(1000)
  }
  expect(sent.length).toBeGreaterThan(1)
  expect(sent[1]?.[1]).toBe(1)
})

test('a text equal to the saved one needs no draft', async () => {
  const { saver, removed, states } = autosave()
  saver.change(text('a'))
  await wait(3000)
  saver.change(text(''))
  await wait(3000)
  expect([removed.mock.calls.length, states.at(-1)]).toEqual([1, 'clean'])
})

test('without a network it stays on the device and is sent again by itself', async () => {
  const { saver, sent, states, failWith } = autosave()
  failWith('transient')
  saver.change(text('a'))
  await wait(2000)
  expect(states.at(-1)).toBe('device')
  failWith()
  await wait(6000)
  expect([sent.length, states.at(-1)]).toEqual([2, 'saved'])
})

test('another window has written: nothing is sent until somebody chooses', async () => {
  const { saver, sent, states, failWith } = autosave()
  failWith('conflict')
  saver.change(text('mine'))
  await wait(2000)
  saver.change(text('mine too'))
  await wait(9000)
  expect([sent.length, states.at(-1)]).toEqual([1, 'conflict'])
  failWith()
  saver.overwrite()
  await wait(2000)
  expect(sent.at(-1)).toEqual(['mine too', undefined])
})

test('a text that was saved elsewhere and compared is what a draft is made against, and ends the wait', async () => {
  const { saver, sent, states, failWith } = autosave()
  failWith('conflict')
  saver.change(text('mine'))
  await wait(2000)
  failWith()
  saver.rebase(text('theirs'))
  saver.change(text('theirs'))
  await wait(2000)
  expect([sent.length, states.at(-1)]).toEqual([1, 'clean'])
  saver.change(text('both'))
  await wait(2000)
  expect(sent.at(-1)?.[0]).toBe('both')
})

test('held while two texts wait for a choice; a draft deleted at the server is written anew', async () => {
  const { saver, sent } = autosave({ held: true })
  saver.change(text('mine'))
  await wait(9000)
  expect(sent).toEqual([])
  saver.restart()
  await wait(2000)
  expect(sent).toEqual([['mine', 0]])
})

test('nothing is sent after it was stopped for saving, and what is waiting is sent when saving failed', async () => {
  const { saver, sent } = autosave()
  saver.change(text('a'))
  await saver.stop()
  await wait(9000)
  expect(sent).toEqual([])
  saver.resume()
  await wait(2000)
  expect(sent).toEqual([['a', 0]])
})

test('two flushes that wait for one slow write send what is waiting once', async () => {
  const { saver, sent, answerAfter } = autosave()
  answerAfter(3000)
  saver.change(text('a'))
  await wait(1600)
  saver.change(text('ab'))
  await Promise.all([saver.flush(), saver.flush(), wait(9000)])
  expect(sent).toEqual([
    ['a', 0],
    ['ab', 1],
  ])
})

test('a lost answer is no conflict: a draft that the server has already goes on, and newer words follow it', async () => {
  const { saver, sent, states, loseAnswers, find, failWith } = autosave()
  loseAnswers()
  saver.change(text('a'))
  await wait(2000)
  find('a')
  failWith('conflict')
  saver.change(text('ab'))
  const flushed = saver.flush()
  failWith()
  await flushed
  expect(states).not.toContain('conflict')
  expect([sent.at(-1), states.at(-1)]).toEqual([['ab', 1], 'saved'])
})

test('after a lost answer another text at the server is a conflict still', async () => {
  const { saver, states, loseAnswers, find, failWith } = autosave()
  loseAnswers()
  saver.change(text('a'))
  await wait(2000)
  find('of another device')
  failWith('conflict')
  await wait(6000)
  expect(states.at(-1)).toBe('conflict')
})

test('a draft is deleted in the version that was seen', async () => {
  const { saver, removed } = autosave()
  saver.change(text('a'))
  await wait(2000)
  saver.change(text(''))
  await wait(2000)
  expect(removed).toHaveBeenCalledWith(1)
})

test("a person's text is sent by that person alone", async () => {
  let signedIn: string | undefined = 'ana'
  const { isHere, only } = forWriter(() => signedIn)
  const call = vi.fn(async (body: string) => body)
  expect(await only(call)('a')).toBe('a')
  for (const next of [undefined, 'ben']) {
    signedIn = next
    await expect(only(call)('b')).rejects.toThrow()
    expect(isHere()).toBe(false)
  }
  expect(call).toHaveBeenCalledOnce()
})
