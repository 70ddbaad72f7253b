// The rules of packages: entries in any order, twice or late give one state; what is earned stays; values that are none are refused one by one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentText } from './results.ts'
import type { PackageItem, PackageKind } from '../package-attempts/api.ts'
import { faultOf, secondsIn } from './elements.ts'
import { emptyMemory, type MergedEntry, merge, type ScoMemory, sizeOf } from './merge.ts'
import { attemptResult, partsOf, scoResult } from './results.ts'
import { secondsOf, type SessionTimes, withEnd, withLength } from './session-times.ts'

const room = 1_048_576
type Kept = { memory: ScoMemory; data: Record<string, string>; refused: string[] }
const apply = (kind: PackageKind, entries: readonly MergedEntry[], from: Kept = { memory: emptyMemory(), data: {}, refused: [] }): Kept =>
  entries.reduce<Kept>(({ memory, data, refused }, entry) => {
    const after = merge(kind, memory, entry, room)
    return {
      memory: after.memory,
      data: { ...data, ...after.patch },
      refused: [...refused, ...after.refused.map(({ element, fault }) => `${element} ${fault}`)],
    }
  }, from)
const resultOf = (kind: PackageKind, entries: readonly MergedEntry[], mastery = '') => {
  const { status, success, score } = scoResult(kind, apply(kind, entries).memory.mark, mastery)
  return [status, success, score && percentText(score)]
}
const one = (...sets: Record<string, string>[]): MergedEntry[] => sets.map((set, nth) => ({ seq: nth + 1, set }))
const status = (value: string) => ({ 'cmi.core.lesson_status': value })
const raw = (value: string) => ({ 'cmi.core.score.raw': value })
const ended = (entries: MergedEntry[]): MergedEntry[] => [...entries, { seq: entries.length + 1, set: {}, end: true }]

const values: Record<PackageKind, Record<string, string[]>> = {
  scorm12: {
    'cmi.core.lesson_status': ['passed', 'completed', 'failed', 'incomplete', 'not attempted', 'complete', ''],
    'cmi.core.score.raw': ['0', '12.5', '85', '100', '101', '12,5', 'NaN', ''],
    'cmi.core.session_time': ['00:00:10', '0000:01:00.5', '00:02:00', '1:2:3'],
    'cmi.core.lesson_location': ['1', '2', '\u0000x', '\ud800'],
    'cmi.suspend_data': ['a', 'b', ''],
    'cmi.completion_status': ['completed'],
  },
  scorm2004: {
    'cmi.completion_status': ['completed', 'incomplete', 'unknown', 'passed'],
    'cmi.success_status': ['passed', 'failed', 'unknown'],
    'cmi.score.scaled': ['-1', '0.25', '0.9', '1', '1.1', 'Infinity'],
    'cmi.score.raw': ['3', '9', '-4'],
    'cmi.session_time': ['PT10S', 'PT1M', 'P1DT2H', 'PT'],
    'cmi.location': ['x', 'y'],
    'cmi.core.lesson_status': ['completed'],
  },
}
const entriesOf = (kind: PackageKind) =>
  fc
    .array(
      fc.record({
        set: fc
          .uniqueArray(fc.constantFrom(...Object.keys(values[kind])), { maxLength: 4 })
          .chain((names) =>
            fc.tuple(...names.map((name) => fc.constantFrom(...values[kind][name]!).map((value) => [name, value] as const))),
          ),
        end: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.map(({ set, end }, nth): MergedEntry => ({ seq: nth + 1, set: Object.fromEntries(set), end })))

describe.each(['scorm12', 'scorm2004'] as const)('entries of %s', (kind) => {
  test('in any order, twice or late give the same state', () => {
    const shuffled = entriesOf(kind).chain((entries) =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 })),
    )
    fc.assert(
      fc.property(shuffled, ([entries, anyhow]) => {
        const [straight, other] = [apply(kind, entries), apply(kind, anyhow)]
        expect(other.memory).toEqual(straight.memory)
        expect(other.data).toEqual(straight.data)
      }),
    )
  })
  test('an element keeps the value of its highest number, and a repeated entry changes nothing', () => {
    fc.assert(
      fc.property(entriesOf(kind), (entries) => {
        const { memory, data } = apply(kind, entries)
        for (const [element, value] of Object.entries(data)) {
          const last = entries.filter(({ set }) => set[element] !== undefined && !faultOf(kind, element, set[element])).at(-1)
          expect(value).toBe(last!.set[element]!.replaceAll('\u0000', '').toWellFormed())
        }
        for (const entry of entries) expect(merge(kind, memory, entry, room)).toMatchObject({ memory, patch: {} })
        expect(sizeOf(memory)).toBe(
          Object.entries(data).reduce((sum, [name, value]) => sum + (name === 'cmi.suspend_data' ? 0 : name.length) + value.length, 0),
        )
      }),
    )
  })
  test('completed and passed stay in an attempt, its score is within its bounds, and its best stays', () => {
    const items: PackageItem[] = [{ id: 'a', parent: '', title: 'A', sco: true, mastery: '' }]
    fc.assert(
      fc.property(entriesOf(kind), (entries) => {
        let memory = emptyMemory()
        let before = attemptResult(kind, items, new Map(), { status: 'not_attempted', success: 'unknown' })
        for (const entry of entries) {
          memory = merge(kind, memory, entry, room).memory
          const after = attemptResult(kind, items, new Map([['a', memory.mark]]), before)
          if (before.status === 'completed') expect(after.status).toBe('completed')
          if (before.success === 'passed') expect(after.success).toBe('passed')
          if (after.score !== null) expect(Number(after.score)).toSatisfy((score: number) => score >= 0 && score <= 100)
          before = after
        }
      }),
    )
  })
})

