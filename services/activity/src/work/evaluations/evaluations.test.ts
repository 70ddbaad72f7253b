// The evaluation of a task: a teacher's part, the student's own and that of others, from hand-in to the score that a student can explain.
import { plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOutReviews } from '../peer-reviews/giving-out.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'

type Actor = TestCourse['teacher']
let env: TestCourse
let pool: pg.Pool
beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
  const body = { person_ids: [env.stranger.person], role: 'student' }
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, body)
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

const task = (settings: object, draft: object = {}): Promise<string> =>
  env
    .ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
      type: 'learning_activity',
      title: 'Collect a sample',
      published: true,
      points: '10',
      release: 'by_hand',
      end_time: '2050-01-01T00:00:00.000Z',
      settings: { work: 'text', teacher_weight: 50, self_weight: 20, peer_weight: 30, peer_reviews: 1, ...settings },
      ...draft,
    })
    .then(({ id }) => id)
const mine = (id: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/activities/${id}/my-evaluation`)
const evaluate = (id: string, body: object, who: Actor = env.student) => env.call(who, 'PUT', `/api/activities/${id}/my-evaluation`, body)
const list = (id: string) => env.ok(env.teacher, 'GET', `/api/activities/${id}/evaluation`)
const submissionOf = async (id: string, who: Actor = env.student) => (await env.ok(who, 'GET', `/api/activities/${id}/my-submission`)).id
async function handIn(id: string, who: Actor = env.student): Promise<string> {
  const { version } = await env.ok(who, 'PUT', `/api/activities/${id}/my-submission/draft`, { text: '<p>Salt.</p>', version: 0 })
  await env.ok(who, 'POST', `/api/activities/${id}/my-submission`, { version })
  return await submissionOf(id, who)
}
const markIt = async (submission: string, points: string, version = 0) =>
  await env.ok(env.teacher, 'PUT', `/api/submissions/${submission}/marking`, { n: 1, points, done: true, version })
const scoreOf = async (id: string, who: Actor = env.student) => {
  const { rows } = await env.db.query(
    'select trim_scale(s.points)::text as points from scores s join score_items i on i.id = s.item_id where i.activity_id = $1 and s.person_id = $2',
    [id, who.person],
  )
  return rows[0]?.points ?? null
}

/** The work that waits for a student in an activity, as their to-do list has it. */
const waiting = async (id: string, who: Actor = env.student) => {
  const { items } = await env.ok(who, 'GET', '/api/todo?page_size=100')
  const found = (items as { activity_id: string; kind: string; reviews: number }[]).filter(({ activity_id }) => activity_id === id)
  return found.map(({ kind, reviews }) => `${kind} ${reviews}`).sort()
}

test('an activity without hand-ins is marked as done by its student; one with them is done by handing in', async () => {
  const plain = await task({ work: 'none' })
  expect((await env.call(env.student, 'GET', `/api/activities/${plain}/my-submission`)).body.code).toBe('submission.noWork')
  expect((await env.call(env.student, 'POST', `/api/activities/${plain}/done`, { done: true })).status).toBe(200)
  const handed = await task({})
  expect((await env.call(env.student, 'POST', `/api/activities/${handed}/done`, { done: true })).body.code).toBe('activity.notMarkedDone')
  await handIn(handed)
  expect((await env.ok(env.student, 'GET', `/api/activities/${handed}`)).my).toMatchObject({ completed: true })
})

test('each part is given by its own, and the score is what they make; the student reads why', async () => {
  const id = await task({})
  expect(await mine(id)).toMatchObject({ weights: { teacher: 50, self: 20, peer: 30 }, max: '10', self: null, open: false })
  expect(await waiting(id)).toEqual(['activity 0'])
  const work = await handIn(id)
  await handIn(id, env.stranger)
  expect(await waiting(id)).toEqual(['self_review 1'])
  expect(await mine(id)).toMatchObject({ self: { state: 'open', points: null, version: 0 }, open: true })
  const { body: saved } = await evaluate(id, { points: '10', comment: 'All of it', done: true, version: 0 })
  expect(saved.self).toMatchObject({ state: 'done', points: '10', comment: 'All of it' })
  expect(await waiting(id)).toEqual([])
  expect(await scoreOf(id)).toBe(null)
  await markIt(work, '8')
  expect(await scoreOf(id)).toBe('8.5714')
  await env.db.query(`update activities set end_time = now() - interval '1 second' where id = $1`, [id])
  await giveOutReviews(plainDatabase(pool), 5)
  expect(await waiting(id, env.stranger)).toEqual(['peer_review 1', 'self_review 1'])
  const { items } = await env.ok(env.stranger, 'GET', `/api/activities/${id}/my-peer-reviews`)
  const { version } = await env.ok(env.stranger, 'GET', `/api/peer-reviews/${items[0].id}`)
  await env.ok(env.stranger, 'PUT', `/api/peer-reviews/${items[0].id}`, { points: '6', done: true, version })
  expect(await waiting(id, env.stranger)).toEqual(['self_review 1'])
  expect(await scoreOf(id)).toBe('7.8')
  const row = (await list(id)).items.find((one: { submission_id: string }) => one.submission_id === work)
  expect(row).toMatchObject({
    teacher: '8',
    self: { points: '10', done: 1, of: 1 },
    peer: { points: '6', done: 1, of: 1 },
    points: '7.8',
  })
  await env.ok(env.teacher, 'PUT', `/api/peer-reviews/${items[0].id}/set-aside`, { set_aside: true })
  expect(await scoreOf(id)).toBe('8.5714')
  await env.ok(env.teacher, 'PUT', `/api/peer-reviews/${items[0].id}/set-aside`, { set_aside: false })
  expect((await env.ok(env.student, 'GET', `/api/activities/${id}/my-submission`)).result).toBe(null)
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [work] })
  expect((await env.ok(env.student, 'GET', `/api/activities/${id}/my-submission`)).result).toMatchObject({
    points: '7.8',
    parts: [
      { part: 'teacher', share: '50', points: '8' },
      { part: 'self', share: '20', points: '10' },
      { part: 'peer', share: '30', points: '6' },
    ],
  })
  expect((await evaluate(id, { points: '1', version: saved.self.version })).body.code).toBe('peerReview.over')
})

describe('the evaluation of one’s own work', () => {
  test('is refused above the points, by an older version, after its time, without work, and to who is no student', async () => {
    const id = await task({})
    expect((await evaluate(id, { points: '5', version: 0 })).status).toBe(404)
    await handIn(id)
    expect((await evaluate(id, { points: '10.5', version: 0 })).body.details.points[0].code).toBe('homework.scoreError')
    expect((await evaluate(id, { points: '1e3', version: 0 })).status).toBe(400)
    expect((await evaluate(id, { points: '5', version: 0 })).status).toBe(200)
    expect((await evaluate(id, { points: '6', version: 0 })).body.code).toBe('peerReview.newer')
    expect((await evaluate(id, { points: '5', version: 0 }, env.teacher)).status).toBe(403)
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { settings: { peer_due: '2026-01-01T00:00:00.000Z' } })
    expect((await mine(id)).open).toBe(false)
    expect(await waiting(id)).toEqual([])
    expect((await evaluate(id, { points: '6', version: (await mine(id)).self.version })).body.code).toBe('peerReview.over')
  })

  test('that is not done counts nowhere, and counts alone where nobody else is asked', async () => {
    const id = await task({ teacher_weight: 0, self_weight: 100, peer_weight: 0 })
    await handIn(id)
    const { body } = await evaluate(id, { points: '7', version: 0 })
    expect(await scoreOf(id)).toBe(null)
    await evaluate(id, { done: true, version: body.self.version })
    expect(await scoreOf(id)).toBe('7')
    const { rows } = await env.db.query(
      `select person, after from kit.audit where action = 'score.changed' and subject = (select 'scoreItem:' || i.id from score_items i where i.activity_id = $1)`,
      [id],
    )
    expect(rows).toEqual([{ person: env.student.person, after: { points: '7' } }])
  })
})

test('reviews and criteria of an activity without a score come back with the work', async () => {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    ...{ type: 'homework', title: 'Three samples', published: true, end_time: '2050-01-01T00:00:00.000Z', settings: { peer_reviews: 1 } },
  })
  const level = { id: newId(), points: '5', title: 'Good', about: '' }
  const method = { id: newId(), title: 'Method', about: '', levels: [level] }
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}/rubric`, { criteria: [method], version: 0 })
  const work = await handIn(id)
  await handIn(id, env.stranger)
  await env.db.query(`update activities set end_time = now() - interval '1 second' where id = $1`, [id])
  await giveOutReviews(plainDatabase(pool), 5)
  const [review] = (await env.ok(env.stranger, 'GET', `/api/activities/${id}/my-peer-reviews`)).items
  const { version } = await env.ok(env.stranger, 'GET', `/api/peer-reviews/${review.id}`)
  await env.ok(env.stranger, 'PUT', `/api/peer-reviews/${review.id}`, { comment: 'Clear', done: true, version })
  const result = async () => (await env.ok(env.student, 'GET', `/api/activities/${id}/my-submission`)).result
  expect(await result()).toBe(null)
  const criteria = { [method.id]: { level: level.id, points: null, comment: 'Exact' } }
  await env.ok(env.teacher, 'PUT', `/api/submissions/${work}/marking`, { n: 1, criteria, done: true, version: 0 })
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [work] })
  expect(await result()).toMatchObject({
    points: null,
    criteria: [{ title: 'Method', level: 'Good', comment: 'Exact' }],
    reviews: [{ comment: 'Clear' }],
  })
})

