// Books calculated by hand from the documented rules of Canvas (guides of the Canvas Community) and Moodle (MoodleDocs), with where each rule stands.
import { expect, test } from 'vitest'
import { unitsOf } from '../../points/decimals.ts'
import { rounded } from '../../points/fractions.ts'
import { afterLate, type Book, type BookScores, groupsOf, resultOf } from './rules.ts'

type Late = { percent: number; per: 'day' | 'hour'; lowest: number; seconds: number }
/** Category, earned (EX: excused; null: not scored), possible. */
type Row = [
  category: string,
  earned: number | 'EX' | null,
  most: number,
  more?: { extra?: true; never?: true; missing?: true; late?: Late },
]
type Rules = { weight?: number; drop?: number; keep?: number }
type BookDraft = { weighted?: true; categories?: Record<string, Rules>; rows: Row[] }

const text = (number: number) => unitsOf(String(number))
const seconds = { day: 86_400, hour: 3600 }
function result({ weighted, categories = {}, rows }: BookDraft): string | null {
  const book: Book = {
    aggregation: weighted ? 'weighted' : 'points',
    categories: Object.entries(categories).map(([id, { weight = 0, drop = 0, keep = null }]) => ({
      id,
      title: id,
      weight: text(weight),
      drop,
      keep,
    })),
    items: rows.map(([category, , most, more], nth) => ({
      id: `i${nth}`,
      title: '',
      category: category || null,
      points: text(most),
      extraCredit: more?.extra ?? false,
      neverDrop: more?.never ?? false,
    })),
  }
  const scores: BookScores = new Map(
    rows.flatMap(([, earned, most, more], nth) => {
      const score = (points: bigint | null, state: string): [string, { points: bigint | null; state: string }][] => [
        [`i${nth}`, { points, state }],
      ]
      if (earned === null) return []
      if (earned === 'EX') return score(null, 'excused')
      const { late } = more ?? {}
      const terms = late && { percent: text(late.percent), unitSeconds: seconds[late.per], lowest: text(late.lowest), graceSeconds: 0 }
      return score(afterLate(text(earned), text(most), late?.seconds ?? 0, terms ?? null), more?.missing ? 'missing' : '')
    }),
  )
  const value = resultOf(groupsOf(book), scores)
  return value && rounded(value, 2)
}

const canvas = {
  points: 'Canvas: How are grades calculated in a course (total points)',
  weights: 'Canvas: How do I weight the final course grade based on assignment groups',
  rules: 'Canvas: How do I create rules for an assignment group',
  extra: 'Canvas: How do I give extra credit in a course',
  excuse: 'Canvas: How do I excuse an assignment for a student in the Gradebook',
  late: 'Canvas: How do I apply a Late Submission policy in the Gradebook',
  missing: 'Canvas: How do I apply a Missing Submission policy in the Gradebook',
  current: 'Canvas: How do I view a student’s total grade (treat ungraded as zero is off)',
}
const moodle = {
  natural: 'MoodleDocs: Grade aggregation, Natural',
  weighted: 'MoodleDocs: Grade aggregation, Weighted mean of grades, its example',
  simple: 'MoodleDocs: Grade aggregation, Simple weighted mean of grades, its example',
  mean: 'MoodleDocs: Grade aggregation, Mean of grades, its example',
  highest: 'MoodleDocs: Grade aggregation, Highest grade, its example',
  drop: 'MoodleDocs: Grade categories, Drop the lowest',
  keep: 'MoodleDocs: Grade categories, Keep the highest',
  extra: 'MoodleDocs: Grade aggregation, Extra credit in Natural',
  empty: 'MoodleDocs: Grade categories, Exclude empty grades',
}

