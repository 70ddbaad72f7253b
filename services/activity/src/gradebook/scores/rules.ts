// The result of a student from the scores of a course, exactly, and the tree that explains it. Pure.
import { dropped, type Choice } from './dropping.ts'
import { exactText, type Fraction, fractionOf, over, plus, rounded, zero } from '../../points/fractions.ts'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import type { ResultNode } from './result-node-api.ts'

/** Points are whole numbers of ten-thousandths, weights too. */
export type BookItem = { id: string; title: string; category: string | null; points: bigint; extraCredit: boolean; neverDrop: boolean }
export type BookCategory = { id: string; title: string; weight: bigint; drop: number; keep: number | null }
export type Book = { aggregation: 'weighted' | 'points'; categories: readonly BookCategory[]; items: readonly BookItem[] }
/** Item → what a student has in it; one that is left out has no score. */
export type BookScores = ReadonlyMap<string, { points: bigint | null; state: string }>

type Counted = { item: BookItem; points: bigint }
type Why = ResultNode['why']
type Group = {
  category: BookCategory
  items: readonly BookItem[]
  counted: Counted[]
  /** Of what is not dropped: earned, and possible. */
  points: bigint
  most: bigint
}

/** Items without a category, which in a course by points count like any other. */
const outside: BookCategory = { id: '', title: '', weight: 0n, drop: 0, keep: null }
const hundred = 1_000_000n

/** It asks for nothing: it adds points and is never left out. */
const adds = ({ extraCredit, points }: BookItem) => extraCredit || points === 0n

/** The groups of a book; without categories weights have nothing to weigh. */
export function groupsOf({ aggregation, categories, items }: Book): {
  weighted: boolean
  groups: { category: BookCategory; items: BookItem[] }[]
} {
  const by = Map.groupBy(items, ({ category }) => category)
  const known = categories.map((category) => ({ category, items: by.get(category.id) ?? [] }))
  const ids = new Set(categories.map(({ id }) => id))
  const rest = items.filter(({ category }) => category === null || !ids.has(category))
  return {
    weighted: aggregation === 'weighted' && categories.length > 0,
    groups: rest.length > 0 ? [...known, { category: outside, items: rest }] : known,
  }
}
export type Groups = ReturnType<typeof groupsOf>

function countedIn(items: readonly BookItem[], scores: BookScores): Counted[] {
  return items.flatMap((item) => {
    const score = scores.get(item.id)
    return score && score.points !== null && score.state !== 'excused' ? [{ item, points: score.points }] : []
  })
}

/** At least one that could be dropped stays. */
function choiceOf({ drop, keep }: BookCategory, counted: readonly Counted[]): Choice {
  const regular = counted.filter(({ item }) => !adds(item))
  const list = regular.filter(({ item }) => !item.neverDrop).map(({ item, points }) => ({ id: item.id, points, most: item.points }))
  const fixed = regular.length - list.length
  if (keep !== null) return { list, drop: Math.max(0, list.length - Math.max(keep - fixed, fixed > 0 ? 0 : 1)), must: true }
  return { list, drop: Math.max(0, Math.min(drop, list.length - 1)), must: false }
}

function sumOf(counted: readonly Counted[], out: ReadonlySet<string>): { points: bigint; most: bigint } {
  let [points, most] = [0n, 0n]
  for (const { item, points: earned } of counted)
    if (!out.has(item.id)) {
      points += earned
      if (!adds(item)) most += item.points
    }
  return { points, most }
}

type Calculated = { value: Fraction | null; groups: Group[]; out: ReadonlySet<string>; weighted: boolean; divisor: bigint; most: bigint }

export function calculate({ weighted, groups: list }: Groups, scores: BookScores): Calculated {
  const all = list.map(({ category, items }) => ({ category, items, counted: countedIn(items, scores) }))
  const choices = all.map(({ category, counted }) => choiceOf(category, counted))
  const fixedOf = (nth: number) => sumOf(all[nth]!.counted, new Set(choices[nth]!.list.map(({ id }) => id)))
  let out: ReadonlySet<string>
  if (weighted) out = new Set(all.flatMap((_, nth) => [...dropped([choices[nth]!], fixedOf(nth))]))
  else {
    const fixed = all.map((_, nth) => fixedOf(nth))
    const total = fixed.reduce((sum, one) => ({ points: sum.points + one.points, most: sum.most + one.most }), { points: 0n, most: 0n })
    out = dropped(choices, total)
  }
  const groups = all.map((group) => ({ ...group, ...sumOf(group.counted, out) }))
  const most = groups.reduce((sum, group) => sum + group.most, 0n)
  // empty categories give their weight to the others; weights above a hundred per cent are meant to be more
  const weights = groups.reduce((sum, { most: possible, category }) => (possible > 0n ? sum + category.weight : sum), 0n)
  const divisor = weights < hundred ? weights : hundred
  const value =
    (weighted ? weights : most) === 0n ? null : sumUp(groups.map((group) => share(group, group.points, { weighted, divisor, most })))
  return { value, groups, out, weighted, divisor, most }
}

const sumUp = (list: readonly Fraction[]): Fraction => list.reduce(plus, zero)

