// Import of calendar files: zones, series, folded lines; and files that are made to keep a reader busy.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'
import { contentOf } from './imports.ts'
import { IcsRefused, readIcs } from './read-ics.ts'

let env: Calendar
beforeAll(async () => {
  env = await openCalendar()
})
afterAll(() => env?.close())

const now = Date.parse('2026-11-24T00:00:00Z')
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const read = (text: string, zone = 'Asia/Bangkok') => readIcs(text, { zone, now })
const starts = (text: string, zone?: string) =>
  read(text, zone).events.flatMap(({ times }) => times.map(({ start }) => new Date(start).toISOString()))
const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    return error instanceof IcsRefused ? error.code : String(error)
  }
  return 'read'
}

const strange = [
  'BEGIN:VTIMEZONE',
  'TZID:School time',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

test.each([
  ['UTC', 'DTSTART:20261124T090000Z', '2026-11-24T09:00:00.000Z', null],
  ['a known zone in winter', 'DTSTART;TZID=America/New_York:20261124T090000', '2026-11-24T14:00:00.000Z', null],
  ['a known zone in summer', 'DTSTART;TZID=Europe/Berlin:20260724T090000', '2026-07-24T07:00:00.000Z', null],
  ['a zone that the file describes', 'DTSTART;TZID=School time:20261124T090000', '2026-11-24T06:00:00.000Z', null],
  ['a zone that nobody knows', 'DTSTART;TZID=Middle Earth:20261124T090000', '2026-11-24T02:00:00.000Z', 'Middle Earth'],
  ['a zone by its name of Windows', 'DTSTART;TZID=W. Europe Standard Time:20261207T090000', '2026-12-07T08:00:00.000Z', null],
  ['one in quotes, in summer', 'DTSTART;TZID="Eastern Standard Time":20260707T090000', '2026-07-07T13:00:00.000Z', null],
  ['one of Asia', 'DTSTART;TZID=SE Asia Standard Time:20261207T090000', '2026-12-07T02:00:00.000Z', null],
  ['a zone with a prefix', 'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260724T090000', '2026-07-24T07:00:00.000Z', null],
  ['a longer one', 'DTSTART;TZID=/x.org/America/Argentina/Buenos_Aires:20260724T090000', '2026-07-24T12:00:00.000Z', null],
  ['no zone', 'DTSTART:20261124T090000', '2026-11-24T02:00:00.000Z', null],
  ['a whole day', 'DTSTART;VALUE=DATE:20261124', '2026-11-24T00:00:00.000Z', null],
])('times of %s', (_, start, expected, unknown) => {
  const text = calendar(strange, event('UID:1', start, 'SUMMARY:Lecture'))
  expect(starts(text)).toEqual([expected])
  expect(read(text).events[0]).toMatchObject({ title: 'Lecture', unknownZone: unknown })
})

test.each([
  ['Europe/Berlin', '2026-12-07T08:00:00.000Z'],
  ['Tokyo Standard Time', '2026-12-07T00:00:00.000Z'],
  ['Middle Earth', '2026-12-07T02:00:00.000Z'],
])("times without a zone are of the calendar's (%s), else the reader's", (zone, expected) =>
  expect(starts(calendar(`X-WR-TIMEZONE:${zone}`, event('UID:1', 'DTSTART:20261207T090000', 'SUMMARY:Lecture')))).toEqual([expected]),
)

test.each([
  [
    'a line without a colon',
    ['DTSTART:20261207T090000Z', 'SUMMARY:Second', 'broken line'],
    ['First', 'Second', 'Third'],
    [13, 'broken line'],
  ],
  ['a month 13', ['DTSTART:20261332T990000Z', 'SUMMARY:Second'], ['First', 'Third'], [9, 'Second']],
  ['a 30 February', ['DTSTART;VALUE=DATE:20260230', 'SUMMARY:Second'], ['First', 'Third'], [9, 'Second']],
  ['an end at 25 hours', ['DTSTART:20261207T090000Z', 'DTEND:20261207T250000Z', 'SUMMARY:Second'], ['First', 'Third'], [9, 'Second']],
  ['a rule that is none', ['DTSTART:20261207T090000Z', 'RRULE:FREQ=OFTEN', 'SUMMARY:Second'], ['First', 'Third'], [9, 'Second']],
])('only the bad entry is left out and named: %s', (_, second, titles, [line, text]) => {
  const one = (title: string) => event(`UID:${title}`, 'DTSTART:20261207T090000Z', `SUMMARY:${title}`)
  const content = read(calendar(one('First'), event('UID:2', ...second), one('Third')))
  expect([content.events.map(({ title }) => title), content.bad]).toEqual([titles, [{ line, text }]])
})

test('an event without an end is a moment, a day one day', () => {
  const { events } = read(calendar(event('UID:1', 'DTSTART:20261207T225900Z'), event('UID:2', 'DTSTART;VALUE=DATE:20261207')))
  expect(events.map(({ times: [time] }) => time!.end - time!.start)).toEqual([0, 86_400_000])
})

test.each([
  ['29 February each year', '20240229', 'YEARLY', '2027-06-10', ['2028-02-29']],
  ['29 February each year, where none is near', '20240229', 'YEARLY', '2026-01-10', ['2028-02-29']],
  ['31st each month', '20260131', 'MONTHLY;COUNT=4', '2026-01-10', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']],
  ['28 February each year', '20250228', 'YEARLY;COUNT=2', '2026-01-10', ['2025-02-28', '2026-02-28']],
])('a day that not every year or month has is in the others alone: %s', (_, day, rule, today, expected) => {
  const text = calendar(event('UID:1', `DTSTART;VALUE=DATE:${day}`, `RRULE:FREQ=${rule}`, 'SUMMARY:Party'))
  const { events } = readIcs(text, { zone: 'UTC', now: Date.parse(`${today}T00:00:00Z`) })
  expect(events[0]!.times.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual(expected)
})

test('a time beyond every calendar is left out, an end of a series far away is none', () => {
  const text = calendar(
    event('UID:1', 'DTSTART:00010101T000000Z', 'SUMMARY:Year one'),
    event('UID:2', 'DTSTART:99991231T235959Z', 'SUMMARY:Last'),
    event('UID:3', 'DTSTART;TZID=America/New_York:20261124T090000', 'RRULE:FREQ=MONTHLY;UNTIL=99991231T235959Z', 'SUMMARY:Always'),
    event('UID:4', 'DTSTART;VALUE=DATE:19601124', 'RRULE:FREQ=YEARLY', 'SUMMARY:Birthday'),
  )
  const { events, leftOut } = read(text)
  expect([events.map(({ title }) => title), leftOut]).toEqual([['Always', 'Birthday'], 2])
})

test('folded lines are one, escaped texts come back, ends and lengths count, what was cancelled does not', () => {
  const text = calendar(
    event('UID:1', 'DTSTART:20261124T090000Z', 'DTEND:20261124T103000Z', 'SUMMARY:Marine Bio', ' logy\\, part 2', 'LOCATION:Hall\\nB'),
    event('UID:2', 'DTSTART;VALUE=DATE:20261124', 'DURATION:P2D', 'SUMMARY:Fair'),
    event('UID:3', 'DTSTART:20261124T090000Z', 'STATUS:CANCELLED', 'SUMMARY:Gone'),
    event('UID:4', 'SUMMARY:Without a time'),
    'BEGIN:VTODO\r\nUID:5\r\nSUMMARY:A task\r\nEND:VTODO',
  )
  const { events, leftOut } = read(text)
  expect(events.map(({ title, location, times: [time] }) => [title, location, (time!.end - time!.start) / 3_600_000])).toEqual([
    ['Marine Biology, part 2', 'Hall\nB', 1.5],
    ['Fair', '', 48],
  ])
  expect(leftOut).toBe(3)
})

test('a series becomes its times, over the change of the clocks, without what is left out and what was moved', () => {
  const text = calendar(
    event(
      'UID:s',
      'DTSTART;TZID=Europe/Berlin:20261012T090000',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'EXDATE;TZID=Europe/Berlin:20261019T090000',
      'SUMMARY:Seminar',
    ),
    event('UID:s', 'RECURRENCE-ID;TZID=Europe/Berlin:20261102T090000', 'DTSTART;TZID=Europe/Berlin:20261103T140000', 'SUMMARY:Seminar'),
  )
  expect(starts(text)).toEqual([
    '2026-10-12T07:00:00.000Z',
    '2026-10-26T08:00:00.000Z',
    '2026-11-09T08:00:00.000Z',
    '2026-11-03T13:00:00.000Z',
  ])
  const endless = read(calendar(event('UID:e', 'DTSTART:20200101T090000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Every day'))).events[0]!
  expect(endless.times.length).toBe(366)
  expect(endless.leftOut).toBeGreaterThan(1000)
})

test.each([
  ['Asia/Bangkok', '2026-10-12T02:00:00.000Z', '2026-11-02T02:00:00.000Z'],
  ['Asia/Shanghai', '2026-10-12T01:00:00.000Z', '2026-11-02T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-12T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ['America/New_York', '2026-10-12T13:00:00.000Z', '2026-11-02T14:00:00.000Z'],
])('a series of %s ends with the lesson at which its rule ends in UTC, and leaves out what UTC leaves out', (zone, first, last) => {
  const utc = (time: string) => time.replaceAll(/[-:]|\.000/g, '')
  const mondays = (...more: string[]) =>
    starts(calendar(event('UID:u', `DTSTART;TZID=${zone}:20261012T090000`, 'SUMMARY:Seminar', ...more)))
  const series = mondays(`RRULE:FREQ=WEEKLY;UNTIL=${utc(last)}`)
  expect([series.length, series[0], series.at(-1)]).toEqual([4, first, last])
  expect(mondays('RRULE:FREQ=WEEKLY;UNTIL=20261102')).toEqual(series)
  expect(mondays(`RRULE:FREQ=WEEKLY;UNTIL=${utc(last)}`, `EXDATE:${utc(series[1]!)}`)).toEqual([series[0], ...series.slice(2)])
  // a lesson in the evening of the west is one of the next day in UTC
  const evening = starts(
    calendar(event('UID:e', 'DTSTART;TZID=America/New_York:20261012T200000', 'RRULE:FREQ=WEEKLY;UNTIL=20261102T235959Z', 'SUMMARY:Choir')),
  )
  expect(evening.at(-1)).toBe('2026-10-27T00:00:00.000Z')
})

// files that other programs wrote, kept beside the project
const corpus = resolve(process.env.LYCEUM_CORPUS ?? '../shared/fixtures', 'ics')
test.runIf(existsSync(corpus))(
  'files of other programs: their hours are those of their zones, a series keeps its own over the change of the clocks',
  () => {
    const found = ['google_gmail', 'osx_yosemite', 'repeated_events'].map((name) => {
      const text = readFileSync(resolve(corpus, `${name}.ics`), 'utf8')
      const { events, leftOut } = readIcs(text, { zone: 'Asia/Bangkok', now: Date.parse('2019-10-02T00:00:00Z') })
      const times = events.flatMap(({ times }) => times.map(({ start }) => new Date(start).toISOString().slice(0, 16)))
      return [events.map(({ title }) => title.slice(0, 15)).join(), leftOut, times.length, ...times.slice(0, 3)]
    })
    expect(found).toEqual([
      ['Google calendar', 0, 1, '2014-10-28T21:30'],
      ['Test event', 0, 1, '2014-09-16T14:00'],
      ['CS6307.000 - In', 0, 18, '2019-10-15T14:00', '2019-10-22T14:00', '2019-10-29T15:00'],
    ])
  },
)

test('a file that is no calendar, or too much of one, is refused', () => {
  expect(refusal('hello')).toBe('calendarImport.notCalendar')
  expect(refusal('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID')).toBe('calendarImport.notCalendar')
  expect(refusal(calendar())).toBe('calendarImport.empty')
  const many = (count: number, ...lines: string[]) => Array.from({ length: count }, (_, n) => event(`UID:${n}`, ...lines))
  expect(refusal(calendar(...many(501, 'DTSTART:20261124T090000Z')))).toBe('calendarImport.tooMany')
  expect(refusal(calendar(...many(20, 'DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY')))).toBe('calendarImport.tooMany')
  expect(refusal(`BEGIN:VCALENDAR\r\n${'X-A:1\r\n'.repeat(60_001)}END:VCALENDAR`)).toBe('calendarImport.tooMany')
})

test('thousands of alarms say nothing and cost nothing', () => {
  const alarms = Array.from({ length: 9000 }, () => 'BEGIN:VALARM\r\nTRIGGER:-PT1M\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nEND:VALARM').join(
    '\r\n',
  )
  const began = performance.now()
  expect(starts(calendar(event('UID:1', 'DTSTART:20261124T090000Z', alarms, 'SUMMARY:Loud')))).toEqual(['2026-11-24T09:00:00.000Z'])
  expect(performance.now() - began).toBeLessThan(10_000)
})

test.each([
  ['a rule of seconds without end', 'DTSTART:20261124T090000Z', 'RRULE:FREQ=SECONDLY'],
  ['a day that never comes', 'DTSTART:20260101T090000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
  [
    'a rule of a million numbers',
    'DTSTART:20260101T090000Z',
    `RRULE:FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 100_000 }, (_, n) => (n % 366) + 1).join()}`,
  ],
])('%s ends, one way or the other, and the service answers meanwhile', async (_, ...lines) => {
  const text = calendar(event('UID:bomb', ...lines, 'SUMMARY:Bomb'))
  const slow = contentOf(text, { zone: 'UTC', now: new Date(now) }).then(
    ({ events }) => (events[0]?.times.length ?? 0) <= 366,
    (error: { status: number }) => error.status === 400,
  )
  expect((await env.call(env.school.student, 'GET /api/calendar-alerts')).status).toBe(200)
  expect(await slow).toBe(true)
})

test('preview, import, import again: nothing is doubled, what has changed is brought up to date', async () => {
  const { student, teacher } = env.school
  const file = (hour: string) =>
    calendar(
      event('UID:a', `DTSTART:20261124T${hour}0000Z`, 'SUMMARY:Choir'),
      event('UID:b', 'DTSTART:20261125T090000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Camp'),
      event('UID:c', 'DTSTART:20261130T090000Z', 'SUMMARY:Not this one'),
    )
  const preview = await env.ok(student, 'POST /api/calendar-imports/preview', { ics: file('09') })
  expect(preview.events.map(({ key, title, times, state }: any) => [key, title, times, state])).toEqual([
    ['a', 'Choir', 1, 'new'],
    ['b', 'Camp', 3, 'new'],
    ['c', 'Not this one', 1, 'new'],
  ])
  const bring = (hour: string) => env.ok(student, 'POST /api/calendar-imports', { ics: file(hour), keys: ['a', 'b'] })
  expect(await bring('09')).toEqual({ made: 4, changed: 0, kept: 0 })
  expect(await bring('09')).toEqual({ made: 0, changed: 0, kept: 4 })
  const again = await env.ok(student, 'POST /api/calendar-imports/preview', { ics: file('15') })
  expect(again.events.map(({ state }: any) => state)).toEqual(['changed', 'known', 'new'])
  expect(await bring('15')).toEqual({ made: 0, changed: 1, kept: 3 })
  const shown = await env.entries(student, '2026-11-24T00:00:00Z', '2026-12-01T00:00:00Z')
  expect(shown.map(({ title, start_time, editable }) => [title, start_time.slice(8, 13), editable])).toEqual([
    ['Choir', '24T15', true],
    ['Camp', '25T09', true],
    ['Camp', '26T09', true],
    ['Camp', '27T09', true],
  ])
  expect(await env.entries(teacher, '2026-11-24T00:00:00Z', '2026-12-01T00:00:00Z')).toEqual([])
  expect(await env.fault(student, 'POST /api/calendar-imports/preview', { ics: 'x' })).toBe('400 ics calendarImport.notCalendar')
  expect((await env.facts('EventChanged')).every(({ value }) => value.title === '')).toBe(true)
})

test('files that are read at once: two of one person are one, and more than wait are asked to come again', async () => {
  const { manager } = env.school
  const ics = calendar(event('UID:same', 'DTSTART:20261124T090000Z', 'SUMMARY:Choir'))
  const both = await Promise.all([1, 2].map(() => env.ok(manager, 'POST /api/calendar-imports', { ics })))
  expect(both.map(({ made, kept }) => [made, kept]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ])
  const answers = await Promise.all(Array.from({ length: 10 }, () => env.call(manager, 'POST /api/calendar-imports/preview', { ics })))
  expect(Object.groupBy(answers, ({ status }) => String(status))[503]).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
})
