// Whether answers that were sent are those the server has.
import { expect, test, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false })))
const { sameAnswers } = await import('./kept-answers.ts')

test('answers are the same in any order of their fields, and not where one is another', () => {
  const sent = new Map([
    [1, { rows: { a: 'x', b: 'y' } }],
    [2, { text: 'More exercises' }],
  ])
  const stored = new Map<number, Record<string, unknown>>([
    [2, { text: 'More exercises' }],
    [1, { rows: { b: 'y', a: 'x' } }],
  ])
  expect(sameAnswers(sent, stored)).toBe(true)
  expect(sameAnswers(sent, new Map([...stored, [2, { text: 'Less' }]]))).toBe(false)
  expect(sameAnswers(sent, new Map([[2, { text: 'More exercises' }]]))).toBe(false)
})
