// The marking of whole attempts: the same answers earn the same, in whatever order they were asked; never more than there is, never less than nothing.
import { expect, test } from 'vitest'
import { unitsOf } from '../../points/decimals.ts'
import type { KeptPaper } from '../../questions/papers/kept-papers.ts'
import { itemsOf, slotsOf } from '../../questions/papers/paper-view.ts'
import { numbersFrom } from '../../questions/papers/rules.ts'
import { questionTypes } from '../../questions/question-types.ts'
import type { QuestionTypeName } from '../../questions/question-types/api.ts'
import { cleanAnswer } from './answers.ts'
import { type KeyedVersion, markAttempt } from './mark-attempt.ts'

const types = (Object.keys(questionTypes) as QuestionTypeName[]).filter(
  (type) => questionTypes[type].askers.includes('exam') && type !== 'stimulus',
)
const versions = types.map((type) => {
  const { stem, content, key } = questionTypes[type].example as { stem: string; content: object; key: object }
  const shuffle = 'options' in content || 'choices' in content ? { shuffle: true } : {}
  return {
    id: type,
    questionId: type,
    n: 1,
    type,
    title: type,
    stem,
    content: { ...content, ...shuffle } as Record<string, unknown>,
    key,
    uploadIds: [],
  }
})
const paper: KeptPaper = {
  id: 'paper',
  activityId: 'activity',
  n: 1,
  points: String(types.length * 3),
  sections: [{ id: 'part1', title: '', text: '' }],
  uploadIds: [],
  frozen: [{ entries: versions.map(({ id }) => ({ version: id, stimulus: null, points: '3' })) }],
  versions: new Map(versions.map((version) => [version.id, version])),
}
const keys = new Map<string, KeyedVersion>(versions.map(({ id, type, content, key }) => [id, { id, type, content, key, feedback: '' }]))
const at = new Date()
const arranged = (seed: number, shuffle: number) => ({ seed: String(seed), shuffle })
const markedBy = (answerOf: (type: string) => Record<string, unknown> | null, seed: number, shuffle: number) => {
  const slots = slotsOf(paper, { seed: String(seed), shuffling: { questions: (shuffle & 1) === 1, options: (shuffle & 2) === 2 } })
  const answers = slots.map(({ version }, slot) => ({ slot, answer: answerOf(version), saved_at: at }))
  const { slots: marked, ...rest } = markAttempt(paper, arranged(seed, shuffle), answers, [], keys)
  return { ...rest, earned: Object.fromEntries(marked.map(({ slot, points }) => [slots[slot]!.version, points])) }
}
const solutionOf = (type: string) => {
  const version = keys.get(type)!
  return questionTypes[type as QuestionTypeName].solution(version.content as never, version.key as never) as Record<string, unknown> | null
}
const byPerson = types.filter((type) => questionTypes[type].marking === 'person')

test('everything right earns everything that a key marks; nothing earns nothing, and waits for nobody', () => {
  const whole = markedBy(solutionOf, 1, 0)
  expect(unitsOf(whole.points)).toBe(unitsOf('3') * BigInt(types.length - byPerson.length))
  expect(markedBy(() => null, 1, 3)).toMatchObject({ points: '0', toMark: 0 })
  expect(markedBy((type) => (byPerson.includes(type as never) ? { text: 'x', upload_ids: ['x'] } : null), 1, 0).toMark).toBe(
    byPerson.length,
  )
})

test('the order of questions and options does not matter, for right answers and for any others', () => {
  const next = numbersFrom('answers')
  for (let nth = 0; nth < 60; nth++) {
    const some = new Map(types.map((type) => [type as string, next() < 0.5 ? solutionOf(type) : anyAnswer(type, next)]))
    const first = markedBy((type) => some.get(type) ?? null, 1, 0)
    for (const [seed, shuffle] of [
      [2, 1],
      [3, 2],
      [4, 3],
      [nth + 5, 3],
    ] as const)
      expect(markedBy((type) => some.get(type) ?? null, seed, shuffle)).toEqual(first)
    expect(unitsOf(first.points)).toBeGreaterThanOrEqual(0n)
    expect(unitsOf(first.points)).toBeLessThanOrEqual(unitsOf(paper.points))
    for (const points of Object.values(first.earned)) if (points !== null) expect(unitsOf(points)).toBeLessThanOrEqual(unitsOf('3'))
  }
})

