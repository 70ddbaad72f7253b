// The sentences about the points of a work: each is true of them.
import { expect, test } from 'vitest'
import { whyPoints } from './why-points.ts'
import type { Result } from './work-state.ts'

const criterion = (points: string | null) => ({ id: 'c', title: 'Method', points, max: '10', level: null, comment: '' })
const result = (part: Partial<Result>): Result => ({
  ...{ points: '9', max: '20', earned: '9', late_points: null, overridden: false, reason: '', given: '9' },
  ...{ comment: '', criteria: [], parts: [], marks: false, returned_at: null, rework: false, reviews: [] },
  ...part,
})
const reasonsOf = (part: Partial<Result>) => whyPoints(result(part)).map(({ key, params }) => [key, ...Object.values(params)])
const criteria = [criterion('4'), criterion(null), criterion('5')]

test('criteria are added up, whatever the points are', () => {
  expect(reasonsOf({ criteria })).toEqual([['sumOfCriteria', '4 + 5', '9']])
  expect(reasonsOf({ criteria, earned: '12', given: '12', points: '12' })).toEqual([
    ['sumOfCriteria', '4 + 5', '9'],
    ['givenApart', '12'],
  ])
  expect(reasonsOf({ criteria, max: '8', earned: '8', given: '8', points: '8' })).toEqual([
    ['sumOfCriteria', '4 + 5', '9'],
    ['atMost', '8'],
  ])
  expect(reasonsOf({ criteria, points: '7', late_points: '2' })).toEqual([['sumOfCriteria', '4 + 5', '9']])
})

test('points set by hand are named so, with their reason', () => {
  expect(reasonsOf({ criteria, points: '15', overridden: true, reason: 'Oral part' })).toEqual([
    ['sumOfCriteria', '4 + 5', '9'],
    ['setByHand', '15'],
    ['setBecause', 'Oral part'],
  ])
  expect(reasonsOf({ points: '15', overridden: true })).toEqual([
    ['earned', '9'],
    ['setByHand', '15'],
  ])
})

test('points of one’s own stand beside those of the group; a plain number says nothing', () => {
  expect(reasonsOf({ criteria, earned: '11', points: '11' })).toEqual([
    ['sumOfCriteria', '4 + 5', '9'],
    ['ownPoints', '9', '11'],
  ])
  expect([reasonsOf({}), reasonsOf({ points: null, criteria })]).toEqual([[], []])
})
