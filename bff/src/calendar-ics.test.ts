// Feeds as other programs read them: a reader of calendars (ical.js), who knows no zone but those of the file, finds every lesson at its time.
import { instantOf } from '@lyceum/kit/text/time-zones'
import { dateOf, dayOf, isOn, occurrencesIn, type Series } from '@lyceum/calendar/timetables/rules'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type FeedContent, feedText } from './calendar-ics.ts'

const site = 'https://learn.example.edu'
const content = (more: Partial<FeedContent> = {}): FeedContent => ({
  name: '',
  locale: 'en',
  entries: [],
  series: [],
  ...more,
})
const seriesRow = (series: Series, more: object = {}): FeedContent['series'][number] => ({
  id: '01900000-0000-7000-8000-000000000001',
  title: 'Linear Algebra',
  location: 'Hall B, west; 2nd floor',
  description: '',
  course_id: 'c',
  course_name: 'Linear Algebra',
  time_zone: series.zone,
  first_day: dateOf(series.firstDay),
  start_minute: series.startMinute,
  minutes: series.minutes,
  repeat_type: series.repeatType,
  frequency: series.frequency,
  weekdays: [...series.weekdays],
  last_day: dateOf(series.lastDay),
  excluded: series.excluded.map(dateOf),
  version: 1,
  ...more,
})

/** The times at which a reader shows the events of a feed, by the zones that the feed itself describes. */
function read(text: string): { summary: string; start: string; end: string }[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((one) => [String(one.getFirstPropertyValue('tzid')), new ICAL.Timezone(one)]),
  )
  const utc = (time: ICAL.Time, component: ICAL.Component) => {
    const zone = zones.get(String(component.getFirstProperty('dtstart')!.getParameter('tzid') ?? ''))
    const there = time.clone()
    if (zone) there.zone = zone
    return new Date(there.toUnixTime() * 1000).toISOString()
  }
  return calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ICAL.Event(component)
    const shown = { summary: event.summary }
    if (!event.isRecurring()) return [{ ...shown, start: utc(event.startDate, component), end: utc(event.endDate, component) }]
    const found: { summary: string; start: string; end: string }[] = []
    const iterator = event.iterator()
    for (let next = iterator.next(); next && found.length < 500; next = iterator.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(next)
      found.push({ ...shown, start: utc(startDate, component), end: utc(endDate, component) })
    }
    return found
  })
}

const zones = ['Asia/Bangkok', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai']
test.each(zones)('a year of lessons in %s is read at the hours at which it takes place', (zone) => {
  const series: fc.Arbitrary<Series> = fc
    .record({
      firstDay: fc.integer({ min: dayOf('2026-01-05'), max: dayOf('2026-10-01') }),
      // clocks change in the small hours, about which readers differ
      startMinute: fc.integer({ min: 5 * 60, max: 22 * 60 }),
      minutes: fc.integer({ min: 30, max: 110 }),
      repeatType: fc.constantFrom('no_repeat' as const, 'day' as const, 'week' as const, 'custom' as const),
      frequency: fc.integer({ min: 2, max: 3 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      length: fc.integer({ min: 14, max: 200 }),
      gap: fc.integer({ min: 0, max: 60 }),
    })
    .map(({ length, gap, ...rest }) => {
      const lastDay = rest.repeatType === 'no_repeat' ? rest.firstDay : rest.firstDay + length
      const whole: Series = { ...rest, zone, frequency: rest.repeatType === 'custom' ? rest.frequency : 1, lastDay, excluded: [] }
      let first = whole.firstDay
      while (!isOn(whole, first) && first < lastDay) first++
      const excluded = rest.repeatType !== 'no_repeat' && isOn({ ...whole, firstDay: first }, first + gap) ? [first + gap] : []
      return { ...whole, firstDay: first, excluded }
    })
  fc.assert(
    fc.property(series, (one) => {
      fc.pre(isOn(one, one.firstDay))
      const expected = occurrencesIn(one, 0, Date.UTC(2030, 0, 1)).map(({ start, end }) => [
        new Date(start).toISOString(),
        new Date(end).toISOString(),
      ])
      expect(read(feedText(content({ series: [seriesRow(one)] }), [], site)).map(({ start, end }) => [start, end])).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('lines are folded at 75 bytes, texts come back as they were', () => {
  const title = 'ชีววิทยาทางทะเล; 海洋生物学, \\ “Tides” '.repeat(6).trim()
  const entry: FeedContent['entries'][number] = {
    id: 'e',
    kind: 'event',
    title,
    start_time: '2026-11-24T00:00:00.000Z',
    end_time: '2026-11-26T00:00:00.000Z',
    all_day: true,
    location: 'Room\n2',
    description: '',
    course_id: null,
    course_name: null,
    color: null,
    time_zone: null,
    occurrence_date: null,
    repeats: false,
    audit_status: null,
    join_url: null,
    editable: true,
    version: 5,
  }
  const date = {
    activity_id: 'a',
    course_id: 'c',
    course_name: 'C',
    type: 'homework' as const,
    title: 'Report',
    what: 'due' as const,
    at: '2026-11-27T15:00:00.000Z',
    done: true,
  }
  const meeting = { ...entry, id: 'm', kind: 'meeting' as const, join_url: 'https://meet.example.edu/secret' }
  const text = feedText(content({ entries: [entry, meeting], locale: 'zh-CN' }), [date], site)
  // a feed is kept elsewhere: who reads it joins from their calendar here
  expect(text.replaceAll('\r\n ', '')).toContain('URL:https://learn.example.edu/user/calendar?entry=meeting-m')
  expect(text).not.toContain('meet.example.edu')
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text).not.toMatch(/[^\r]\n/)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(events.map(({ summary, location }) => [summary, location])).toEqual([
    [title, 'Room\n2'],
    [title, 'Room\n2'],
    ['✓ 截止：Report', null],
  ])
  expect([events[0]!.startDate.toString(), events[0]!.endDate.toString()]).toEqual(['2026-11-24', '2026-11-26'])
  expect(text).toContain('URL:https://learn.example.edu/course/c/learning-activity#/a')
  // a due date and an event without length are moments: an end that is no later than the beginning is none
  const moment = { ...entry, all_day: false, end_time: entry.start_time }
  const moments = feedText(content({ entries: [moment] }), [date], site)
  expect([moments.match(/^DTSTART/gm)?.length, /^DTEND/m.test(moments)]).toEqual([2, false])
})

test('an hour that the clocks leave out is read within the hour after it', () => {
  const gap: Series = {
    zone: 'Europe/Berlin',
    firstDay: dayOf('2026-03-29'),
    startMinute: 150,
    minutes: 60,
    repeatType: 'no_repeat',
    frequency: 1,
    weekdays: [],
    lastDay: dayOf('2026-03-29'),
    excluded: [],
  }
  const [shown] = read(feedText(content({ series: [seriesRow(gap)] }), [], site))
  expect(Math.abs(Date.parse(shown!.start) - instantOf('Europe/Berlin', Date.UTC(2026, 2, 29, 2, 30)))).toBeLessThanOrEqual(3_600_000)
})
