// Tests of what waits for a teacher: a line with a link for each kind and course.
import { expect, test } from 'vitest'
import { waitsOf } from './teacher-waits.ts'

const courses = [
  { id: 'a', name: 'Tides', waiting: 2 },
  { id: 'b', name: 'Shores', waiting: 0 },
  { id: 'c', name: 'Learned', waiting: 0 },
]

test('work to mark comes first, then people to let in, files that failed and drafts; nothing of courses that one learns in', () => {
  const taught = [
    { course_id: 'a', to_mark_count: 3, failed_count: 1, draft_count: 0 },
    { course_id: 'b', to_mark_count: 5, failed_count: 0, draft_count: 4 },
  ]
  expect(waitsOf(courses, taught).map(({ kind, course, count, href }) => [kind, course, count, href])).toEqual([
    ['toMark', 'a', 3, '/user/marking'],
    ['toMark', 'b', 5, '/user/marking'],
    ['waitToJoin', 'a', 2, '/course/a/enrollments?part=waiting'],
    ['filesFailed', 'a', 1, '/course/a/content'],
    ['draftsIn', 'b', 4, '/course/b/content'],
  ])
})
test('work to mark in courses that have no card has a line of its own, after that of the cards', () => {
  const none = { failed_count: 0, draft_count: 0 }
  const taught = [
    { course_id: 'x', to_mark_count: 36, ...none },
    { course_id: 'y', to_mark_count: 2, ...none },
    { course_id: 'b', to_mark_count: 1, ...none },
  ]
  expect(waitsOf(courses, taught).map(({ kind, course, count }) => [kind, course, count])).toEqual([
    ['toMark', 'b', 1],
    ['toMark', '', 38],
  ])
})
test('drafts that the page lists by themselves have no line; a course with more of them has', () => {
  const taught = [
    { course_id: 'a', to_mark_count: 0, failed_count: 0, draft_count: 1 },
    { course_id: 'b', to_mark_count: 0, failed_count: 0, draft_count: 4 },
  ]
  const lines = waitsOf(courses, taught, [{ course_id: 'a' }, { course_id: 'b' }])
  expect(lines.map(({ kind, course, count }) => [kind, course, count])).toEqual([
    ['waitToJoin', 'a', 2],
    ['draftsIn', 'b', 4],
  ])
})
test('is empty where nothing waits', () => {
  expect(waitsOf(courses, [{ course_id: 'b', to_mark_count: 0, failed_count: 0, draft_count: 0 }])).toEqual([])
})