test('the words of one edition are none of the other', () => {
  const faults = [
    ['scorm12', 'cmi.completion_status', 'completed', 'element'],
    ['scorm12', 'cmi.core.lesson_status', 'unknown', 'word'],
    ['scorm12', 'cmi.core.exit', 'normal', 'word'],
    ['scorm12', 'cmi.core.session_time', 'PT10S', 'time'],
    ['scorm12', 'cmi.core.score.raw', '12,5', 'number'],
    ['scorm12', 'cmi.core.score.raw', 'NaN', 'number'],
    ['scorm12', 'cmi.core.score.raw', '1e1', 'number'],
    ['scorm12', 'cmi.core.score.raw', '100.5', 'range'],
    ['scorm12', 'cmi.core.score.raw', '-1', 'range'],
    ['scorm12', '__proto__', 'x', 'element'],
    ['scorm12', 'cmi.suspend_data.x', 'x', 'element'],
    ['scorm2004', 'cmi.core.lesson_status', 'passed', 'element'],
    ['scorm2004', 'cmi.success_status', 'completed', 'word'],
    ['scorm2004', 'cmi.score.scaled', '1.01', 'range'],
    ['scorm2004', 'cmi.score.scaled', '0,5', 'number'],
    ['scorm2004', 'cmi.score.raw', '-3', 'range'],
    ['scorm2004', 'cmi.session_time', '00:10:00', 'time'],
  ] as const
  for (const [kind, element, value, fault] of faults)
    expect([element, value, faultOf(kind, element, value)]).toEqual([element, value, fault])
  const fine = [
    ['scorm12', 'cmi.core.score.raw', ''],
    ['scorm12', 'cmi.core.score.raw', '.5'],
    ['scorm12', 'cmi.interactions.0.student_response', 'a,b'],
    ['scorm2004', 'adl.nav.request', '{target=b}choice'],
    ['scorm2004', 'cmi.score.scaled', '-1'],
    ['scorm2004', 'cmi.score.raw', '66.66666666666667'],
  ] as const
  for (const [kind, element, value] of fine) expect([element, value, faultOf(kind, element, value)]).toEqual([element, value, undefined])
  expect(['0000:01:30.5', '01:00:00', '1:00:00'].map((value) => secondsIn('scorm12', value))).toEqual([90.5, 3600, undefined])
  expect(['PT1H30M5.25S', 'P1DT1S', 'P', 'PT', 'P1Y'].map((value) => secondsIn('scorm2004', value))).toEqual([
    5405.25,
    86_401,
    undefined,
    undefined,
    31_536_000,
  ])
})

test('a score above its maximum is refused, and the rest of its entry is kept', () => {
  const { data, refused } = apply('scorm12', one({ ...raw('90'), 'cmi.core.score.max': '80', 'cmi.core.lesson_location': '7' }))
  expect([data, refused]).toEqual([{ 'cmi.core.score.max': '80', 'cmi.core.lesson_location': '7' }, ['cmi.core.score.raw range']])
})

test('states of 64 KB are kept, what is longer is refused alone', () => {
  const long = 'x'.repeat(65_536)
  const { data, refused } = apply(
    'scorm12',
    one({ 'cmi.suspend_data': long }, { 'cmi.suspend_data': `${long}x` }, { 'cmi.comments': long }),
  )
  expect([data['cmi.suspend_data'] === long, refused]).toEqual([true, ['cmi.suspend_data tooLarge', 'cmi.comments tooLarge']])
  expect(merge('scorm12', emptyMemory(), { seq: 1, set: { 'cmi.suspend_data': 'abc' } }, 10).refused).toEqual([
    { element: 'cmi.suspend_data', fault: 'tooLarge' },
  ])
})

