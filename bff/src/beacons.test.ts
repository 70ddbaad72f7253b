// Batching of user actions: sizes, order and refusals.
import { expect, test } from 'vitest'
import { beaconsTo } from './beacons.ts'

const who = { person: 'p', org: 'o' }
const click = (n: number) => Buffer.from(JSON.stringify({ n }))

test('one goes at once; those that come meanwhile go together, each with its own result', async () => {
  const sent: number[] = []
  const beacons = beaconsTo((async (_: string, { body }: { body: { batch: { body: string }[] } }) => {
    sent.push(body.batch.length)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { results: body.batch.map((one) => (JSON.parse(one.body) as { n: number }).n) }
  }) as never)
  const results = await Promise.all(Array.from({ length: 700 }, (_, n) => beacons(who, click(n))))
  expect(results).toEqual(Array.from({ length: 700 }, (_, n) => n))
  expect(sent.length).toBeLessThan(6)
  expect(Math.max(...sent)).toBeLessThanOrEqual(500)
})

test('a large one and one with a NUL go on their own; a refusal of all is the answer to each', async () => {
  const beacons = beaconsTo((async () => {
    throw new Error('busy')
  }) as never)
  expect(await beacons(who, Buffer.from('x'.repeat(9000)))).toBeNull()
  expect(await beacons(who, Buffer.from(JSON.stringify({ a: 'x\u0000' })))).toBeNull()
  expect(await beacons(who, Buffer.from('{"a":"x\0"}'))).toBeNull()
  const all = await Promise.allSettled([1, 2, 3].map((n) => beacons(who, click(n))))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
