// Attempts at exams: begun, written, handed in, marked, shown; and all that is sent to them that should not be.
import { randomUUID } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionTypes } from '../../questions/question-types.ts'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
let essay: string
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  essay = await exam.question('essay')
})
afterAll(() => exam?.stop())

const itemsOf = async (attempt: string) => (await exam.paper(attempt)).sections.flatMap(({ items }: { items: object[] }) => items)

test('from the start to the score, which nobody sees before its release', async () => {
  const id = await exam.simple({ results_shown: 'feedback' })
  expect(await env.ok(env.student, 'GET', `/api/activities/${id}`)).toMatchObject({ points: '5', release: 'by_hand' })
  expect(await exam.mine(id)).toMatchObject({ may_start: true, why: null, attempts_left: 1, questions: 2, points: '5', running: null })
  const attempt = await exam.begin(id)
  expect(attempt).toMatchObject({ activity_id: id, device_is_mine: true, paused_at: null, trial: false })
  const items = await itemsOf(attempt.id)
  expect(items).toMatchObject([
    { slot: 0, type: 'single', points: '2' },
    { slot: 1, type: 'true_false', points: '3' },
  ])
  const saved = await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: exam.right }])
  expect(saved.body).toMatchObject({ state: 'running', saved: [{ slot: 0, seq: 1 }], late: [], refused: [] })
  expect((await exam.answers(attempt.id)).items).toMatchObject([{ slot: 0, seq: 1, answer: exam.right }])
  expect((await exam.submit(attempt.id)).body).toMatchObject({ state: 'submitted', unanswered: 1 })
  expect((await exam.submit(attempt.id)).body).toMatchObject({ state: 'submitted', unanswered: 1 })
  await exam.sweep()
  expect(await exam.mine(id)).toMatchObject({
    may_start: false,
    why: 'no_attempts',
    counted: null,
    attempts: [{ state: 'marked', submitted_by: 'student', points: null, max: '5', released: false, review: false }],
  })
  expect((await env.call(env.student, 'GET', `/api/attempts/${attempt.id}/review`)).body.code).toBe('attempt.notShown')
  const { items: scores } = (await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/gradebook`)) as {
    items: { id: string; activity_id: string }[]
  }
  const item = scores.find(({ activity_id }) => activity_id === id)!
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/scores/release`, { item_ids: [item.id] })
  expect(await exam.mine(id)).toMatchObject({ counted: '2', attempts: [{ points: '2', released: true, review: true }] })
  expect(await env.ok(env.student, 'GET', `/api/attempts/${attempt.id}/review`)).toMatchObject({
    points: '2',
    max: '5',
    items: [
      { slot: 0, answer: exam.right, given: '2', mark: { share: '1' }, solution: exam.right },
      { slot: 1, answer: null, given: '0', mark: null },
    ],
  })
  const facts = (await env.facts('AttemptSubmitted')).filter(({ activity_id }) => activity_id === id)
  expect(facts).toMatchObject([{ attempt_id: attempt.id, person_id: env.student.person, submitted_by: 'student', to_mark: 0 }])
  expect(JSON.stringify(facts)).not.toContain('points')
})

