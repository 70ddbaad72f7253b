// Rules of timetables as properties: no day is lost or doubled when a series is cut, the hour stays over changes of the clocks.
import { instantOf, localOf } from '@lyceum/kit/text/time-zones'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSeries } from './draft.ts'
import {
  clockOf,
  countOf,
  dateOf,
  dayOf,
  firstOf,
  isOn,
  mostTimes,
  occurrencesIn,
  type Series,
  split,
  timesOn,
  weekdayOf,
} from './rules.ts'

const zones = ['Asia/Bangkok', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'UTC']
const dayMs = 86_400_000
const aSeries: fc.Arbitrary<Series> = fc
  .record({
    zone: fc.constantFrom(...zones),
    firstDay: fc.integer({ min: dayOf('2024-01-01'), max: dayOf('2028-12-31') }),
    startMinute: fc.integer({ min: 0, max: 1439 }),
    minutes: fc.integer({ min: 15, max: 600 }),
    repeatType: fc.constantFrom('no_repeat' as const, 'day' as const, 'week' as const, 'custom' as const),
    frequency: fc.integer({ min: 1, max: 4 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    length: fc.integer({ min: 0, max: 120 }),
    gaps: fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 4 }),
  })
  .map(({ length, gaps, ...rest }) => {
    const frequency = rest.repeatType === 'custom' ? rest.frequency : 1
    const lastDay = rest.repeatType === 'no_repeat' ? rest.firstDay : rest.firstDay + 7 + length
    const series: Series = { ...rest, frequency, lastDay, excluded: gaps.map((gap) => rest.firstDay + gap) }
    return { ...series, firstDay: firstOf(series) ?? series.firstDay }
  })
const all = (series: Series | null, holidays: readonly (readonly [number, number])[] = []) =>
  series ? occurrencesIn(series, (series.firstDay - 5) * dayMs, (series.lastDay + 5) * dayMs, holidays) : []

test('cut at any day, both parts together take place when the whole did', () => {
  fc.assert(
    fc.property(aSeries, fc.integer({ min: -3, max: 140 }), (series, at) => {
      const { before, after } = split(series, series.firstDay + at)
      expect([...all(before), ...all(after)]).toEqual(all(series))
      if (before && after) expect(before.lastDay).toBeLessThan(after.firstDay)
      if (after) expect(isOn(after, after.firstDay)).toBe(true)
    }),
  )
})

test('every occurrence shows its hour by the clock of its zone, except where the clocks leave it out, and ends after it begins', () => {
  fc.assert(
    fc.property(aSeries, (series) => {
      for (const { day, start, end } of all(series)) {
        const shown = localOf(series.zone, start)
        const meant = day * dayMs + series.startMinute * 60_000
        if (shown !== meant) expect(shown - meant).toBeLessThanOrEqual(3_600_000)
        expect(end).toBeGreaterThan(start)
      }
    }),
  )
})

test('a part of the time shows the occurrences of that time alone, and none of a holiday', () => {
  fc.assert(
    fc.property(aSeries, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 40 }), (series, from, length) => {
      const [start, end] = [(series.firstDay + from) * dayMs, (series.firstDay + from + length) * dayMs]
      expect(occurrencesIn(series, start, end)).toEqual(all(series).filter((one) => one.start < end && one.end > start))
      const holiday = [series.firstDay + 1, series.firstDay + 9] as const
      const left = all(series, [holiday])
      if (series.repeatType !== 'no_repeat') expect(left.some(({ day }) => day >= holiday[0] && day <= holiday[1])).toBe(false)
      else expect(left).toEqual(all(series))
    }),
  )
})

const weekly = (more: Partial<Series> = {}): Series => ({
  zone: 'Europe/Berlin',
  firstDay: dayOf('2026-10-19'),
  startMinute: 540,
  minutes: 120,
  repeatType: 'week',
  frequency: 1,
  weekdays: [1],
  lastDay: dayOf('2026-11-09'),
  excluded: [],
  ...more,
})
const starts = (series: Series) => all(series).map(({ start }) => new Date(start).toISOString())

