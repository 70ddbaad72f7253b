// Two versions of what a work is given: levels by their names, and no difference where the server stores the same in another way.
import { expect, test } from 'vitest'
import type { Given } from './given-saver.ts'
import { givenFields, htmlOfText } from './given-versions.ts'

const rubric = {
  criteria: [{ id: 'data', title: 'Data', about: '', levels: [{ id: 'good', points: '4', title: 'Complete', about: '' }] }],
  n: 1,
  best: '4',
  begun: true,
  version: 1,
}
const [points, data] = givenFields(rubric, { points: 'Points', comment: 'Comment' })
const given = (criteria: Given['criteria']): Given => ({ points: '4', comment: '', criteria })

test('a criterion is told by its level, its points and its comment', () => {
  const value = data?.get(given({ data: { level: 'good', points: null, comment: 'Well measured' } }))
  expect(data?.show?.(value)).toBe('4 · Complete\nWell measured')
  expect(data?.show?.(data.get(given({ data: { level: 'good', points: '3', comment: '' } })))).toBe('3')
  expect(points?.show?.('4')).toBe('4')
})

test('nothing given is the same as nothing, in any order', () => {
  expect(data?.get(given({ data: { comment: '', points: null, level: null } }))).toBe(null)
  expect(data?.get(given({}))).toBe(null)
  expect(data?.put(given({ data: { level: 'good', points: null, comment: '' } }), null)).toEqual(given({}))
})

test('a comment is compared by its lines, and none of it is markup', () => {
  expect(htmlOfText('Good <b>start</b>\n\nMore data')).toBe('<p>Good &lt;b&gt;start&lt;/b&gt;</p><p>More data</p>')
})
