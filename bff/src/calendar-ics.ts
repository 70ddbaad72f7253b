// A feed as text (RFC 5545): events and meetings at their times, series as rules in their zones, due dates as moments.
import type { ActivityDate } from '@lyceum/activity/overview/calendar/api'
import type { contracts as calendarContracts } from '@lyceum/calendar/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'
import { type IcalLine, icalCalendar, icalComponent, icalDay, icalLocal, icalText, icalTime } from '@lyceum/kit/text/icalendar'
import { icalZone } from '@lyceum/kit/text/ical-zone'
import { instantOf } from '@lyceum/kit/text/time-zones'
import { feedTexts } from './calendar-texts.ts'

export type FeedContent = NonNullable<Reply<(typeof calendarContracts)['POST /internal-api/calendar-feed']>['content']>
type Entry = FeedContent['entries'][number]
type Series = FeedContent['series'][number]

const minuteMs = 60_000
const stamp = (version: number) => icalTime(version)
const optional = (name: string, value: string): IcalLine[] => (value === '' ? [] : [[name, icalText(value)]])

function ofEntry(entry: Entry, site: string): string {
  const times: IcalLine[] = entry.all_day
    ? [
        ['DTSTART;VALUE=DATE', icalDay(entry.start_time.slice(0, 10))],
        ['DTEND;VALUE=DATE', icalDay(entry.end_time.slice(0, 10))],
      ]
    : [
        ['DTSTART', icalTime(entry.start_time)],
        // an end must be later than the beginning: a moment has none
        ...(entry.end_time > entry.start_time ? [['DTEND', icalTime(entry.end_time)] as const] : []),
      ]
  return icalComponent('VEVENT', [
    ['UID', `${entry.kind}-${entry.id}@lyceum`],
    ['DTSTAMP', stamp(entry.version)],
    ...times,
    ['SUMMARY', icalText(entry.title)],
    ...optional('LOCATION', entry.location),
    ...optional('DESCRIPTION', entry.description),
    ...optional('CATEGORIES', entry.course_name ?? entry.group_name ?? ''),
    ...(entry.audit_status === 'others' ? [['STATUS', 'TENTATIVE'] as const] : []),
    ...(entry.audit_status === 'reject' ? [['STATUS', 'CANCELLED'] as const] : []),
    // not the address of a meeting: a feed is read and kept elsewhere, and whoever has the address may join
    ['URL', `${site}/user/calendar?entry=${entry.kind}-${entry.id}`],
  ])
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const localOn = (day: string, minute: number) => Date.parse(`${day}T00:00:00Z`) + minute * minuteMs

function ofSeries(series: Series, site: string): string {
  const { time_zone: zone, start_minute: minute } = series
  const start = localOn(series.first_day, minute)
  const rule = {
    no_repeat: [],
    day: ['FREQ=DAILY'],
    week: ['FREQ=WEEKLY', `BYDAY=${series.weekdays.map((day) => weekdayNames[day - 1]).join()}`],
    custom: [
      'FREQ=WEEKLY',
      `INTERVAL=${series.frequency}`,
      'WKST=MO',
      `BYDAY=${series.weekdays.map((day) => weekdayNames[day - 1]).join()}`,
    ],
  }[series.repeat_type as 'no_repeat' | 'day' | 'week' | 'custom']
  const until = icalTime(instantOf(zone, localOn(series.last_day, minute)))
  return icalComponent('VEVENT', [
    ['UID', `timetable-${series.id}@lyceum`],
    ['DTSTAMP', stamp(series.version)],
    [`DTSTART;TZID=${zone}`, icalLocal(start)],
    [`DTEND;TZID=${zone}`, icalLocal(start + series.minutes * minuteMs)],
    ...(rule.length > 0 ? [['RRULE', [...rule, `UNTIL=${until}`].join(';')] as const] : []),
    ...series.excluded.map((day): IcalLine => [`EXDATE;TZID=${zone}`, icalLocal(localOn(day, minute))]),
    ['SUMMARY', icalText(series.title)],
    ...optional('LOCATION', series.location),
    ...optional('DESCRIPTION', series.description),
    ...optional('CATEGORIES', series.course_name),
    ['URL', `${site}/course/${series.course_id}/content`],
  ])
}

/** A moment; a reader of calendars shows it in its day. Entries that the reader has done are ticked. */
function ofDate(date: ActivityDate, site: string, say: ReturnType<typeof feedTexts>): string {
  return icalComponent('VEVENT', [
    ['UID', `${date.what}-${date.activity_id}@lyceum`],
    ['DTSTAMP', icalTime(date.at)],
    ['DTSTART', icalTime(date.at)],
    ['SUMMARY', icalText(`${date.done ? '✓ ' : ''}${say[date.what].replace('{title}', () => date.title)}`)],
    ...optional('CATEGORIES', date.course_name),
    ['TRANSP', 'TRANSPARENT'],
    ['URL', `${site}/course/${date.course_id}/learning-activity#/${date.activity_id}`],
  ])
}

export function feedText(content: FeedContent, dates: readonly ActivityDate[], site: string): string {
  const say = feedTexts(content.locale)
  const zones = new Map<string, [number, number]>()
  for (const { time_zone: zone, first_day, last_day } of content.series) {
    const [first, last] = [Number(first_day.slice(0, 4)), Number(last_day.slice(0, 4))]
    const [a, b] = zones.get(zone) ?? [first, last]
    zones.set(zone, [Math.min(a, first), Math.max(b, last)])
  }
  return icalCalendar(
    [
      ['METHOD', 'PUBLISH'],
      ['X-WR-CALNAME', icalText(content.name || say.name)],
      ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
      ['X-PUBLISHED-TTL', 'PT1H'],
    ],
    [
      ...[...zones].map(([zone, [first, last]]) => icalZone(zone, first, last)),
      ...content.entries.map((entry) => ofEntry(entry, site)),
      ...content.series.map((series) => ofSeries(series, site)),
      ...dates.map((date) => ofDate(date, site, say)),
    ],
  )
}
