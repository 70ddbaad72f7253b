// How near a date is: by the reader's calendar.
import { afterEach, expect, test } from 'vitest'
import type { ActivityRow } from '../../parts/course/content.ts'
import { setZone } from '../../ui/zone.ts'
import { dueOf } from './steps.ts'

afterEach(() => setZone(null))
const due = (due_time: string) => ({ availability: 'open', state: 'open', my: { completed: false }, due_time }) as ActivityRow
const near = (time: string, now: string) => dueOf(due(time), Date.parse(now))?.near

test('today is that of the chosen zone, whatever the device', () => {
  setZone('Asia/Tokyo')
  expect(near('2026-11-24T16:00:00Z', '2026-11-24T14:00:00Z')).toBe('week')
  expect(near('2026-11-24T23:00:00Z', '2026-11-24T16:00:00Z')).toBe('today')
  setZone('America/New_York')
  expect(near('2026-11-25T03:00:00Z', '2026-11-24T22:00:00Z')).toBe('today')
  setZone('Pacific/Kiritimati')
  expect(near('2026-11-24T11:00:00Z', '2026-11-24T09:00:00Z')).toBe('week')
})