test('nine o’clock stays nine o’clock over the end of summer time', () => {
  expect(starts(weekly())).toEqual([
    '2026-10-19T07:00:00.000Z',
    '2026-10-26T08:00:00.000Z',
    '2026-11-02T08:00:00.000Z',
    '2026-11-09T08:00:00.000Z',
  ])
  expect(starts(weekly({ zone: 'Asia/Bangkok' }))[1]).toBe('2026-10-26T02:00:00.000Z')
})

test('an hour that the clocks leave out moves on, of one that there is twice it is the first', () => {
  const sundays = { weekdays: [7], startMinute: 150, minutes: 60 }
  // 02:30 is left out on 29 March 2026
  const [gap] = all(weekly({ ...sundays, firstDay: dayOf('2026-03-29'), lastDay: dayOf('2026-03-29') }))
  expect([gap!.start, gap!.end].map((time) => new Date(time).toISOString())).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T02:30:00.000Z',
  ])
  // and there twice on 25 October 2026: from the first until the clocks show 03:30
  const [twice] = all(weekly({ ...sundays, firstDay: dayOf('2026-10-25'), lastDay: dayOf('2026-10-25') }))
  expect(new Date(twice!.start).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(clockOf('Europe/Berlin', twice!.end).minute).toBe(210)
  // 02:30 to 03:15 where three o’clock follows two: it does not end before it begins
  const short = timesOn({ zone: 'Europe/Berlin', startMinute: 150, minutes: 45 }, dayOf('2026-03-29'))
  expect(short.end - short.start).toBeGreaterThan(0)
})

test('29 February is a day like others in a leap year, and is not there in another', () => {
  const daily = (year: number) =>
    all(weekly({ repeatType: 'day', firstDay: dayOf(`${year}-02-27`), lastDay: dayOf(`${year}-03-02`) })).map(({ day }) => dateOf(day))
  expect(daily(2028)).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02'])
  expect(daily(2027)).toEqual(['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-02'])
  expect(weekdayOf(dayOf('2028-02-29'))).toBe(2)
})

test('every two weeks counts the same weeks after a cut, and counting stops behind the limit', () => {
  const fortnights = weekly({ repeatType: 'custom', frequency: 2, weekdays: [1, 4], lastDay: dayOf('2026-12-31') })
  const { after } = split(fortnights, dayOf('2026-10-26'))
  expect(dateOf(after!.firstDay)).toBe('2026-11-02')
  expect(countOf(weekly({ repeatType: 'day', lastDay: dayOf('2026-10-19') + 9999 }))).toBe(mostTimes + 1)
})

test('a series whose first lesson goes to another weekday, of whichever week, keeps all its lessons, and each weekday’s go equally far', () => {
  const weeks = aSeries.filter(({ repeatType }) => repeatType === 'week' || repeatType === 'custom')
  fc.assert(
    fc.property(weeks, fc.integer({ min: -20, max: 20 }), (before, days) => {
      const to = before.firstDay + days
      fc.pre(isOn(before, before.firstDay) && to <= before.lastDay && !before.weekdays.includes(weekdayOf(to)))
      const start = new Date(instantOf(before.zone, to * dayMs + before.startMinute * 60_000)).toISOString()
      // of a clock that leaves the hour out it would be another hour
      fc.pre(clockOf(before.zone, Date.parse(start)).minute === before.startMinute)
      const { series: after, carry } = changedSeries({ start_time: start }, { zone: before.zone, now: new Date(), before })
      expect(all(after).map(({ day }) => day)).toEqual(
        all(before)
          .map(({ day }) => carry(day))
          .sort((a, b) => a - b),
      )
      expect(carry(before.firstDay)).toBe(to)
      for (const weekday of before.weekdays) {
        const far = all(before)
          .filter(({ day }) => weekdayOf(day) === weekday)
          .map(({ day }) => carry(day) - day)
        expect(new Set(far).size).toBeLessThanOrEqual(1)
        if (before.frequency === 1 && weekday !== weekdayOf(before.firstDay)) expect(far.every((one) => one === 0)).toBe(true)
      }
    }),
  )
})
