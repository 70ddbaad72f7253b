// Upkeep of exams: results shown once all are done, reminders, plays counted, trials and erased people gone.
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'
import { releaseClosed } from './releases.ts'
import { remindAskers } from './reminders.ts'
import { deleteTrialAttempts } from './upkeep.ts'

let env: TestCourse
let exam: TestExam
let question: string
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  question = await exam.question('single')
})
afterAll(() => exam?.stop())

const simple = (settings: object = {}, draft: object = {}) =>
  exam.create({ settings, ...draft }, [exam.section([exam.fixed(question, '2')])])
const right = { items: [{ slot: 0, seq: 1, answer: { choice: 'carbon' } }] }
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const release = (now: Date) => exam.db.$transaction((tx) => releaseClosed(tx, now, 50))

test('results are shown once the last of all who may write has to be done, and stay hidden when a teacher hides them', async () => {
  const id = await simple({ results_when: 'after_close', grace_minutes: 10 }, { end_time: hours(1).toISOString() })
  const [one, two] = [await exam.student('Done'), await exam.student('Longer')]
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
    activity_id: id,
    person_ids: [two.person],
    closes: hours(5).toISOString(),
  })
  const { id: attempt } = await exam.begin(id, one)
  await exam.submit(attempt, one, right)
  await exam.sweep()
  for (const now of [hours(0.5), hours(1.1), hours(2)]) await release(now)
  expect((await exam.mine(id, one)).counted).toBeNull()
  await release(hours(5.2))
  expect(await exam.mine(id, one)).toMatchObject({ counted: '2', attempts: [{ released: true }] })
  const { items } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/gradebook`)
  const item = items.find((row: { activity_id: string }) => row.activity_id === id)
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/scores/withdraw`, { item_ids: [item.id] })
  await release(hours(6))
  expect((await exam.mine(id, one)).counted).toBeNull()
})

test('an attempt that is swept long after it was handed in bears the time of the hand-in', async () => {
  const [id, late] = [await simple(), await exam.student('Late sweep')]
  const { id: attempt } = await exam.begin(id, late)
  await exam.submit(attempt, late, right)
  // the service sweeps each five seconds: as if it had been away until now
  await env.db.query(`update attempts set submitted_at = now() - interval '3 h' where id = $1 and state = 'submitted'`, [attempt])
  await exam.sweep()
  const { rows } = await env.db.query(
    `select p.state_at = a.submitted_at and p.completed_at = a.submitted_at as same from progress p join attempts a using (activity_id, person_id) where a.id = $1`,
    [attempt],
  )
  expect(rows).toEqual([{ same: true }])
})

test('a day and an hour before, once each; not to who writes already', async () => {
  const id = await simple({}, { start_time: hours(20).toISOString() })
  const questionnaire = await exam.create({ end_time: hours(20).toISOString() }, [exam.section([exam.fixed(question, '0')])], {
    type: 'questionnaire',
  })
  const reminders = async () =>
    (await env.facts('PersonReminded'))
      .filter(({ activity_id }) => [id, questionnaire].includes(activity_id))
      .map(({ type, person_ids }) => [type, person_ids.includes(env.student.person)])
  for (let nth = 0; nth < 2; nth++) await remindAskers(exam.db, new Date(), 500)
  expect((await reminders()).sort()).toEqual([
    ['exam_in_a_day', true],
    ['questionnaire_closes', true],
  ])
  for (let nth = 0; nth < 2; nth++) await remindAskers(exam.db, hours(19.5), 500)
  expect((await reminders()).filter(([type]) => type === 'exam_in_an_hour')).toEqual([['exam_in_an_hour', true]])
})

