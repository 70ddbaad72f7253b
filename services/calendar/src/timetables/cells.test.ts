// Cells of timetable files as spreadsheets of six languages save them; two readings are named, never guessed.
import { expect, test } from 'vitest'
import { type CellFault, dayIn, minuteIn, orderOf, weekdaysIn } from './cells.ts'

const all = <Value>(cells: readonly string[], read: (cell: string) => Value | CellFault) => cells.map((cell) => [cell, read(cell)])
const same = <Value>(cells: readonly string[], value: Value) => cells.map((cell) => [cell, value])

test('a day in the forms of six languages is the same day', () => {
  const cells = ['2026-12-07', '2026/12/7', '2026.12.7', '2026年12月7日', '07.12.2026', '7 Dec 2026', 'Dec 7, 2026', '7-Dec-2026']
  const local = [
    '7 Desember 2026',
    '7 Disember 2026',
    '7 Dis 2026',
    '7 ธ.ค. พ.ศ. 2569',
    '7 ธันวาคม 2026',
    '๗ ธ.ค. ๒๐๒๖',
    '2026-12-07 00:00:00',
  ]
  expect(all([...cells, ...local], (cell) => dayIn(cell, {}))).toEqual(same([...cells, ...local], '2026-12-07'))
  expect(all(['7 Ogos 2026', '7 Agustus 2026', '7 Agt 2026'], (cell) => dayIn(cell, {}))).toEqual(
    same(['7 Ogos 2026', '7 Agustus 2026', '7 Agt 2026'], '2026-08-07'),
  )
})

test('12/7/2026 is one of two days until the file proves or a person chooses the order', () => {
  const readings = { text: '12/7/2026', day_first: '2026-07-12', month_first: '2026-12-07' }
  expect(dayIn('12/7/2026', {})).toEqual({ code: 'timetable.dayAmbiguous', params: readings })
  expect([dayIn('12/7/2026', { order: 'day_first' }), dayIn('12-7-2026', { order: 'month_first' })]).toEqual(['2026-07-12', '2026-12-07'])
  expect(['13/7/2026', '12/31/2026', '12/7/2026', '07.13.2026'].map(orderOf)).toEqual(['day_first', 'month_first', undefined, undefined])
  expect([dayIn('13/7/2026', { order: 'month_first' }), dayIn('7/7/2026', {})]).toEqual(['2026-07-13', '2026-07-07'])
})

test('a year over 2400 has both readings, a year of two digits none, a bare number only where the column is of such', () => {
  expect(dayIn('29 ก.พ. 2567', {})).toEqual({
    code: 'timetable.yearUnclear',
    params: { text: '29 ก.พ. 2567', buddhist: '2024-02-29', gregorian: '2567-02-29' },
  })
  expect(dayIn('29 ก.พ. 2567', { buddhist: true })).toBe('2024-02-29')
  expect(dayIn('3026-01-02', {})).toMatchObject({ params: { buddhist: '2483-01-02', gregorian: '3026-01-02' } })
  expect(dayIn('7/12/2569', {})).toMatchObject({ params: { day_first: '2026-12-07', month_first: '2026-07-12' } })
  expect(dayIn('7-Dec-26', {})).toMatchObject({ code: 'timetable.yearShort' })
  expect(dayIn('46363', {})).toEqual({ code: 'timetable.daySerial', params: { text: '46363', day: '2026-12-07' } })
  expect([dayIn('46363', { serial: true }), dayIn('46363.0', { serial: true })]).toEqual(['2026-12-07', '2026-12-07'])
  for (const cell of ['2026-02-30', '31.02.2026', '29.02.2569', 'soon', '', '7 Foo 2026'])
    expect(dayIn(cell, { buddhist: true }), cell).toEqual({ code: 'timetable.dayWrong', params: {} })
  expect(dayIn('7 Dec 2026', { serial: true })).toMatchObject({ code: 'timetable.dayWrong' })
})

test('a time with seconds, a dot, or a half of the day is read; 800 and parts of a day are refused', () => {
  const eight = ['08:00', '8:00', '08:00:00', '8.00', '8:00 AM', '8:00 a.m.', '8:00 PG', '上午8:00', '08.00 น.', '０８：００']
  expect(all(eight, minuteIn)).toEqual(same(eight, 480))
  expect(['12:00 AM', '12:30 pm', '2:00 PTG', '下午 2:00', '23:59'].map(minuteIn)).toEqual([0, 750, 840, 840, 1439])
  for (const cell of ['800', '8', '8.5', '0.33', '24:00', '08:60', '08:00:30', '13:00 PM', '0:30 am', ''])
    expect(minuteIn(cell), cell).toMatchObject({ code: 'timetable.timeWrong' })
})

test('weekdays by number, or long and short in six languages', () => {
  const week = [
    ['1', 'Mon', 'Monday', '周一', '星期一', '礼拜一', '週一', '禮拜一', 'จันทร์', 'วันจันทร์', 'จ.', 'Senin', 'Sen', 'Isnin', 'Isn'],
    ['2', 'Tue', 'Tues', '周二', 'อังคาร', 'อ.', 'Selasa', 'Sel'],
    ['3', 'Wed', '星期三', 'พุธ', 'พ.', 'Rabu', 'Rab'],
    ['4', 'Thu', 'Thurs', '礼拜四', 'พฤหัสบดี', 'พฤ.', 'Kamis', 'Khamis'],
    ['5', 'Friday', '周五', 'ศ.', "Jum'at", 'Jumat', 'Jumaat'],
    ['6', 'Sat', '週六', 'เสาร์', 'ส.', 'Sabtu'],
    ['7', 'Sun', '周日', '星期天', '禮拜天', 'อาทิตย์', 'อา.', 'Minggu', 'Ahad'],
  ]
  for (const [nth, words] of week.entries()) expect(all(words, weekdaysIn)).toEqual(same(words, String(nth + 1)))
  expect(['Mon, Wed', '周一、周三', 'จ./พ.', 'Senin; Rabu', '1 3', ''].map(weekdaysIn)).toEqual(['1,3', '1,3', '1,3', '1,3', '1,3', ''])
  expect(weekdaysIn('Mon, Funday')).toEqual({ code: 'timetable.weekdayUnknown', params: { word: 'Funday' } })
  expect(weekdaysIn('8')).toMatchObject({ code: 'timetable.weekdayUnknown' })
})
