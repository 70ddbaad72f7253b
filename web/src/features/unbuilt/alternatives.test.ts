// Tests of the ways on from a part that is not built.
import { expect, test } from 'vitest'
import { alternatives } from './alternatives.ts'

const reader = { course: 'c1', teaches: false, audits: false }
const places = (part: Parameters<typeof alternatives>[0], given: Partial<typeof reader>) =>
  alternatives(part, { ...reader, ...given }).map(({ to }) => to)

test('teachers are led from statistics and alerts to the progress of the students, students to the course', () => {
  for (const part of ['statistics', 'warning'] as const) {
    expect(places(part, { teaches: true })[0]).toBe('/course/c1/outline?view=progress')
    expect(places(part, {})).toEqual(['/course/c1/content', '/course/c1/enrollments'])
  }
})
test('the audit log is for managers', () => {
  expect(places('management', { audits: true })).toContain('/management/audit-log')
  expect(places('management', {})).toEqual(['/user/courses'])
})
