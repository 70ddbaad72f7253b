// The list of works for markers, with its counts and pages, groups, reminders, and scores that wait.
import type { Actor } from '@lyceum/kit/calls/actor'
import { openPool } from '@lyceum/kit/database/connections'
import { plain, plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { courseOfTwo, type homeworkIn, where } from '../../test/homework.ts'
import { releaseDue } from '../../gradebook/scores/release-scores.ts'
import { remindDue } from './reminders.ts'
import type { SubmissionRow } from './api.ts'

let env: TestCourse
let made: ReturnType<typeof homeworkIn>
beforeAll(async () => {
  ;({ env, made } = await courseOfTwo())
})
afterAll(() => env?.stop())

const list = (id: string, query?: string) => made.list(id, query)
const names = ({ items }: { items: SubmissionRow[] }) => items.map(({ author }) => author.name)
async function groupSet(...groups: Actor[][]): Promise<[set: string, ids: string[]]> {
  const set = newId()
  await env.db.query(`insert into mirror.group_sets values ($1, $2, $3, 'Teams', false, false, 1)`, [set, env.org, env.course])
  const ids = []
  for (const [nth, people] of groups.entries()) {
    const id = newId()
    ids.push(id)
    await env.db.query(`insert into mirror.groups values ($1, $2, $3, $4, $5, null, false, 1)`, [
      id,
      set,
      env.org,
      env.course,
      `Team ${nth + 1}`,
    ])
    for (const { person } of people)
      await env.db.query(`insert into mirror.group_members values ($1, $2, now() - interval '1 day', null, $3)`, [id, person, set])
  }
  return [set, ids]
}

test('rows with their state, filtered, sorted and counted', async () => {
  const id = await made.create({ due_time: new Date(Date.now() + 60_000).toISOString() })
  await env.db.query(`update activities set due_time = now() - interval '1 hour' where id = $1`, [id])
  await made.handIn(id, '<p>Salt</p>', { upload_ids: [await made.file(env.student)], names: ['maya.pdf'] })
  const all = await list(id)
  expect(all).toMatchObject({
    total: 2,
    anonymous: false,
    counts: { all: 2, missing: 1, submitted: 1, to_mark: 1, late: 1, marked: 0, returned: 0 },
  })
  const row = all.items.find(({ id }) => id)!
  expect(row).toMatchObject({
    author: { kind: 'person', id: env.student.person },
    state: 'submitted',
    n: 1,
    files: 1,
    marking: 'none',
    max: '20',
    released: false,
  })
  expect(names(await list(id, where({ state: 'missing' })))).toEqual([all.items.find(({ id }) => !id)!.author.name])
  expect(names(await list(id, where({ keyword: row.author.name!.slice(0, 4).toLowerCase(), state: 'late' })))).toEqual([row.author.name])
  expect((await list(id, where({ person_ids: [env.stranger.person] }))).total).toBe(1)
  expect((await env.call(env.teacher, 'GET', `/api/activities/${id}/submissions${where({ state: 'x' })}`)).status).toBe(400)
  const archive = await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/files`, { conditions: '{}' })
  expect(archive.items).toMatchObject([
    { submission_id: row.id, path: expect.stringMatching(/_.*\/maya\.pdf$/), grant: expect.any(String) },
  ])
  expect(
    await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, {
      conditions: '{"state":"submitted"}',
      except_ids: [row.id],
    }),
  ).toEqual({ returned: 0, ids: [], task: null })
  await env.ok(env.teacher, 'PUT', `/api/submissions/${row.id}/marking`, { n: 1, points: '17.5', done: true, version: 0 })
  expect((await list(id)).counts).toMatchObject({ to_mark: 0, marked: 1 })
  expect((await list(id, '?sort=points&order=descending')).items[0]).toMatchObject({ marking: 'done', points: '17.5', released: true })
  expect((await made.mine(id)).result).toMatchObject({ earned: '17.5', max: '20' })
})

test('a group shares a draft and hands in as it is; a student who moves on keeps the work', async () => {
  const [set, [first, second]] = await groupSet([env.student, env.stranger], [])
  const id = await made.create({ group_set_id: set })
  const kept = await made.draft(id, { text: '<p>Maya</p>', version: 0 })
  const theirs = await made.mine(id, env.stranger)
  expect(theirs).toMatchObject({ group: { name: 'Team 1' }, draft: { text: '<p>Maya</p>', updated_by: { id: env.student.person } } })
  const upload = await made.file(env.student)
  const changed = await made.draft(
    id,
    { text: '<p>Both</p>', upload_ids: [upload], names: ['chart.pdf'], version: kept.body.version },
    env.stranger,
  )
  const history = (await env.ok(env.student, 'GET', `/api/activities/${id}/my-submission/drafts`)).items
  expect(history.map(({ by, text, files }: any) => [by.id, text, files])).toEqual([
    [env.stranger.person, '<p>Both</p>', [{ upload_id: upload, name: 'chart.pdf' }]],
    [env.student.person, '<p>Maya</p>', []],
  ])
  expect((await made.send(id, changed.body.version, env.stranger)).status).toBe(201)
  expect((await env.facts('SubmissionChanged')).at(-1).person_ids.toSorted()).toEqual([env.student.person, env.stranger.person].toSorted())
  for (const who of [env.student, env.stranger]) expect((await env.ok(who, 'GET', `/api/activities/${id}`)).my.completed).toBe(true)
  expect((await list(id)).items).toMatchObject([
    { author: { kind: 'group', name: 'Team 1' }, state: 'submitted', members: [{}, {}] },
    { author: { kind: 'group', name: 'Team 2' }, state: 'none', members: [] },
  ])
  await env.db.query('update mirror.group_members set until = now() where group_id = $1 and person_id = $2', [first, env.student.person])
  await env.db.query(`insert into mirror.group_members values ($1, $2, now(), null, $3)`, [second, env.student.person, set])
  expect(await made.mine(id)).toMatchObject({ group: { name: 'Team 1' }, versions: [{ n: 1 }], refusal: 'submission.otherGroup' })
  expect((await made.draft(id, { text: 'x', version: 1 })).body.code).toBe('submission.otherGroup')
  const alone = await made.create({ group_set_id: (await groupSet())[0] })
  expect((await made.mine(alone)).refusal).toBe('submission.noGroup')
})

test('a student who has not handed in is reminded once in twelve hours', async () => {
  const id = await made.create()
  await made.handIn(id)
  const remind = (body: object = {}) => env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/remind`, body)
  expect(await remind({ person_ids: [env.student.person] })).toEqual({ reminded: 0, lately: 0 })
  const answers = await Promise.all([remind(), remind()])
  expect(answers.map(({ reminded }) => reminded).toSorted()).toEqual([0, 1])
  expect(await remind()).toEqual({ reminded: 0, lately: 1 })
  const reminders = async () => (await env.facts('PersonReminded')).filter((one) => one.activity_id === id)
  expect(await reminders()).toMatchObject([{ type: 'submission_missing', person_ids: [env.stranger.person] }])
  await env.db.query(`update reminders set at = at - interval '12 hours 1 second' where activity_id = $1`, [id])
  expect(await remind()).toEqual({ reminded: 1, lately: 0 })
})

