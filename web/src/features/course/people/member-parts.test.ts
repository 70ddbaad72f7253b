// Tests of the parts of the members page.
import { expect, test } from 'vitest'
import { sampleCourse } from '../../../dev/sample-course.ts'
import { partsFor } from './member-parts.ts'

test('sent messages are for who may write them', () => {
  expect(partsFor(sampleCourse)).toEqual(['members', 'waiting', 'invites', 'sent'])
  expect(partsFor({ can: { ...sampleCourse.can, announce: false } })).toEqual(['members', 'waiting', 'invites'])
})
