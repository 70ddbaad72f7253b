// Peer reviews from the closing of an activity to what its student reads.
import { plain, plainDatabase } from '@lyceum/kit/database/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'
import { giveOutLate, giveOutReviews, remindReviewers } from './giving-out.ts'
import { reviewsShown } from './peer-reviews.ts'

type Actor = TestCourse['teacher']
let env: TestCourse
let pool: pg.Pool
let students: Actor[]
beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
  students = [env.student, env.stranger]
  for (const name of ['Budi Santoso', 'Nur Aisyah']) students.push(await env.person(name, 'student'))
  for (const { person } of students.slice(2))
    await env.db.query(
      `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
       values ($1::uuid, $2, 'Somebody', $1::uuid::text, '', '', 'en', false, 1)`,
      [person, env.org],
    )
  const body = { person_ids: students.slice(1).map(({ person }) => person), role: 'student' }
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, body)
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

const past = '2026-01-01T00:00:00.000Z'
const add = async (settings: object = {}, draft: object = {}) => {
  const body = {
    type: 'homework',
    title: 'Salinity',
    published: true,
    points: '20',
    end_time: '2050-01-01T00:00:00.000Z',
    ...draft,
  }
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)
  await env.db.query('update activities set settings = $2 where id = $1', [id, JSON.stringify({ peer_reviews: 2, ...settings })])
  return id as string
}
const close = (id: string) => env.db.query(`update activities set end_time = now() - interval '1 second' where id = $1`, [id])
const giveOut = () => giveOutReviews(plainDatabase(pool), 20)
const mine = (activity: string, who: Actor) => env.ok(who, 'GET', `/api/activities/${activity}/my-peer-reviews`)
const rowsOf = async (activity: string): Promise<{ id: string; reviewer: string; author: string; submission: string }[]> =>
  (
    await env.db.query(
      `
      select p.id, p.reviewer_id as reviewer, s.person_id as author, s.id as submission
      from peer_reviews p join submissions s on s.id = p.submission_id where p.activity_id = $1`,
      [activity],
    )
  ).rows
const remindedOf = async (activity: string) => (await env.facts('PersonReminded')).filter((one) => one.activity_id === activity)

test('they are given out when it closes, once, to those who have handed in, who are told', async () => {
  const activity = await add()
  for (const who of students.slice(0, 3)) await handIn(env, activity, who)
  await giveOut()
  expect(await mine(activity, env.student)).toMatchObject({ each: 2, given_out: false, open: false, items: [] })
  await close(activity)
  await giveOut()
  await giveOut()
  const reviews = await rowsOf(activity)
  expect(reviews).toHaveLength(6)
  expect(reviews.filter(({ reviewer, author }) => reviewer === author)).toEqual([])
  expect(await mine(activity, env.student)).toMatchObject({
    given_out: true,
    open: true,
    items: [{ number: 1, state: 'open' }, { number: 2 }],
  })
  expect((await mine(activity, students[3]!)).items).toEqual([])
  const [reminder, ...more] = await remindedOf(activity)
  expect(more).toEqual([])
  expect(reminder.person_ids.toSorted()).toEqual(
    students
      .slice(0, 3)
      .map(({ person }) => person)
      .toSorted(),
  )
  expect(reminder).toMatchObject({ type: 'peer_review_due', course_id: env.course })
})

test('a work that comes after they are given out gets and gives its reviews too, once', async () => {
  const activity = await add({ peer_reviews: 2 })
  const [a, b, c, d] = students as [Actor, Actor, Actor, Actor]
  for (const who of [a, b, c]) await handIn(env, activity, who)
  await close(activity)
  await giveOut()
  await env.db.query(`update peer_rounds set at = at - interval '1 hour' where activity_id = $1`, [activity])
  const late = await handIn(env, activity, d)
  const giveLate = () => giveOutLate(plainDatabase(pool), 20)
  expect([await giveLate(), await giveLate()]).toEqual([1, 0])
  const reviews = await rowsOf(activity)
  expect(reviews.filter(({ reviewer }) => reviewer === d.person)).toHaveLength(2)
  expect(reviews.filter(({ submission }) => submission === late)).toHaveLength(2)
  expect(reviews).toHaveLength(10)
  expect((await mine(activity, d)).items).toMatchObject([{ number: 1 }, { number: 2 }])
  const third = reviews.find(({ submission }) => submission === late)!.reviewer
  const writer = students.find(({ person }) => person === third)!
  expect((await mine(activity, writer)).items.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3])
  expect((await remindedOf(activity)).at(-1).person_ids).toEqual(expect.arrayContaining([d.person, third]))
})