describe('answers', () => {
  test('older and repeated ones change nothing, those without a fit are refused one by one', async () => {
    const { id } = await exam.begin(await exam.simple())
    await exam.save(id, [{ slot: 0, seq: 5, answer: exam.right }])
    expect((await exam.save(id, [{ slot: 0, seq: 4, answer: { choice: 'oxygen' } }])).body).toMatchObject({
      saved: [{ slot: 0, seq: 5 }],
      late: [],
    })
    expect((await exam.save(id, [{ slot: 0, seq: 5, answer: { choice: 'oxygen' } }])).body).toMatchObject({ saved: [{ slot: 0, seq: 5 }] })
    const mixed = await exam.save(id, [
      { slot: 0, seq: 6, answer: { choice: 'argon7' } },
      { slot: 1, seq: 1, answer: { value: true } },
      { slot: 7, seq: 1, answer: { value: true } },
      { slot: 0, seq: 7, answer: { text: 'Carbon' } },
    ])
    expect(mixed.body).toMatchObject({
      saved: [{ slot: 1, seq: 1 }],
      refused: [
        { slot: 0, code: 'answer.unfit' },
        { slot: 7, code: 'answer.noQuestion' },
      ],
    })
    expect((await exam.answers(id)).items).toMatchObject([{ answer: exam.right }, { answer: { value: true } }])
    expect((await exam.save(id, [{ slot: 0, seq: 0, answer: exam.right }])).status).toBe(400)
    expect((await exam.save(id, [{ slot: 0, answer: exam.right }])).status).toBe(400)
    expect((await exam.save(id, [{ slot: 0, seq: 8, answer: null }])).body.saved).toEqual([{ slot: 0, seq: 8 }])
    expect((await exam.answers(id)).items[0]).toMatchObject({ slot: 0, seq: 8, answer: null })
  })
  test('an essay of a million letters is kept, a longer one is refused', async () => {
    const id = await exam.create({}, [exam.section([exam.fixed(essay, '10')])])
    const attempt = await exam.begin(id)
    const text = 'x'.repeat(1_000_000)
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: { text } }])).body.saved).toEqual([{ slot: 0, seq: 1 }])
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 2, answer: { text: `${text}x` } }])).body.refused).toEqual([
      { slot: 0, code: 'answer.unfit' },
    ])
    expect((await exam.answers(attempt.id)).items[0].answer.text).toHaveLength(1_000_000)
  })
  test("another's attempt is not found", async () => {
    const { id } = await exam.begin(await exam.simple())
    const other = await exam.student('Other')
    for (const [method, url, body] of [
      ['GET', 'paper'],
      ['GET', 'answers'],
      ['GET', 'files'],
      ['GET', 'review'],
      ['PUT', 'answers', { device: exam.device, items: [{ slot: 0, seq: 9, answer: exam.right }] }],
      ['POST', 'submit', { device: exam.device }],
      ['POST', 'events', { device: exam.device, kind: 'left' }],
      ['POST', 'plays', { slot: 0, upload_id: randomUUID() }],
    ] as const)
      expect([url, (await env.call(other, method, `/api/attempts/${id}/${url}`, body)).status]).toEqual([url, 404])
    expect((await env.call(env.student, 'GET', `/api/attempts/${randomUUID()}/paper`)).status).toBe(404)
  })
})

describe('the end', () => {
  test('answers that arrive within thirty seconds after it count; later ones are kept apart and taken by a teacher', async () => {
    const id = await exam.simple({ limit_minutes: 60 })
    const attempt = await exam.begin(id)
    await env.db.query(`update attempts set deadline = now() - interval '20 s', accept_until = now() + interval '10 s' where id = $1`, [
      attempt.id,
    ])
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: { choice: 'oxygen' } }])).body).toMatchObject({
      saved: [{ slot: 0 }],
      late: [],
    })
    await exam.expire(attempt.id)
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 2, answer: exam.right }])).body).toMatchObject({ saved: [], late: [0] })
    await exam.sweep()
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 3, answer: exam.right }])).body).toMatchObject({ state: 'marked', late: [0] })
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: exam.right }])).body).toMatchObject({
      saved: [{ slot: 0, seq: 1 }],
      late: [],
    })
    const score = async () => (await env.ok(env.teacher, 'GET', `/api/attempts/${attempt.id}/review`)).points
    expect([(await exam.mine(id)).attempts[0].submitted_by, await score()]).toEqual(['deadline', '0'])
    const late = await env.ok(env.teacher, 'GET', `/api/attempts/${attempt.id}/late-answers`)
    expect(late.items).toMatchObject([{ slot: 0, answer: exam.right, counted: { choice: 'oxygen' } }])
    expect(await env.ok(env.teacher, 'POST', `/api/attempts/${attempt.id}/late-answers/take`, { slots: [0] })).toEqual({ taken: [0] })
    expect(await score()).toBe('2')
    expect((await env.call(env.student, 'GET', `/api/attempts/${attempt.id}/late-answers`)).status).toBe(403)
    expect((await exam.answers(attempt.id)).events).toMatchObject([
      { kind: 'begun' },
      { kind: 'time_over', by: null },
      { kind: 'answers_taken', by: expect.any(String) },
    ])
  })
  test('a start a second before the closing time has a second, and the grace; after it there is none', async () => {
    const soon = new Date(Date.now() + 20_000)
    const id = await exam.simple(
      { limit_minutes: 90, grace_minutes: 2 },
      { start_time: '2020-01-01T00:00:00.000Z', end_time: soon.toISOString() },
    )
    const attempt = await exam.begin(id)
    expect(attempt.deadline).toBe(new Date(soon.getTime() + 120_000).toISOString())
    expect(new Date(attempt.accept_until).getTime() - new Date(attempt.deadline).getTime()).toBe(30_000)
    await env.db.query(`update activities set end_time = now() - interval '1 s' where id = $1`, [id])
    const late = await exam.student('Late')
    expect((await exam.start(id, late)).body.code).toBe('activity.ended')
    // who writes goes on, and comes back
    expect((await exam.start(id)).body.id).toBe(attempt.id)
    expect((await exam.save(attempt.id, [{ slot: 0, seq: 1, answer: exam.right }])).body.saved).toHaveLength(1)
  })
  test('a limit longer than the window ends with the window; more time for one person is theirs', async () => {
    const closes = new Date(Date.now() + 30 * 60_000).toISOString()
    const id = await exam.simple({ limit_minutes: 60 }, { end_time: closes })
    const slow = await exam.student('Slow')
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
      activity_id: id,
      person_ids: [slow.person],
      extra_minutes: 20,
      attempts: 2,
    })
    expect((await exam.begin(id)).deadline).toBe(closes)
    expect(await exam.mine(id, slow)).toMatchObject({ limit_minutes: 80, attempts_left: 2 })
    expect(Date.parse((await exam.begin(id, slow)).deadline) - Date.parse(closes)).toBe(20 * 60_000)
  })
})

