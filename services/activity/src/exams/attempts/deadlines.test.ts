// Deadlines of attempts that run: pauses, added time, other terms; and where and how far they may be written.
import type { Actor } from '@lyceum/kit/calls/actor'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropMonitor } from '../invigilation/monitor.ts'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
let questions: string[]
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  questions = await Promise.all([1, 2, 3].map(() => exam.question('single')))
})
afterAll(() => exam?.stop())

const right = { choice: 'carbon' }
const simple = (settings: object = {}, draft: object = {}) =>
  exam.create({ settings: { limit_minutes: 30, ...settings }, ...draft }, [exam.section(questions.map((id) => exam.fixed(id, '2')))])
const act = (id: string, body: object) => env.ok(env.teacher, 'POST', `/api/activities/${id}/invigilation`, body)
const minutesTo = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
const leftOf = async (attempt: string, who: Actor) => {
  const { now, deadline } = await exam.answers(attempt, who)
  return minutesTo(now, deadline)
}
const back = (attempt: string, minutes: number) =>
  env.db.query(
    `update attempts set started_at = started_at - $2::interval, deadline = deadline - $2::interval, accept_until = accept_until - $2::interval,
       terms_deadline = terms_deadline - $2::interval, paused_at = paused_at - $2::interval where id = $1`,
    [attempt, `${minutes} minutes`],
  )
const kinds = async (attempt: string, who: Actor) =>
  (await exam.answers(attempt, who)).events
    .slice(1)
    .map(({ kind, note }: { kind: string; note: { minutes?: number } }) => [kind, note.minutes])

test('time added in a pause longer than the exam is that time and no more', async () => {
  const [id, who] = [await simple(), await exam.student('Alarm')]
  const { id: attempt } = await exam.begin(id, who)
  await act(id, { action: 'pause', all: true })
  await back(attempt, 50)
  await act(id, { action: 'add_time', minutes: 5, all: true })
  await act(id, { action: 'resume', all: true })
  expect(await leftOf(attempt, who)).toBe(35)
})

test('a student who begins while the exam is paused for everybody waits too', async () => {
  const [id, who] = [await simple(), await exam.student('Late')]
  const isPaused = async () => {
    dropMonitor(id)
    return (await env.ok(env.teacher, 'GET', `/api/activities/${id}/invigilation`)).paused
  }
  expect(await isPaused()).toBe(false)
  await act(id, { action: 'pause', all: true })
  expect(await isPaused()).toBe(true)
  const attempt = await exam.begin(id, who)
  expect([attempt.paused_at === null, await kinds(attempt.id, who)]).toEqual([false, [['paused', undefined]]])
  await back(attempt.id, 20)
  await act(id, { action: 'resume', all: true })
  expect([await leftOf(attempt.id, who), await isPaused()]).toEqual([30, false])
})

test('a student who goes on again while the exam is paused for everybody waits too: reopened, with time added or let in after the end', async () => {
  const people = await Promise.all(['Reopened', 'Given time', 'Let in'].map((name) => exam.student(name)))
  const [reopened, withTime, letIn] = people as [Actor, Actor, Actor]
  const id = await simple({}, { start_time: '2020-01-01T00:00:00.000Z', end_time: new Date(Date.now() + 600_000).toISOString() })
  const begun = new Map<Actor, string>()
  for (const who of people) begun.set(who, (await exam.begin(id, who)).id)
  await exam.submit(begun.get(reopened)!, reopened)
  await exam.sweep()
  await act(id, { action: 'pause', all: true })
  const isPaused = async (who: Actor) => (await exam.answers(begun.get(who)!, who)).paused_at !== null
  await act(id, { action: 'reopen', minutes: 7, person_ids: [reopened.person] })
  expect(await isPaused(reopened)).toBe(true)
  // over before the pause, and not closed yet: the sweep may be quicker, then once more
  const overdue = (who: Actor) =>
    env.db.query(
      `update attempts set state = 'running', submitted_at = null, submitted_by = null, paused_at = null, deadline = now() - interval '40 s',
         terms_deadline = now() - interval '40 s', accept_until = now() - interval '1 ms' where id = $1`,
      [begun.get(who)],
    )
  for (const [who, action] of [
    [withTime, 'add_time'],
    [letIn, 'let_in'],
  ] as const)
    await until(async () => {
      await overdue(who)
      await act(id, { action, minutes: 7, person_ids: [who.person] })
      return await isPaused(who)
    })
  for (const who of people) expect((await kinds(begun.get(who)!, who)).at(-1)).toEqual(['paused', undefined])
  await act(id, { action: 'resume', all: true })
  for (const who of people) expect(await isPaused(who)).toBe(false)
  await act(id, { action: 'end', all: true })
  await exam.sweep()
  await act(id, { action: 'reopen', minutes: 7, person_ids: [reopened.person] })
  expect(await isPaused(reopened)).toBe(false)
})

