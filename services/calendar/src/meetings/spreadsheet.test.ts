// The list of meetings as a spreadsheet.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
beforeAll(async () => {
  env = await openCalendar()
})
afterAll(() => env?.close())

test('the list as a spreadsheet: dates and numbers have their types, texts are no formulas', async () => {
  const { teacher, manager } = env.school
  const times = { start_time: '2027-01-05T02:00:00Z', end_time: '2027-01-05T03:30:00Z' }
  await env.ok(teacher, 'POST /api/calendar-meeting', { title: '=cmd|calc', ...times })
  const token = await env.it.world.actorKeys.sign(manager)
  const answer = await env.it.app.inject({
    method: 'GET',
    url: '/api/management/calendar-meeting/excel?lang=th',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const { sheets } = await readXlsx(answer.rawPayload)
  expect(sheets[0]!.name).toBe('การประชุม')
  const row = sheets[0]!.rows.find(([title]) => title === '=cmd|calc')!
  // 09:00 in Bangkok
  expect(row.slice(1, 4)).toEqual([new Date('2027-01-05T09:00:00Z'), new Date('2027-01-05T10:30:00Z'), 90])
  expect(row).toContain('รออนุมัติ')
})
