// Timetable files as spreadsheets save them: the preview asks about days that can be read in two ways, and names each bad cell.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
beforeAll(async () => {
  env = await openCalendar()
  await env.course('Spreadsheets', { code: 'XL-1' })
})
afterAll(() => env?.close())

const head = 'course_code,weekdays,start,end,first_day,last_day'
const preview = (csv: string, more: object = {}) =>
  env.ok(env.school.manager, 'POST /api/calendar-timetables/import/preview', { csv, ...more })
const days = ({ rows }: any) => rows.map(({ first_day, last_day }: any) => [first_day, last_day])
const faults = ({ rows }: any) => rows.map(({ line, faults }: any) => [line, ...faults.map(({ field, code }: any) => `${field} ${code}`)])

test('days with numbers of either order are asked about once for the file, and nothing of them is written meanwhile', async () => {
  const csv = [head, 'XL-1,Mon,8:00 AM,9.30,12/7/2026,3/1/2027', 'XL-1,Tue,10:00,11:00,7 Dec 2026,3/3/2027'].join('\n')
  const unclear = await preview(csv)
  expect(unclear.asks).toEqual({
    date_order: { line: 2, field: 'first_day', text: '12/7/2026', day_first: '2026-07-12', month_first: '2026-12-07' },
    buddhist: null,
  })
  expect([unclear.good, faults(unclear)[0]]).toEqual([1, [2, 'first_day timetable.dayAmbiguous', 'last_day timetable.dayAmbiguous']])
  const chosen = await preview(csv, { date_order: 'month_first' })
  expect([chosen.good, chosen.asks.date_order, days(chosen)[0]]).toEqual([2, null, ['2026-12-07', '2027-03-01']])
  // a number that is no month decides for the file
  expect(days(await preview(`${csv}\nXL-1,Wed,10:00,11:00,12/13/2026,3/3/2027`))[0]).toEqual(['2026-12-07', '2027-03-01'])
  const both = await preview(`${csv}\nXL-1,Wed,10:00,11:00,12/13/2026,13/3/2027`)
  expect([both.asks.date_order?.line, days(both)[2]]).toEqual([2, ['2026-12-13', '2027-03-13']])
})

test('a course is found by its code in any case of any letter', async () => {
  await env.school.db.query(
    `insert into mirror.courses select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'course_code', 'ÉCO-Ω'))).*
     from mirror.courses c where c.course_code = 'XL-1'`,
  )
  const { good } = await preview([head, 'éco-ω,Mon,8:00,9:00,2026-12-07,2027-03-01'].join('\n'))
  expect(good).toBe(1)
})

test('a Thai file is asked about its years; then its days, times and weekdays are read', async () => {
  const csv = readFileSync(new URL('../../../../tests/corpus/timetable-thai-excel.csv', import.meta.url), 'utf8')
  const unclear = await preview(csv)
  // 28/2/2570 has the day first
  expect(unclear.asks).toEqual({
    date_order: null,
    buddhist: { line: 2, field: 'first_day', text: '7/12/2569', buddhist: '2026-12-07', gregorian: '2569-12-07' },
  })
  expect(unclear.good).toBe(0)
  const read = await preview(csv, { buddhist: true })
  expect([read.good, read.asks.buddhist, days(read)]).toEqual([
    2,
    null,
    [
      ['2026-12-07', '2027-02-28'],
      ['2026-12-12', '2027-02-27'],
    ],
  ])
  expect(read.rows.map(({ weekdays }: any) => weekdays)).toEqual([[1, 4], [6]])
  expect(await env.ok(env.school.manager, 'POST /api/calendar-timetables/import', { csv, buddhist: true })).toEqual({
    made: 2,
    left_out: 0,
  })
})

test('each bad cell is named with its line and column, and none of its line is written; numbers are days in a column of such alone', async () => {
  const csv = [head, 'XL-1,Funday,800,9:00,46363,7-Dec-26', 'XL-1,Mon,08:00,09:00,7 Dec 2026,31.02.2027'].join('\n')
  expect(faults(await preview(csv))).toEqual([
    [2, 'first_day timetable.daySerial', 'last_day timetable.yearShort', 'start timetable.timeWrong', 'weekdays timetable.weekdayUnknown'],
    [3, 'last_day timetable.dayWrong'],
  ])
  expect(await env.ok(env.school.manager, 'POST /api/calendar-timetables/import', { csv })).toEqual({ made: 0, left_out: 2 })
  const serial = 'course_code,weekdays,start,end,first_day (serial),last_day_serial\nXL-1,Fri,08:00:00,09:00:00,46363,46446'
  expect(days(await preview(serial))).toEqual([['2026-12-07', '2027-02-28']])
})