test('a longer limit, a later closing time and an allowance move who writes; shorter ones take nothing away', async () => {
  const id = await simple({ grace_minutes: 0 }, { end_time: new Date(Date.now() + 40 * 60_000).toISOString() })
  const [who, slow] = [await exam.student('Writes'), await exam.student('Slow')]
  const [one, two] = [(await exam.begin(id, who)).id, (await exam.begin(id, slow)).id]
  await act(id, { action: 'add_time', minutes: 5, person_ids: [who.person] })
  const left = async () => [await leftOf(one, who), await leftOf(two, slow)]
  const put = (change: object) => env.ok(env.teacher, 'PUT', `/api/activities/${id}`, change)
  await put({ settings: { limit_minutes: 20 } })
  expect(await left()).toEqual([35, 30])
  // the closing time is nearer than the limit
  await put({ settings: { limit_minutes: 60 } })
  expect(await left()).toEqual([45, 40])
  await put({ end_time: new Date(Date.now() + 50 * 60_000).toISOString() })
  expect(await left()).toEqual([55, 50])
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
    activity_id: id,
    person_ids: [slow.person],
    extra_minutes: 15,
  })
  expect(await left()).toEqual([55, 65])
  await put({ settings: { grace_minutes: 3 } })
  expect(await left()).toEqual([58, 68])
  expect(await kinds(two, slow)).toEqual([
    ['times_moved', 10],
    ['times_moved', 10],
    ['times_moved', 15],
    ['times_moved', 3],
  ])
})

test('taken up again with the minutes that were left', async () => {
  const [id, one, two] = [await simple(), await exam.student('Ended'), await exam.student('Over')]
  const [ended, over] = [await exam.begin(id, one), await exam.begin(id, two)]
  await back(ended.id, 18)
  await act(id, { action: 'pause', person_ids: [one.person] })
  await env.db.query(
    `update attempts set paused_at = paused_at - interval '10 minutes', deadline = deadline - interval '10 minutes' where id = $1`,
    [ended.id],
  )
  await act(id, { action: 'end', person_ids: [one.person] })
  await exam.expire(over.id)
  await exam.sweep()
  expect(await act(id, { action: 'reopen', person_ids: [one.person, two.person] })).toEqual({ changed: 1 })
  expect(await leftOf(ended.id, one)).toBe(11)
  expect((await kinds(ended.id, one)).at(-1)).toEqual(['reopened', 11])
})

test('from elsewhere it is not gone on with; an answer from there counts, and is in the log', async () => {
  const [id, who] = [await simple(), await exam.student('Home')]
  const { id: attempt } = await exam.begin(id, who)
  const allow = (ip_ranges: string[]) => env.ok(env.teacher, 'PUT', `/api/activities/${id}/exam-access`, { code: null, ip_ranges })
  await allow(['192.0.2.0/24'])
  expect((await exam.start(id, who)).body.code).toBe('attempt.addressRefused')
  expect((await env.call(who, 'GET', `/api/attempts/${attempt}/paper`)).body.code).toBe('attempt.addressRefused')
  for (const seq of [1, 2])
    expect((await exam.save(attempt, [{ slot: 0, seq, answer: right }], who)).body.saved).toEqual([{ slot: 0, seq }])
  expect(await kinds(attempt, who)).toEqual([['address', undefined]])
  await allow(['127.0.0.0/8', '::1'])
  expect((await exam.start(id, who)).status).toBe(200)
  expect((await env.call(who, 'GET', `/api/attempts/${attempt}/paper`)).status).toBe(200)
})

test('without a way back what was passed is kept apart, and no device begins before it', async () => {
  const [id, who] = [await simple({ one_at_a_time: true, no_way_back: true }), await exam.student('Onward')]
  const { id: attempt } = await exam.begin(id, who)
  const save = async (items: object[], more: object = {}) => (await exam.save(attempt, items, who, more)).body
  expect((await save([{ slot: 0, seq: 1, answer: right }], { furthest: 1 })).saved).toEqual([{ slot: 0, seq: 1 }])
  expect(await save([{ slot: 0, seq: 2, answer: { choice: 'oxygen' } }])).toMatchObject({ saved: [], late: [0], state: 'running' })
  // answers that come together count, whatever was skipped
  expect((await save([1, 2].map((slot) => ({ slot, seq: 1, answer: right })))).saved).toHaveLength(2)
  expect(await exam.answers(attempt, who)).toMatchObject({ furthest: 2, items: [{ slot: 0, seq: 1, answer: right }, {}, {}] })
  expect((await save([], { furthest: 299 })).late).toEqual([])
  expect((await exam.answers(attempt, who)).furthest).toBe(2)
  expect((await save([{ slot: 2, seq: 2, answer: null }])).saved).toEqual([{ slot: 2, seq: 2 }])
})
