// Tests of the courses of entries: each once, in an order that the week does not change.
import { expect, test } from 'vitest'
import { coursesOf } from './courses-of.ts'

const entry = (courseId: string | null, courseName: string | null) => ({ courseId, courseName, courseColor: null, coursePattern: null })
const [tides, algebra] = [entry('1', 'Tides'), entry('2', 'Algebra')]

test('courses stand by their names, however their entries follow one another', () => {
  const names = (...entries: (typeof tides)[]) => coursesOf(entries).map(({ name }) => name)
  expect(names(tides, entry(null, null), algebra, tides)).toEqual(['Algebra', 'Tides'])
  expect(names(algebra, tides)).toEqual(['Algebra', 'Tides'])
})
