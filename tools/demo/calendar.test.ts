// The present week of the demo school's calendar, on every weekday and at every hour, by the clock of the school.
import { localOf } from '@lyceum/kit/text/time-zones'
import { expect, test } from 'vitest'
import { clockOf } from './calendar.ts'

const [hour, day] = [3_600_000, 86_400_000]

test.each(['UTC', 'Asia/Jakarta', 'America/New_York', 'Pacific/Auckland'])('is the one of today in %s', (zone) => {
  const first = Date.parse('2026-11-23T00:00:00Z')
  for (let now = first; now < first + 7 * day; now += hour) {
    const { monday, at } = clockOf(new Date(now), zone)
    const today = Math.floor(localOf(zone, now) / day) * day
    expect(new Date(monday).getUTCDay()).toBe(1)
    expect([today >= monday, today < monday + 7 * day]).toEqual([true, true])
    expect(localOf(zone, Date.parse(at(0, '09:00')))).toBe(monday + 9 * hour)
  }
})