/** The part of the result that points of a group make, in per cent. */
function share(
  group: Pick<Group, 'category' | 'most'>,
  points: bigint,
  { weighted, divisor, most }: Pick<Calculated, 'weighted' | 'divisor' | 'most'>,
) {
  if (!weighted) return most === 0n ? zero : over(100n * points, most)
  if (group.most === 0n || divisor === 0n) return zero
  return over(100n * group.category.weight * points, divisor * group.most)
}

/** In per cent; null before anything counts. */
export const resultOf = (groups: Groups, scores: BookScores): Fraction | null => calculate(groups, scores).value

/** Places that parts of a result are shown with. */
const partDigits = 2

/** Why the result is what it is. The exact values of a node's children are its own. */
export function treeOf(groups: Groups, scores: BookScores, digits: number): ResultNode {
  const whole = calculate(groups, scores)
  const parts = whole.groups.flatMap((group) => {
    const children = group.items.map((item) => itemNode(item, group, whole, scores))
    return group.category === outside && !whole.weighted ? children : [categoryNode(group, whole, children)]
  })
  return node(
    {
      kind: 'course',
      id: '',
      title: '',
      points: pointsOf(whole.groups.reduce((sum, { points }) => sum + points, 0n)),
      max: pointsOf(whole.most),
      weight: null,
      why: whole.value === null ? 'empty' : '',
    },
    whole.value ?? zero,
    digits,
    parts,
  )
}

function categoryNode(group: Group, whole: Calculated, children: ResultNode[]): ResultNode {
  const { category, points, most } = group
  const why: Why = most === 0n && (whole.weighted || points === 0n) ? 'empty' : whole.weighted && category.weight === 0n ? 'unweighted' : ''
  const weight = !whole.weighted
    ? null
    : most === 0n || whole.divisor === 0n
      ? '0'
      : rounded(over(100n * category.weight, whole.divisor), partDigits)
  const value = share(group, points, whole)
  return node(
    { kind: 'category', id: category.id, title: category.title, points: pointsOf(points), max: pointsOf(most), weight, why },
    whole.value === null ? zero : value,
    partDigits,
    children,
  )
}

function itemNode(item: BookItem, group: Group, whole: Calculated, scores: BookScores): ResultNode {
  const score = scores.get(item.id)
  const counts = score !== undefined && score.points !== null && score.state !== 'excused' && !whole.out.has(item.id)
  const why: Why =
    score?.state === 'excused'
      ? 'excused'
      : !score || score.points === null
        ? 'unscored'
        : whole.out.has(item.id)
          ? 'dropped'
          : score.state === 'missing'
            ? 'missing'
            : item.extraCredit
              ? 'extraCredit'
              : ''
  const points = score?.points ?? null
  return node(
    {
      kind: 'item',
      id: item.id,
      title: item.title,
      points: points === null ? null : pointsOf(points),
      max: pointsOf(item.points),
      weight: null,
      why,
    },
    counts && whole.value !== null ? share(group, points!, whole) : zero,
    partDigits,
    [],
  )
}

function node(
  fields: Pick<ResultNode, 'kind' | 'id' | 'title' | 'points' | 'max' | 'weight' | 'why'>,
  value: Fraction,
  digits: number,
  children: ResultNode[],
): ResultNode {
  const shown = rounded(value, digits)
  const sum = sumUp(children.map((child) => fractionOf(child.shown)))
  const own = fractionOf(shown)
  return { ...fields, exact: exactText(value), shown, rounded: children.length > 0 && sum.n * own.d !== own.n * sum.d, children }
}
/** A rule for late work, in ten-thousandths: of the points possible, per begun unit after the grace. */
export type LateTerms = { percent: bigint; unitSeconds: number; lowest: bigint; graceSeconds: number }

/**
 * The points that are left of what was earned: never below the lowest share of the points possible, nor above what was earned. Half a ten-thousandth is
 * rounded up.
 */
export function afterLate(earned: bigint, most: bigint, lateSeconds: number, terms: LateTerms | null): bigint {
  if (!terms) return earned
  const beyond = lateSeconds - terms.graceSeconds
  if (beyond <= 0) return earned
  const units = BigInt(Math.ceil(beyond / terms.unitSeconds))
  const half = hundred / 2n
  const taken = (most * terms.percent * units + half) / hundred
  const floor = (most * terms.lowest + half) / hundred
  const left = earned - taken
  const least = floor < earned ? floor : earned
  return left > least ? left : least
}

export type Level = { name: string; percent: string }
/** The level of a percentage as it is shown: what a student reads decides. Levels go down to 0. */
export function levelOf(levels: readonly Level[], shown: string): string | null {
  const value = fractionOf(shown)
  return (
    levels.find(({ percent }) => {
      const from = fractionOf(percent)
      return value.n * from.d >= from.n * value.d
    })?.name ?? null
  )
}
/** Points of an item in per cent of those possible; null where there are none. */
export const shareOfItem = (points: string, most: string): Fraction | null =>
  unitsOf(most) === 0n ? null : over(100n * unitsOf(points), unitsOf(most))

/** Whether a percentage as it is read reaches another: the pass mark of a course and of an activity, and what completes at a percentage, have this one rule. */
export const reaches = (shown: string, percent: number): boolean => {
  const { n, d } = fractionOf(shown)
  return n >= BigInt(percent) * d
}
