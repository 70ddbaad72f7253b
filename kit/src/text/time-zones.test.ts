// Tests of time zones and days of their clocks.
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { daysLater, isTimeZone } from './time-zones.ts'

test('names of zones; no offset, no other text', () => {
  for (const name of ['UTC', 'Asia/Kuala_Lumpur', 'America/Argentina/Ushuaia', 'Etc/GMT+7']) expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', '+08:00', 'GMT+8', 'asia/bangkok', 'Asia/Nowhere', 'Asia/Bangkok ', '../UTC', 'Asia/Bangkok/'])
    expect(isTimeZone(name), name).toBe(false)
})

test('days later by the clock: 23:59 stays 23:59 over a change of the clocks, of what is left out it moves on', () => {
  const berlin = (text: string, days: number) => daysLater(new Date(text), days, 'Europe/Berlin').toISOString()
  // summer time ends on 25 October 2026
  expect(berlin('2026-10-20T21:59:00.000Z', 14)).toBe('2026-11-03T22:59:00.000Z')
  expect(berlin('2026-11-03T22:59:00.000Z', -14)).toBe('2026-10-20T21:59:00.000Z')
  // 02:30 is left out on 29 March 2026, and there twice on 25 October
  expect(berlin('2026-03-28T01:30:00.000Z', 1)).toBe('2026-03-29T01:30:00.000Z')
  expect(berlin('2026-10-24T00:30:00.123Z', 1)).toBe('2026-10-25T00:30:00.123Z')
  expect(daysLater(new Date('2026-10-20T21:59:00.000Z'), 14, 'Asia/Shanghai').toISOString()).toBe('2026-11-03T21:59:00.000Z')
})

test('days later: the same clock face in every zone, and back to the same time where it is there once', () => {
  const face = (time: Date, zone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(time)
  const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']
  const noon = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(noon, fc.integer({ min: -400, max: 400 }), fc.constantFrom(...zones), (time, days, zone) => {
      const later = daysLater(time, days, zone)
      // clocks change in the small hours
      fc.pre(Number(face(time, zone).slice(0, 2)) >= 4)
      expect(face(later, zone)).toBe(face(time, zone))
      expect(daysLater(later, -days, zone)).toEqual(time)
      expect(Math.abs(later.getTime() - time.getTime() - days * 86_400_000)).toBeLessThanOrEqual(3_600_000)
    }),
  )
})
