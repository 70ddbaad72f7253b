// Other times of an entry, over changes of the clocks.
import { afterEach, expect, test } from 'vitest'
import { setZone } from '../../ui/zone.ts'
import { shifted } from './shifting.ts'

afterEach(() => setZone(null))
const move = (days: number, minutes = 0) => ({ how: 'move' as const, days, minutes })
const day = (first: string, end: string) => ({ start: `${first}T00:00:00.000Z`, end: `${end}T00:00:00.000Z`, allDay: true })

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Bangkok', 'Asia/Shanghai'])('whole days stay whole days in %s', (zone) => {
  setZone(zone)
  // over the end of summer time in Europe and in America
  expect(shifted(day('2026-10-23', '2026-10-25'), move(14))).toEqual({
    start_time: '2026-11-06T00:00:00.000Z',
    end_time: '2026-11-08T00:00:00.000Z',
  })
  expect(shifted(day('2026-03-30', '2026-03-31'), move(-30))?.start_time).toBe('2026-02-28T00:00:00.000Z')
  // hours say nothing of them
  expect(shifted(day('2026-10-23', '2026-10-24'), move(0, 45))).toBeUndefined()
})

test('an hour stays the same hour by the clock, and keeps its length', () => {
  setZone('Europe/Berlin')
  const nine = { start: '2026-10-23T07:00:00.000Z', end: '2026-10-23T08:30:00.000Z', allDay: false }
  expect(shifted(nine, move(3))).toEqual({ start_time: '2026-10-26T08:00:00.000Z', end_time: '2026-10-26T09:30:00.000Z' })
})
