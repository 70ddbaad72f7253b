// Invigilation: who writes, and what is done to their attempts; every action is in their log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'
import { dropMonitor } from './monitor.ts'

let env: TestCourse
let exam: TestExam
let question: string
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  question = await exam.question('single')
})
afterAll(() => exam?.stop())

const right = { choice: 'carbon' }
const simple = (settings: object = {}, draft: object = {}) =>
  exam.create({ settings: { limit_minutes: 30, ...settings }, ...draft }, [exam.section([exam.fixed(question, '2')])])
const look = async (id: string, query = '') => {
  dropMonitor(id)
  return await env.ok(env.teacher, 'GET', `/api/activities/${id}/invigilation?page_size=100${query}`)
}
const act = (id: string, body: object, who: Actor = env.teacher) => env.call(who, 'POST', `/api/activities/${id}/invigilation`, body)
const person = async (id: string, who: Actor) => (await look(id)).items.find((one: { person: string }) => one.person === who.person)
const secondsOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000)

test('students who have not begun, write, are offline or have handed in', async () => {
  const id = await simple()
  const [one, two, three] = [await exam.student('Ann'), await exam.student('Bo'), await exam.student('Cy')]
  const { id: writing } = await exam.begin(id, one)
  await exam.save(writing, [{ slot: 0, seq: 1, answer: right }], one)
  await env.ok(one, 'POST', `/api/attempts/${writing}/events`, { device: exam.device, kind: 'left' })
  const { id: away } = await exam.begin(id, two)
  await env.db.query(`update attempts set seen_at = now() - interval '2 minutes' where id = $1`, [away])
  await exam.submit((await exam.begin(id, three)).id, three)
  expect(await person(id, one)).toMatchObject({
    state: 'running',
    answered: 1,
    questions: 1,
    flags: 1,
    attempts: 1,
    attempt_id: writing,
    member: true,
  })
  expect(await person(id, two)).toMatchObject({ state: 'offline', answered: 0 })
  expect(await person(id, three)).toMatchObject({ state: 'submitted' })
  const { counts } = await look(id)
  expect(counts).toMatchObject({ running: 1, offline: 1, submitted: 1 })
  expect((await look(id, `&conditions=${encodeURIComponent('{"state":"offline"}')}`)).items).toMatchObject([{ name: 'Bo' }])
  expect((await env.call(env.student, 'GET', `/api/activities/${id}/invigilation`)).status).toBe(403)
  const { items: now } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/writing`)
  expect(now.find(({ activity_id }: { activity_id: string }) => activity_id === id)).toMatchObject({
    people: [{ name: 'Ann' }, { name: 'Bo' }],
  })
  expect((await env.call(one, 'GET', `/api/courses/${env.course}/writing`)).status).toBe(403)
  // who leaves the course keeps the attempt
  await env.db.query(`update mirror.members set state = 'left' where person_id = $1`, [one.person])
  expect(await person(id, one)).toMatchObject({ state: 'running', member: false })
  expect((await exam.save(writing, [{ slot: 0, seq: 2, answer: right }], one)).status).toBe(403)
})

describe('actions', () => {
  test('time for one and for all; the next save says so', async () => {
    const id = await simple()
    const [one, two] = [await exam.student('More'), await exam.student('Less')]
    const [a, b] = [await exam.begin(id, one), await exam.begin(id, two)]
    expect((await act(id, { action: 'add_time', minutes: 5, person_ids: [one.person] })).body).toEqual({ changed: 1 })
    expect((await act(id, { action: 'add_time', minutes: 10, all: true })).body).toEqual({ changed: 2 })
    const later = async (attempt: { id: string; deadline: string }, who: Actor) =>
      secondsOf(attempt.deadline, (await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: right }], who)).body.deadline)
    expect([await later(a, one), await later(b, two)]).toEqual([15 * 60, 10 * 60])
    expect((await exam.answers(a.id, one)).events).toMatchObject([
      { kind: 'begun' },
      { kind: 'time_added', note: { minutes: 5 } },
      { kind: 'time_added', note: { minutes: 10 } },
    ])
    expect((await act(id, { action: 'add_time', all: true })).status).toBe(400)
    expect((await act(id, { action: 'add_time', minutes: 1 })).status).toBe(400)
    expect((await act(id, { action: 'add_time', minutes: 1, all: true }, env.student)).status).toBe(403)
    const lines = await env.db.query(`select person from kit.audit where action = 'attempt.timeAdded' and course = $1`, [env.course])
    expect(lines.rowCount).toBe(3)
  })
  test('a pause stops the clock, answers are kept meanwhile, and the time comes back', async () => {
    const id = await simple()
    const attempt = await exam.begin(id)
    expect((await act(id, { action: 'pause', all: true })).body).toEqual({ changed: 1 })
    // the alarm lasts longer than the exam
    await env.db.query(
      `update attempts set paused_at = now() - interval '40 minutes', deadline = now() - interval '20 minutes', accept_until = now() - interval '1170 s' where id = $1`,
      [attempt.id],
    )
    await exam.sweep()
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: right }])).body).toMatchObject({
      state: 'running',
      saved: [{ slot: 0 }],
      late: [],
    })
    expect((await act(id, { action: 'resume', all: true })).body).toEqual({ changed: 1 })
    const { deadline, paused_at, now } = await exam.answers(attempt.id)
    expect([paused_at, Math.round(secondsOf(now, deadline) / 60)]).toEqual([null, 20])
  })
  test('ended, then taken up again with what was written', async () => {
    const id = await simple()
    const attempt = await exam.begin(id)
    await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: { choice: 'oxygen' } }])
    expect((await act(id, { action: 'end', person_ids: [env.student.person] })).body).toEqual({ changed: 1 })
    await exam.sweep()
    expect((await exam.mine(id)).attempts).toMatchObject([{ submitted_by: 'invigilator', state: 'marked' }])
    expect((await act(id, { action: 'reopen', minutes: 7, person_ids: [env.student.person] })).body).toEqual({ changed: 1 })
    const again = await exam.begin(id)
    expect([again.id, secondsOf(again.now, again.deadline)]).toEqual([attempt.id, 7 * 60])
    expect((await exam.answers(attempt.id)).items).toMatchObject([{ answer: { choice: 'oxygen' } }])
    await exam.submit(attempt.id, env.student, { items: [{ slot: 0, seq: 2, answer: right }] })
    await exam.sweep()
    expect((await env.ok(env.teacher, 'GET', `/api/attempts/${attempt.id}/review`)).points).toBe('2')
    const { items } = await env.ok(env.teacher, 'GET', `/api/activities/${id}/invigilation/events?person_id=${env.student.person}`)
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['begun', 'ended', 'reopened', 'handed_in'])
  })
  test('let in after the closing time', async () => {
    const id = await simple({}, { start_time: '2020-01-01T00:00:00.000Z', end_time: new Date(Date.now() - 60_000).toISOString() })
    const late = await exam.student('Very late')
    expect((await exam.start(id, late)).body.code).toBe('activity.ended')
    expect((await act(id, { action: 'let_in', minutes: 15, person_ids: [late.person] })).body).toEqual({ changed: 1 })
    const attempt = await exam.begin(id, late)
    expect(Math.round(secondsOf(attempt.now, attempt.deadline) / 60)).toBe(15)
  })
})