/** An answer that fits, made of the parts of the question. */
function anyAnswer(type: string, next: () => number): Record<string, unknown> | null {
  const { content } = keys.get(type)! as { content: { options?: { id: string }[]; items?: { id: string }[]; choices?: { id: string }[] } }
  const one = (list: { id: string }[]) => list[Math.floor(next() * list.length)]!.id
  if (type === 'single') return { choice: one(content.options!) }
  if (type === 'multiple') return { choices: content.options!.filter(() => next() < 0.5).map(({ id }) => id) }
  if (type === 'true_false') return { value: next() < 0.5 }
  if (type === 'ordering') return { order: content.items!.map(({ id }) => id) }
  if (type === 'matching') return { pairs: Object.fromEntries(content.items!.map(({ id }) => [id, one(content.choices!)])) }
  if (type === 'numerical' || type === 'short_answer') return { text: String(Math.floor(next() * 2000)) }
  return null
}

test('a number is read with the comma of its writer', () => {
  const marked = (text: string) => markedBy((type) => (type === 'numerical' ? { text } : null), 1, 0).points
  expect([marked('1500'), marked('1500.0'), marked('1500,0'), marked(' 1500 ')]).toEqual(['3', '3', '3', '3'])
  expect(marked('15')).toBe('0')
})

test('a shuffled question is shown with the same parts, and its answers fit it', () => {
  for (let seed = 0; seed < 40; seed++)
    for (const { type, content } of itemsOf(paper, { seed: String(seed), shuffling: { questions: true, options: true } })) {
      const original = keys.get(type)!.content as object
      for (const [field, list] of Object.entries(original))
        if (Array.isArray(list))
          expect([...(content[field] as object[])].map((part) => JSON.stringify(part)).sort()).toEqual(
            list.map((part) => JSON.stringify(part)).sort(),
          )
      const solution = solutionOf(type)
      if (solution) expect(cleanAnswer({ type: type as never, content }, solution)).toEqual(solution)
    }
})

test('six questions of one point, half of them earned by thirds, are three points and not 2.9999', () => {
  const options = ['a', 'b', 'c'].map((id) => ({ id, text: id }))
  const one = (id: string) => ({ id, questionId: id, n: 1, type: 'multiple', title: id, stem: id, content: { options }, uploadIds: [] })
  const six = ['1', '2', '3', '4', '5', '6'].map(one)
  const sixth: KeptPaper = {
    ...paper,
    points: '6',
    frozen: [{ entries: six.map(({ id }) => ({ version: id, stimulus: null, points: '1' })) }],
    versions: new Map(six.map((version) => [version.id, { ...version, key: undefined }])) as never,
  }
  const key = { right: ['a', 'b', 'c'], rule: 'each' }
  const keyed = new Map<string, KeyedVersion>(six.map(({ id, type, content }) => [id, { id, type, content, key, feedback: '' }]))
  const answered = (counts: number[]) =>
    markAttempt(
      sixth,
      arranged(0, 0),
      counts.map((count, slot) => ({ slot, answer: { choices: ['a', 'b', 'c'].slice(0, count) }, saved_at: at })),
      [],
      keyed,
    )
  expect(answered([3, 3, 1, 1, 1, 0])).toMatchObject({ points: '3', exact: '3/1' })
  expect(answered([1, 1, 1, 1, 1, 1])).toMatchObject({ points: '2', exact: '2/1' })
  expect(answered([2, 2, 0, 0, 0, 0])).toMatchObject({ points: '1.3333', exact: '4/3' })
})
