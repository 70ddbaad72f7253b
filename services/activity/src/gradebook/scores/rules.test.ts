// Tests of the sums of a gradebook.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, type Fraction, fractionOf, plus, rounded, zero } from '../../points/fractions.ts'
import { pointsOf } from '../../points/decimals.ts'
import { afterLate, type Book, type BookItem, type BookScores, groupsOf, levelOf, reaches, resultOf, shareOfItem, treeOf } from './rules.ts'
import { shownResult } from './results.ts'
import { wholePercentOf } from './score-facts.ts'
import type { ResultNode } from './result-node-api.ts'

type Sample = { book: Book; scores: BookScores }
type ScoredItem = Omit<BookItem, 'id' | 'title' | 'category'> & { category: number; earned: number | null; state: string }

const item: fc.Arbitrary<ScoredItem> = fc.record({
  category: fc.integer({ min: -1, max: 2 }),
  points: fc.oneof({ weight: 1, arbitrary: fc.constant(0n) }, { weight: 9, arbitrary: fc.bigInt({ min: 1n, max: 1_000_000n }) }),
  extraCredit: fc.nat(9).map((n) => n === 0),
  neverDrop: fc.nat(9).map((n) => n === 0),
  earned: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 5, arbitrary: fc.nat(1000) }),
  state: fc.constantFrom('', '', '', '', 'excused', 'missing'),
})
const categories = fc.tuple(
  ...[0, 1, 2].map(() =>
    fc.record({ weight: fc.nat(60), drop: fc.nat(3), keep: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }) }),
  ),
)
const samples: fc.Arbitrary<Sample> = fc
  .tuple(fc.constantFrom('weighted' as const, 'points' as const), categories, fc.array(item, { maxLength: 14 }))
  .map(([aggregation, of, items]) => ({
    book: {
      aggregation,
      categories: of.map(({ weight, drop, keep }, nth) => ({
        id: `c${nth}`,
        title: '',
        weight: BigInt(weight) * 10_000n,
        drop: keep === null ? drop : 0,
        keep,
      })),
      items: items.map(({ category, earned: _, state: __, ...one }, nth) => ({
        ...one,
        id: `i${nth}`,
        title: '',
        category: category < 0 ? null : `c${category}`,
      })),
    },
    // in thousandths of the points possible; of items for nothing in points
    scores: new Map(
      items.map(({ earned, points, state }, nth) => [
        `i${nth}`,
        { points: earned === null ? null : points === 0n ? BigInt(earned) : (points * BigInt(earned)) / 1000n, state },
      ]),
    ),
  }))

const result = ({ book, scores }: Sample) => resultOf(groupsOf(book), scores)
const exact = (text: string): Fraction => {
  const [n, d] = text.split('/')
  return { n: BigInt(n!), d: BigInt(d!) }
}
const atLeast = (a: Fraction | null, b: Fraction | null) => b === null || (a !== null && compare(a, b) >= 0n)
const same = (a: Fraction | null, b: Fraction | null) => atLeast(a, b) && atLeast(b, a)
const nodesOf = (node: ResultNode): ResultNode[] => [node, ...node.children.flatMap(nodesOf)]
const holds = (property: (of: Sample) => boolean) => fc.assert(fc.property(samples, property), { numRuns: 400 })

test('the root of the tree is the result, and the children of every node sum to it exactly', () => {
  holds((of) => {
    const root = treeOf(groupsOf(of.book), of.scores, 2)
    return (
      same(exact(root.exact), result(of) ?? zero) &&
      nodesOf(root).every(
        ({ exact: value, children }) =>
          children.length === 0 || same(exact(value), children.map((child) => exact(child.exact)).reduce(plus, zero)),
      )
    )
  })
})

test('the order of items and categories does not matter', () => {
  holds((of) =>
    same(
      result(of),
      result({ ...of, book: { ...of.book, categories: of.book.categories.toReversed(), items: of.book.items.toReversed() } }),
    ),
  )
})

test('a dropped score never lowers the result', () => {
  holds((of) => {
    const without = of.book.categories.map((category) => ({ ...category, drop: 0 }))
    return atLeast(result(of), result({ ...of, book: { ...of.book, categories: without } }))
  })
})

