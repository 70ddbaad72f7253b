// To-dos with a time of their own: a running exam, work that was returned for rework.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const todoOf = async (id: string, who = env.student) =>
  (await env.ok(who, 'GET', '/api/todo?page_size=50')).items.find(({ activity_id }: { activity_id: string }) => activity_id === id)

test('a running exam closes when its own time ends, and with the exam again while it is paused', async () => {
  const id = await exam.simple({ limit_minutes: 30 }, { end_time: hours(3) })
  const before = await todoOf(id)
  expect(before.running).toBe(false)
  const { deadline, id: attempt } = await exam.begin(id)
  expect(Date.parse(deadline)).toBeLessThan(Date.parse(before.end_time))
  expect(await todoOf(id)).toMatchObject({ running: true, end_time: deadline, due_time: null })
  expect((await env.ok(env.student, 'GET', '/api/todo/courses')).items[0].next).toMatchObject({ activity_id: id, running: true })
  expect((await todoOf(id, await exam.student('Ann'))).running).toBe(false)
  await env.db.query('update attempts set paused_at = now() where id = $1', [attempt])
  expect(await todoOf(id)).toMatchObject({ running: true, end_time: before.end_time })
  await env.db.query('update attempts set paused_at = null where id = $1', [attempt])
  await exam.submit(attempt)
  await exam.sweep()
  expect(await todoOf(id)).toBeUndefined()
})

test('a running exam stays in its grace after the closing time, until that ends', async () => {
  const id = await exam.simple({ grace_minutes: 20 }, { end_time: hours(1) })
  const { id: attempt } = await exam.begin(id)
  const times = (closed: number, ends: number) =>
    env.db.query(
      `with closed as (update activities set end_time = now() - $2 * interval '1 minute' where id = $1)
       update attempts set deadline = now() + $3 * interval '1 minute', accept_until = now() + $3 * interval '1 minute' where activity_id = $1`,
      [id, closed, ends],
    )
  await times(5, 15)
  const { rows } = await env.db.query('select deadline from attempts where id = $1', [attempt])
  expect(await todoOf(id)).toMatchObject({ running: true, end_time: rows[0].deadline.toISOString() })
  expect(await todoOf(id, await exam.student('Bea'))).toBeUndefined()
  await env.db.query('update attempts set paused_at = now() where id = $1', [attempt])
  expect(await todoOf(id)).toMatchObject({ running: true, end_time: null })
  await env.db.query('update attempts set paused_at = null where id = $1', [attempt])
  await times(25, -5)
  expect(await todoOf(id)).toBeUndefined()
})

test('an attempt that nothing ends has no time, and a due time before its end stays', async () => {
  const free = await exam.simple()
  await exam.begin(free)
  expect(await todoOf(free)).toMatchObject({ running: true, end_time: null, due_time: null })
  const due = await exam.simple({ limit_minutes: 60 })
  const { deadline } = await exam.begin(due)
  for (const [minutes, shown] of [
    [-10, true],
    [10, false],
  ] as const) {
    const time = new Date(Date.parse(deadline) + minutes * 60_000)
    await env.db.query('update activities set due_time = $2 where id = $1', [due, time])
    expect(await todoOf(due)).toMatchObject({ due_time: shown ? time.toISOString() : null, end_time: deadline })
  }
})

test('work that was returned for rework has its due time as long as that is ahead', async () => {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    type: 'homework',
    title: 'Essay',
    published: true,
    due_time: hours(5),
    end_time: hours(9),
  })
  await env.db.query(
    `insert into progress (activity_id, person_id, course_id, org_id, state, first_seen_at, last_seen_at, version)
     values ($1, $2, $3, $4, 'rework', now(), now(), 1)`,
    [id, env.student.person, env.course, env.org],
  )
  expect(await todoOf(id)).toMatchObject({ rework: true, running: false, end_time: null, due_time: expect.any(String), late: false })
  await env.db.query(`update activities set due_time = now() - interval '1 hour' where id = $1`, [id])
  expect(await todoOf(id)).toMatchObject({ rework: true, due_time: null, late: false })
})
