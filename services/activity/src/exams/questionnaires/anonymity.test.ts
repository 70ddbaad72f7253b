// Anonymous questionnaires as somebody reads them who means to find out who said what: with a copy of the database, or by looking at the results twice.
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'
import { waitingAfter, waitingAmong } from './sealed.ts'

let env: TestCourse
let exam: TestExam
let essay: string
const students: Actor[] = []
const [set, group] = [newId(), newId()]
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  essay = await exam.question('essay', { content: { format: 'rich' } })
  for (let nth = 0; nth < 16; nth++) students.push(await exam.student(`Student ${nth}`))
  await env.db.query(`insert into mirror.group_sets values ($1, $2, $3, 'Teams', false, false, 1)`, [set, env.org, env.course])
  await env.db.query(`insert into mirror.groups values ($1, $2, $3, $4, $5, null, false, 1)`, [group, set, env.org, env.course, 'Red'])
  // the first of them alone answers, and nobody else of the group
  for (const { person } of [students[0]!, ...students.slice(12)])
    await env.db.query(`insert into mirror.group_members values ($1, $2, now() - interval '1 day', null, $3)`, [group, person, set])
})
afterAll(() => exam?.stop())

const create = (more: object = {}) =>
  exam.create({ title: 'Half-way', anonymous: true, group_set_id: set, ...more }, [exam.section([exam.fixed(essay, '0')])], {
    type: 'questionnaire',
  })
const secret = (nth: number) => `secret-${nth}-of-the-sea`
const answer = async (id: string, nth: number) => {
  const body = { answers: [{ slot: 0, answer: { text: `<p>${secret(nth)}</p>` } }] }
  const response = await env.activities.call(students[nth], 'POST', `/api/activities/${id}/responses`, body, {
    'idempotency-key': `key-${nth}`,
  })
  expect(response).toMatchObject({ status: 200 })
}
const shown = async (id: string) => (await env.ok(env.teacher, 'GET', `/api/activities/${id}/results`)).n

/** Every table as a copy has it: line by line in the order of the file, with what wrote each. */
async function copy() {
  const { rows: tables } = await env.db.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'kit', 'mirror')`,
  )
  const lines = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await env.db.query(
        `select t::text as line, t.xmin::text as wrote, to_jsonb(t) as row from ${name} t order by t.ctid`,
      )
      return rows.map((row) => ({ table: name as string, ...(row as { line: string; wrote: string; row: any }) }))
    }),
  )
  return lines.flat()
}

test('a copy of the database leads from nobody to answers, of five and more', async () => {
  const id = await create()
  const seals = new Set<number>()
  for (let nth = 0; nth < 11; nth++) {
    await answer(id, nth)
    if (![5, 6, 11].includes(nth + 1)) continue
    const lines = await copy()
    // the answers stand in one table alone: not in what is shown of them, emitted, kept for retries, or written into the audit
    const telling = lines.filter(({ line }) => line.includes('-of-the-sea'))
    expect([...new Set(telling.map(({ table }) => table))]).toEqual(['public.responses'])
    const responses = telling.filter(({ row }) => row.activity_id === id)
    expect(responses).toHaveLength(nth + 1)
    for (const { line } of responses) {
      for (const { person } of students) expect(line).not.toContain(person)
      expect(line).not.toContain(group)
      expect(line).not.toMatch(/20\d\d-\d\d-\d\d/)
      // ids are random, not made of the time
      expect(line).toMatch(/^\([0-9a-f]{8}-[0-9a-f]{4}-4/)
      // and stand nowhere else
      expect(lines.filter((other) => other.line.includes(line.slice(1, 37)))).toHaveLength(1)
    }
    // by all that can be read beside its text every answer is one of all those
    const alike = Map.groupBy(responses, ({ wrote, row: { group_id, sealed_group } }) => `${wrote} ${group_id} ${sealed_group.length}`)
    expect([...alike.values()].map((list) => list.length)).toEqual([nth + 1])
    const kept = lines.find(({ table, row }) => table === 'public.respondents' && row.activity_id === id)!.row
    expect(kept).toMatchObject({ shown: null })
    seals.add(kept.waiting.length)
    expect(kept.people).toEqual([...kept.people].sort())
  }
  expect(seals.size).toBe(1)
  // the order of the table is not that of the answers
  const order = (await copy())
    .filter(({ table, row }) => table === 'public.responses' && row.activity_id === id)
    .map(({ line }) => /secret-(\d+)-/.exec(line)![1])
  expect(order.join()).not.toBe(order.toSorted((a, b) => Number(a) - Number(b)).join())
})

test('of those who answer while the results are looked at, five and more wait to be shown', async () => {
  const id = await create()
  const seen: (number | null)[] = []
  for (let nth = 0; nth < 16; nth++) {
    await answer(id, nth)
    seen.push(await shown(id))
  }
  expect(seen).toEqual([null, null, null, null, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10])
})

test('without the secrets of before no answer is lost: the results move on when more have come', async () => {
  const id = await create()
  for (let nth = 0; nth < 6; nth++) await answer(id, nth)
  await env.db.query(`update respondents set waiting = 'sealed by another key' where activity_id = $1`, [id])
  expect(await shown(id)).toBeNull()
  for (let nth = 6; nth < 10; nth++) await answer(id, nth)
  expect(await shown(id)).toBe(5)
  const end = { start_time: '2020-01-01T00:00:00.000Z', end_time: new Date(Date.now() - 1000).toISOString() }
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, end)
  expect(await shown(id)).toBe(10)
})

test('the answers that wait are some of those that there are', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => `id-${nth}`)
  expect([...waitingAmong(ids(6), ['id-5'])]).toEqual(['id-5'])
  // unknown, or of rows that another release has written anew
  expect(waitingAmong(ids(6), undefined).size).toBe(6)
  expect(waitingAmong(ids(10), ['gone']).size).toBe(0)
  expect(waitingAfter(ids(4), ids(4), 'added')).toEqual([])
  expect(waitingAfter(ids(7), ['id-5', 'id-6'], 'added')).toEqual(['id-5', 'id-6', 'added'])
  const moved = waitingAfter(ids(14), ids(14).slice(5), 'added')
  expect(new Set(moved).size).toBe(5)
  expect(moved.every((id) => [...ids(14).slice(5), 'added'].includes(id))).toBe(true)
  expect(waitingAfter(ids(33), undefined, 'added')).toHaveLength(5)
})
