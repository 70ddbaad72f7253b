// Tests of questions that are written into a file and read again: every answer earns the points that it earned, or the loss is named.
import { expect, test } from 'vitest'
import { questionTypes } from './activity/src/questions/question-types.ts'
import { exactText, type Fraction } from './activity/src/points/fractions.ts'
import type { FormatName, NeutralQuestion } from './import/src/question-formats/format.ts'
import { losesRule } from './import/src/question-formats/losses.ts'
import { questionFormats, readQuestionFile } from './import/src/question-formats.ts'

const parts = (...texts: string[]) => texts.map((text) => ({ id: `${text.toLowerCase()}00000`.slice(0, 6), text }))
const shared = { title: 'T', stem: '<p>Stem</p>', feedback: '', points: '1', tags: [], folder: [], notes: [] }
const [north, south, dead, red] = ['North', 'South', 'Dead', 'Red']
const options = parts(north!, south!, dead!, red!)
const [a, b, c] = options.map(({ id }) => id) as [string, string, string]

const questions: NeutralQuestion[] = [
  { ...shared, type: 'single', content: { options }, key: { right: b, percents: { [c]: '50', [a]: '-25' } } },
  ...(['all', 'each', 'minus'] as const).map(
    (rule): NeutralQuestion => ({ ...shared, type: 'multiple', content: { options }, key: { right: [a, c], rule } }),
  ),
  {
    ...shared,
    type: 'multiple',
    content: { options },
    key: { right: [a, c], rule: 'percents', percents: { [a]: '60', [b]: '-40', [c]: '40' } },
  },
  { ...shared, type: 'true_false', content: {}, key: { right: false } },
  ...[{}, { case_sensitive: true }, { accent_sensitive: true }, { accent_sensitive: false }].map(
    (rules): NeutralQuestion => ({
      ...shared,
      type: 'short_answer',
      content: {},
      key: {
        accepted: [
          { text: 'Où', percent: '100' },
          { text: 'là', percent: '40' },
        ],
        ...rules,
      },
    }),
  ),
  {
    ...shared,
    type: 'numerical',
    content: {},
    key: {
      accepted: [
        { value: '0.2', tolerance: '0.1', percent: '100' },
        { value: '7', tolerance: '0', percent: '50' },
      ],
    },
  },
  ...(['each', 'all'] as const).map(
    (rule): NeutralQuestion => ({
      ...shared,
      type: 'matching',
      content: { items: parts('Oslo', 'Gaza', 'Akaba'), choices: options },
      key: { pairs: { oslo00: a, gaza00: b, akaba0: c }, rule },
    }),
  ),
  ...(['all', 'place', 'next'] as const).map(
    (rule): NeutralQuestion => ({
      ...shared,
      type: 'ordering',
      content: { items: options },
      key: { order: [c, a, b, options[3]!.id], rule },
    }),
  ),
]

let seed = 7
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const shuffled = <T>(list: readonly T[]) =>
  list
    .map((one) => ({ one, at: random(1e6) }))
    .sort((x, y) => x.at - y.at)
    .map(({ one }) => one)
const words = ['Où', 'où', 'OU', 'ou', 'là', 'La', 'la', 'x']
const numbers = ['0.2', '0.1', '0.3', '0.09', '0.31', '7', '7.01']

/** An answer by the texts of the parts, so that it fits a question whose parts have other ids. */
function answerTo(question: NeutralQuestion): (one: NeutralQuestion) => object {
  const idIn = (list: readonly { id: string; text: string }[], text: string) =>
    list.find((part) => part.text.includes(text))?.id ?? 'none00'
  const texts = ['North', 'South', 'Dead', 'Red']
  switch (question.type) {
    case 'single': {
      const chosen = texts[random(4)]!
      return (one) => ({ choice: idIn((one as typeof question).content.options, chosen) })
    }
    case 'multiple': {
      const chosen = texts.filter(() => random(2) === 0)
      return (one) => ({ choices: chosen.map((text) => idIn((one as typeof question).content.options, text)) })
    }
    case 'true_false': {
      const value = random(2) === 0
      return () => ({ value })
    }
    case 'short_answer':
    case 'numerical': {
      const list = question.type === 'numerical' ? numbers : words
      const text = list[random(list.length)]!
      return () => ({ text })
    }
    case 'matching': {
      const chosen = ['Oslo', 'Gaza', 'Akaba'].map((item) => [item, texts[random(4)]!] as const)
      return (one) => {
        const { items, choices } = (one as typeof question).content
        return { pairs: Object.fromEntries(chosen.map(([item, choice]) => [idIn(items, item), idIn(choices, choice)])) }
      }
    }
    default: {
      const order = shuffled(texts)
      return (one) => ({ order: order.map((text) => idIn((one as Extract<NeutralQuestion, { type: 'ordering' }>).content.items, text)) })
    }
  }
}
const earned = (question: NeutralQuestion, answer: object): string => {
  const type = questionTypes[question.type] as unknown as { mark(content: object, key: object, answer: object): { share: Fraction } }
  return exactText(type.mark(question.content, question.key, answer).share)
}
/** Shares of thirds are written with five places. */
const near = (x: string, y: string) => {
  const value = (text: string) => Number(text.split('/')[0]) / Number(text.split('/')[1])
  return Math.abs(value(x) - value(y)) < 0.0001
}

test.each(['moodle_xml', 'gift', 'qti', 'csv'] as FormatName[])(
  '%s: a thousand answers to each type and rule earn the same, or the loss is named',
  (format) => {
    const silent: string[] = []
    for (const question of questions) {
      const { bytes, left } = questionFormats[format].write!([question], new Map())
      if (left.length > 0) continue
      const [again] = readQuestionFile(`questions.${format}`, bytes, { format }).file.questions
      if (again?.type !== question.type) {
        silent.push(`${question.type} ${JSON.stringify(question.key)} becomes ${again?.type}`)
        continue
      }
      if (losesRule(format, question)) continue
      for (let n = 0; n < 1000; n++) {
        const answer = answerTo(question)
        const [before, after] = [earned(question, answer(question)), earned(again, answer(again))]
        if (near(before, after)) continue
        silent.push(`${question.type} ${JSON.stringify(question.key)}: ${JSON.stringify(answer(question))} earned ${before}, then ${after}`)
        break
      }
    }
    expect(silent).toEqual([])
  },
)