test('a day before work is due its missing students are told, once for each due time', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const id = await made.create({ due_time: hours(20).toISOString() })
  await made.handIn(id)
  const pool = openPool(env.activities.databaseUrl)
  const reminders = async () => {
    while ((await remindDue(plainDatabase(pool), new Date(), 1)) > 0);
    return (await env.facts('PersonReminded')).filter((one) => one.activity_id === id).map(({ type, person_ids }) => [type, ...person_ids])
  }
  const due = (time: Date) => env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { due_time: time.toISOString() })
  const once = ['submission_due', env.stranger.person]
  // what has just opened was announced then
  expect(await reminders()).toEqual([])
  await env.db.query(`update activities set opened_at = now() - interval '61 minutes' where id = $1`, [id])
  expect(await reminders()).toEqual([once])
  expect(await reminders()).toEqual([once])
  await due(hours(30))
  expect(await reminders()).toEqual([once])
  await due(hours(10))
  expect(await reminders()).toEqual([once, once])
  // what has no due time is to be handed in until it closes
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { due_time: null, end_time: hours(15).toISOString() })
  expect(await reminders()).toEqual([once, once, once])
  expect(await reminders()).toEqual([once, once, once])
  await pool.end()
})

test('returned before the time at which its scores are shown, a work waits for it with its score, and nobody is told', async () => {
  const at = new Date(Date.now() + 86_400_000)
  const id = await made.create({ release: 'at_time', release_time: at.toISOString() })
  await made.handIn(id)
  const { id: submission } = await made.mine(id)
  await env.ok(env.teacher, 'PUT', `/api/submissions/${submission}/marking`, { n: 1, points: '12', done: true, version: 0 })
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [submission] })
  expect(await made.mine(id)).toMatchObject({ state: 'returned', result: null })
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({ state: 'returned' })
  expect((await env.facts('SubmissionChanged')).at(-1).person_ids ?? []).toEqual([])
  await releaseDue(plain(env.db), new Date(at.getTime() + 1), 10)
  expect((await made.mine(id)).result).toMatchObject({ points: '12' })
  const { rows } = await env.db.query(
    `select action, subject, after from kit.audit where course = $1 and action = 'score.released' order by id desc limit 1`,
    [env.course],
  )
  expect(rows).toMatchObject([{ subject: expect.stringMatching(/^scoreItem:/), after: { scores: 1 } }])
})

