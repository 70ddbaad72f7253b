// Tests of the to-do list's groups by day.
import { expect, test } from 'vitest'
import { byDay, dayOf } from './days.ts'

const now = new Date(2026, 10, 21, 10, 0).getTime()
const dueOn = (day: number, hour = 12) => ({ end_time: new Date(2026, 10, day, hour).toISOString() })

test('a day is today until midnight, this week for six days more, later after that', () => {
  expect([dueOn(21, 23), dueOn(22, 0), dueOn(27), dueOn(28), { end_time: null }].map((item) => dayOf(item, now))).toEqual([
    'today',
    'week',
    'week',
    'later',
    'undated',
  ])
})
test('what has no end comes in one group behind those that have one', () => {
  const items = [dueOn(21, 20), dueOn(23), dueOn(24), { end_time: null }, { end_time: null }]
  expect(byDay(items, now).map(({ day, items: dayItems }) => [day, dayItems.length])).toEqual([
    ['today', 1],
    ['week', 2],
    ['undated', 2],
  ])
})