// biome-ignore format: each book is a line
const books: [from: string, BookDraft, expected: string | null][] = [
  // 58 of 70
  [canvas.points, { rows: [['', 18, 20], ['', 40, 50]] }, '82.86'],
  // 0.4 × 80 + 0.6 × 90
  [canvas.weights, { weighted: true, categories: { a: { weight: 40 }, b: { weight: 60 } }, rows: [['a', 8, 10], ['b', 45, 50]] }, '86.00'],
  // the weight of a group without scores goes to the others
  [canvas.weights, { weighted: true, categories: { a: { weight: 40 }, b: { weight: 60 } },
    rows: [['a', 8, 10], ['b', null, 50]] }, '80.00'],
  // (20 × 50 + 30 × 100) ÷ 50
  [canvas.weights, { weighted: true, categories: { a: { weight: 20 }, b: { weight: 30 }, c: { weight: 50 } },
    rows: [['a', 5, 10], ['b', 10, 10]] }, '80.00'],
  // weights that sum to less than a hundred are scaled up
  [canvas.weights, { weighted: true, categories: { a: { weight: 20 }, b: { weight: 30 } }, rows: [['a', 5, 10], ['b', 10, 10]] }, '80.00'],
  // weights above a hundred are extra credit: 0.6 × 90 + 0.6 × 90
  [canvas.weights, { weighted: true, categories: { a: { weight: 60 }, b: { weight: 60 } }, rows: [['a', 9, 10], ['b', 45, 50]] }, '108.00'],
  // in a group assignments weigh by their points: 55 of 60, half of the result; 50 the other
  [canvas.weights, { weighted: true, categories: { a: { weight: 50 }, b: { weight: 50 } },
    rows: [['a', 5, 10], ['a', 50, 50], ['b', 5, 10]] }, '70.83'],
  [canvas.current, { rows: [['', 8, 10], ['', null, 100]] }, '80.00'],
  [canvas.current, { rows: [['', null, 10]] }, null],
  // 17 of 20
  [canvas.rules, { categories: { a: { drop: 1 } }, rows: [['a', 5, 10], ['a', 8, 10], ['a', 9, 10]] }, '85.00'],
  // the score is dropped without which the grade is the best, not that with the lowest percentage: 90 of 101, not 120 of 200
  [canvas.rules, { categories: { a: { drop: 1 } }, rows: [['a', 0, 1], ['a', 30, 100], ['a', 90, 100]] }, '89.11'],
  // 83 of 104
  [canvas.rules, { categories: { a: { drop: 1 } }, rows: [['a', 3, 4], ['a', 80, 100], ['a', 20, 50]] }, '79.81'],
  // the first is never dropped: 11 of 20
  [canvas.rules, { categories: { a: { drop: 1 } }, rows: [['a', 2, 10, { never: true }], ['a', 5, 10], ['a', 9, 10]] }, '55.00'],
  // one always stays
  [canvas.rules, { categories: { a: { drop: 5 } }, rows: [['a', 4, 10], ['a', 9, 10]] }, '90.00'],
  // of fewer than are dropped one stays, in its category's weight: 0.5 × 40 + 0.5 × 80
  [canvas.rules, { weighted: true, categories: { a: { weight: 50, drop: 2 }, b: { weight: 50 } },
    rows: [['a', 4, 10], ['b', 8, 10]] }, '60.00'],
  // where all of a category is excused nothing is left to drop: the other one is everything
  [canvas.rules, { weighted: true, categories: { a: { weight: 50, drop: 1 }, b: { weight: 50 } },
    rows: [['a', 'EX', 10], ['a', 'EX', 10], ['b', 7, 10]] }, '70.00'],
  // what is excused or not scored is not what is dropped
  [canvas.rules, { categories: { a: { drop: 1 } }, rows: [['a', 'EX', 10], ['a', null, 10], ['a', 6, 10], ['a', 9, 10]] }, '90.00'],
  // 0.5 × 90 (of 60, 90) + 0.5 × 70
  [canvas.rules, { weighted: true, categories: { a: { weight: 50, drop: 1 }, b: { weight: 50 } },
    rows: [['a', 6, 10], ['a', 9, 10], ['b', 7, 10]] }, '80.00'],
  // an assignment for 0 points adds what is earned
  [canvas.extra, { rows: [['', 80, 100], ['', 5, 0]] }, '85.00'],
  [canvas.extra, { weighted: true, categories: { a: { weight: 100 } }, rows: [['a', 90, 100], ['a', 15, 0]] }, '105.00'],
  // a group whose points possible are 0 counts nothing
  [canvas.extra, { weighted: true, categories: { a: { weight: 50 }, b: { weight: 50 } }, rows: [['a', 8, 10], ['b', 5, 0]] }, '80.00'],
  [canvas.excuse, { rows: [['', 5, 10], ['', 'EX', 10], ['', 9, 10]] }, '70.00'],
  [canvas.missing, { rows: [['', 8, 10], ['', 0, 10, { missing: true }]] }, '40.00'],
  // two begun days: 9 − 2
  [canvas.late, { rows: [['', 9, 10, { late: { percent: 10, per: 'day', lowest: 0, seconds: 129_600 } }]] }, '70.00'],
  // nine begun days would leave 0, the lowest possible is 5
  [canvas.late, { rows: [['', 9, 10, { late: { percent: 10, per: 'day', lowest: 50, seconds: 700_000 } }]] }, '50.00'],
  // the lowest possible never raises what was earned
  [canvas.late, { rows: [['', 3, 10, { late: { percent: 10, per: 'day', lowest: 50, seconds: 700_000 } }]] }, '30.00'],
  // three begun hours: 45 − 1.5 of 50
  [canvas.late, { rows: [['', 45, 50, { late: { percent: 1, per: 'hour', lowest: 0, seconds: 7800 } }]] }, '87.00'],
  // 70/100, 20/80 and 10/10, as in the examples of the page: (0.7 × 10 + 0.25 × 5 + 1 × 3) ÷ 18
  [moodle.weighted, { weighted: true, categories: { a: { weight: 10 }, b: { weight: 5 }, c: { weight: 3 } },
    rows: [['a', 70, 100], ['b', 20, 80], ['c', 10, 10]] }, '62.50'],
  // (0.7 × 100 + 0.25 × 80 + 1 × 10) ÷ 190
  [moodle.simple, { rows: [['', 70, 100], ['', 20, 80], ['', 10, 10]] }, '52.63'],
  // (0.7 + 0.25 + 1) ÷ 3
  [moodle.mean, { weighted: true, categories: { a: { weight: 1 }, b: { weight: 1 }, c: { weight: 1 } },
    rows: [['a', 70, 100], ['b', 20, 80], ['c', 10, 10]] }, '65.00'],
  [moodle.highest, { categories: { a: { keep: 1 } }, rows: [['a', 70, 100], ['a', 20, 80], ['a', 10, 10]] }, '100.00'],
  [moodle.natural, { rows: [['', 10, 20], ['', 30, 30]] }, '80.00'],
  // 40 of 50
  [moodle.extra, { rows: [['', 15, 20], ['', 20, 30], ['', 5, 10, { extra: true }]] }, '80.00'],
  [moodle.empty, { rows: [['', 10, 20], ['', null, 30]] }, '50.00'],
  // items of the same points: 85 of 100
  [moodle.drop, { categories: { a: { drop: 1 } }, rows: [['a', 10, 50], ['a', 40, 50], ['a', 45, 50]] }, '85.00'],
  // 17 of 20
  [moodle.keep, { categories: { a: { keep: 2 } }, rows: [['a', 3, 10], ['a', 7, 10], ['a', 8, 10], ['a', 9, 10]] }, '85.00'],
]

