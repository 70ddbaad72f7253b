// Comparison and merge of two versions: what is taken by itself, what needs a choice, and that nothing of either side vanishes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Choice, compare, compareWords, lacking, matches, merge, presetOf, type Row } from './merge.ts'
import { wordsOf } from './paragraphs.ts'

const changes = (rows: Row[]) => rows.flatMap((row) => (row.kind === 'changed' ? [[row.by, row.mine.join(), row.theirs.join()]] : []))

describe('of two versions', () => {
  test('a change of one side alone is taken by itself', () => {
    const rows = compare(['a', 'b', 'c'], ['A', 'b', 'c'], ['a', 'b', 'c', 'd'])
    expect(changes(rows)).toEqual([
      ['mine', 'A', 'a'],
      ['theirs', '', 'd'],
    ])
    expect(merge(rows)).toEqual(['A', 'b', 'c', 'd'])
  })
  test('neighbouring paragraphs, one changed by each, need no choice', () =>
    expect(merge(compare(['a', 'b'], ['A', 'b'], ['a', 'B']))).toEqual(['A', 'B']))
  test('a change of both sides needs a choice; both may be kept', () => {
    const rows = compare(['a', 'b'], ['a', 'mine'], ['a', 'theirs'])
    expect(rows.map(presetOf)).toEqual([undefined, undefined])
    expect(changes(rows)).toEqual([['both', 'mine', 'theirs']])
    expect(merge(rows, { 1: 'mine' })).toEqual(['a', 'mine'])
    expect(merge(rows, { 1: 'theirs' })).toEqual(['a', 'theirs'])
    expect(merge(rows, { 1: 'both' })).toEqual(['a', 'mine', 'theirs'])
  })
  test('the same change on both sides is no difference', () =>
    expect(compare(['a'], ['b', 'c'], ['b', 'c'])).toEqual([{ kind: 'same', parts: ['b', 'c'] }]))
  test('without a base all that differs needs a choice', () =>
    expect(changes(compare(undefined, ['a', 'x'], ['a', 'y', 'z']))).toEqual([['both', 'x', 'y,z']]))
})

const becomes = (before: string, after: string) =>
  changes(compareWords(wordsOf(before), wordsOf(after))).map(([, ...sides]) => sides.map((side) => side?.replaceAll(',', '')))
describe('of words', () => {
  test('added and removed words', () => {
    expect(becomes('Find low water.', 'Find low water. Look twice.')).toEqual([['', ' Look twice.']])
    expect(becomes('one two three', 'one three')).toEqual([['two ', '']])
  })
  test('a rewritten phrase is one change', () =>
    expect(becomes('see the quick fox run', 'see a slow dog run')).toEqual([['the quick fox', 'a slow dog']]))
  test('a gap beside words that only came or went stays', () =>
    expect(becomes('a b c', 'b x')).toEqual([
      ['a ', ''],
      ['c', 'x'],
    ]))
})

const text = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 12 })
const sides = fc.tuple(fc.option(text, { nil: undefined }), text, text)
const choice = fc.constantFrom<Choice>('mine', 'theirs', 'both')

describe('whatever the texts', () => {
  test('each side is whole in its rows', () =>
    fc.assert(
      fc.property(sides, ([base, mine, theirs]) => {
        const rows = compare(base, mine, theirs)
        expect(rows.flatMap((row) => (row.kind === 'same' ? row.parts : row.mine))).toEqual(mine)
        expect(rows.flatMap((row) => (row.kind === 'same' ? row.parts : row.theirs))).toEqual(theirs)
      }),
    ))
  test('each paragraph of either side is in the result, in its order, or was declined', () =>
    fc.assert(
      fc.property(sides, fc.array(choice, { minLength: 40, maxLength: 40 }), ([base, mine, theirs], chosen) => {
        const rows = compare(base, mine, theirs)
        const kept = (side: 'mine' | 'theirs') =>
          rows.flatMap((row, at) => (row.kind === 'same' ? row.parts : chosen[at] === side || chosen[at] === 'both' ? row[side] : []))
        const result = merge(rows, chosen)
        for (const side of ['mine', 'theirs'] as const) {
          let from = 0
          for (const part of kept(side)) {
            from = result.indexOf(part, from) + 1
            expect(from).toBeGreaterThan(0)
          }
        }
        expect(result.every((part) => mine.includes(part) || theirs.includes(part))).toBe(true)
      }),
    ))
  test('by itself only what the other side left as it was gives way', () =>
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        for (const row of compare(base, mine, theirs)) {
          const taken = presetOf(row)
          if (row.kind === 'changed' && taken) expect(base.join()).toContain(row[taken === 'mine' ? 'theirs' : 'mine'].join())
        }
        expect(merge(compare(base, mine, base))).toEqual(mine)
        expect(merge(compare(base, base, theirs))).toEqual(theirs)
        expect(compare(base, mine, mine).every(({ kind }) => kind === 'same')).toBe(true)
      }),
    ))
  test('matches rise, and match the same', () =>
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = matches(a, b).flatMap((to, from) => (to < 0 ? [] : [[from, to] as const]))
        expect(found.every(([from, to]) => a[from] === b[to])).toBe(true)
        expect(found.every(([, to], at) => at === 0 || to > (found[at - 1]?.[1] ?? 0))).toBe(true)
        expect(lacking(a, a)).toEqual(a.map(() => false))
      }),
    ))
})
