// Tests of two versions of a grading: levels by their names, and no difference where the server stores the same in another way.
import { expect, test } from 'vitest'
import type { Grading } from './grading-saver.ts'
import { gradingFields, htmlOfText } from './grading-versions.ts'

const rubric = {
  criteria: [{ id: 'data', title: 'Data', about: '', levels: [{ id: 'good', points: '4', title: 'Complete', about: '' }] }],
  n: 1,
  best: '4',
  begun: true,
  version: 1,
}
const [points, data] = gradingFields(rubric, { points: 'Points', comment: 'Comment' })
const gradingWith = (criteria: Grading['criteria']): Grading => ({ points: '4', comment: '', criteria })

test('a criterion is told by its level, its points and its comment', () => {
  const value = data?.get(gradingWith({ data: { level: 'good', points: null, comment: 'Well measured' } }))
  expect(data?.show?.(value)).toBe('4 · Complete\nWell measured')
  expect(data?.show?.(data.get(gradingWith({ data: { level: 'good', points: '3', comment: '' } })))).toBe('3')
  expect(points?.show?.('4')).toBe('4')
})

test('nothing given is the same as nothing, in any order', () => {
  expect(data?.get(gradingWith({ data: { comment: '', points: null, level: null } }))).toBe(null)
  expect(data?.get(gradingWith({}))).toBe(null)
  expect(data?.put(gradingWith({ data: { level: 'good', points: null, comment: '' } }), null)).toEqual(gradingWith({}))
})

test('a comment is compared by its lines, and none of it is markup', () => {
  expect(htmlOfText('Good <b>start</b>\n\nMore data')).toBe('<p>Good &lt;b&gt;start&lt;/b&gt;</p><p>More data</p>')
})

test('a level with its points, as the server answers it, is the level alone; other points are points between levels', () => {
  const chosen = data?.get(gradingWith({ data: { level: 'good', points: null, comment: '' } }))
  const answered = data?.get(gradingWith({ data: { level: 'good', points: '4.0', comment: '' } }))
  expect(answered).toEqual(chosen)
  expect(data?.show?.(answered)).toBe('4 · Complete')
  expect(data?.get(gradingWith({ data: { level: 'good', points: '3.5', comment: '' } }))).toMatchObject({ points: '3.5' })
})
