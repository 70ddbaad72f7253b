// Items of the calendar by the reader's clock: their days, their columns, and what cannot both be attended.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { setZone } from '../../../ui/zone.ts'
import { contrast, oklchHex } from '../../../ui/marks/accent.ts'
import { courseHue, hues } from '../../../ui/marks/hue.ts'
import { conflictsIn, type Entry, itemsOf, kinds, type Month, placedOn } from './items.ts'
import { dotStyle, itemStyle, kindColours } from './look.ts'

afterEach(() => setZone(null))
const entry = (start: string, end: string, more: Partial<Entry> = {}): Entry => ({
  id: start,
  kind: 'event',
  title: 'T',
  start_time: start,
  end_time: end,
  all_day: false,
  location: '',
  description: '',
  course_id: null,
  course_name: null,
  color: 'teal',
  time_zone: null,
  occurrence_date: null,
  repeats: false,
  audit_status: null,
  join_url: null,
  editable: true,
  version: 1,
  ...more,
})
const month = (entries: Entry[], dates: Month['dates'] = []): Month => ({
  entries,
  dates,
  classrooms: [],
  colours: [],
  timetables: true,
  cloud_classrooms: false,
  away: [],
})
const date = (at: string, id = 'a'): Month['dates'][number] => ({
  activity_id: id,
  course_id: 'c',
  course_name: 'C',
  type: 'homework',
  title: 'Report',
  what: 'due',
  at,
  done: false,
})

test('times are the reader’s, whole days are the same days everywhere, midnight belongs to the day before', () => {
  setZone('Asia/Bangkok')
  const [late] = itemsOf(month([entry('2026-11-24T15:00:00Z', '2026-11-24T17:00:00Z')]))
  expect(late).toMatchObject({ days: ['2026-11-24', '2026-11-24'], from: 22 * 60, to: 1440 })
  const [all] = itemsOf(month([entry('2026-11-24T00:00:00Z', '2026-11-26T00:00:00Z', { all_day: true })]))
  expect(all!.days).toEqual(['2026-11-24', '2026-11-25'])
  setZone('America/New_York')
  expect(itemsOf(month([entry('2026-11-24T00:00:00Z', '2026-11-26T00:00:00Z', { all_day: true })]))[0]!.days).toEqual([
    '2026-11-24',
    '2026-11-25',
  ])
  expect(itemsOf(month([entry('2026-11-24T15:00:00Z', '2026-11-24T17:00:00Z')]))[0]!.from).toBe(10 * 60)
})

test('the colour that the reader has chosen for a course is that of all that is of it', () => {
  setZone('UTC')
  const lesson = entry('2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z', { course_id: 'c', kind: 'timetable' })
  const [plain] = itemsOf(month([lesson]))
  const coloured = itemsOf({
    ...month([lesson, entry('2026-11-25T09:00:00Z', '2026-11-25T10:00:00Z')], [date('2026-11-26T09:00:00Z')]),
    colours: [{ course_id: 'c', color: 'olive' }],
  })
  expect(coloured.map(({ courseColor }) => courseColor)).toEqual(['olive', null, 'olive'])
  expect(itemStyle(coloured[0]!).background).not.toBe(itemStyle(plain!).background)
})

test('a course has the hue of its cover, its lessons, its due dates and the dot beside its name', () => {
  setZone('UTC')
  const lesson = entry('2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z', { course_id: 'c', kind: 'timetable' })
  const hueIn = (style: { background?: unknown }) => /([\d.]+)\)$/.exec(String(style.background))?.[1]
  for (const pattern of [null, 0, 13, 47]) {
    const items = itemsOf(month([lesson], [date('2026-11-26T09:00:00Z')]), [{ id: 'c', cover_pattern: pattern }])
    const cover = String(courseHue('c', { pattern }))
    expect([...items.map((item) => hueIn(itemStyle(item))), hueIn(dotStyle(items[0]!))]).toEqual([cover, cover, cover])
  }
})

