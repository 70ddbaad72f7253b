// Attendance of a course: the matrix with its totals and conditions, one's own, a lesson noted afterwards, the completion of a classroom.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const matrix = (conditions: object = {}, who = env.teacher) =>
  env.call(who, 'GET', `/api/courses/${env.course}/attendance?conditions=${encodeURIComponent(JSON.stringify(conditions))}`)

test('present, late, excused and absent count as the page says', async () => {
  const ann = await newStudent(env, 'Ann')
  const noted = async (day: number, states: Record<string, string[]>) => {
    const { roll_calls } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, {
      title: `Lesson ${day}`,
      lesson_id: newId(),
      held_at: `2026-03-0${day}T09:00:00.000Z`,
    })
    const id = roll_calls[0].id
    let { version } = (await env.ok(env.teacher, 'GET', `/api/roll-calls/${id}/people`)).roll_call
    for (const [state, person_ids] of Object.entries(states))
      ({ version } = await env.ok(env.teacher, 'PUT', `/api/roll-calls/${id}/people`, { person_ids, state, reason: 'R1', version }))
    return id
  }
  const [one, two] = [env.student.person, ann.person]
  await noted(1, { present: [one, two] })
  await noted(2, { late: [one], absent: [two] })
  const last = await noted(3, { excused: [one] })
  const { body } = await matrix()
  expect(body).toMatchObject({
    calls: 3,
    total: 2,
    columns: [{ title: 'Lesson 1' }, { title: 'Lesson 2' }, { title: 'Lesson 3' }],
    items: [
      { person: { name: 'Ann' }, cells: [{ state: 'present' }, { state: 'absent' }, null], percent: 50, absent: 1 },
      {
        person: { name: 'Maya Tan' },
        cells: [{ state: 'present' }, { state: 'late' }, { state: 'excused' }],
        percent: 75,
        late: 1,
        excused: 1,
      },
    ],
    can: { change: true },
  })
  expect((await matrix({ below: 60 })).body.items).toMatchObject([{ person: { name: 'Ann' } }])
  expect((await matrix({ keyword: 'maya' })).body).toMatchObject({ total: 1 })
  expect((await matrix({ group_id: newId() })).body).toMatchObject({ total: 0 })
  expect((await matrix({ activity_id: newId() })).body).toMatchObject({ calls: 0 })
  for (const [conditions, field] of [
    [{ below: 'few' }, 'conditions.below'],
    [{ group_id: 'x' }, 'conditions.group_id'],
    [{ other: 1 }, 'conditions.other'],
  ] as const)
    expect((await matrix(conditions)).body.details[field]).toBeDefined()
  const lines = (more: object = {}, who = env.teacher, after = '') =>
    env.call(who, 'GET', `/api/courses/${env.course}/attendance/rows?conditions=${encodeURIComponent(JSON.stringify(more))}${after}`)
  const all = (await lines()).body
  expect(all).toMatchObject({
    total: 2,
    next: null,
    columns: [{ title: 'Lesson 1' }, { title: 'Lesson 2' }, { title: 'Lesson 3' }],
    items: [
      { person: { name: 'Ann' }, percent: 50 },
      { person: { name: 'Maya Tan' }, percent: 75, excused: 1 },
    ],
  })
  expect(all.items[0].cells).toHaveLength(2)
  expect(all.items[1].cells).toContainEqual({ roll_call_id: last, state: 'excused' })
  expect((await lines({ below: 60 })).body.items).toMatchObject([{ person: { name: 'Ann' } }])
  // by the name that was read: it may be another one by now
  const after = Buffer.from(JSON.stringify(['Ann', two])).toString('base64url')
  expect((await lines({}, env.teacher, `&after=${two}`)).status).toBe(400)
  expect((await lines({}, env.teacher, `&after=${after}`)).body).toMatchObject({
    total: null,
    columns: [],
    items: [{ person: { name: 'Maya Tan' } }],
  })
  expect((await lines({}, env.student)).status).toBe(403)
  expect((await matrix({}, env.student)).status).toBe(403)
  expect((await matrix({}, env.inspector)).body).toMatchObject({ calls: 3, can: { change: false } })
  const mine = await env.ok(env.student, 'GET', `/api/courses/${env.course}/my-attendance`)
  expect(mine).toMatchObject({ percent: 75, items: [{ roll_call_id: last, state: 'excused' }, { state: 'late' }, { state: 'present' }] })
})

