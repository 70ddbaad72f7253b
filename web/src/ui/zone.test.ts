// Tests of the reader's own time zone: what is shown, and what a field's value means.
import { afterEach, expect, test } from 'vitest'
import { fromIso, today, toIso } from './dates.ts'
import { dateTime, daysFromNow, near } from './format.ts'
import { aheadOfUtc, setZone, zoned } from './zone.ts'

afterEach(() => setZone(null))
const moment = '2026-11-24T16:59:00.000Z'

test('dates, days and fields are of the chosen zone, whatever the device', () => {
  setZone('Asia/Bangkok')
  expect([dateTime(moment), fromIso(moment), toIso('2026-11-24T23:59')]).toEqual(['2026.11.24 23:59', '2026-11-24T23:59', moment])
  setZone('Asia/Tokyo')
  expect([dateTime(moment), today(new Date(moment))]).toEqual(['2026.11.25 01:59', '2026-11-25'])
  expect([daysFromNow(moment, '2026-11-24T14:00:00Z'), daysFromNow(moment, '2026-11-24T15:00:00Z')]).toEqual([1, 0])
  setZone('Pacific/Auckland')
  expect([dateTime('2026-12-31T11:00:00Z'), near(moment, moment)]).toEqual(['2027.01.01 00:00', expect.stringMatching(/25.*, 05:59$/)])
})
test('a field and its moment are each other’s inverse, across changes of the clock', () => {
  for (const zone of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    setZone(zone)
    for (let hours = 0; hours < 24 * 366; hours += 7) {
      const iso = new Date(Date.UTC(2026, 0, 1, hours, 30)).toISOString()
      // in the hour that a clock change repeats, a field means either of the two
      expect(fromIso(toIso(fromIso(iso))), `${zone} ${iso}`).toBe(fromIso(iso))
    }
  }
  setZone('America/New_York')
  expect(toIso('2026-03-08T02:30')).toMatch(/^2026-03-08T0[67]:30/)
})
test('a zone that the browser does not know is that of the device', () => {
  setZone('Mars/Olympus')
  expect(zoned(moment).getTime()).toBe(Date.parse(moment))
})

test('the clock of a zone is ahead of UTC by whole hours, half hours, or behind it', () => {
  const ahead = (zone: string) => {
    setZone(zone)
    return aheadOfUtc(new Date(moment)) / 3_600_000
  }
  expect([ahead('Asia/Kolkata'), ahead('Asia/Kathmandu'), ahead('America/New_York'), ahead('UTC')]).toEqual([5.5, 5.75, -5, 0])
})