test('the dropped scores are the best choice of all', () => {
  holds(({ book, scores }) => {
    const items = book.items.slice(0, 7).map((one) => ({ ...one, category: 'c0' }))
    const category = { ...book.categories[0]!, weight: 1_000_000n }
    const of = { book: { ...book, categories: [category], items }, scores }
    const plain = { ...category, drop: 0, keep: null }
    const counted = items.filter(({ id }) => scores.get(id)?.points != null && scores.get(id)?.state !== 'excused')
    const regular = counted.filter(({ extraCredit, points }) => !extraCredit && points > 0n)
    const droppable = regular.filter(({ neverDrop }) => !neverDrop)
    const fixed = regular.length - droppable.length
    let best: Fraction | null = null
    for (let set = 0; set < 2 ** droppable.length; set++) {
      const out = droppable.filter((_, nth) => (set >> nth) & 1)
      const kept = droppable.length - out.length
      const allowed =
        category.keep === null
          ? out.length <= Math.max(0, Math.min(category.drop, droppable.length - 1))
          : kept === Math.min(droppable.length, Math.max(category.keep - fixed, fixed > 0 ? 0 : 1))
      if (!allowed) continue
      const one = result({ book: { ...book, categories: [plain], items: items.filter((each) => !out.includes(each)) }, scores })
      if (best === null || atLeast(one, best)) best = one
    }
    return same(result(of), best)
  })
})

test('extra credit never lowers the result, and more points never do', () => {
  holds((of) => {
    const extra = of.book.items.filter(({ extraCredit }) => extraCredit).map(({ id }) => id)
    const without = new Map([...of.scores].filter(([id]) => !extra.includes(id)))
    const more = new Map(
      [...of.scores].map(([id, score], nth) => [id, nth === 0 && score.points !== null ? { ...score, points: score.points + 7n } : score]),
    )
    return atLeast(result(of), result({ ...of, scores: without })) && atLeast(result({ ...of, scores: more }), result(of))
  })
})

test('excused, unscored and empty ones count nowhere', () => {
  holds((of) => {
    const counts = of.book.items.filter(({ id }) => of.scores.get(id)?.points != null && of.scores.get(id)?.state !== 'excused')
    const used = of.book.categories.filter(({ id }) => counts.some(({ category }) => category === id))
    // without any category a weighted book is one by points
    if (used.length === 0) return true
    return same(result(of), result({ ...of, book: { ...of.book, categories: used, items: counts } }))
  })
})

test('thirds are exact, and rounding is half up', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, title: '', category: null, points: 30_000n, extraCredit: false, neverDrop: false }))
  const scores = new Map(items.map(({ id }) => [id, { points: 10_000n, state: '' }]))
  expect(resultOf(groupsOf({ aggregation: 'points', categories: [], items }), scores)).toSatisfy(
    (value: Fraction) => value.n * 3n === value.d * 100n,
  )
  expect([
    rounded(fractionOf('2.005'), 2),
    rounded(fractionOf('89.5'), 0),
    rounded(fractionOf('89.4999'), 0),
    rounded({ n: 200n, d: 3n }, 1),
  ]).toEqual(['2.01', '90', '89', '66.7'])
})

test('lateness takes points per begun day or hour after the grace, never below the lowest nor above what was earned', () => {
  const day = { percent: 100_000n, unitSeconds: 86_400, lowest: 400_000n, graceSeconds: 600 }
  const after = (earned: bigint, late: number) => afterLate(earned, 100_000n, late, day)
  expect([
    after(90_000n, 600),
    after(90_000n, 601),
    after(90_000n, 600 + 86_400),
    after(90_000n, 600 + 86_401),
    after(90_000n, 9_000_000),
    after(30_000n, 9_000_000),
  ]).toEqual([90_000n, 80_000n, 80_000n, 70_000n, 40_000n, 30_000n])
  expect(afterLate(5n, 10n, 1_000_000, null)).toBe(5n)
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 1_000_000n }),
      fc.bigInt({ min: 0n, max: 1_000_000n }),
      fc.nat(10_000_000),
      (earned, most, late) => {
        const left = afterLate(earned, most, late, day)
        return left <= earned && left >= 0n && left >= afterLate(earned, most, late + 1000, day)
      },
    ),
  )
})

test('a level is that of the percentage as it is shown', () => {
  const levels = [
    { name: 'A', percent: '90' },
    { name: 'B', percent: '79.5' },
    { name: 'F', percent: '0' },
  ]
  expect(['90', '89.9', '79.5', '79.4', '0', '104'].map((shown) => levelOf(levels, shown))).toEqual(['A', 'B', 'B', 'F', 'F', 'A'])
  expect([reaches('60', 60), reaches('59.9', 60)]).toEqual([true, false])
})

test('passed, completed at a percentage and the shown percentage are one rule', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200_000 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 100 }),
      (earned, most, digits, percent) => {
        const [points, max] = [pointsOf(BigInt(earned)), pointsOf(BigInt(most))]
        const shown = shownResult({ digits, levels: null, pass_percent: percent }, shareOfItem(points, max))
        return (
          shown.passed === wholePercentOf(points, { points: max, digits })! >= percent && shown.passed === Number(shown.percent) >= percent
        )
      },
    ),
    { numRuns: 2000 },
  )
  expect(wholePercentOf('59.96', { points: '100', digits: 1 })).toBe(60)
  expect(wholePercentOf('59.94', { points: '100', digits: 1 })).toBe(59)
})