/** Differences from other systems. If a dropped score would lower the result, theirs falls; here it stays. */
// biome-ignore format: each book is a line
const otherwise: [from: string, theirs: string, BookDraft, expected: string][] = [
  // by points they drop the 9 of the better group: 15 of 20; without dropping it is 24 of 30
  [canvas.rules, '75.00', { categories: { a: { drop: 1 }, b: {} }, rows: [['a', 9, 10], ['a', 10, 10], ['b', 5, 10]] }, '80.00'],
  // beside one that is never dropped they leave out a good one: 10 of 20; here 19 of 30
  [canvas.rules, '50.00', { categories: { a: { drop: 1 } }, rows: [['a', 0, 10, { never: true }], ['a', 9, 10], ['a', 10, 10]] }, '63.33'],
]

test('books come out as the documents of Canvas and Moodle say', () => {
  expect(books.length).toBeGreaterThanOrEqual(30)
  expect(books.map(([from, book]) => [from, result(book)])).toEqual(books.map(([from, , expected]) => [from, expected]))
})

test('a dropped score never lowers a result, where theirs does', () => {
  for (const [, theirs, book, expected] of otherwise) {
    expect(result(book)).toBe(expected)
    expect(Number(theirs)).toBeLessThan(Number(expected))
  }
})