test('of groups nobody reviews their own group', async () => {
  const activity = await add({ peer_reviews: 1 })
  const [a, b, c, d] = students as [Actor, Actor, Actor, Actor]
  const [red, blue] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await handIn(env, activity, a, { members: [a, b], group: red })
  const works = { [red]: [a, b], [blue]: [c, d] }
  await handIn(env, activity, c, { members: [c, d], group: blue })
  await close(activity)
  await giveOut()
  const { rows } = await env.db.query(
    `select p.reviewer_id as reviewer, s.group_id as work from peer_reviews p join submissions s on s.id = p.submission_id where p.activity_id = $1`,
    [activity],
  )
  expect(rows).toHaveLength(4)
  for (const { reviewer, work } of rows) expect(works[work]!.map(({ person }) => person)).not.toContain(reviewer)
})

test('a review is written without knowing whose work it is, and read without knowing whose review', async () => {
  const activity = await add({ peer_reviews: 1 })
  const [a, b] = students as [Actor, Actor]
  for (const who of [a, b])
    await handIn(env, activity, who, { text: '<p>Why</p>', files: [{ upload_id: env.org, name: 'Maya_Tan.pdf', size: 3 }] })
  await close(activity)
  await giveOut()
  const reviews = await rowsOf(activity)
  const { id, submission } = reviews.find(({ reviewer }) => reviewer === b.person)!
  const read = await env.ok(b, 'GET', `/api/peer-reviews/${id}`)
  expect(read).toMatchObject({
    text: '<p>Why</p>',
    max: '20',
    state: 'open',
    files: [{ upload_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) }],
  })
  expect(JSON.stringify(read)).not.toMatch(new RegExp(`Maya|${a.person}|${b.person}|${submission}|${env.org}`))
  expect((await env.call(a, 'GET', `/api/peer-reviews/${id}`)).status).toBe(404)
  expect((await env.call(env.teacher, 'GET', `/api/peer-reviews/${id}`)).status).toBe(404)
  const write = (body: object) => env.call(b, 'PUT', `/api/peer-reviews/${id}`, body)
  expect((await write({ points: '20.5', version: read.version })).body.details.points[0].code).toBe('homework.scoreError')
  const draft = (await write({ comment: 'Clear', points: '15.50', version: read.version })).body
  expect(draft).toMatchObject({ state: 'draft', points: '15.5' })
  expect((await write({ comment: 'Other', version: read.version })).body).toMatchObject({
    code: 'peerReview.newer',
    params: { comment: 'Clear' },
  })
  expect(await reviewsShown(plain(env.db), submission)).toEqual([])
  await write({ done: true, version: draft.version })
  expect(await reviewsShown(plain(env.db), submission)).toEqual([{ points: '15.5', criteria: {}, comment: 'Clear' }])
  // who teaches sees whose it is, and can set it aside
  const { items } = await env.ok(env.teacher, 'GET', `/api/submissions/${submission}/peer-reviews`)
  expect(items).toMatchObject([{ id, state: 'done', reviewer: { kind: 'person', id: b.person }, set_aside: false }])
  expect((await env.call(b, 'PUT', `/api/peer-reviews/${id}/set-aside`, { set_aside: true })).status).toBe(403)
  expect(await env.ok(env.teacher, 'PUT', `/api/peer-reviews/${id}/set-aside`, { set_aside: true })).toMatchObject({ set_aside: true })
  expect(await reviewsShown(plain(env.db), submission)).toEqual([])
  // after the due time nothing is written
  await env.db.query(`update activities set settings = settings || jsonb_build_object('peer_due', $2::text) where id = $1`, [
    activity,
    past,
  ])
  expect((await write({ comment: 'Late', version: 0 })).body.code).toBe('peerReview.over')
  // an anonymous activity names its reviewers by their pseudonyms
  await env.db.query('update activities set anonymous = true where id = $1', [activity])
  const hidden = (await env.ok(env.teacher, 'GET', `/api/submissions/${submission}/peer-reviews`)).items
  expect(hidden).toMatchObject([{ reviewer: { kind: 'pseudonym', id: null, name: null, number: expect.any(Number) } }])
})

test('a reviewer who has not written theirs is reminded a day before, once', async () => {
  const activity = await add({ peer_reviews: 1, peer_due: new Date(Date.now() + 3 * 3_600_000).toISOString() })
  for (const who of students.slice(0, 2)) await handIn(env, activity, who)
  await close(activity)
  await giveOut()
  const [{ id, reviewer }] = (await rowsOf(activity)) as [Awaited<ReturnType<typeof rowsOf>>[0], ...unknown[]]
  const writer = students.find(({ person }) => person === reviewer)!
  const { version } = await env.ok(writer, 'GET', `/api/peer-reviews/${id}`)
  await env.ok(writer, 'PUT', `/api/peer-reviews/${id}`, { comment: 'Good', done: true, version })
  await remindReviewers(plainDatabase(pool), 20)
  await remindReviewers(plainDatabase(pool), 20)
  const [, reminder, ...more] = await remindedOf(activity)
  expect(more).toEqual([])
  expect(reminder.person_ids).toEqual(
    students
      .slice(0, 2)
      .map(({ person }) => person)
      .filter((person) => person !== reviewer),
  )
})
