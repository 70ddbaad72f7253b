// The table of searches in activities, their files, and questions of a bank.
import { addSearched, brokenSearches, conditions, planOf } from '@lyceum/kit/test/searches'
import { holding } from '@lyceum/kit/text/folded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBank, testBank } from '../../test/banks.ts'

let env: TestBank
beforeAll(async () => {
  env = await testBank()
})
afterAll(() => env?.stop())
const added = async (title: string) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title })).id as string
const find = async (sought: string): Promise<string[]> =>
  (await env.ok(env.teacher, 'GET', `/api/my-activities?page_size=100&keyword=${encodeURIComponent(sought)}`)).items.map(
    ({ activity_id }: { activity_id: string }) => activity_id,
  )

test('activities are found by every row of the table', async () => {
  const ids = await addSearched(env.db, { table: 'activities', like: await added('Seas'), column: 'title' })
  expect(await brokenSearches(ids, find)).toEqual([])
  await env.db.query('delete from activities where id = any($1)', [[...ids.keys()]])
})
test('texts of activities are found by their words', async () => {
  const ids = await addSearched(env.db, { table: 'activities', like: await added('Seas'), column: 'body' })
  // within a Latin word no text is sought
  expect((await brokenSearches(ids, find)).filter(({ within }) => !within)).toEqual([])
  await env.db.query('delete from activities where id = any($1)', [[...ids.keys()]])
})
test('activities are found by the names of their files', async () => {
  const files = await addSearched(env.db, { table: 'uploads', like: await env.upload(env.teacher), column: 'name' })
  const like = await added('Seas')
  const { rows } = await env.db.query(
    `insert into activities select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'upload_ids', jsonb_build_array(f)))).*
     from activities a, unnest($2::uuid[]) f where a.id = $1 returning id::text, upload_ids[1]::text as file`,
    [like, [...files.keys()]],
  )
  const ids = new Map(rows.map(({ id, file }): [string, string] => [id, files.get(file)!]))
  expect(await brokenSearches(ids, find)).toEqual([])
})
test('questions of a bank are found by every row of the table, by indexes', async () => {
  const like = await env.one('single', { stem: '<p>Seas</p>' })
  const ids = await addSearched(env.db, { table: 'questions', like, column: 'text' })
  expect(await brokenSearches(ids, (sought) => env.ids({ keyword: sought }))).toEqual([])
  expect(await planOf(env.db, `select from questions where folded like '%phy101%'`)).toContain('questions_found')
})
test('students of a course are found by every row of the table', async () => {
  const ids = await addSearched(env.db, { table: 'mirror.persons', like: env.student.person, column: 'name', more: { user_no: '' } })
  await env.db.query(
    `insert into mirror.members select (jsonb_populate_record(m, jsonb_build_object('person_id', p))).* from mirror.members m, unnest($1::uuid[]) p
     where m.person_id = $2 and m.course_id = $3`,
    [[...ids.keys()], env.student.person, env.course],
  )
  const students = async (sought: string) =>
    (
      await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/study-completeness?page_size=100&keyword=${encodeURIComponent(sought)}`)
    ).items.map(({ person }: { person: { id: string } }) => person.id)
  expect(await brokenSearches(ids, students)).toEqual([])
  // what they hand in, and what the organisation allows them
  const homework = (
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'homework', title: 'Samples', published: true })
  ).id
  const handedIn = async (sought: string) =>
    (await env.ok(env.teacher, 'GET', `/api/activities/${homework}/submissions?page_size=100&conditions=${conditions(sought)}`)).items.map(
      ({ author }: { author: { id: string } }) => author.id,
    )
  expect(await brokenSearches(ids, handedIn)).toEqual([])
  await env.db.query(`insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, '{student}', '')`, [
    env.student.person,
    env.org,
  ])
  const first = (await env.ok(env.manager, 'POST', '/api/org/allowances', { person_ids: [env.student.person], extra_percent: 25 })).id
  const { rows } = await env.db.query(
    `insert into allowances select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'person_ids', jsonb_build_array(p)))).*
     from allowances a, unnest($2::uuid[]) p where a.id = $1 returning id::text, person_ids[1]::text as person`,
    [first, [...ids.keys()]],
  )
  const allowances = new Map(rows.map(({ id, person }): [string, string] => [id, ids.get(person)!]))
  const allowed = async (sought: string) =>
    (await env.ok(env.manager, 'GET', `/api/org/allowances?page_size=100&keyword=${encodeURIComponent(sought)}`)).items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await brokenSearches(allowances, allowed)).toEqual([])
})
test('courses that get a questionnaire are found as the table has it', async () => {
  const courses = await addSearched(env.db, { table: 'mirror.courses', like: env.course, column: 'name' })
  const admin = { ...env.teacher, roles: ['admin'] }
  const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: await env.one('scale'), points: '0' }] }]
  const template = await env.ok(admin, 'POST', '/api/questionnaire-templates', { title: 'Evaluation', sections })
  for (const sought of ['phy101', 'nunez maria', '水质', 'น้ำ']) {
    const expected = [...courses.values()].filter((text) => holding(sought)(text)).length
    const use = { conditions: JSON.stringify({ keyword: sought }), start_time: null, end_time: null, anonymous: false, published: false }
    expect((await env.ok(admin, 'POST', `/api/questionnaire-templates/${template.id}/use`, use)).courses, sought).toBe(expected)
  }
})
