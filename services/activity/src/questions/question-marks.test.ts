// Marks of written examples of every question type that a key marks, and faults that only a type can find.
import { describe, expect, test } from 'vitest'
import { mark, questionTypeOf, questionTypes } from './question-types.ts'
import type { ContentOf, KeyOf, QuestionTypeName } from './question-types/api.ts'
import type { QuestionType } from './question-types/definition.ts'
import { shareOf } from './question-types/percents.ts'
import { numbersOf } from './question-types/typed-numbers.ts'
import { exactText, plus, zero } from '../points/fractions.ts'

type Question<K extends QuestionTypeName = QuestionTypeName> = { type: K; content: ContentOf<K>; key: KeyOf<K> }

const share = (question: Question, answer: unknown) => exactText(mark(question, answer).share)

describe('marks of examples', () => {
  const { single, multiple, numerical, short_answer: short, matching, ordering, blanks } = questionTypes
  const of = (type: QuestionTypeName, answer: unknown, key?: object) => {
    const { content, key: exampleKey } = questionTypeOf(type).example
    return share({ type, content, key: { ...exampleKey, ...key } as KeyOf<QuestionTypeName> }, answer)
  }
  test('single', () => {
    expect(single.mark(single.example.content, single.example.key, { choice: 'oxygen' })).toEqual({
      share: zero,
      parts: { oxygen: 'wrong' },
      feedback: ['<p>They give it off.</p>'],
    })
    expect(of('single', { choice: 'nitrogen' })).toBe('0/1')
    expect(of('single', { choice: 'nitrogen' }, { percents: { nitrogen: '33.33333' } })).toBe('1/3')
  })
  test('multiple, by each rule', () => {
    const choices = ['table1', 'epsom1', 'sugar1']
    expect(of('multiple', { choices })).toBe('1/2')
    expect(of('multiple', { choices }, { rule: 'each' })).toBe('3/4')
    expect(of('multiple', { choices }, { rule: 'all' })).toBe('0/1')
    expect(of('multiple', { choices }, { rule: 'percents', percents: { table1: '50', epsom1: '50', sugar1: '-75' } })).toBe('1/4')
    expect(of('multiple', { choices: ['sugar1', 'spirit'] })).toBe('0/1')
    expect(of('multiple', { choices: [] }, { rule: 'each' })).toBe('0/1')
    expect(multiple.fits(multiple.example.content, { choices: [...choices, 'spirit'] })).toBe(false)
  })
  test('three thirds are everything', () => expect(exactText([1, 2, 3].map(() => shareOf('33.33333')).reduce(plus))).toBe('1/1'))
  test('short answer: blanks, case, accents, quotation marks; Thai tones count', () => {
    const matched = (text: string, accepted: string, rules: object = {}) =>
      of('short_answer', { text }, { accepted: [{ text: accepted, percent: '100' }], ...rules })
    expect(matched('  CHLOROPHYLL  a ', 'chlorophyll*')).toBe('1/1')
    expect(matched('café', 'cafe', { accent_sensitive: false })).toBe('1/1')
    expect(matched('café', 'cafe', { accent_sensitive: true })).toBe('0/1')
    expect(matched('Nacl', 'NaCl', { case_sensitive: true })).toBe('0/1')
    expect(matched("it's", 'it’s')).toBe('1/1')
    expect(matched('ที', 'ที่')).toBe('0/1')
    expect(matched('ＡＢＣ', 'abc')).toBe('1/1')
    expect(matched('a*b', 'a\\*b')).toBe('1/1')
    expect(matched('axb', 'a\\*b')).toBe('0/1')
    expect(matched('abcabc', '*a*a*bc')).toBe('1/1')
    expect(matched('ab', 'ab*b')).toBe('0/1')
    expect(short.solution(short.example.content, short.example.key)).toEqual({ text: 'chlorophyll' })
  })
  test('a pattern of many stars does not slow the marking down', () => {
    const before = process.cpuUsage()
    of('short_answer', { text: 'a'.repeat(1000) }, { accepted: [{ text: `${'a*'.repeat(240)}b`, percent: '100' }] })
    expect(process.cpuUsage(before).user).toBeLessThan(200_000)
  })
  test.each([
    ['12,5', ['25/2']],
    ['12.5', ['25/2']],
    ['1.234,5', ['2469/2']],
    ['1,234.5', ['2469/2']],
    ['1 234,5', ['2469/2']],
    ["1'234.5", ['2469/2']],
    ['1.234', ['617/500', '1234/1']],
    ['0.125', ['1/8']],
    ['1.234.567', ['1234567/1']],
    ['1,23.4', []],
    ['−5', ['-5/1']],
    ['1,5e3', ['1500/1']],
    ['1.5 × 10^3', ['1500/1']],
    ['1.5·10⁻³', ['3/2000']],
    ['๑๒,๕', ['25/2']],
    ['１２．５', ['25/2']],
    ['12,5 m/s', ['25/2']],
    ['.5', ['1/2']],
    ['5.', ['5/1']],
    ['1-2', []],
    ['', []],
    ['.', []],
    ['1e999', []],
  ])('the number %s', (typed, expected) => expect(numbersOf(typed, 'm/s').map(exactText)).toEqual(expected))
  test('numerical', () => {
    expect(of('numerical', { text: '1.530' })).toBe('1/1')
    expect(of('numerical', { text: '1530,0' })).toBe('1/1')
    expect(of('numerical', { text: '1531' })).toBe('1/2')
    expect(of('numerical', { text: '-1500' })).toBe('0/1')
    expect(numerical.mark(numerical.example.content, numerical.example.key, { text: '1350' }).feedback).toEqual(['<p>Close.</p>'])
    expect(numerical.counted({ unit: 'm/s' }, { text: '12,50 m/s' })).toEqual(['12.5'])
    expect(numerical.counted({}, { text: '1.234', decimal: ',' })).toEqual(['1234'])
  })
  test('matching', () => {
    expect(of('matching', { pairs: { malacca: 'andaman', sunda0: 'bering' } })).toBe('1/2')
    expect(of('matching', { pairs: { malacca: 'andaman' } }, { rule: 'all' })).toBe('0/1')
    const { items, choices } = matching.example.content
    const twins = { items, choices: [...choices, { id: 'twin00', text: '<p>Andaman Sea and  South China Sea</p>' }] }
    expect(exactText(matching.mark(twins, matching.example.key, { pairs: { malacca: 'twin00' } }).share)).toBe('1/2')
  })
  test('ordering, by each rule', () => {
    const order = ['twilight', 'midnight', 'abyss0', 'sunlit']
    expect(of('ordering', { order })).toBe('0/1')
    expect(of('ordering', { order }, { rule: 'next' })).toBe('2/3')
    expect(of('ordering', { order }, { rule: 'all' })).toBe('0/1')
    expect(ordering.fits(ordering.example.content, { order: order.slice(1) })).toBe(false)
  })
  test('blanks by their weights', () => {
    expect(of('blanks', { values: { degree: '4,05', lighter: 'heavy0' } })).toBe('1/2')
    expect(of('blanks', { values: { point0: 'Freezing point' } })).toBe('1/4')
    const thousands = {
      blanks: { ...blanks.example.key.blanks, degree: { weight: 2, numbers: [{ value: '4050', tolerance: '0', percent: '100' }] } },
    }
    expect(of('blanks', { values: { degree: '4.050' }, decimals: { degree: ',' } }, thousands)).toBe('1/2')
    expect(of('blanks', { values: { degree: '4.050' }, decimals: { degree: '.' } }, thousands)).toBe('0/1')
    expect(blanks.fits(blanks.example.content, { values: {}, decimals: { nobody: '.' } })).toBe(false)
    expect(blanks.faults({ ...blanks.example, stem: '<p>[[degree]]</p>' })).toEqual({ 'content.blanks': [{ code: 'question.noPlace' }] })
  })
  test('files of the types and the size that are asked for', () => {
    const takes = (name: string, extension: string, size: number, content: object = questionTypes.file.example.content) =>
      questionTypes.file.takesFile!(content as never, { name, extension, size })
    expect([takes('map.pdf', 'pdf', 20 * 1024 * 1024), takes('Map.PDF', '', 1), takes('map', 'png', 1)]).toEqual([true, true, true])
    expect([takes('map.exe', 'exe', 1), takes('map', '', 1), takes('map.pdf', 'pdf', 20 * 1024 * 1024 + 1)]).toEqual([false, false, false])
    expect(takes('map.exe', 'exe', 1, { files_most: 1, file_size_mb: 1 })).toBe(true)
  })
  test('a person marks essays and files; a blank answer earns nothing', () => {
    expect(of('essay', { text: 'Rivers.' })).toBe('0/1')
    const isBlank = (text: string, format: 'rich' | 'plain' | 'code' = 'rich') => questionTypes.essay.isBlank({ text }, { format })
    expect(isBlank('<p><br /></p>')).toBe(true)
    expect(isBlank('<p><img data-upload="x" /></p>')).toBe(false)
    // markup is what was asked for
    expect([isBlank('<a href="x"></a>', 'code'), isBlank('<br>', 'plain'), isBlank(' \n', 'code')]).toEqual([false, false, true])
  })
})