test('work that nobody has marked for good stays when marked work is returned; marked later, it goes back with its score', async () => {
  const id = await made.create({ release: 'by_hand' })
  const works: string[] = []
  for (const who of [env.student, env.stranger]) {
    await made.handIn(id, '<p>Salt</p>', {}, who)
    works.push((await made.mine(id, who)).id)
  }
  const mark = (nth: number, body: object) => env.ok(env.teacher, 'PUT', `/api/submissions/${works[nth]}/marking`, { n: 1, ...body })
  const back = (body: object = { conditions: '{}' }) => env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, body)
  await mark(0, { points: '12', done: true, version: 0 })
  const { version } = await mark(1, { points: '9', version: 0 })
  expect([await back(), await back()]).toMatchObject([{ returned: 1 }, { returned: 0 }])
  expect((await list(id)).counts).toMatchObject({ to_mark: 1, returned: 1 })
  // an earlier release returned such work unmarked
  await env.db.query(`update submissions set state = 'returned', returned_at = now() - interval '1 minute' where id = $1`, [works[1]])
  await mark(1, { done: true, version })
  expect(await back({ ids: [works[1]] })).toMatchObject({ returned: 1 })
  expect((await made.mine(id, env.stranger)).result).toMatchObject({ points: '9' })
})

test('a thousand students are paged by the database', async () => {
  const id = await made.create()
  const people = Array.from({ length: 1000 }, (_, nth) => ({ id: newId(), name: `Student ${String(nth).padStart(4, '0')}` }))
  const json = JSON.stringify(people)
  await env.db.query(
    `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
     select id, $2, name, name, '', '', 'en', false, 1 from jsonb_to_recordset($1::jsonb) as p(id uuid, name text)`,
    [json, env.org],
  )
  await env.db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version)
     select $3, id, $2, 'student', 'active', 1 from jsonb_to_recordset($1::jsonb) as p(id uuid)`,
    [json, env.org, env.course],
  )
  await env.db.query(
    `insert into submissions (id, org_id, course_id, activity_id, person_id, member_ids, pseudonym, state, n, submitted_at, version)
     select gen_random_uuid(), $2, $3, $4, id, array[id], nth, 'submitted', 1, now() - nth * interval '1 minute', 1
     from unnest($1::uuid[]) with ordinality as p(id, nth)`,
    [people.slice(0, 600).map((one) => one.id), env.org, env.course, id],
  )
  const began = performance.now()
  const page = await list(id, `?page=5&page_size=100&sort=submitted_at&order=descending`)
  const took = performance.now() - began
  expect([page.total, page.items.length, page.counts.submitted, page.counts.missing]).toEqual([1002, 100, 600, 402])
  expect(page.items[0]!.author.name).toBe('Student 0400')
  expect(took).toBeLessThan(1500)
  const { reminded } = await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/remind`, {})
  expect(reminded).toBe(402)
  await env.db.query(
    `insert into markings (id, submission_id, n, slot, points, state, version, updated_at)
     select gen_random_uuid(), s.id, 1, 0, 5, 'done', 1, now() from submissions s where s.activity_id = $1`,
    [id],
  )
  const { task } = await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { conditions: '{"state":"submitted"}' })
  await expect.poll(async () => (await list(id)).counts.returned, { timeout: 15_000 }).toBe(600)
  expect(task).toMatch(/^activity\./)
})
