// Precedence of people's calls: the order in which steps and calls run.
import { expect, test } from 'vitest'
import { precedence } from './precedence.ts'

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve))
const long = 60_000

/** Steps that end when they are told to, and the names of those that have begun. */
function steps(of: ReturnType<typeof precedence>) {
  const begun: string[] = []
  const step = (name: string, options = {}) => {
    const held = Promise.withResolvers<void>()
    const done = of.inBulk(async () => {
      begun.push(name)
      await held.promise
      return name
    }, options)
    return { end: held.resolve, done }
  }
  return { begun, step }
}

test('steps run side by side while nobody is here', async () => {
  const { begun, step } = steps(precedence())
  const [first, second] = [step('first'), step('second')]
  await turnOfLoop()
  expect(begun).toEqual(['first', 'second'])
  first.end()
  second.end()
  expect(await Promise.all([first.done, second.done])).toEqual(['first', 'second'])
})

test('a step waits for the end of the calls under way, and the next one for the end of the step, in their order', async () => {
  const of = precedence({ here: long, call: long, step: long })
  const { begun, step } = steps(of)
  const [end, endOther] = [of.callBegins(), of.callBegins()]
  const [first, second, third] = [step('first'), step('second'), step('third')]
  await turnOfLoop()
  end()
  end()
  await turnOfLoop()
  expect(begun).toEqual([])
  endOther()
  await expect.poll(() => begun).toEqual(['first'])
  await turnOfLoop()
  expect(begun).toEqual(['first'])
  first.end()
  await expect.poll(() => begun).toEqual(['first', 'second'])
  second.end()
  await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
  third.end()
  await third.done
  expect(of.waited()).toBeGreaterThan(0)
})

test('work goes on under a call that never ends, and behind a step that never ends', async () => {
  const of = precedence({ here: long, call: 1, step: 1 })
  const { begun, step } = steps(of)
  of.callBegins()
  const [first, second] = [step('first'), step('second')]
  await expect.poll(() => begun).toEqual(['first', 'second'])
  first.end()
  second.end()
  await Promise.all([first.done, second.done])
})

test('a step that fails gives its turn on', async () => {
  const of = precedence({ here: long, call: long, step: long })
  of.callBegins()()
  const failed = of.inBulk(() => Promise.reject(new Error('a step')))
  const next = of.inBulk(async () => 'next')
  await expect(failed).rejects.toThrow('a step')
  expect(await next).toBe('next')
})

test('a step that takes in what was written goes beside one that writes, and before those that write more', async () => {
  const of = precedence({ here: long, call: long, step: long })
  const { begun, step } = steps(of)
  of.callBegins()()
  const all = [step('writes'), step('writes more'), step('follows', { follows: true }), step('follows too', { follows: true })]
  await expect.poll(() => begun).toEqual(['writes', 'follows'])
  await turnOfLoop()
  expect(begun).toEqual(['writes', 'follows'])
  all[0]!.end()
  await expect.poll(() => begun).toEqual(['writes', 'follows', 'follows too'])
  all[2]!.end()
  await expect.poll(() => begun).toEqual(['writes', 'follows', 'follows too', 'writes more'])
  all[1]!.end()
  all[3]!.end()
  await Promise.all(all.map(({ done }) => done))
})

test('steps that take in go two at once while none writes', async () => {
  const of = precedence({ here: long, call: long, step: long })
  const { begun, step } = steps(of)
  of.callBegins()()
  const all = ['first', 'second', 'third'].map((name) => step(name, { follows: true }))
  await expect.poll(() => begun).toEqual(['first', 'second'])
  await turnOfLoop()
  expect(begun).toEqual(['first', 'second'])
  for (const { end } of all) end()
  await Promise.all(all.map(({ done }) => done))
  expect(begun).toEqual(['first', 'second', 'third'])
})
