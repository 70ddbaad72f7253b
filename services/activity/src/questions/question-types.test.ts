// Properties of every type of question: for any question and answer, and for its example.
import { checked } from '@lyceum/kit/calls/validation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mark, questionTypeOf, questionTypes } from './question-types.ts'
import { type AnswerOf, type ContentOf, type KeyOf, questionSchemas, type QuestionTypeName } from './question-types/api.ts'
import { compare, exactText, zero } from '../points/fractions.ts'

type Question<K extends QuestionTypeName = QuestionTypeName> = { type: K; content: ContentOf<K>; key: KeyOf<K> }

const names = Object.keys(questionTypes) as QuestionTypeName[]
const marked = names.filter((type) => questionTypes[type].marking === 'key')
const readable = (question: Question, answer: unknown) => {
  const { share: earned, ...rest } = mark(question, answer)
  return { share: exactText(earned), ...rest }
}
const share = (question: Question, answer: unknown) => exactText(mark(question, answer).share)

const percent = fc.constantFrom('100', '-100', '50', '33.33333', '-33.33333', '0', '14.28571', '99.5', '-0.5')
const html = fc.stringMatching(/^[a-z]{1,8}$/).map((word) => `<p>${word}</p>`)
const ids = (least: number, most: number) =>
  fc.uniqueArray(
    fc.stringMatching(/^[a-z0-9]{6,12}$/).filter((id) => id !== 'constructor'),
    { minLength: least, maxLength: most },
  )
const parts = (list: readonly string[]) => list.map((id) => ({ id, text: `<p>${id}</p>` }))
const someOf = (list: readonly string[], least = 0) => fc.subarray([...list], { minLength: least })
const percentsOf = (list: readonly string[]) => fc.dictionary(fc.constantFrom(...list), percent)
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.stringMatching(/^[a-c*\\ ]{0,8}$/))
const number = fc
  .tuple(fc.integer({ min: -2000, max: 2000 }), fc.constantFrom('', '.5', '.125', 'e3', 'e-2'))
  .map(([n, rest]) => `${n}${rest}`)
const accepted = fc.array(
  fc.record({ text: text.filter((one) => one.length > 0), percent, feedback: html }, { requiredKeys: ['text', 'percent'] }),
  { minLength: 1, maxLength: 4 },
)
const numbers = fc.array(fc.record({ value: number, tolerance: fc.constantFrom('0', '0.5', '10'), relative: fc.boolean(), percent }), {
  minLength: 1,
  maxLength: 4,
})
const rules = { case_sensitive: fc.boolean(), accent_sensitive: fc.boolean() }

/** Any question that the schemas accept, with any answer that fits it. */
const pairs: { [K in QuestionTypeName]?: fc.Arbitrary<{ question: Question<K>; answer: AnswerOf<K> }> } = {
  single: ids(2, 6).chain((list) =>
    fc.record({
      question: fc.record({
        type: fc.constant('single' as const),
        content: fc.record({ options: fc.constant(parts(list)), shuffle: fc.constant(true) }),
        key: fc.record({ right: fc.constantFrom(...list), percents: percentsOf(list) }),
      }),
      answer: fc.record({ choice: fc.constantFrom(...list) }),
    }),
  ),
  multiple: ids(2, 6).chain((list) =>
    fc.record({
      question: fc.record({
        type: fc.constant('multiple' as const),
        content: fc.record({ options: fc.constant(parts(list)), shuffle: fc.constant(true) }),
        key: fc.record({
          right: someOf(list, 1),
          rule: fc.constantFrom('all' as const, 'each', 'minus', 'percents'),
          percents: percentsOf(list),
        }),
      }),
      answer: fc.record({ choices: someOf(list) }),
    }),
  ),
  true_false: fc.record({
    question: fc.record({ type: fc.constant('true_false' as const), content: fc.constant({}), key: fc.record({ right: fc.boolean() }) }),
    answer: fc.record({ value: fc.boolean() }),
  }),
  short_answer: fc.record({
    question: fc.record({ type: fc.constant('short_answer' as const), content: fc.constant({}), key: fc.record({ accepted, ...rules }) }),
    answer: fc.record({ text }),
  }),
  numerical: fc.record({
    question: fc.record({
      type: fc.constant('numerical' as const),
      content: fc.constant({ unit: 'm' }),
      key: fc.record({ accepted: numbers }),
    }),
    answer: fc.record({ text: fc.oneof(number, text) }),
  }),
  matching: fc.tuple(ids(2, 5), ids(2, 5)).chain(([items, choices]) =>
    fc.record({
      question: fc.record({
        type: fc.constant('matching' as const),
        content: fc.constant({ items: parts(items), choices: parts(choices), shuffle: true }),
        key: fc.record({
          pairs: fc
            .array(fc.constantFrom(...choices), { minLength: items.length, maxLength: items.length })
            .map((list) => Object.fromEntries(items.map((id, n) => [id, list[n]!]))),
          rule: fc.constantFrom('each' as const, 'all'),
        }),
      }),
      answer: fc.record({ pairs: fc.dictionary(fc.constantFrom(...items), fc.constantFrom(...choices)) }),
    }),
  ),
  ordering: ids(2, 6).chain((list) =>
    fc.record({
      question: fc.record({
        type: fc.constant('ordering' as const),
        content: fc.constant({ items: parts(list) }),
        key: fc.record({
          order: fc.shuffledSubarray(list, { minLength: list.length }),
          rule: fc.constantFrom('all' as const, 'place', 'next'),
        }),
      }),
      answer: fc.record({ order: fc.shuffledSubarray(list, { minLength: list.length }) }),
    }),
  ),
  blanks: fc.tuple(ids(3, 3), ids(2, 4)).chain(([[first = '', second = '', third = ''], options]) =>
    fc.record({
      question: fc.record({
        type: fc.constant('blanks' as const),
        content: fc.constant({
          blanks: [
            { id: first, kind: 'text' as const },
            { id: second, kind: 'number' as const },
            { id: third, kind: 'choice' as const, options: parts(options) },
          ],
        }),
        key: fc
          .record({ texts: accepted, numbers, options: percentsOf(options), weight: fc.integer({ min: 1, max: 100 }) })
          .map(({ texts, numbers: of, options: percents, weight }) => ({
            blanks: { [first]: { texts, weight }, [second]: { numbers: of }, [third]: { options: percents } },
          })),
      }),
      answer: fc
        .record({ [first]: text, [second]: fc.oneof(number, text), [third]: fc.constantFrom(...options) }, { requiredKeys: [] })
        .map((values) => ({ values: values as Record<string, string> })),
    }),
  ),
}
const any = Object.entries(pairs) as unknown as [
  QuestionTypeName,
  fc.Arbitrary<{ question: Question; answer: AnswerOf<QuestionTypeName> }>,
][]