test('a classroom is completed by who was there, when the roll call closes and by a correction', async () => {
  const { id: activity } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    type: 'classroom',
    title: 'Lecture 7',
    published: true,
  })
  const late = await newStudent(env, 'Bo')
  const completed = async (who = env.student) => (await env.ok(who, 'GET', `/api/activities/${activity}`)).my.completed
  const session = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, {
    title: 'Lecture 7',
    activity_id: activity,
  })
  const sessions = (of: string) => env.ok(env.student, 'GET', `/api/courses/${env.course}/class-sessions?activity_id=${of}`)
  expect(await sessions(activity)).toMatchObject({ total: 1, items: [{ id: session.id }] })
  expect(await sessions(newId())).toMatchObject({ total: 0, running: { id: session.id } })
  const call = await env.ok(env.teacher, 'POST', `/api/class-sessions/${session.id}/roll-calls`, { ways: ['hand'], minutes: 5 })
  const note = async (person: string, state: string) => {
    const { version } = (await env.ok(env.teacher, 'GET', `/api/roll-calls/${call.id}/people`)).roll_call
    await env.ok(env.teacher, 'PUT', `/api/roll-calls/${call.id}/people`, { person_ids: [person], state, reason: 'R1', version })
  }
  await note(env.student.person, 'present')
  expect(await completed()).toBe(false)
  await env.ok(env.teacher, 'POST', `/api/roll-calls/${call.id}/close`)
  await until(() => completed())
  expect(await completed(late)).toBe(false)
  await note(late.person, 'late')
  expect(await completed(late)).toBe(true)
  // once earned it stays
  await note(env.student.person, 'absent')
  expect(await completed()).toBe(true)
})

test('attendance as an item of the gradebook follows roll calls, corrections and its points, and leaves what was written over it', async () => {
  const bob = await newStudent(env, 'Bob')
  const choose = async (on: boolean) =>
    (await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/attendance/score`, { on, title: 'Attendance' })).score
  const scores = async () =>
    Object.fromEntries(
      (
        await env.db.query(
          `select p.name, trim_scale(s.points)::text as points from scores s join score_items i on i.id = s.item_id and not i.deleted
           join mirror.persons p on p.id = s.person_id where i.source = 'attendance' and s.points is not null order by 1`,
        )
      ).rows.map(({ name, points }) => [name, points]),
    )
  const shared = (await matrix()).body.items.find(({ person }: any) => person.id === env.student.person).percent
  // two at once are one item
  const [item, same] = await Promise.all([choose(true), choose(true)])
  expect(same).toEqual(item)
  expect(item).toMatchObject({ points: '100' })
  expect(Number((await scores())['Maya Tan'])).toBeCloseTo(shared, 1)
  expect(await scores()).not.toHaveProperty('Bob')
  const held = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, {
    title: 'Lesson 9',
    lesson_id: newId(),
    held_at: '2026-03-09T09:00:00.000Z',
  })
  const id = held.roll_calls[0].id
  const note = async (state: string) => {
    const { roll_call } = await env.ok(env.teacher, 'GET', `/api/roll-calls/${id}/people`)
    const body = { person_ids: [bob.person], state, reason: 'R1', version: roll_call.version }
    await env.ok(env.teacher, 'PUT', `/api/roll-calls/${id}/people`, body)
  }
  await note('late')
  expect((await scores()).Bob).toBe('50')
  await note('present')
  expect((await scores()).Bob).toBe('100')
  await env.ok(env.teacher, 'PUT', `/api/score-items/${item.item_id}`, { points: '20' })
  await until(async () => (await scores()).Bob === '20')
  await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/scores`, {
    cells: [{ item_id: item.item_id, person_id: bob.person, points: '15', saw: '20' }],
  })
  await note('absent')
  expect((await scores()).Bob).toBe('15')
  expect(await choose(false)).toBeNull()
  expect(await choose(true)).toEqual({ item_id: item.item_id, points: '20' })
  expect((await scores()).Bob).toBe('15')
  expect((await env.call(env.student, 'PUT', `/api/courses/${env.course}/attendance/score`, { on: true, title: 'A' })).status).toBe(403)
})
