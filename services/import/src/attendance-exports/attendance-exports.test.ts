// Tests of exports of attendance: both formats page by page in the reader's language, formulas, refusals, and rights that are taken away.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
let org: string
const course = newId()
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => {
  org = it.begin().org
  it.owners.onRead = school()
})

const [first, second] = [newId(), newId()]
const columns = [
  { roll_call_id: first, session_id: newId(), title: '=1+1', at: '2026-03-02T18:30:00.000Z', activity_id: null },
  { roll_call_id: second, session_id: newId(), title: 'Lecture 2', at: '2026-03-09T02:00:00.000Z', activity_id: null },
]
const line = (nth: number) => ({
  person: { id: newId(), name: nth === 0 ? '=HYPERLINK("http://x")' : `Person ${nth}`, user_no: `00${nth}`, avatar: '' },
  cells: [{ roll_call_id: second, state: 'late' }],
  ...{ present: 0, late: 1, excused: 0, left_early: 0, absent: 0, percent: 50 },
})
const lines = Array.from({ length: 450 }, (_, nth) => line(nth))
type Reply = { status: number; body: unknown }
const forbidden: Reply = { status: 403, body: { code: 'forbidden', message: '' } }
/** Activity and the organisation's clock. */
const school =
  ({ check, rows }: { check?: Reply; rows?: (from: number) => Reply | undefined } = {}) =>
  (path: string, query: URLSearchParams): Reply | undefined => {
    if (path === '/api/org') return { status: 200, body: { orgs: [{ id: org, name: 'Reef School', time_zone: 'Asia/Bangkok' }] } }
    if (path === `/api/courses/${course}/attendance`)
      return check ?? { status: 200, body: { items: [], columns: [], calls: 2, total: 450 } }
    if (path !== `/api/courses/${course}/attendance/rows`) return undefined
    const after = query.get('after')
    const from = after ? lines.findIndex(({ person }) => person.id === after) + 1 : 0
    const items = lines.slice(from, from + 200)
    const next = from + 200 < lines.length ? items.at(-1)!.person.id : null
    return rows?.(from) ?? { status: 200, body: { items, columns: after ? [] : columns, next, total: after ? null : lines.length } }
  }

const begin = (body: object) => it.send('POST', `/api/courses/${course}/attendance/export`, body)
async function exported(body: object) {
  const { status, body: begun } = await begin(body)
  expect(status, JSON.stringify(begun)).toBe(202)
  return await until(async () => {
    const { rows } = await it.db.query('select state, result, error from kit.tasks where id = $1', [begun.task])
    return rows[0].state === 'running' ? undefined : rows[0]
  })
}

test('a CSV file has everybody, by the clock of the organisation, without a formula, and is among the exports', async () => {
  const { state, result } = await exported({ format: 'csv', lang: 'zh-CN' })
  expect([state, result]).toMatchObject(['finished', { name: '考勤.csv', people: 450 }])
  const text = it.owners.bytesOf(result.upload).toString().split('\r\n')
  expect(text).toHaveLength(452)
  expect(text[0]).toBe('\uFEFF姓名,学号,出勤率（%）,出勤,迟到,准假,早退,缺勤,2026-03-03 01:30 =1+1,2026-03-09 09:00 Lecture 2')
  expect(text[1]).toBe('"\'=HYPERLINK(""http://x"")",000,50,0,1,0,0,0,,迟到')
  expect((await it.send('GET', '/api/management/exports')).body.items).toMatchObject([{ kind: 'attendance', rows: 450, state: 'finished' }])
})

test('a sheet has texts as texts and numbers as numbers', async () => {
  const { result } = await exported({ format: 'xlsx', lang: 'xx' })
  expect(result).toMatchObject({ name: 'Attendance.xlsx', people: 450 })
  const { sheets } = await readXlsx(it.owners.bytesOf(result.upload))
  expect(sheets[0]!.rows).toHaveLength(451)
  expect(sheets[0]!.rows[1]!.slice(0, 5)).toEqual(['=HYPERLINK("http://x")', '000', 50, 0, 1])
})

test('without the right nothing begins; rights that are taken away end it', async () => {
  it.owners.onRead = school({ check: forbidden })
  expect((await begin({ format: 'csv' })).status).toBe(403)
  it.owners.onRead = school({ rows: (from) => (from === 200 ? forbidden : undefined) })
  expect(await exported({ format: 'csv' })).toMatchObject({ state: 'failed', error: { code: 'attendanceExport.rightsChanged' } })
  it.owners.onRead = school()
  expect(Object.keys((await begin({ format: 'pdf' })).body.errors)).toEqual(['format'])
})
