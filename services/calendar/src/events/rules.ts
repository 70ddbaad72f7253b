// Rules of events: their times, and when people are told of them.
import type { Fields } from '@lyceum/kit/calls/errors'
import { beyondTime } from '@lyceum/kit/calls/time-bounds'
import { instantOf } from '@lyceum/kit/text/time-zones'
import { alertOf } from './alerts.ts'

const dayMs = 86_400_000
const longest = 366 * dayMs
const isMidnight = (time: Date) => time.getTime() % dayMs === 0

/** The faults of an event's times, by field. */
export function timeFaults({ allDay, start, end }: { allDay: boolean; start: Date; end: Date }): Fields {
  if (allDay && !isMidnight(start)) return { start_time: 'calendarEvent.wholeDays' }
  if (allDay && !isMidnight(end)) return { end_time: 'calendarEvent.wholeDays' }
  if (end.getTime() <= start.getTime()) return { end_time: 'calendarEvent.endBeforeStart' }
  if (end.getTime() - start.getTime() > longest) return { end_time: 'calendarEvent.tooLong' }
  const beyond = beyondTime(end)
  return beyond ? { end_time: beyond } : {}
}

/** When people are told: before its beginning; of whole days before 09:00 of the first one by the clock of a zone. null: not at all, or too late. */
export function alertTime(
  { alertId, allDay, start }: { alertId: number | null; allDay: boolean; start: Date },
  { zone, now }: { zone: string; now: Date },
): Date | null {
  const alert = alertId === null ? undefined : alertOf(alertId)
  if (!alert) return null
  const begins = allDay ? instantOf(zone, start.getTime() + 9 * 3_600_000) : start.getTime()
  const at = begins - alert.minutes * 60_000
  // somebody who makes an event that begins in five minutes wants to be told now
  return begins <= now.getTime() ? null : new Date(Math.max(at, now.getTime()))
}

/** Whether people are still told of it, also after the service stood still: until it has begun an hour ago, of whole days until the first one is over. */
export const isStillNews = ({ allDay, start }: { allDay: boolean; start: Date }, { zone, now }: { zone: string; now: Date }): boolean =>
  (allDay ? instantOf(zone, start.getTime() + dayMs) : start.getTime() + 3_600_000) > now.getTime()