test('also where the module alone says when', async () => {
  const module = async (times: object) =>
    (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Week', published: true, ...times })).id
  const opening = await simple({}, { module_id: await module({ starts_at: hours(20).toISOString() }) })
  const closing = await simple({}, { module_id: await module({ ends_at: hours(21).toISOString() }) })
  await remindAskers(exam.db, new Date(), 500)
  const reminders = (await env.facts('PersonReminded')).filter(({ activity_id }) => [opening, closing].includes(activity_id))
  expect(reminders.map(({ type }) => type)).toEqual(['exam_in_a_day', 'exam_in_a_day'])
})

test('a sound is begun so often as it may be; a play requested again within its length is the same one', async () => {
  const upload = await env.upload(env.teacher, { type: 'audio', name: 'whale.mp3', duration: 30 })
  const heard = await exam.question('single', { stem: `<p>Who sings? <a data-upload="${upload}">whale.mp3</a></p>` })
  const id = await exam.create({ settings: { play_limit: 2 } }, [exam.section([exam.fixed(heard)])])
  const { id: attempt } = await exam.begin(id)
  const play = (more: object = {}) =>
    env.call(env.student, 'POST', `/api/attempts/${attempt}/plays`, { slot: 0, upload_id: upload, ...more })
  expect((await env.ok(env.student, 'GET', `/api/attempts/${attempt}/files`)).items).toEqual([])
  expect([(await play()).body.plays_left, (await play()).body.plays_left, (await play({ again: true })).body.plays_left]).toEqual([1, 1, 0])
  expect((await env.ok(env.student, 'GET', `/api/attempts/${attempt}/files`)).plays).toMatchObject([
    { slot: 0, upload_id: upload, plays: 2 },
  ])
  const over = await play({ again: true })
  expect([over.status, over.body.code]).toEqual([409, 'attempt.noPlaysLeft'])
  // the play that is under way goes on
  expect((await play()).status).toBe(200)
  expect((await play({ slot: 1 })).status).toBe(404)
  await exam.submit(attempt)
  expect((await play()).body.code).toBe('attempt.over')
})

test('leaving the page is logged, and only logged', async () => {
  const { id } = await exam.begin(await simple())
  const note = (kind: string, more: object = {}) =>
    env.ok(env.student, 'POST', `/api/attempts/${id}/events`, { device: exam.device, kind, ...more })
  const kinds = async () => (await exam.answers(id)).events.map(({ kind }: { kind: string }) => kind)
  const flags = async () => (await env.db.query('select flags from attempts where id = $1', [id])).rows[0].flags
  for (const kind of ['left', 'back', 'other_tab', 'back', 'went', 'back']) await note(kind)
  expect([await kinds(), await flags()]).toEqual([['begun', 'left', 'back', 'other_tab', 'back', 'went', 'back'], 3])
  // the closing page can't know that it is loaded again, and its word may come last
  const [first, second] = [newId(), newId()]
  await note('closed', { id: first })
  await note('reloaded', { id: first })
  await note('reloaded', { id: second })
  await note('closed', { id: second })
  await note('closed', { id: newId() })
  expect([(await kinds()).slice(-3), await flags()]).toEqual([['reloaded', 'reloaded', 'closed'], 4])
  // both at once are a reload too, whichever is written first
  const pairs = Array.from({ length: 10 }, () => newId())
  await Promise.all(pairs.flatMap((one) => [note('closed', { id: one }), note('reloaded', { id: one })]))
  expect([(await kinds()).slice(-10), await flags()]).toEqual([Array(10).fill('reloaded'), 4])
  await note('offline', { seconds: 90, seconds_ago: 90 })
  const { events } = await exam.answers(id)
  expect(events[0]).toMatchObject({ kind: 'begun' })
  expect(events.find(({ kind }: { kind: string }) => kind === 'offline')).toMatchObject({ note: { seconds: 90 } })
  expect((await env.call(env.student, 'POST', `/api/attempts/${id}/events`, { device: exam.device, kind: 'gone' })).status).toBe(400)
  expect((await exam.save(id, [{ slot: 0, seq: 1, answer: { choice: 'carbon' } }])).body.state).toBe('running')
  // a connection that came back after the end was lost before it
  await exam.submit(id)
  await note('offline', { seconds: 720 })
  await note('left')
  // so is what it kept
  await note('went', { seconds_ago: 60 })
  const log = await env.db.query(`select kind, note from attempt_events where attempt_id = $1 order by id desc limit 2`, [id])
  expect([log.rows.map(({ kind }) => kind), log.rows[1]?.note, await flags()]).toEqual([['went', 'offline'], { seconds: 720 }, 4])
})

test('a trial counts nowhere and goes after a week; nothing of an erased student stays', async () => {
  const id = await simple({ results_when: 'at_once' })
  const { id: trial } = await exam.begin(id, env.teacher)
  await exam.submit(trial, env.teacher, right)
  const gone = await exam.student('Gone')
  const { id: attempt } = await exam.begin(id, gone)
  await exam.submit(attempt, gone, right)
  await exam.sweep()
  expect((await exam.mine(id, env.teacher)).attempts).toMatchObject([{ state: 'marked', review: true }])
  const scored = async () =>
    (
      await env.db.query(
        'select s.person_id::text as id from scores s join score_items i on i.id = s.item_id where i.activity_id = $1 and s.points is not null',
        [id],
      )
    ).rows
  expect(await scored()).toEqual([{ id: gone.person }])
  expect((await env.facts('AttemptSubmitted')).filter(({ activity_id }) => activity_id === id)).toHaveLength(1)
  expect(await exam.db.$transaction((tx) => deleteTrialAttempts(tx, hours(24 * 6), 50))).toBe(0)
  expect(await exam.db.$transaction((tx) => deleteTrialAttempts(tx, hours(24 * 8), 50))).toBeGreaterThanOrEqual(1)
  const identity = await testProducer(env.activities.world, 'identity')
  await identity.emit(PersonErasedSchema, { key: `person:${gone.person}`, org: env.org }, null)
  const left = async (table: string) => (await env.db.query(`select from ${table} where attempt_id = any($1)`, [[trial, attempt]])).rowCount
  await until(async () => (await env.db.query('select from attempts where id = $1', [attempt])).rowCount === 0)
  expect(await Promise.all(['attempt_answers', 'attempt_events', 'answer_marks'].map(left))).toEqual([0, 0, 0])
  await identity.stop()
})
