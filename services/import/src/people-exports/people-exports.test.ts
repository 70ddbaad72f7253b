// Tests of exports of people: both formats in the reader's language, formulas, pages, too many, and rights that are taken away.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
let org: string
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => {
  org = it.begin().org
  it.owners.onRead = school()
})

const person = (nth: number, more: object = {}) => ({
  id: newId(),
  name: `Person ${nth}`,
  user_no: `00${nth}`,
  email: null,
  roles: ['student'],
  department: null,
  grade: null,
  klass: null,
  program: null,
  state: 'active',
  until: null,
  seen_at: null,
  created_at: '2026-11-30T18:30:00.000Z',
  ...more,
})
const first = person(0, {
  name: '=HYPERLINK("http://x")',
  email: 'nurul@example.edu',
  roles: ['instructor', 'faculty'],
  department: { id: newId(), name: 'Reefs, "deep"\nsea' },
  state: 'suspended',
})
const people = [first, ...Array.from({ length: 1099 }, (_, nth) => person(nth + 1))]
let asked: URLSearchParams[] = []
/** Identity and the organisation's clock; `rows`: of a page in place of its own. */
function school({
  total = people.length,
  rows,
}: {
  total?: number
  rows?: (from: number) => { status: number; body: unknown } | undefined
} = {}) {
  asked = []
  return (path: string, query: URLSearchParams) => {
    if (path === '/api/org') return { status: 200, body: { orgs: [{ id: org, name: 'Reef School', time_zone: 'Asia/Bangkok' }] } }
    if (path === '/api/users')
      return query.get('conditions') === '{"role":"king"}'
        ? {
            status: 400,
            body: {
              code: 'invalid',
              message: '',
              params: {},
              errors: { 'conditions.role': [''] },
              details: { 'conditions.role': [{ code: 'field.choice', params: { choices: 'student' } }] },
            },
          }
        : { status: 200, body: { items: [], total, page: 1, pages: 1, page_size: 1, start: 0, end: 0 } }
    if (path !== '/api/users/rows') return undefined
    asked.push(query)
    const from = Number(query.get('after') ?? 0)
    const next = from + 500 < people.length ? String(from + 500) : null
    return rows?.(from) ?? { status: 200, body: { items: people.slice(from, from + 500), next, total: from === 0 ? total : null } }
  }
}

const begin = (body: object) => it.send('POST', '/api/users/exports', body)
async function exported(body: object) {
  const { status, body: begun } = await begin(body)
  expect(status, JSON.stringify(begun)).toBe(202)
  return await until(async () => {
    const { rows } = await it.db.query('select state, result, error from kit.tasks where id = $1', [begun.task])
    return rows[0].state === 'running' ? undefined : rows[0]
  })
}

test('a CSV file has everybody in the order of the list, by the clock of the organisation, without a formula', async () => {
  const { state, result } = await exported({ format: 'csv', lang: 'zh-CN', conditions: '{"state":"active"}', sort: '-created_at' })
  expect([state, result]).toMatchObject(['finished', { name: '人员.csv', people: 1100 }])
  expect((await it.db.query('select action from kit.audit where org_id = $1', [org])).rows).toEqual([{ action: 'people.exported' }])
  const text = it.owners.bytesOf(result.upload).toString()
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(1102)
  expect(lines[0]).toBe(
    '\uFEFF姓名,学工号,角色,院系,年级,班级,专业,电子邮件,状态,截止日期 (Asia/Bangkok),最近登录 (Asia/Bangkok),加入时间 (Asia/Bangkok)',
  )
  expect(lines[1]).toBe(
    '"\'=HYPERLINK(""http://x"")",000,"教师, 教职工","Reefs, ""deep""\nsea",,,,nurul@example.edu,已停用,,,2026-12-01 01:30',
  )
  expect(lines[1100]).toBe('Person 1099,001099,学生,,,,,,正常,,,2026-12-01 01:30')
  expect(asked.map((query) => [query.get('conditions'), query.get('sort'), query.get('after')])).toEqual(
    [null, '500', '1000'].map((after) => ['{"state":"active"}', '-created_at', after]),
  )
})

test('a sheet has texts as texts and times as dates; a language that is none is English', async () => {
  const { result } = await exported({ format: 'xlsx', lang: 'xx' })
  expect(result).toMatchObject({ name: 'People.xlsx', people: 1100 })
  const { sheets } = await readXlsx(it.owners.bytesOf(result.upload))
  const [head, one] = sheets[0]!.rows
  expect(head!.slice(0, 3)).toEqual(['Name', 'Number', 'Roles'])
  expect(one!.slice(0, 3)).toEqual(['=HYPERLINK("http://x")', '000', 'Instructor, Staff'])
  expect((one![11] as Date).toISOString()).toBe('2026-12-01T01:30:00.000Z')
  expect(sheets[0]!.rows).toHaveLength(1101)
})

test('an empty list is a file with its head alone', async () => {
  it.owners.onRead = school({ total: 0, rows: () => ({ status: 200, body: { items: [], next: null, total: 0 } }) })
  const { result } = await exported({ format: 'csv', lang: 'th' })
  expect(result).toMatchObject({ people: 0 })
  expect(it.owners.bytesOf(result.upload).toString().split('\r\n')).toHaveLength(2)
})

test('more than 1,000,000 are refused, and rights that are taken away end it', async () => {
  it.owners.onRead = school({ total: 1_000_001 })
  expect(await exported({ format: 'csv' })).toMatchObject({
    state: 'failed',
    error: { code: 'peopleExport.tooMany', params: { count: 1_000_000 } },
  })
  const forbidden = { status: 403, body: { code: 'forbidden', message: '' } }
  it.owners.onRead = school({ rows: (from) => (from === 500 ? forbidden : undefined) })
  expect(await exported({ format: 'xlsx' })).toMatchObject({ state: 'failed', error: { code: 'peopleExport.rightsChanged' } })
})

test('400 at each field, and for conditions that the list refuses', async () => {
  for (const [body, field] of [
    [{}, 'format'],
    [{ format: 'pdf' }, 'format'],
    [{ format: 'csv', sort: 'colour' }, 'sort'],
    [{ format: 'csv', lang: 'x'.repeat(11) }, 'lang'],
    [{ format: 'csv', conditions: 'x'.repeat(2001) }, 'conditions'],
    [{ format: 'csv', conditions: '{"role":"king"}' }, 'conditions.role'],
  ] as const) {
    const { status, body: answer } = await begin(body)
    expect([status, Object.keys(answer.errors ?? answer)], field).toEqual([400, [field]])
  }
})
