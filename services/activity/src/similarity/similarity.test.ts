// Works of a course with the same text: found after they are handed in, shown side by side.
import { plainDatabase } from '@lyceum/kit/database/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'
import { handIn } from '../test/works.ts'
import { compareWork } from './similarity.ts'

type Actor = TestCourse['teacher']
let env: TestCourse
let pool: pg.Pool
beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

const words = (seed: string, number: number) => Array.from({ length: number }, (_, at) => `${seed}${at}`).join(' ')
const add = async (draft: object = {}) => {
  const body = { type: 'homework', title: 'Salinity', published: true, points: '20', ...draft }
  return (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)).id as string
}
async function submit(activity: string, by: Actor, text: string) {
  const id = await handIn(env, activity, by, { text })
  const { n } = (await env.db.query('select n from submissions where id = $1', [id])).rows[0]
  await compareWork(plainDatabase(pool), id, n, new Date())
  return id
}
const similar = (id: string) => env.ok(env.teacher, 'GET', `/api/submissions/${id}/similar`)
const percentOf = async (id: string) =>
  (await env.db.query('select percent from similarities where submission_id = $1', [id])).rows[0]?.percent

test('both works learn of it, with the two places side by side', async () => {
  const activity = await add()
  const copied = words('tide', 60)
  const first = await submit(activity, env.student, `<p>${words('mine', 40)}</p><p>${copied}</p>`)
  expect([await percentOf(first), (await similar(first)).items]).toEqual([0, []])
  const second = await submit(activity, env.stranger, `<p>${copied}.</p>`)
  const { items, ready, compared } = await similar(second)
  expect([ready, compared > 300]).toEqual([true, true])
  expect(items).toMatchObject([
    { submission_id: first, percent: 100, author: { kind: 'person', id: env.student.person, name: 'Maya Tan' } },
  ])
  const [{ here, there }] = items[0].places
  expect([here.text, there.text, here.file, here.from]).toEqual([copied, copied, null, 0])
  expect([await percentOf(first), await percentOf(second)]).toEqual([60, 100])
  expect((await env.call(env.student, 'GET', `/api/submissions/${second}/similar`)).status).toBe(403)
})

test('one’s own earlier work, the text of the task, short texts and other courses are no hint', async () => {
  const [text, task] = [words('kelp', 60), words('task', 60)]
  const [one, two] = [await add(), await add({ body: `<p>${task}</p>` })]
  await submit(one, env.student, text)
  const own = await submit(two, env.student, text)
  expect((await similar(own)).items).toEqual([])
  const quoting = [await submit(two, env.stranger, `${task} ${words('a', 30)}`), await submit(two, env.other, `${task} ${words('b', 30)}`)]
  for (const id of quoting) expect((await similar(id)).items).toEqual([])
  const short = await submit(one, env.other, 'Salt water is heavy.')
  expect(await similar(short)).toEqual({ items: [], ready: true, compared: 0 })
  const { rows } = await env.db.query('select bands from similarities where submission_id = $1', [own])
  const { bands } = rows[0]
  await env.db.query(
    `update similarities set course_id = gen_random_uuid() where submission_id in (select id from submissions where activity_id = $1)`,
    [one],
  )
  expect([bands.length, (await similar(own)).items]).toEqual([32, []])
})

test('a later version is compared anew; of an anonymous activity pseudonyms are named alone', async () => {
  const activity = await add({ anonymous: true, release: 'by_hand' })
  // names of files are no text, and would name the author
  const attachment = '<a data-upload="0197f0a0-0000-7000-8000-000000000001">Maya_Tan.pdf</a>'
  const text = `${words('eel', 40)} ${attachment} ${words('ray', 40)}`
  const first = await submit(activity, env.student, text)
  const second = await submit(activity, env.stranger, text)
  const { items } = await similar(second)
  expect(items).toMatchObject([{ submission_id: first, author: { kind: 'pseudonym', id: null, name: null, number: 11 } }])
  for (const secret of [env.student.person, 'Maya_Tan']) expect(JSON.stringify(items)).not.toContain(secret)
  await handIn(env, activity, env.stranger, { text: words('new', 80) })
  expect((await similar(second)).ready).toBe(false)
  await submit(activity, env.stranger, words('newer', 80))
  expect(await similar(second)).toMatchObject({ items: [], ready: true })
})
