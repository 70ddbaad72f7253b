// The rules of reading documents page by page.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countPages, creditPages, readingOf, replacedDocuments, withPages } from './rules.ts'

const startedAt = new Date('2026-03-02T10:00:00Z')
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
const clock = (seconds: number, creditedUntil: Date | null = null) => ({ pages: 12, creditedUntil, startedAt, now: after(seconds) })

describe('pages seen', () => {
  test('are joined and sorted, whatever their order', () => {
    const page = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(fc.array(page), fc.array(page), (some, more) => {
        const ranges = withPages(withPages([], some), more)
        for (const [nth, [first]] of ranges.entries()) if (nth > 0) expect(first).toBeGreaterThan(ranges[nth - 1]![1] + 1)
        expect(countPages(ranges, 60)).toBe(new Set([...some, ...more]).size)
        expect(countPages(ranges, 30)).toBe(new Set([...some, ...more].filter((one) => one <= 30)).size)
      }),
    )
  })
  test('of several documents count together, and never all while the pages of one are unknown', () => {
    const seen = { a: [[1, 12]], b: [[1, 2]] } as Parameters<typeof readingOf>[0]
    expect(readingOf(seen, [{ id: 'a', pages: 12 }])).toEqual({ read: 12, pages: 12, percent: 100 })
    expect(readingOf(seen, [{ id: 'a', pages: 12 }, { id: 'b', pages: 4 }])).toEqual({ read: 14, pages: 16, percent: 87 }) // biome-ignore format: one case a line
    expect(readingOf(seen, [{ id: 'a', pages: 12 }, { id: 'b', pages: null }])).toEqual({ read: 12, pages: null, percent: 0 }) // biome-ignore format: one case a line
    expect(readingOf(seen, [])).toEqual({ read: 0, pages: null, percent: 0 })
  })
  test('of a replaced document are those of the one at its place', () => {
    expect(replacedDocuments(['a', 'b'], ['a', 'c'])).toEqual([['b', 'c']])
    expect(replacedDocuments(['a', 'b'], ['b', 'a'])).toEqual([])
    expect(replacedDocuments(['a', 'b'], ['b'])).toEqual([])
  })
})

describe('the clock', () => {
  test('pays for a page in two seconds; pages beyond it are left out', () => {
    const reported = [3, 1, 2, 4, 5]
    expect(creditPages([], reported, clock(1))).toEqual({ seen: [[1, 1]], creditedUntil: after(2) })
    expect(creditPages([], reported, clock(7))).toEqual({ seen: [[1, 4]], creditedUntil: after(8) })
    expect(creditPages([[1, 4]], reported, clock(9, after(8)))).toEqual({ seen: [[1, 5]], creditedUntil: after(10) })
    expect(creditPages([[1, 4]], reported, clock(8, after(8)))).toEqual({ seen: [[1, 4]], creditedUntil: after(8) })
  })
  test('asks nothing for pages seen before, and counts none that the document does not have', () => {
    expect(creditPages([[1, 4]], [1, 2, 13, 4000], clock(100))).toEqual({ seen: [[1, 4]], creditedUntil: null })
  })
  test('is never spent twice, however the reports are cut', () => {
    const report = fc.record({ wait: fc.integer({ min: 0, max: 20 }), pages: fc.array(fc.integer({ min: 1, max: 40 })) })
    fc.assert(
      fc.property(fc.array(report, { maxLength: 20 }), (reports) => {
        let [time, seen, creditedUntil] = [0, [] as [number, number][], null as Date | null]
        for (const { wait, pages } of reports) {
          time += wait
          ;({ seen, creditedUntil } = creditPages(seen, pages, { pages: 40, creditedUntil, startedAt, now: after(time) }))
          expect(countPages(seen, 40) * 2).toBeLessThanOrEqual(time + 1)
        }
      }),
    )
  })
})