test('every type that a key marks is among the properties', () => expect(any.map(([type]) => type).toSorted()).toEqual(marked.toSorted()))

describe.each(any)('%s, whatever question and answer', (type, pair) => {
  const of = questionTypeOf(type)
  const run = (holds: (question: Question, answer: AnswerOf<QuestionTypeName>) => void) =>
    fc.assert(
      fc.property(pair, ({ question, answer }) => holds(question, answer)),
      { numRuns: 200 },
    )
  const order = (n: number) => Array.from({ length: n }, (_, at) => n - 1 - at)

  test('earns never above everything nor below nothing', () =>
    run((question, answer) => {
      const { share: earned } = mark(question, answer)
      expect(compare(earned, zero)).toBeGreaterThanOrEqual(0n)
      expect(earned.n).toBeLessThanOrEqual(earned.d)
    }))
  test('the order of options and of choosing does not matter', () =>
    run((question, answer) => {
      const other = { ...question, content: of.stored(of.shuffled(question.content, order)) }
      expect(readable(other, answer)).toEqual(readable(question, answer))
      if ('choices' in answer) expect(readable(question, { choices: answer.choices.toReversed() })).toEqual(readable(question, answer))
    }))
  test('a solution of a question without faults earns everything and fits', () =>
    run((question) => {
      if (Object.keys(of.faults({ stem: '', content: question.content, key: question.key })).some((field) => field !== 'content.blanks'))
        return
      const solution = of.solution(question.content, question.key)
      if (solution === null) return
      expect(of.fits(question.content, solution)).toBe(true)
      expect(share(question, solution)).toBe('1/1')
    }))
  test('earns the same in a version with other texts whose ids stayed', () =>
    run((question, answer) => {
      const corrected = { ...question, content: of.texts(question.content, (each) => `${each}<p>!</p>`) }
      expect(share(corrected, answer)).toBe(share(question, answer))
    }))
})

describe.each(names)('the example of %s', (type) => {
  const of = questionTypeOf(type)
  const { stem, content, key } = of.example
  test('is one that can be stored', () => {
    checked(questionSchemas[type].content, content, 'content')
    checked(questionSchemas[type].key, key, 'key')
    expect(of.faults({ stem, content, key })).toEqual({})
    expect(of.texts(content, (each) => each)).toEqual(content)
    expect(of.keyTexts(key, (each) => each)).toEqual(key)
  })
  test('is answered in full by its solution', () => {
    const solution = of.solution(content, key)
    if (of.marking !== 'key') return expect(solution).toBeNull()
    checked(questionSchemas[type].answer, solution, 'answer')
    expect(of.fits(content, solution!)).toBe(true)
    expect(of.isBlank(solution!, content as never)).toBe(false)
    const counted = of.counted(content, solution!)
    expect(counted.length).toBeGreaterThan(0)
    if (of.offered) expect(of.offered(content)).toEqual(expect.arrayContaining(counted))
    expect(share({ type, content, key }, solution)).toBe('1/1')
  })
})

test('every HTML text of a key is cleaned: feedback is among its texts', () => {
  for (const type of names) {
    const { keyTexts, example } = questionTypeOf(type)
    const found: string[] = []
    keyTexts(example.key, (each) => [found.push(each), each][1] as string)
    expect(found.length, type).toBe((JSON.stringify(example.key).match(/<p>/g) ?? []).length)
  }
})