test('kinds are told apart on every fill and on the page, 3:1 and more in both themes', () => {
  const [light = '', dark = ''] = readFileSync('web/src/ui/tokens.css', 'utf8').split(':root[data-theme="dark"] {')
  for (const css of [light, dark]) {
    const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? ''
    const fills = hues.map((hue) => oklchHex(Number(token('cover-l')), Number(token('cover-c')), hue))
    const inks = hues.map((hue) => oklchHex(Number(token('course-ink-l')), Number(token('course-ink-c') || 0.11), hue))
    for (const kind of kinds)
      for (const ground of [...fills, token('canvas')]) expect(contrast(token(kindColours[kind]), ground)).toBeGreaterThanOrEqual(3)
    for (const [n, ink] of inks.entries())
      for (const ground of [fills[n]!, token('canvas')]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(3)
  }
  expect(new Set(Object.values(kindColours)).size).toBe(kinds.length)
})

test('an item due late in the evening stands above its day, one due at midnight above the day before', () => {
  setZone('Asia/Bangkok')
  const shown = (at: string) => itemsOf(month([], [date(at)])).map(({ allDay, days, from }) => [allDay, days[0], from])[0]
  expect(shown('2026-11-24T16:59:00Z')).toEqual([true, '2026-11-24', 0])
  expect(shown('2026-11-24T17:00:00Z')).toEqual([true, '2026-11-24', 0])
  expect(shown('2026-11-24T11:00:00Z')).toEqual([false, '2026-11-24', 18 * 60])
})

test('items of a day never share a column at the same time, and fit into the columns of their group', () => {
  setZone('UTC')
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 20, max: 300 })), { maxLength: 12 })
  fc.assert(
    fc.property(times, (list) => {
      const at = (minute: number) => new Date(Date.UTC(2026, 10, 24) + Math.min(minute, 1439) * 60_000).toISOString()
      const items = itemsOf(month(list.map(([from, length], n) => entry(at(from), at(from + length), { id: String(n) }))))
      const placed = placedOn(items, '2026-11-24')
      expect(placed).toHaveLength(items.length)
      for (const [n, a] of placed.entries()) {
        expect(a.column).toBeLessThan(a.columns)
        for (const b of placed.slice(n + 1)) if (a.from < b.to && b.from < a.to) expect(a.column).not.toBe(b.column)
      }
    }),
  )
})

test('two at once are a conflict, a rejected meeting is none; work that is due within an hour of other work is told', () => {
  setZone('UTC')
  const nine = entry('2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z', { id: 'a' })
  const half = entry('2026-11-24T09:30:00Z', '2026-11-24T10:30:00Z', { id: 'b' })
  const ten = entry('2026-11-24T10:30:00Z', '2026-11-24T11:00:00Z', { id: 'c' })
  expect(conflictsIn(itemsOf(month([nine, half, ten]))).overlaps).toHaveLength(1)
  expect(conflictsIn(itemsOf(month([nine, { ...half, kind: 'meeting', audit_status: 'reject' }]))).overlaps).toEqual([])
  const dues = (...at: string[]) =>
    conflictsIn(
      itemsOf(
        month(
          [],
          at.map((one, n) => date(one, String(n))),
        ),
      ),
    ).dues.length
  expect([dues('2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z'), dues('2026-11-24T09:00:00Z', '2026-11-24T10:01:00Z')]).toEqual([1, 0])
})

test('two exams that begin or end within an hour are one pair; an item that merely opens or closes is none', () => {
  setZone('UTC')
  const exam = (id: string, start: string, end: string, type: Month['dates'][number]['type'] = 'exam'): Month['dates'] => [
    { ...date(start, id), type, what: 'opens' },
    { ...date(end, id), type, what: 'closes' },
  ]
  const pairs = (...dates: Month['dates'][]) => conflictsIn(itemsOf(month([], dates.flat()))).dues.length
  const nine = exam('a', '2026-11-24T09:00:00Z', '2026-11-24T10:30:00Z')
  expect(pairs(nine, exam('b', '2026-11-24T09:45:00Z', '2026-11-24T11:00:00Z'))).toBe(1)
  expect(pairs(nine, exam('b', '2026-11-24T13:00:00Z', '2026-11-24T14:00:00Z'))).toBe(0)
  expect(pairs(nine, [date('2026-11-24T10:00:00Z', 'work')])).toBe(1)
  expect(pairs(nine, exam('b', '2026-11-24T09:00:00Z', '2026-11-24T10:30:00Z', 'page'))).toBe(0)
  expect(
    pairs(
      nine.map((one) => ({ ...one, done: true })),
      exam('b', '2026-11-24T09:00:00Z', '2026-11-24T10:30:00Z'),
    ),
  ).toBe(0)
})