describe('faults beyond the schemas', () => {
  const faults = <K extends QuestionTypeName>(type: K, change: (example: QuestionType<K>['example']) => object) => {
    const { faults: of, example } = questionTypeOf(type)
    const question = { ...example, ...change(structuredClone(example) as unknown as QuestionType<K>['example']) }
    return Object.entries(of(question)).map(([field, [fault]]) => `${field} ${fault?.code}`)
  }
  const option = (id: string, words: string) => ({ id, text: `<p>${words}</p>` })
  test('single', () => {
    expect(faults('single', () => ({ key: { right: 'nobody' } }))).toEqual(['key.right question.noRight'])
    expect(
      faults('single', () => ({ content: { options: [option('carbon', 'A'), option('carbon', ' A '), option('third0', '')] } })),
    ).toEqual([
      'content.options.1.text question.twice',
      'content.options.1.id question.sameId',
      'content.options.2.text field.required',
      'key.percents.nitrogen question.partUnknown',
      'key.feedback.oxygen question.partUnknown',
    ])
  })
  test.each([
    ['M', 'm', []],
    ['x₂', 'x²', []],
    ['x<sub>2</sub>', 'x<sup>2</sup>', []],
    ['x2', 'x<sup>2</sup>', []],
    ['<span data-latex="x_2"></span>', '<span data-latex="x^2"></span>', []],
    ['<strong>m</strong>', 'm', ['question.twice']],
    ['x<sup>2</sup>', ' x<SUP>2</SUP> ', ['question.twice']],
    ['<span data-latex="x_2"></span>', '<span data-latex="x_2"></span>', ['question.twice']],
  ])('options %s and %s are the same only where they look alike', (a, b, codes) => {
    const parts = [option('carbon', a), option('oxygen', b)]
    const codesOf = (found: object) =>
      Object.entries(found).flatMap(([field, [{ code }]]) => (/\.text$/.test(field) ? [code as string] : []))
    const { single, matching } = questionTypes
    expect(codesOf(single.faults({ stem: '', content: { options: parts }, key: { right: 'carbon' } }))).toEqual(codes)
    const content = { items: parts, choices: parts }
    const key = { pairs: { carbon: 'carbon', oxygen: 'oxygen' }, rule: 'each' as const }
    expect(codesOf(matching.faults({ stem: '', content, key }))).toEqual([...codes, ...codes])
    const swapped = { pairs: { carbon: 'oxygen', oxygen: 'carbon' } }
    expect(exactText(matching.mark(content, key, swapped).share)).toBe(codes.length > 0 ? '1/1' : '0/1')
  })
  test('multiple', () => {
    expect(faults('multiple', ({ content }) => ({ content: { ...content, most: 1 } }))).toEqual(['content.most field.tooSmall'])
    expect(faults('multiple', ({ key }) => ({ key: { ...key, rule: 'percents', percents: { table1: '50' } } }))).toEqual([
      'key.percents question.noFull',
    ])
  })
  test('short answer and number', () => {
    expect(faults('short_answer', () => ({ key: { accepted: [{ text: ' ', percent: '50' }] } }))).toEqual([
      'key.accepted.0.text field.required',
      'key.accepted question.noFull',
    ])
    expect(faults('numerical', () => ({ key: { accepted: [{ value: '1', tolerance: '-1', percent: '100' }] } }))).toEqual([
      'key.accepted.0.tolerance field.tooSmall',
    ])
  })
  test('matching, ordering, essay', () => {
    expect(faults('matching', ({ key }) => ({ key: { ...key, pairs: { malacca: 'andaman' } } }))).toEqual(['key.pairs question.noPair'])
    expect(faults('ordering', ({ key }) => ({ key: { ...key, order: ['sunlit', 'abyss0'] } }))).toEqual(['key.order question.noOrder'])
    expect(faults('essay', () => ({ content: { format: 'rich', words_least: 5, words_most: 4 } }))).toEqual([
      'content.words_most field.tooSmall',
    ])
  })
  test('the stored order of what students arrange is no key', () => {
    const list = Array.from({ length: 20 }, (_, n) => option(`item${String(n).padStart(2, '0')}`, String(n)))
    const stored = questionTypes.ordering.stored({ items: list }).items
    expect(stored.map(({ id }) => id)).not.toEqual(list.map(({ id }) => id))
    expect(questionTypes.ordering.stored({ items: list.toReversed() }).items).toEqual(stored)
  })
})
