// An exam whose students write while something fails, and what must be there afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@lyceum/kit/test/wait'
import { expect } from 'vitest'
import type { Address } from '../flows/start.ts'
import { callsOver, makeWriters, type Writer } from '../load/writers.ts'
import { type Ground, query } from './course.ts'

const questions = 5

type Acknowledged = Map<string, { seq: number; value: boolean }>

/** The id of a published exam of true-or-false questions. */
export async function makeExam({ teacher, course }: Ground): Promise<string> {
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Questions', course_id: course } })
  const truth = {
    type: 'true_false',
    title: '',
    stem: '<p>Is it?</p>',
    content: {},
    key: { right: true },
    feedback: '',
    points: '1',
    tags: [],
  }
  const { results } = await teacher.call('POST /api/banks/:id/questions', {
    params: { id: bank },
    body: { questions: Array.from({ length: questions }, () => truth) as never },
  })
  const draft = { type: 'exam', title: 'Tides', settings: { limit_minutes: 60, results_when: 'at_once' } } as const
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: draft })
  const entries = results.map((one) => ({ question_id: one.id ?? '', points: '1' }))
  await teacher.call('PUT /api/activities/:id/paper', {
    params: { id },
    body: { sections: [{ id: 'part1', title: '', text: '', entries }], version: 0 },
  })
  await teacher.call('POST /api/courses/:id/publish-activities', { params: { id: course }, body: { activity_ids: [id], published: true } })
  return id
}

/** A student's page: it sends what is not acknowledged until it is, and writes on. */
async function write(
  call: ReturnType<typeof callsOver>['call'],
  exam: string,
  writer: Writer,
  acknowledged: Acknowledged,
  going: () => boolean,
): Promise<string> {
  const patiently = async (method: string, path: string, body: object) => {
    for (;;) {
      const { status, body: answer } = await call(writer, method, path, body)
      if (status === 200) return answer
      // 0: the process is gone; 5xx: it is coming back, or its database is
      if (status !== 0 && status < 500) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
      await sleep(100)
    }
  }
  const { id } = await patiently('POST', `/api/activities/${exam}/attempts`, { device: writer.device })
  for (let seq = 1; going(); seq++) {
    const slot = seq % questions
    const value = Math.random() < 0.5
    const answer = await patiently('PUT', `/api/attempts/${id}/answers`, {
      device: writer.device,
      items: [{ slot, seq, answer: { value } }],
    })
    expect(answer.saved).toEqual([{ slot, seq }])
    acknowledged.set(`${id} ${slot}`, { seq, value })
    await sleep(Math.random() * 60)
  }
  return id
}

/**
 * So many students write, each fault after everybody has written some more. Afterwards each acknowledged answer is stored as the last one of its
 * question, none is there twice, and nobody has two attempts.
 */
export async function writeThrough(
  at: Address,
  { ground, exam, students, faults }: { ground: Ground; exam: string; students: number; faults: readonly (() => Promise<unknown>)[] },
): Promise<string[]> {
  const writers = await makeWriters(at, ground.school.id, ground.course, students)
  const { call, close } = callsOver(at)
  const acknowledged: Acknowledged = new Map()
  const written = () => [...acknowledged.values()].reduce((sum, { seq }) => sum + seq, 0)
  let going = true
  const writing = Promise.all(writers.map((writer) => write(call, exam, writer, acknowledged, () => going)))
  writing.catch(() => {})
  for (const fault of faults) {
    const before = written()
    await until(() => written() > before + students * 3, 60_000)
    await sleep(Math.random() * 200)
    await fault()
  }
  going = false
  const attempts = await writing
  close()
  expect(new Set(attempts).size).toBe(students)
  const rows = await query<{ attempt: string; slot: number; seq: number; value: boolean }>(
    at.databases.activity,
    `select w.attempt_id::text as attempt, w.slot::int, w.seq, (w.answer ->> 'value')::bool as value from attempt_answers w join attempts a on a.id = w.attempt_id
     where a.activity_id = $1`,
    [exam],
  )
  const stored = new Map(rows.map(({ attempt, slot, seq, value }) => [`${attempt} ${slot}`, { seq, value }]))
  expect(rows).toHaveLength(stored.size)
  for (const [key, answer] of acknowledged) expect([key, stored.get(key)]).toEqual([key, answer])
  expect(await query(at.databases.activity, 'select from attempts where activity_id = $1 and not trial', [exam])).toHaveLength(students)
  return attempts
}

/** Keeps what is told of attempts from now on: on servers the relay deletes from the outbox what it has sent. */
async function keepNotified({ databases }: Address): Promise<void> {
  for (const sql of [
    'create table kit.told (value text)',
    `create function kit.keep_told() returns trigger language plpgsql as 'begin insert into kit.told values (new.value); return null; end'`,
    `create trigger keep_told after insert on kit.outbox for each row when (new.type = 'lyceum.activity.v1.AttemptSubmitted') execute function kit.keep_told()`,
  ])
    await query(databases.activity, sql, [])
}

/** Lets the deadline of all attempts pass, with one more fault while they are handed in: each is marked once by its answers, told once, and scored. */
export async function endThrough(
  at: Address,
  { exam, attempts, fault }: { exam: string; attempts: readonly string[]; fault: () => Promise<unknown> },
): Promise<void> {
  const rowsOf = <T>(sql: string) => query<T>(at.databases.activity, sql, [exam])
  await keepNotified(at)
  await rowsOf(`update attempts set deadline = now() - interval '40 s', accept_until = now() - interval '5 s' where activity_id = $1`)
  const states = async () =>
    (await rowsOf<{ state: string }>('select state from attempts where activity_id = $1')).map(({ state }) => state)
  await until(async () => (await states()).some((state) => state !== 'running'), 60_000, 5)
  await fault()
  await until(async () => (await states()).every((state) => state === 'marked'), 120_000)
  const right = await rowsOf<{ attempt: string; points: number; value: number }>(`select a.id::text as attempt, a.points::float8 as points,
       (select count(*)::int from attempt_answers w where w.attempt_id = a.id and w.answer ->> 'value' = 'true') as value
     from attempts a where a.activity_id = $1 and a.submitted_by = 'deadline'`)
  expect(right).toHaveLength(attempts.length)
  for (const { points, value } of right) expect(points).toBe(value)
  const told = await rowsOf<{ id: string }>(
    `select value::jsonb ->> 'attempt_id' as id from kit.told where value::jsonb ->> 'activity_id' = $1`,
  )
  expect(told.map(({ id }) => id).sort()).toEqual(attempts.toSorted())
  const scores = await rowsOf('select from scores s join score_items i on i.id = s.item_id where i.activity_id = $1 and s.released')
  expect(scores).toHaveLength(attempts.length)
}
