// Test of points: exact decimals, what people type, sums of rubrics.
import { expect, test } from 'vitest'
import { levelOf, decimalOf, openCriteria, rubricBest, rubricScore, typedScore, unitsOf } from './points.ts'

test('a decimal is kept exactly', () => {
  for (const text of ['0', '7.5', '12.3456', '100', '0.0001']) expect(decimalOf(unitsOf(text) ?? -1n)).toBe(text)
  expect(decimalOf(unitsOf('12.50') ?? -1n)).toBe('12.5')
  for (const text of ['1e3', 'NaN', '-1', '1.23456', '', '1.', ' 1']) expect(unitsOf(text)).toBe(undefined)
})

test('a comma is a decimal point, digits of any keyboard count', () => {
  expect(typedScore('12,5', '20')).toEqual({ points: '12.5' })
  expect(typedScore(' ๑๒.๕๐ ', '20')).toEqual({ points: '12.5' })
  expect(typedScore('.5', '20')).toEqual({ points: '0.5' })
  expect(typedScore('17.', '20')).toEqual({ points: '17' })
  expect(typedScore('', '20')).toEqual({ points: null })
})

test('more than 100 or than the activity has is homework.scoreError', () => {
  expect(typedScore('20', '20')).toEqual({ points: '20' })
  expect(typedScore('20.0001', '20')).toEqual({ error: 'scoreError' })
  expect(typedScore('101', null)).toEqual({ error: 'scoreError' })
  expect(typedScore('12345678', null)).toEqual({ error: 'scoreError' })
  for (const text of ['1e3', 'NaN', '-3', '1.23456', '1,234,5', 'ten']) expect(typedScore(text, '20')).toEqual({ error: 'notNumber' })
})

const criterion = (id: string, ...points: string[]) => ({ id, levels: points.map((value) => ({ id: `${id}${value}`, points: value })) })
const rubric = { criteria: [criterion('a', '0', '2.1', '5'), criterion('b', '0.2', '8')] }

test('the score of a rubric is the sum of its levels, at most the points of the activity', () => {
  expect(rubricBest(rubric)).toBe('13')
  expect(rubricScore(rubric, {}, '20')).toBe(null)
  expect(rubricScore(rubric, { a: { level: 'a2.1', points: null }, b: { level: 'b0.2', points: null } }, '20')).toBe('2.3')
  expect(rubricScore(rubric, { a: { level: null, points: '3.5' } }, '20')).toBe('3.5')
  expect(rubricScore(rubric, { a: { level: 'a5', points: null }, b: { level: 'b8', points: null } }, '10')).toBe('10')
})

test('the level that was chosen is shown again when the server answers it with its points', () => {
  const criterion = {
    levels: [
      { id: 'good', points: '4' },
      { id: 'fair', points: '2.5' },
    ],
  }
  expect(levelOf(criterion, { level: 'fair', points: '2.5' })?.id).toBe('fair')
  expect(levelOf(criterion, { level: 'fair', points: '2.50' })?.id).toBe('fair')
  expect(levelOf(criterion, { level: 'good', points: null })?.id).toBe('good')
  expect(levelOf(criterion, { level: 'good', points: '3' })).toBeUndefined()
  expect(levelOf(criterion, { level: null, points: '4' })).toBeUndefined()
  expect(levelOf(criterion, undefined)).toBeUndefined()
})

test('criteria that are open count while others have points and the score is their sum', () => {
  const levels = [
    { id: 'none', points: '0' },
    { id: 'full', points: '5' },
  ]
  const rubric = { criteria: ['a', 'b', 'c', 'd'].map((id) => ({ id, levels })) }
  const full = { level: 'full', points: null }
  expect(openCriteria(rubric, { a: full }, '5', '20')).toBe(3)
  // nothing by the rubric, another score than its sum, all of it: nothing to ask
  expect(openCriteria(rubric, {}, '12', '20')).toBe(0)
  expect(openCriteria(rubric, { a: full }, '12', '20')).toBe(0)
  expect(openCriteria(rubric, { a: full, b: full, c: full, d: { level: 'none', points: null } }, '15', '20')).toBe(0)
})