describe('the result of a sco', () => {
  test('by its own word, with its best score', () => {
    expect(resultOf('scorm12', one(status('incomplete')))).toEqual(['incomplete', 'unknown', null])
    expect(resultOf('scorm12', one(status('passed'), raw('85'), raw('20'), status('incomplete')))).toEqual(['completed', 'passed', '85'])
    expect(resultOf('scorm12', one(status('failed'), raw('8'), { 'cmi.core.score.max': '10' }))).toEqual(['completed', 'failed', '80'])
    expect(resultOf('scorm2004', one({ 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.333' }))).toEqual([
      'incomplete',
      'passed',
      '33.3',
    ])
    expect(resultOf('scorm2004', one({ 'cmi.completion_status': 'completed', 'cmi.score.scaled': '-0.5' }))).toEqual([
      'completed',
      'unknown',
      '0',
    ])
  })
  test('one that ends without a word is completed; one that was only browsed counts nothing', () => {
    expect(resultOf('scorm12', ended([]))).toEqual(['completed', 'unknown', null])
    expect(resultOf('scorm12', ended(one(status('not attempted'))))).toEqual(['completed', 'unknown', null])
    expect(resultOf('scorm12', ended(one(status('incomplete'))))).toEqual(['incomplete', 'unknown', null])
    expect(resultOf('scorm12', ended(one(status('browsed'), raw('90'))))).toEqual(['incomplete', 'unknown', null])
    expect(resultOf('scorm2004', ended(one({ 'cmi.completion_status': 'unknown' })))).toEqual(['completed', 'unknown', null])
  })
  test('its mastery score decides who has passed', () => {
    expect(resultOf('scorm12', ended(one(status('passed'), raw('70'))), '80')).toEqual(['completed', 'failed', '70'])
    expect(resultOf('scorm12', ended(one(status('failed'), raw('80'))), '80')).toEqual(['completed', 'passed', '80'])
    expect(resultOf('scorm12', one(status('incomplete'), raw('70')), '80')).toEqual(['incomplete', 'unknown', '70'])
    // its score may come with the next save
    expect(resultOf('scorm12', one(status('passed')), '80')).toEqual(['completed', 'unknown', null])
    expect(resultOf('scorm12', ended(one(status('passed'))), '80')).toEqual(['completed', 'passed', null])
    expect(resultOf('scorm2004', ended(one({ 'cmi.score.scaled': '0.8' })), '0.75')).toEqual(['completed', 'passed', '80'])
    expect(resultOf('scorm12', ended(one(raw('70'))), 'much')).toEqual(['completed', 'unknown', '70'])
  })
})

describe('the result over several', () => {
  const item = (id: string, parent = '', sco = true): PackageItem => ({ id, parent, title: id, sco, mastery: '' })
  const items = [item('chapter', '', false), item('a', 'chapter'), item('b', 'chapter'), item('page', '', false)]
  const fresh = { status: 'not_attempted', success: 'unknown' } as const
  const over = (list: PackageItem[], marks: Record<string, MergedEntry[]>) =>
    attemptResult(
      'scorm12',
      list,
      new Map(Object.entries(marks).map(([id, entries]) => [id, apply('scorm12', entries).memory.mark])),
      fresh,
    )
  test('parts are those that report, else the pages that are shown', () => {
    expect(partsOf(items).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(partsOf([item('chapter', '', false), item('x', 'chapter', false)]).map(({ id }) => id)).toEqual(['x'])
    expect(over([item('x', '', false)], { x: one({}) })).toEqual({ status: 'completed', success: 'unknown', score: null })
  })
  test('completed when all are, passed when all that judge have, the mean of their scores', () => {
    expect(over(items, {})).toEqual({ status: 'not_attempted', success: 'unknown', score: null })
    expect(over(items, { a: one(status('passed'), raw('90')) })).toEqual({ status: 'incomplete', success: 'unknown', score: '90' })
    const both = { a: one(status('passed'), raw('90')), b: one(status('completed'), raw('45.5')) }
    expect(over(items, both)).toEqual({ status: 'completed', success: 'passed', score: '67.75' })
    expect(over(items, { ...both, b: one(status('failed')) })).toEqual({ status: 'completed', success: 'failed', score: '90' })
  })
})

test('time is the sum of sessions, however often and in whatever order each reports its length', () => {
  const of = (...list: ([number, number] | number)[]): SessionTimes =>
    list.reduce<SessionTimes>((times, one) => (typeof one === 'number' ? withEnd(times, one) : withLength(times, ...one)), [])
  expect(secondsOf(of([1, 10], [2, 20], 3, [4, 5]))).toBe(25)
  expect(secondsOf(of([4, 5], 3, [2, 20], [1, 10], [2, 20], 3))).toBe(25)
  // a browser that was killed ended nothing
  expect(secondsOf(of([1, 30], [2, 5], [3, 9]))).toBe(39)
  let times: SessionTimes = []
  for (let n = 1; n <= 2000; n++) times = withEnd(withLength(times, n, 1), n)
  expect([secondsOf(times), times.length <= 100]).toEqual([2000, true])
})
