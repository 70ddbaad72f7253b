// Tests of exports of the reports of classes: what their reader is given, as a PDF in their language; refusals, and rights that are taken away.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../test/pdf-text.ts'
import { type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())

const session = newId()
const counts = {
  n: 6,
  asked: 9,
  mean: 2.5,
  right: ['a'],
  counts: [
    { value: 'a', n: 4 },
    { value: 'b', n: 2 },
  ],
  texts: [],
}
const vote = {
  n: 1,
  type: 'single_choice',
  stem: '<p>清楚吗？</p>',
  content: {
    options: [
      { id: 'a', text: '<p>Yes</p>' },
      { id: 'b', text: '<p>No</p>' },
    ],
  },
}
const report = {
  session: {
    title: 'กระแสน้ำ/潮汐',
    started_at: '2026-03-02T02:00:00.000Z',
    ended_at: '2026-03-02T03:30:00.000Z',
    started_by: { name: 'Mali' },
  },
  members: 9,
  here: 7,
  attendance: [{ roll_call_id: newId(), at: '2026-03-02T02:05:00.000Z', present: 5, late: 1, excused: 0, left_early: 0, absent: 3 }],
  votes: [
    { vote, counts },
    { vote: { ...vote, n: 2, stem: '' }, counts: null },
  ],
  picked: [{ person: { name: '陈静' }, times: 2 }],
  can: { send: false },
}

test('the report of a class is a PDF of what its reader is given; without the right nothing begins, and rights that are taken away end it', async () => {
  const { org } = it.begin()
  let refusals = Infinity
  it.owners.onRead = (path) => {
    if (path === '/api/org') return { status: 200, body: { orgs: [{ id: org, name: 'Reef School', time_zone: 'Asia/Bangkok' }] } }
    return refusals-- > 0 ? { status: 200, body: report } : { status: 403, body: { code: 'forbidden', message: '' } }
  }
  const begin = () => it.send('POST', `/api/class-sessions/${session}/report/export`, { lang: 'th' })
  const exported = async () => {
    const { status, body } = await begin()
    expect(status, JSON.stringify(body)).toBe(202)
    return await until(async () => {
      const { rows } = await it.db.query('select state, result, error from kit.tasks where id = $1', [body.task])
      return rows[0].state === 'running' ? undefined : rows[0]
    })
  }
  const { state, result, error } = await exported()
  expect([state, error, result]).toMatchObject(['finished', null, { name: 'กระแสน้ำ_潮汐.pdf', people: 9 }])
  const { text, lang } = await readPdf(it.owners.bytesOf(result.upload))
  expect(lang).toBe('th')
  for (const held of [
    'กระแสน้ำ/潮汐',
    '2026-03-02 09:00–10:30',
    'การเช็กชื่อ',
    '清楚吗？',
    'A · Yes (คำตอบที่ถูก)',
    'ไม่ได้แสดงผลในห้อง',
    '陈静 (2 ครั้ง)',
  ])
    expect([held, text.includes(held)]).toEqual([held, true])
  refusals = 1
  expect(await exported()).toMatchObject({ state: 'failed', error: { code: 'export.rightsChanged' } })
  expect((await begin()).status).toBe(403)
})
