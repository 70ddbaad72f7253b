// Allocation of reviewers to works, as properties.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Allocated, allocate, allocateLate, type ReviewedWork } from './allocation.ts'

/** Works of as many authors each as the numbers say. */
const worksOf = (sizes: readonly number[]): ReviewedWork[] =>
  sizes.map((size, work) => ({ id: `w${work}`, authors: Array.from({ length: size }, (_, at) => `p${work}-${at}`) }))
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed / 0x80000000
}
const loads = (works: readonly ReviewedWork[], allocated: readonly Allocated[]) => {
  const counts = new Map(works.map(({ id }) => [id, 0]))
  for (const { work } of allocated) counts.set(work, counts.get(work)! + 1)
  return [...counts.values()]
}
const spread = (numbers: readonly number[]) => Math.max(0, ...numbers) - Math.min(...numbers, Infinity)
const seed = fc.integer({ min: 1, max: 1_000_000 })
const each = fc.integer({ min: 1, max: 10 })

test('nobody reviews their own work or that of their group, nor one twice; everybody gets as many as there are', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 14 }), each, seed, (sizes, k, start) => {
      const works = worksOf(sizes)
      const allocated = allocate(works, k, random(start))
      expect(new Set(allocated.map(({ reviewer, work }) => `${reviewer} ${work}`)).size).toBe(allocated.length)
      for (const { reviewer, work } of allocated) expect(works.find(({ id }) => id === work)!.authors).not.toContain(reviewer)
      for (const reviewer of works.flatMap(({ authors }) => authors))
        expect(allocated.filter((one) => one.reviewer === reviewer)).toHaveLength(Math.min(k, works.length - 1))
    }),
  ))

test('works that come later give and get as many as the others, by nobody’s hand more than one beyond theirs', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 4 }), each, seed, (early, late, k, start) => {
      const works = worksOf(Array.from({ length: early + late }, () => 1))
      const before = allocate(works.slice(0, early), k, random(start))
      const added = allocateLate(works, before, k, random(start))
      const all = [...before, ...added]
      expect(new Set(all.map(({ reviewer, work }) => `${reviewer} ${work}`)).size).toBe(all.length)
      for (const { reviewer, work } of added) expect(works.find(({ id }) => id === work)!.authors).not.toContain(reviewer)
      const allocated = (reviewer: string) => all.filter((one) => one.reviewer === reviewer).length
      const most = Math.min(k, works.length - 1)
      for (const { id, authors } of works) {
        expect(allocated(authors[0]!)).toBeLessThanOrEqual(k + 1)
        if (works.indexOf(works.find((one) => one.id === id)!) < early) continue
        expect(allocated(authors[0]!)).toBeGreaterThanOrEqual(most)
        expect(all.filter(({ work }) => work === id).length).toBeGreaterThanOrEqual(Math.min(most, 1))
      }
    }),
  ))

test('works of single people, and of groups of one size, get numbers of reviews that differ by one at most', () =>
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 25 }), fc.integer({ min: 1, max: 4 }), each, seed, (number, size, k, start) => {
      const works = worksOf(Array.from({ length: number }, () => size))
      expect(spread(loads(works, allocate(works, k, random(start))))).toBeLessThanOrEqual(1)
    }),
  ))

test('the numbers are as equal as the groups allow', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 1, max: 2 }),
      seed,
      (sizes, k, start) => {
        const works = worksOf(sizes)
        expect(spread(loads(works, allocate(works, k, random(start))))).toBe(bestSpread(works, k))
      },
    ),
    { numRuns: 60 },
  ))

/** The least spread of all allocations there are. */
function bestSpread(works: readonly ReviewedWork[], k: number): number {
  const reviewers = works.flatMap(({ id, authors }) => authors.map(() => id))
  const choose = (list: readonly string[], number: number): string[][] =>
    number === 0 ? [[]] : list.flatMap((one, at) => choose(list.slice(at + 1), number - 1).map((rest) => [one, ...rest]))
  let best = Infinity
  const walk = (at: number, load: Map<string, number>): void => {
    if (at === reviewers.length) {
      best = Math.min(best, spread([...load.values()]))
      return
    }
    const others = works.map(({ id }) => id).filter((id) => id !== reviewers[at])
    for (const chosen of choose(others, Math.min(k, others.length))) {
      const next = new Map(load)
      for (const id of chosen) next.set(id, next.get(id)! + 1)
      walk(at + 1, next)
    }
  }
  walk(0, new Map(works.map(({ id }) => [id, 0])))
  return best
}

test('five hundred works with ten reviews each are given out within a second', () => {
  const works = worksOf(Array.from({ length: 500 }, (_, at) => 1 + (at % 3)))
  const begun = performance.now()
  const allocated = allocate(works, 10, random(7))
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(spread(loads(works, allocated))).toBeLessThanOrEqual(1)
})
test('one work alone, or none, has no reviews', () => {
  expect(allocate(worksOf([3]), 2, Math.random)).toEqual([])
  expect(allocate([], 2, Math.random)).toEqual([])
})
