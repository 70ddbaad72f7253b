// A day's entries in their order, and the next of them.
import { expect, test } from 'vitest'
import { type DayEntry, entriesOfDay, isSoon, minutesUntil, nextOf } from './day-entries.ts'

const entry = (title: string, from: string, to: string, more: Partial<DayEntry> = {}) =>
  ({
    title,
    start_time: `2026-11-26T${from}:00.000Z`,
    end_time: `2026-11-26T${to}:00.000Z`,
    all_day: false,
    audit_status: null,
    ...more,
  }) as DayEntry

const lecture = entry('Lecture', '09:00', '10:30')
const lab = entry('Lab', '11:00', '12:30')
const trip = entry('Trip', '00:00', '23:59', { all_day: true })
const at = (clock: string) => `2026-11-26T${clock}:00.000Z`

test('whole days stand first, then what begins first; a meeting that waits for approval is none of the day', () => {
  const waiting = entry('Talk', '08:00', '09:00', { audit_status: 'others' })
  const agreed = entry('Visit', '10:00', '11:00', { audit_status: 'agree' })
  expect(entriesOfDay([lab, waiting, agreed, trip, lecture]).map(({ title }) => title)).toEqual(['Trip', 'Lecture', 'Visit', 'Lab'])
})

test('the next is what runs, or begins next', () => {
  const day = entriesOfDay([lab, lecture, trip])
  expect(['08:00', '09:30', '10:30', '12:29', '12:30'].map((clock) => nextOf(day, at(clock))?.title)).toEqual([
    'Lecture',
    'Lecture',
    'Lab',
    'Lab',
    undefined,
  ])
})

test('an hour before its beginning it is soon, until it has ended', () => {
  expect(minutesUntil(lab, at('10:24'))).toBe(36)
  expect(['09:59', '10:00', '11:30', '12:30'].map((clock) => isSoon(lab, at(clock)))).toEqual([false, true, true, false])
  expect(isSoon(trip, at('10:00'))).toBe(false)
})
