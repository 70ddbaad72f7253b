// Weekdays of lessons in their zone.
import { expect, test } from 'vitest'
import { daysAfter, weekdayThere } from './lesson-days.ts'

test('the weekday of a lesson is that of its zone', () => {
  // Monday at eight in Bangkok, and in Shanghai; Sunday evening in New York
  expect(
    ['Asia/Bangkok', 'Asia/Shanghai', 'America/New_York', 'Europe/Berlin'].map((zone) => weekdayThere('2026-11-23T01:00:00Z', zone)),
  ).toEqual(['1', '1', '7', '1'])
  expect(weekdayThere('2026-11-23T23:30:00Z', 'Europe/Berlin')).toBe('2')
})

test('a lesson that goes to another weekday takes its day of the week along', () => {
  expect(daysAfter('1,3', '1', '2')).toBe('2,3')
  expect(daysAfter('1,3', '1', '5')).toBe('3,5')
  expect(daysAfter('1,3', '1', '3')).toBe('3')
  expect(daysAfter('1,3', '1', '1')).toBe('1,3')
})
