// Allowances and the personal times that follow from them, through the calls and over the database.
import { openPool } from '@lyceum/kit/database/connections'
import { plainDatabase, run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'
import { refreshTimes } from './personal-times.ts'

let env: TestCourse
const began = Math.round(Date.now() / 1000) * 1000
const hours = (count: number) => new Date(began + count * 3_600_000).toISOString()
const add = async (draft: object = {}) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', published: true, ...draft }))
    .id as string
const allow = (body: object, course = env.course) =>
  env.call(env.teacher, 'POST', `/api/courses/${course}/allowances`, { person_ids: [env.student.person], ...body })
const allowed = async (body: object) => {
  const answer = await allow(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const takeBack = ({ id }: { id: string }) => env.ok(env.teacher, 'DELETE', `/api/allowances/${id}`)
const times = async (id: string, who = env.student) => {
  const { activities } = await env.ok(who, 'GET', `/api/courses/${env.course}/content`)
  const { start_time, due_time, end_time, availability } = activities.find((one: { id: string }) => one.id === id)
  return { start_time, due_time, end_time, availability }
}

beforeAll(async () => {
  env = await testCourse()
  await env.db.query(
    `insert into mirror.memberships (person_id, org_id, roles, department_name) select unnest($2::uuid[]), $1, '{student}', '' on conflict do nothing`,
    [env.org, [env.student.person, env.stranger.person]],
  )
})
afterAll(async () => {
  await env?.stop()
})

describe('an allowance', () => {
  test('opens what is closed for its person alone, in every read, until it is taken back', async () => {
    const [start_time, due_time, end_time] = [hours(-48), hours(-24), hours(-1)]
    const id = await add({ start_time, due_time, end_time })
    expect((await env.call(env.student, 'GET', `/api/activities/${id}`)).body.code).toBe('activity.ended')
    const closes = hours(5)
    const allowance = await allowed({ activity_id: id, closes })
    expect(allowance).toMatchObject({ scope: 'activity', activity_title: 'Tides', closes, version: expect.any(Number) })
    expect(allowance.people).toMatchObject([{ id: env.student.person }])
    expect(await times(id)).toEqual({ start_time, due_time, end_time: closes, availability: 'open' })
    expect(await times(id, env.teacher)).toMatchObject({ end_time, availability: 'ended' })
    expect(await env.ok(env.student, 'GET', `/api/activities/${id}`)).toMatchObject({ due_time, end_time: closes })
    await env.ok(env.student, 'GET', `/api/activities/${id}/pictures`)
    const todo = async () =>
      (await env.ok(env.student, 'GET', '/api/todo?page_size=100')).items.find((one: { activity_id: string }) => one.activity_id === id)
    expect(await todo()).toMatchObject({ due_time, end_time: closes, late: true })
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/personal-times`)).items).toMatchObject([
      { person: { id: env.student.person }, opens: start_time, due: due_time, closes, limit_minutes: null, attempts: null },
    ])
    await takeBack(allowance)
    expect(await times(id)).toMatchObject({ end_time, availability: 'ended' })
    expect(await todo()).toBeUndefined()
    expect((await env.call(env.student, 'POST', `/api/course/activities-read/${id}`)).status).toBe(403)
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/personal-times`)).total).toBe(0)
  })

  test('of a course moves every activity, also those that are made and changed later', async () => {
    const [due_time, end_time] = [hours(10), hours(20)]
    const before = await add({ due_time, end_time })
    const allowance = await allowed({ extra_minutes: 60 })
    const after = await add({ due_time, end_time })
    for (const id of [before, after]) expect(await times(id)).toMatchObject({ due_time: hours(11), end_time: hours(21) })
    await env.ok(env.teacher, 'PUT', `/api/activities/${before}`, { due_time: null, end_time: hours(30) })
    expect(await times(before)).toMatchObject({ due_time: null, end_time: hours(31) })
    const changed = await env.ok(env.teacher, 'PUT', `/api/allowances/${allowance.id}`, { extra_minutes: 120, version: allowance.version })
    expect(await times(before)).toMatchObject({ end_time: hours(32) })
    const old = { extra_minutes: 5, version: allowance.version - 1 }
    expect((await env.call(env.teacher, 'PUT', `/api/allowances/${allowance.id}`, old)).body.code).toBe('allowance.newer')
    expect((await env.call(env.teacher, 'DELETE', `/api/allowances/${allowance.id}?version=1`)).status).toBe(409)
    await takeBack(changed)
    expect(await times(before)).toMatchObject({ end_time: hours(30) })
    expect((await env.call(env.teacher, 'DELETE', `/api/allowances/${allowance.id}`)).status).toBe(404)
  })

  test('of the organisation holds in every course its person learns in, also one joined later', async () => {
    const inOrg = (method: string, path = '', body?: object) => env.call(env.manager, method, `/api/org/allowances${path}`, body)
    const id = await add({ end_time: hours(10) })
    const made = await inOrg('POST', '', { person_ids: [env.student.person, env.stranger.person], extra_minutes: 60 })
    expect(made).toMatchObject({ status: 201, body: { scope: 'organisation', course_id: null } })
    expect(await times(id)).toMatchObject({ end_time: hours(11) })
    const joined = await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, {
      person_ids: [env.stranger.person],
      role: 'student',
    })
    expect(await times(id, env.stranger)).toMatchObject({ end_time: hours(11) })
    expect((await inOrg('GET')).body).toMatchObject({ total: 1, items: [{ people: [{}, {}] }] })
    const [name, nobody] = [(await inOrg('GET')).body.items[0].people[0].name, 'nobody%']
    expect((await inOrg('GET', `?keyword=${encodeURIComponent(name)}`)).body.total).toBe(1)
    expect((await inOrg('GET', `?keyword=${encodeURIComponent(nobody)}`)).body.total).toBe(0)
    const ofCourse = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/allowances`)
    expect(ofCourse.items).toMatchObject([{ scope: 'organisation' }])
    // it is not a course's to change
    expect((await env.call(env.teacher, 'PUT', `/api/allowances/${made.body.id}`, { extra_minutes: 1 })).status).toBe(404)
    expect((await env.call(env.teacher, 'GET', '/api/org/allowances')).status).toBe(403)
    // nor another organisation's, whatever one may do there
    const foreign = { ...env.manager, org: newId() }
    for (const method of ['PUT', 'DELETE'])
      expect((await env.call(foreign, method, `/api/org/allowances/${made.body.id}`, { extra_minutes: 1 })).body.code).toBe('scope.other')
    await inOrg('PUT', `/${made.body.id}`, { person_ids: [env.student.person] })
    expect(await times(id, env.stranger)).toMatchObject({ end_time: hours(10) })
    expect((await inOrg('DELETE', `/${made.body.id}`)).status).toBe(204)
    await env.inCourse(env.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [joined.body.enrollments[0].id] })
  })

  test('tells its person’s pages, and ends their grants when it takes something away', async () => {
    const id = await add({ type: 'material', upload_ids: [await env.upload(env.teacher, { type: 'document', name: 'tides.pdf' })] })
    const lastFact = async () => (await env.facts('PersonalTimesChanged')).filter(({ activity_ids }) => activity_ids.includes(id)).at(-1)
    const allowance = await allowed({ activity_id: id, closes: hours(2) })
    expect(await lastFact()).toMatchObject({ person_id: env.student.person, narrowed_ids: [id] })
    const open = () => env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})
    expect((await open()).expires_at).toBe(hours(2))
    await env.ok(env.teacher, 'PUT', `/api/allowances/${allowance.id}`, { closes: hours(3) })
    expect((await lastFact()).narrowed_ids ?? []).toEqual([])
    expect((await open()).expires_at).toBe(hours(3))
    await takeBack(allowance)
    expect((await lastFact()).narrowed_ids ?? []).toEqual([])
    const lines = await env.db.query(`select action, before, after from kit.audit where subject = $1 order by id`, [
      `allowance:${allowance.id}`,
    ])
    expect(lines.rows.map(({ action }) => action)).toEqual(['allowance.given', 'allowance.changed', 'allowance.taken'])
    expect(lines.rows[1]).toMatchObject({ before: { closes: hours(2) }, after: { closes: hours(3) } })
  })

  test('moves the end of what its person is playing', async () => {
    const video = await env.upload(env.teacher)
    const id = await add({ type: 'online_video', upload_ids: [video] })
    const play = await env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})
    await env.serve(env.student, video)
    let seq = 0
    const beat = async () =>
      (await env.call(env.student, 'POST', `/api/play-sessions/${play.play_session_id}/heartbeat`, { seq: ++seq, intervals: [] })).body
    expect((await beat()).state).toBe('counted')
    const allowance = await allowed({ activity_id: id, closes: hours(-1) })
    expect((await beat()).code).toBe('activity.ended')
    await env.ok(env.teacher, 'PUT', `/api/allowances/${allowance.id}`, { closes: hours(1) })
    expect((await beat()).state).toBe('counted')
    await takeBack(allowance)
  })

  test('of many people and activities is written by a job', async () => {
    const { body } = await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Long' })
    await env.inCourse(env.teacher, 'POST', `/api/courses/${body.id}/enrollments`, { person_ids: [env.student.person], role: 'student' })
    await env.db.query(
      `insert into activities (id, org_id, course_id, type, title, sort, criterion_key, upload_ids, created_by, version, end_time)
       select gen_random_uuid(), $1, $2, 'page', 'n', n, 'read', '{}', $3, 1, now() from generate_series(1, 201) n`,
      [env.org, body.id, env.teacher.person],
    )
    expect((await allow({ extra_minutes: 60 }, body.id)).status).toBe(201)
    const written = async () => (await env.db.query('select 1 from personal_times where course_id = $1', [body.id])).rowCount
    await until(async () => (await written()) === 201)
    const made = await env.call(env.manager, 'POST', '/api/org/allowances', { person_ids: [env.student.person], attempts: 3 })
    const attempts = async () => (await env.db.query('select course_id from personal_times where attempts = 3')).rows
    await until(async () => new Set((await attempts()).map(({ course_id }) => course_id)).size > 1 && (await attempts()).length > 201)
    await env.call(env.manager, 'DELETE', `/api/org/allowances/${made.body.id}`)
    await until(async () => (await attempts()).length === 0)
  })

  test('is gone when its person is erased', async () => {
    const person = newId()
    await env.db.query(
      `insert into allowances (id, org_id, course_id, person_ids, extra_minutes, created_by, version) values (gen_random_uuid(), $1, $2, $3, 5, $4, 1)`,
      [env.org, env.course, [person], env.teacher.person],
    )
    const identity = await testProducer(env.activities.world, 'identity')
    await identity.emit(PersonErasedSchema, { key: `person:${person}`, org: env.org }, null)
    await until(async () => (await env.db.query('select 1 from allowances where person_ids @> array[$1::uuid]', [person])).rowCount === 0)
    await identity.stop()
  })
})

describe('written at the same moment as', () => {
  /** Writes an allowance for all courses or one, and commits it once what goes on meanwhile waits for it. */
  async function allowMeanwhile(person: string, course: string | null, meanwhile: () => Promise<unknown>) {
    const pool = openPool(env.activities.databaseUrl)
    const ofHere = 'database = (select oid from pg_database where datname = current_database())'
    const waiting = async () =>
      (await env.db.query(`select from pg_locks where locktype = 'advisory' and not granted and ${ofHere}`)).rowCount === 1
    const id = newId()
    let done: Promise<unknown> | undefined
    await plainDatabase(pool).$transaction(async (tx) => {
      await run(
        tx,
        `insert into allowances (id, org_id, course_id, person_ids, extra_minutes, created_by, version) values ($1, $2, $3, $4, 60, $5, 1)`,
        id,
        env.org,
        course,
        [person],
        env.teacher.person,
      )
      await refreshTimes(tx, { org: env.org, ...(course && { course }), persons: [person] })
      done = meanwhile()
      await until(waiting)
    })
    await pool.end()
    return { id, done: await done }
  }
  const remove = (id: string) => env.db.query('delete from allowances where id = $1', [id])

  test('an activity, an allowance moves it', async () => {
    const { done, id } = await allowMeanwhile(env.student.person, env.course, () => add({ end_time: hours(10) }))
    expect(await times(done as string)).toMatchObject({ end_time: hours(11) })
    await remove(id)
  })
  test('a student’s joining, an organisation’s allowance holds', async () => {
    const activity = await add({ end_time: hours(10) })
    const { id } = await allowMeanwhile(env.stranger.person, null, () =>
      env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.stranger.person], role: 'student' }),
    )
    await until(async () => (await times(activity, env.stranger)).end_time === hours(11))
    await remove(id)
  })
})

describe('400 names the field of an allowance', () => {
  test.each([
    [{ extra_minutes: 5, extra_percent: 5 }, 'extra_percent', 'allowance.minutesOrPercent'],
    [{}, 'extra_minutes', 'allowance.empty'],
    [{ extra_percent: 0 }, 'extra_percent', 'field.tooSmall'],
    [{ closes: hours(5) }, 'closes', 'allowance.datesOfActivity'],
    [{ person_ids: [newId()], attempts: 2 }, 'person_ids', 'allowance.notStudent'],
    [{ person_ids: [], attempts: 2 }, 'person_ids', 'field.tooFew'],
    [{ activity_id: newId(), attempts: 2 }, 'activity_id', 'activity.unknown'],
    [{ colour: 'red', attempts: 2 }, 'colour', 'field.unknown'],
  ])('%j', async (body, field, code) => {
    expect((await allow(body)).body).toMatchObject({ details: { [field]: [{ code }] } })
  })
  test('that ends before it begins', async () => {
    const id = await add({ start_time: hours(1), due_time: hours(5), end_time: hours(10) })
    const refusals = await Promise.all(
      [{ closes: hours(1) }, { opens: hours(10) }, { due: hours(0) }, { due: hours(8), closes: hours(7) }, { opens: 'tomorrow' }].map(
        async (body) => Object.entries((await allow({ activity_id: id, ...body })).body.details as Record<string, { code: string }[]>),
      ),
    )
    expect(refusals.map(([[field, [error]] = ['', []]]) => [field, error?.code])).toEqual([
      ['closes', 'activity.endBeforeStart'],
      ['opens', 'activity.endBeforeStart'],
      ['due', 'activity.dueBeforeStart'],
      ['due', 'activity.dueAfterEnd'],
      ['opens', 'field.format'],
    ])
    expect((await allow({ activity_id: id, closes: hours(1), person_ids: [env.teacher.person] })).status).toBe(400)
  })
})