describe('devices', () => {
  test('two starts at once are one attempt', async () => {
    const id = await exam.simple()
    const found = await Promise.all(Array.from({ length: 6 }, () => exam.start(id, env.student, { device: randomUUID() })))
    expect(new Set(found.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect((await env.db.query('select from attempts where activity_id = $1', [id])).rowCount).toBe(1)
  })
  test('asked again on its device it goes on, and nothing is written', async () => {
    const id = await exam.simple()
    const first = await exam.begin(id)
    const row = async () => (await env.db.query('select xmin, device_changes from attempts where id = $1', [first.id])).rows
    const before = await row()
    expect(await exam.begin(id)).toEqual({ ...first, now: expect.any(String) })
    expect(await row()).toEqual(before)
    await exam.begin(id, env.student, { device: randomUUID() })
    expect(await row()).toMatchObject([{ device_changes: 1 }])
  })
  test('the old one is told, keeps what it holds apart, and the new one goes on from what is saved', async () => {
    const id = await exam.simple()
    const { id: attempt } = await exam.begin(id)
    await exam.save(attempt, [{ slot: 0, seq: 3, answer: exam.right }])
    const tablet = randomUUID()
    expect(await exam.begin(id, env.student, { device: tablet })).toMatchObject({ id: attempt, device_is_mine: true })
    const old = await exam.save(attempt, [{ slot: 1, seq: 1, answer: { value: true } }])
    expect([old.status, old.body.code]).toEqual([409, 'attempt.elsewhere'])
    expect((await exam.submit(attempt)).body.code).toBe('attempt.elsewhere')
    expect((await exam.save(attempt, [{ slot: 1, seq: 1, answer: { value: true } }], env.student, { as_late: true })).body.late).toEqual([
      1,
    ])
    expect((await exam.answers(attempt)).items).toMatchObject([{ slot: 0, seq: 3 }])
    expect((await exam.save(attempt, [{ slot: 0, seq: 4, answer: exam.right }], env.student, { device: tablet })).body.saved).toHaveLength(
      1,
    )
    expect((await exam.answers(attempt)).events).toMatchObject([{ kind: 'begun' }, { kind: 'device' }])
  })
})

test('it is passed by the pass mark of the course, once its points are shown, and by one that is lowered later', async () => {
  const id = await exam.simple({ results_when: 'by_hand' }, { completion_criterion_key: 'passed' })
  const [one, two] = [await exam.student('Below'), await exam.student('Above')]
  for (const [who, answer] of [
    [one, [{ slot: 0, seq: 1, answer: exam.right }]],
    [two, [{ slot: 1, seq: 1, answer: { value: isTrue(true) } }]],
  ] as const)
    await exam.submit((await exam.begin(id, who)).id, who, { items: answer })
  await exam.sweep()
  const done = async (who: Actor) => (await env.ok(who, 'GET', `/api/activities/${id}`)).my.completed
  expect([await done(one), await done(two)]).toEqual([false, false])
  const { items } = (await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/gradebook`)) as {
    items: { id: string; activity_id: string }[]
  }
  const item_ids = items.filter(({ activity_id }) => activity_id === id).map((item) => item.id)
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/scores/release`, { item_ids })
  // 40 % and 60 %: half the points pass where the course has no pass mark
  expect([await done(one), await done(two)]).toEqual([false, true])
  await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/score-policy`, { aggregation: 'points', digits: 1, pass_percent: 40 })
  await until(() => done(one))
  await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/score-policy`, { aggregation: 'points', digits: 1, pass_percent: 90 })
  expect([await done(one), await done(two)]).toEqual([true, true])
})

/** The answer to the statement of the paper, right or wrong. */
const isTrue = (wanted: boolean) => questionTypes.true_false.example.key.right === wanted
