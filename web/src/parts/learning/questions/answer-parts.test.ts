// The answers of a question in short, of each type by its example.
import { questionTypes } from '@lyceum/activity/questions/question-types'
import { expect, test } from 'vitest'
import { answerPartsOf as partsIn } from './answer-parts.ts'

const words = { true: 'True', false: 'False' }
const answerPartsOf = (content: Record<string, unknown>, key: Record<string, unknown>, of: typeof words) =>
  partsIn(content, key, of, (html) => html.replace(/<[^>]*>/g, ''))
const partsOf = (type: keyof typeof questionTypes) => {
  const { content, key } = questionTypes[type].example as { content: Record<string, unknown>; key: Record<string, unknown> }
  return answerPartsOf(content, key, words)
}

test('types with a key show what is right, and all that they offer', () => {
  expect(answerPartsOf({ options: [part('a', 'Moon'), part('b', 'Sun')] }, { right: 'a' }, words)).toEqual([
    { text: 'Moon', right: true },
    { text: 'Sun', right: false },
  ])
  expect(answerPartsOf({}, { right: false }, words)).toEqual([{ text: 'False', right: true }])
  expect(answerPartsOf({ items: [part('a', 'Ebb'), part('b', 'Flood')] }, { order: ['b', 'a'] }, words)).toEqual([
    { text: 'Flood → Ebb', right: true },
  ])
  for (const type of ['single', 'multiple', 'true_false', 'blanks', 'short_answer', 'numerical', 'matching', 'ordering'] as const)
    expect([type, partsOf(type).some(({ right, text }) => right && text !== '')]).toEqual([type, true])
})
test('a survey shows what it offers, and an essay nothing', () => {
  expect(answerPartsOf({ options: [part('a', 'Monday'), part('b', 'Tuesday')] }, {}, words).map(({ right }) => right)).toEqual([
    false,
    false,
  ])
  expect(partsOf('essay')).toEqual([])
})

function part(id: string, text: string) {
  return { id, text }
}
