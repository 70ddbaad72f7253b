// Tests of dates that are typed and read.
import { describe, expect, it } from 'vitest'
import { addDays, addMinutes, addMonths, dayByKey, fromIso, isLocal, monthDays, parseLocal, toIso, weekday } from './dates.ts'

describe('reading', () => {
  it('a date in the ways people type it', () =>
    expect(
      ['2026.11.24', '2026-11-24', '2026/1/4', '20261124', '2026年11月24日', '２０２６．１１．２４', ' 2026.11.24 '].map((text) =>
        parseLocal(text, 'date'),
      ),
    ).toEqual(['2026-11-24', '2026-11-24', '2026-01-04', '2026-11-24', '2026-11-24', '2026-11-24', '2026-11-24']))
  it('no date that is not in the calendar', () =>
    expect(
      ['2026.02.29', '2026.13.01', '24.11.2026', '2026.11', '', 'x', '2300.01.01', '3000.01.01'].map((text) => parseLocal(text, 'date')),
    ).toEqual(Array(8).fill(undefined)))
  it('a year as Thailand counts', () => {
    expect(['2569.11.24', '2569-1-4', '25691124', '๒๕๖๙.๑๑.๒๔', '2443.01.01'].map((text) => parseLocal(text, 'date'))).toEqual([
      '2026-11-24',
      '2026-01-04',
      '2026-11-24',
      '2026-11-24',
      '1900-01-01',
    ])
    expect(parseLocal('2569.11.24 9:05', 'datetime')).toBe('2026-11-24T09:05')
    expect(parseLocal('256911240905', 'datetime')).toBe('2026-11-24T09:05')
    // 2571 is the leap year 2028, 2572 is none
    expect([parseLocal('2571.02.29', 'date'), parseLocal('2572.02.29', 'date')]).toEqual(['2028-02-29', undefined])
  })
  it('a leap day', () => expect(parseLocal('2028.02.29', 'date')).toBe('2028-02-29'))
  it('a time', () =>
    expect(['9:05', '09.05', '0905', '9：05', '23:59', '24:00', '9:60', '9'].map((text) => parseLocal(text, 'time'))).toEqual([
      '09:05',
      '09:05',
      '09:05',
      '09:05',
      '23:59',
      undefined,
      undefined,
      undefined,
    ]))
  it('a date and a time, together or the usual time', () => {
    expect(parseLocal('2026.11.24 23:59', 'datetime')).toBe('2026-11-24T23:59')
    expect(parseLocal('2026-11-24T9:05', 'datetime')).toBe('2026-11-24T09:05')
    expect(parseLocal('202611240905', 'datetime')).toBe('2026-11-24T09:05')
    expect(parseLocal('2026年11月24日 9时05分', 'datetime')).toBe('2026-11-24T09:05')
    expect(parseLocal('2026.11.24', 'datetime', '23:59')).toBe('2026-11-24T23:59')
    expect(parseLocal('2026.11.24 25:00', 'datetime')).toBeUndefined()
  })
})

describe('the month', () => {
  it('begins on a Monday and has six weeks', () => {
    const days = monthDays(2026, 11)
    expect([days.length, days[0], days[6], days[41]]).toEqual([42, '2026-10-26', '2026-11-01', '2026-12-06'])
    expect(monthDays(2027, 2)[0]).toBe('2027-02-01')
    expect([weekday('2026-11-23'), weekday('2026-11-29')]).toEqual([0, 6])
  })
  it('steps of days and months stay in the calendar', () => {
    expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28'])
    expect([addMonths('2026-01-31', 1), addMonths('2026-01-31', -11), addMonths('2028-02-29', 12)]).toEqual([
      '2026-02-28',
      '2025-02-28',
      '2029-02-28',
    ])
  })
  it('every day of forty years follows the day before', () => {
    for (let day = '2000-01-01'; day < '2040-01-01'; day = addDays(day, 1)) expect(weekday(addDays(day, 1))).toBe((weekday(day) + 1) % 7)
  })
  it('minutes go round the clock', () => expect([addMinutes('23:55', 5), addMinutes('00:00', -5)]).toEqual(['00:00', '23:55']))
})

it('times survive the round trip, and what cannot be read is none', () => {
  expect(toIso(fromIso('2026-11-20T10:30:00.000Z'))).toBe('2026-11-20T10:30:00.000Z')
  expect([toIso(''), toIso('tomorrow'), fromIso(null)]).toEqual([null, null, ''])
  expect([isLocal('2026-11-24T10:30', 'datetime'), isLocal('2026-11-24', 'datetime')]).toEqual([true, false])
})

it('a key leads from a day to another of a month’s grid, over the ends of months and weeks', () => {
  const to = (key: string, shiftKey = false) => dayByKey({ key, shiftKey }, '2026-11-26')
  expect([to('ArrowLeft'), to('ArrowDown'), to('Home'), to('End'), to('PageDown'), to('PageUp', true), to('a')]).toEqual([
    '2026-11-25',
    '2026-12-03',
    '2026-11-23',
    '2026-11-29',
    '2026-12-26',
    '2025-11-26',
    undefined,
  ])
})
