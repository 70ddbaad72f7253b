// A class through the BFF: a number on the screen, four phones of three people, doubts, the close, and what a classroom and each person have of it.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { newSchool } from './product.ts'

test('a class is led, its people claim to be present, and their attendance follows', async () => {
  const school = await newSchool()
  const [teacher, student, classmate, absent] = await Promise.all([
    school.signIn('teacher'),
    school.signIn('student'),
    school.signIn('secondStudent'),
    school.signIn('thirdStudent'),
  ])
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  const params = { id: course }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const person_ids = [school.people.student.id, school.people.secondStudent.id, school.people.thirdStudent.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role: 'student' } })
  const session = await teacher.call('POST /api/courses/:id/class-sessions', { params, body: { title: 'Lecture 7' } })
  const inSession = { id: session.id }
  const device = newId()
  const state = await student.call('GET /api/class-sessions/:id/state', { params: inSession, query: { device } })
  expect(state).toMatchObject({ title: 'Lecture 7', roll_call: null, can: { take_part: true } })
  const call = await teacher.call('POST /api/class-sessions/:id/roll-calls', {
    params: inSession,
    body: { ways: ['number', 'qr'], minutes: 5 },
  })
  const inCall = { id: call.id }
  const { number, qr } = await teacher.call('GET /api/roll-calls/:id/code', { params: inCall })
  const claimed = await student.call('POST /api/roll-calls/:id/claim', { params: inCall, body: { number: number!, device } })
  expect(claimed.state).toBe('present')
  // the same phone for somebody else
  await classmate.call('POST /api/roll-calls/:id/claim', { params: inCall, body: { qr: qr!, device } })
  const board = await teacher.call('GET /api/class-sessions/:id/board', { params: inSession })
  expect(board.counts).toMatchObject({ members: 3, here: 1, present: 2, doubtful: 2 })
  expect(board.people.find(({ person }) => person.id === school.people.secondStudent.id)?.doubts).toEqual(
    expect.arrayContaining(['device', 'unseen']),
  )
  expect((await student.call('GET /api/class-sessions/:id/state', { params: inSession, query: {} })).mine.attendance).toEqual({
    state: 'present',
    at: claimed.at,
  })
  const { version } = await teacher.call('GET /api/class-sessions/:id/state', { params: inSession, query: {} })
  await teacher.call('PUT /api/class-sessions/:id', { params: inSession, body: { ended: true, version } })
  const mine = async (who: typeof student) => await who.call('GET /api/courses/:id/my-attendance', { params })
  await until(async () => (await mine(absent)).items[0]?.state === 'absent')
  expect(await mine(student)).toMatchObject({ percent: 100, present: 1 })
  expect(
    (await teacher.call('GET /api/courses/:id/attendance', { params, query: {} })).items.map(({ percent }) => percent).toSorted(),
  ).toEqual([0, 100, 100])
})
