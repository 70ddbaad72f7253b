// Class sessions: begun, led, read by phones and the screen, ended by hand and alone; hands, groups, picks; noted afterwards; their end with people.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { endAlone } from '../closing.ts'
import { eraseClasses } from '../upkeep.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())
beforeEach(() => env.db.query('delete from class_sessions'))

const begin = (body: object = {}, who = env.teacher) =>
  env.call(who, 'POST', `/api/courses/${env.course}/class-sessions`, { title: 'Lecture 7', ...body })
const begun = async (body: object = {}) => {
  const answer = await begin(body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const state = (id: string, who = env.student, query = '') => env.ok(who, 'GET', `/api/class-sessions/${id}/state${query}`)
const board = (id: string, who = env.teacher) => env.ok(who, 'GET', `/api/class-sessions/${id}/board`)
const change = (id: string, body: object, who = env.teacher) => env.call(who, 'PUT', `/api/class-sessions/${id}`, body)
const list = (who = env.teacher) => env.ok(who, 'GET', `/api/courses/${env.course}/class-sessions`)

test('one class of a course runs; a second is refused with the name of the first', async () => {
  const made = await begun({ title: '  Lecture   7 ' })
  expect(made).toMatchObject({
    title: 'Lecture 7',
    state: 'running',
    started_by: { name: 'Elena Petrova' },
    can: { teach: true },
    mine: [],
  })
  expect(await begin()).toMatchObject({ status: 409, body: { code: 'class.running', params: { id: made.id } } })
  expect((await begin({}, env.student)).status).toBe(403)
  expect((await begin({}, env.inspector)).status).toBe(403)
  expect((await begin({ title: ' ' })).body.details.title[0].code).toBe('field.required')
  expect((await begin({ activity_id: newId() })).body.details.activity_id[0].code).toBe('activity.unknown')
  expect(await list(env.student)).toMatchObject({ total: 1, running: { id: made.id, attendance: null }, can: { begin: false } })
  expect((await env.facts('ClassChanged')).at(-1)).toMatchObject({ id: made.id, state: 'running', title: 'Lecture 7' })
})

test('a class that runs is among the classes of the people of its course, with a roll call that waits for them', async () => {
  const { id } = await begun()
  const mine = async (who = env.student) => (await env.ok(who, 'GET', '/api/my-classes')).items
  expect(await mine()).toMatchObject([{ id, course_id: env.course, title: 'Lecture 7', teaches: false, roll_call: false }])
  const call = await env.ok(env.teacher, 'POST', `/api/class-sessions/${id}/roll-calls`, { ways: ['hand'], minutes: 5 })
  expect(await mine()).toMatchObject([{ roll_call: true }])
  expect(await mine(env.teacher)).toMatchObject([{ id, teaches: true, roll_call: false }])
  const { version } = call
  await env.ok(env.teacher, 'PUT', `/api/roll-calls/${call.id}/people`, { person_ids: [env.student.person], state: 'present', version })
  expect(await mine()).toMatchObject([{ roll_call: false }])
  expect(await mine(env.stranger)).toEqual([])
  await change(id, { ended: true, version: (await state(id)).version })
  expect(await mine()).toEqual([])
})

test('phones and the screen read the same; its readers are here, and the server’s clock comes with it', async () => {
  const { id, version } = await begun()
  const read = await state(id)
  expect(read).toMatchObject({
    id,
    version,
    shown: null,
    roll_call: null,
    mine: { hand_at: null, left: 3 },
    can: { teach: false, take_part: true },
  })
  expect(Math.abs(Date.parse(read.now) - Date.now())).toBeLessThan(5000)
  expect(await state(id, env.teacher)).toMatchObject({ id, can: { teach: true, take_part: false } })
  expect((await env.call(env.stranger, 'GET', `/api/class-sessions/${id}/state`)).status).toBe(403)
  expect(await board(id)).toMatchObject({ counts: { members: 1, here: 1 }, people: [{ person: { name: 'Maya Tan' }, here: true }] })
  // again within half a minute nothing is written
  const row = async () => (await env.db.query('select seen_at, xmin::text from class_people')).rows
  const before = await row()
  await state(id)
  expect(await row()).toEqual(before)
  await env.db.query(`update class_people set seen_at = seen_at - interval '5 minutes', first_at = first_at - interval '5 minutes'`)
  expect(await board(id)).toMatchObject({ counts: { here: 0 } })
  await state(id)
  expect(await board(id)).toMatchObject({ counts: { here: 1 } })
})

test('the screen and its timer change by a version; an older one is refused', async () => {
  const { id, version } = await begun()
  await state(id)
  const shown = await change(id, { shown: { view: 'timer' }, timer: { seconds: 300, running: true }, version })
  expect(shown.body).toMatchObject({ shown: { view: 'timer' }, timer: { seconds: 300 } })
  expect(Date.parse(shown.body.timer.ends_at) - Date.parse(shown.body.now)).toBeGreaterThan(295_000)
  expect(await state(id)).toMatchObject({ version: shown.body.version, shown: { view: 'timer' } })
  expect(await change(id, { timer: null, version })).toMatchObject({ status: 409, body: { code: 'class.newer' } })
  const next = shown.body.version
  expect(
    (await change(id, { shown: { view: 'slides', upload_id: newId() }, version: next })).body.details['shown.activity_id'][0].code,
  ).toBe('field.required')
  expect((await change(id, { shown: { view: 'slides', activity_id: newId() }, version: next })).status).toBe(400)
  expect((await change(id, { timer: { seconds: 100, running: false }, version: next })).body.timer).toEqual({ seconds: 100, ends_at: null })
  expect((await change(id, { ended: true, version: 0 }, env.student)).status).toBe(403)
})

test('hands go up and down; groups and picks are by chance, who was picked least first', async () => {
  const { id, version } = await begun()
  const people = [env.student]
  for (const name of ['Ann', 'Bo', 'Cy']) people.push(await newStudent(env, name))
  for (const who of people) await state(id, who)
  const hand = (who = env.student, raised = true) => env.call(who, 'PUT', `/api/class-sessions/${id}/hand`, { raised })
  const up = await hand()
  expect(up).toMatchObject({ status: 200, body: { hand_at: expect.any(String) } })
  expect((await hand()).body).toEqual(up.body)
  expect((await hand(env.teacher)).status).toBe(403)
  expect((await board(id)).hands).toMatchObject([{ person: { id: env.student.person } }])
  expect((await state(id)).mine.hand_at).toBe(up.body.hand_at)
  const grouped = (await change(id, { groups: 2, version })).body
  expect(grouped.groups.map((group: { people: unknown[] }) => group.people.length)).toEqual([2, 2])
  const pick = async (among: string, n = 1) => (await env.ok(env.teacher, 'POST', `/api/class-sessions/${id}/pick`, { n, among })).people
  expect(await pick('hands')).toMatchObject([{ id: env.student.person }])
  expect((await state(id)).picked).toMatchObject([{ id: env.student.person }])
  expect((await board(id)).hands).toEqual([])
  const others = [...(await pick('here', 2)), ...(await pick('here'))].map(({ id: person }: { id: string }) => person)
  expect(others.toSorted()).toEqual(
    people
      .slice(1)
      .map(({ person }) => person)
      .toSorted(),
  )
  expect(await pick('hands')).toEqual([])
  await hand(env.student, false)
  expect((await state(id)).mine.hand_at).toBeNull()
  await env.db.query(`delete from mirror.members where person_id = any($1)`, [people.slice(1).map(({ person }) => person)])
})

test('a class ends by hand, and alone twelve hours after the last sign of who teaches', async () => {
  const first = await begun()
  const ended = await change(first.id, { ended: true, version: first.version })
  expect(ended.body).toMatchObject({ state: 'ended', ended_at: expect.any(String), can: { take_part: false } })
  expect((await change(first.id, { ended: true, version: first.version })).status).toBe(200)
  expect(await change(first.id, { timer: null, version: ended.body.version })).toMatchObject({ status: 409, body: { code: 'class.ended' } })
  expect(await env.call(env.student, 'PUT', `/api/class-sessions/${first.id}/hand`, { raised: true })).toMatchObject({ status: 409 })
  const second = await begun()
  const sweep = () => endAlone(plain(env.db), new Date(), 10)
  expect(await sweep()).toBe(0)
  await env.db.query(`update class_sessions set taught_at = now() - interval '13 hours' where id = $1`, [second.id])
  expect(await sweep()).toBe(1)
  expect(await state(second.id)).toMatchObject({ state: 'ended' })
  expect(await list()).toMatchObject({ total: 2, running: null })
})

test('a class is noted afterwards for a lesson, once', async () => {
  const lesson = { lesson_id: newId(), held_at: '2026-03-02T09:00:00.000Z' }
  expect((await begin({ lesson_id: lesson.lesson_id })).body.details.held_at[0].code).toBe('field.required')
  expect((await begin({ ...lesson, held_at: '2099-01-01T00:00:00.000Z' })).body.details.held_at[0].code).toBe('class.notHeldYet')
  const made = await begun(lesson)
  expect(made).toMatchObject({ state: 'ended', started_at: lesson.held_at, lesson_id: lesson.lesson_id, roll_calls: [{ closed: true }] })
  // lessons of a series share the id of their series
  expect(await begun({ ...lesson, held_at: '2026-03-09T09:00:00.000Z' })).toMatchObject({ lesson_id: lesson.lesson_id })
  expect(await begin(lesson)).toMatchObject({ status: 409, body: { code: 'class.lessonNoted', params: { id: made.id } } })
  await begun()
})

test('a hint reaches the pages of the class alone, and an erased person leaves nothing in it', async () => {
  const { id } = await begun()
  await state(id)
  const hints: { subject: string; of?: string; people?: string[] }[] = []
  const end = await env.activities.world.kv.subscribe('live', (text) => void hints.push(JSON.parse(text)))
  await env.ok(env.student, 'PUT', `/api/class-sessions/${id}/hand`, { raised: true })
  await env.ok(env.student, 'PUT', `/api/class-sessions/${id}/hand`, { raised: false })
  const heard = () => hints.filter(({ subject, of }) => subject === 'attendanceChanged' && of === id)
  await until(() => heard().length > 0)
  expect(heard()).toMatchObject([{ of: id, people: [env.teacher.person] }])
  await end()
  await eraseClasses(plain(env.db), env.student.person)
  expect((await env.db.query('select * from class_people')).rowCount).toBe(0)
})
