// Shingles, signatures and what two texts share, as properties.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreement, percentOf, sharedRuns, shinglesOf, signatureLength, signatureOf, tokensOf } from './shingles.ts'

const words = (seed: string, number: number) => Array.from({ length: number }, (_, at) => `${seed}${at}`).join(' ')
const none = new Set<number>()
const shared = (a: string, b: string, except: ReadonlySet<number> = none) => {
  const [here, there] = [tokensOf(a), tokensOf(b)]
  const runs = sharedRuns(here, there, except)
  return {
    percent: percentOf(here, runs),
    texts: runs.map((one) => a.slice(here[one.here]!.from, here[one.here + one.length - 1]!.to)),
    there: runs.map((one) => b.slice(there[one.there]!.from, there[one.there + one.length - 1]!.to)),
  }
}

describe('the same text', () => {
  test('is found whole, whatever its capitals, width and punctuation', () => {
    const text = 'Salinity rises with depth, because cold salt water is heavier than fresh water.'
    expect(shared(text, `Well: ${text.toUpperCase().replaceAll(',', ' –')}`)).toMatchObject({ percent: 100, texts: [text.slice(0, -1)] })
  })
  test('in Chinese and in Thai is found by characters', () => {
    const chinese = '海水的盐度随深度增加而升高，因为冷而咸的水比淡水重。'
    expect(shared(`我认为${chinese}这很有意思`, `老师说过${chinese}所以如此`).texts).toEqual([chinese.slice(0, -1)])
    const thai = 'ความเค็มของน้ำทะเลเพิ่มขึ้นตามความลึกเพราะน้ำเย็นหนักกว่า'
    expect(shared(`ผมคิดว่า${thai}`, `ครูบอกว่า${thai}เสมอ`).texts[0]).toContain(thai)
  })
  test('of the task does not count', () => {
    const task = words('task', 30)
    const except = new Set(shinglesOf(tokensOf(task)))
    expect(shared(`${task} ${words('mine', 30)}`, `${task} ${words('yours', 30)}`, except).percent).toBe(0)
  })
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'water', 'salt', '盐', '水', 'น้ำ'), { maxLength: 60 }).map((list) => list.join(' '))
test('the shared passages are in both texts, in places that do not overlap, and are all of a text compared with itself', () =>
  fc.assert(
    fc.property(text, text, (a, b) => {
      const { percent, texts, there } = shared(a, b)
      expect(texts).toEqual(there)
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
      if (shinglesOf(tokensOf(a)).length > 0) expect(shared(a, a).percent).toBe(100)
    }),
  ))

test('signatures agree about as much as the texts', () => {
  for (const common of [0, 30, 60, 90]) {
    const [a, b] = [`${words('same', common)} ${words('mine', 100 - common)}`, `${words('same', common)} ${words('yours', 100 - common)}`]
    const share = agreement(signatureOf(shinglesOf(tokensOf(a))), signatureOf(shinglesOf(tokensOf(b)))) / signatureLength
    const truth = Math.max(0, common - 4) / (2 * 96 - Math.max(0, common - 4))
    expect(Math.abs(share - truth)).toBeLessThan(0.2)
  }
})
test('a short text has no signature', () => {
  expect(signatureOf(shinglesOf(tokensOf(words('a', 23))))).toEqual([])
  expect(signatureOf(shinglesOf(tokensOf(words('a', 24))))).toHaveLength(signatureLength)
})
