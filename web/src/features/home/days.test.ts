import { expect, test } from 'vitest'
import { byDay, dayOf } from './days.ts'

const now = new Date(2026, 10, 21, 10, 0).getTime()
const at = (day: number, hour = 12) => ({ end_time: new Date(2026, 10, day, hour).toISOString() })

test('a day is today until midnight, this week for six days more, later after that', () => {
  expect([at(21, 23), at(22, 0), at(27), at(28), { end_time: null }].map((one) => dayOf(one, now))).toEqual([
    'today',
    'week',
    'week',
    'later',
    'undated',
  ])
})
test('what has no end comes in one group behind those that have one', () => {
  const items = [at(21, 20), at(23), at(24), { end_time: null }, { end_time: null }]
  expect(byDay(items, now).map(({ day, items: of }) => [day, of.length])).toEqual([
    ['today', 1],
    ['week', 2],
    ['undated', 2],
  ])
})