test('other weights make other scores at once, and none at all those of the teacher', async () => {
  const id = await task({})
  const work = await handIn(id)
  await evaluate(id, { points: '10', done: true, version: 0 })
  await markIt(work, '8')
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { settings: { teacher_weight: 50, self_weight: 50 } })
  expect(await scoreOf(id)).toBe('9')
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { settings: { self_weight: 0, peer_weight: 0 } })
  expect(await scoreOf(id)).toBe('8')
  expect((await list(id)).weights).toBe(null)
})

test('another rule for late work of its own changes the scores of an activity', async () => {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    type: 'homework',
    title: 'Three samples',
    published: true,
    points: '10',
    due_time: '2026-01-01T00:00:00.000Z',
    settings: { late: 'none' },
  })
  await markIt(await handIn(id), '8')
  expect(await scoreOf(id)).toBe('8')
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, {
    settings: { late: 'own', late_percent: '10', late_per: 'day', late_lowest: '50' },
  })
  expect(await scoreOf(id)).toBe('5')
})

test('nothing that a student says stays when they are erased', async () => {
  const { eraseMarker } = await import('../marking/erasure.ts')
  const id = await task({})
  await handIn(id)
  await evaluate(id, { points: '7', version: 0 })
  await eraseMarker(plainDatabase(pool), env.student.person)
  const { rows } = await env.db.query('select 1 from self_reviews where person_id = $1', [env.student.person])
  expect(rows).toEqual([])
})
