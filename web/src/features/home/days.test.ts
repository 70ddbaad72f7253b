// Tests of the to-do list's groups by day.
import { expect, test } from 'vitest'
import { byDay, dayOf } from './days.ts'

const now = new Date(2026, 10, 21, 10, 0).getTime()
const dueOn = (day: number, hour = 12) => ({ due_time: new Date(2026, 10, day, hour).toISOString(), end_time: null, late: false })
const undated = { due_time: null, end_time: null, late: false }

test('a day is today until midnight, this week for six days more, later after that', () => {
  expect([dueOn(21, 23), dueOn(22, 0), dueOn(27), dueOn(28), undated].map((item) => dayOf(item, now))).toEqual([
    'today',
    'week',
    'week',
    'later',
    'undated',
  ])
})
test('an activity that is only closed at a time is due then; a late one comes before today', () => {
  const closes = { due_time: null, end_time: dueOn(23).due_time, late: false }
  expect([{ ...dueOn(20), late: true }, { ...dueOn(21, 9), late: true }, closes].map((item) => dayOf(item, now))).toEqual([
    'late',
    'late',
    'week',
  ])
})
test('work that was returned for rework is a group of its own, whatever its dates', () => {
  expect(dayOf({ ...dueOn(20), late: true, rework: true }, now)).toBe('rework')
})
test('activities without a date come in one group behind those that have one', () => {
  const items = [dueOn(21, 20), dueOn(23), dueOn(24), undated, undated]
  expect(byDay(items, now).map(({ day, items: dayItems }) => [day, dayItems.length])).toEqual([
    ['today', 1],
    ['week', 2],
    ['undated', 2],
  ])
})
