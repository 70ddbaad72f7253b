// Reports of classes: their numbers, whom they are sent to and who may read them.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

test('a report has its roll calls and picks; students read it once it was sent to them', async () => {
  const ann = await newStudent(env, 'Ann')
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, { title: 'Lecture 7' })
  await env.ok(env.student, 'GET', `/api/class-sessions/${id}/state`)
  const call = await env.ok(env.teacher, 'POST', `/api/class-sessions/${id}/roll-calls`, { ways: ['hand'], minutes: 5 })
  const note = { person_ids: [env.student.person], state: 'present', version: call.version }
  await env.ok(env.teacher, 'PUT', `/api/roll-calls/${call.id}/people`, note)
  await env.ok(env.teacher, 'POST', `/api/class-sessions/${id}/pick`, { n: 1, among: 'here' })
  await env.ok(env.teacher, 'POST', `/api/roll-calls/${call.id}/close`)
  const read = (who = env.teacher) => env.call(who, 'GET', `/api/class-sessions/${id}/report`)
  expect((await read()).body).toMatchObject({
    session: { id, title: 'Lecture 7' },
    members: 2,
    here: 1,
    attendance: [{ roll_call_id: call.id, present: 1, absent: 1, late: 0 }],
    picked: [{ person: { name: 'Maya Tan' }, times: 1 }],
    can: { send: true },
  })
  // two votes, of which the room saw the first
  const votes = []
  for (const results_shown of [true, false]) {
    const question = { type: 'scale', stem: '<p>How clear?</p>', content: { from: 1, to: 3 } }
    const vote = await env.ok(env.teacher, 'POST', `/api/class-sessions/${id}/votes`, { question, anonymous: false })
    await env.ok(env.student, 'PUT', `/api/votes/${vote.id}/answer`, { answer: { value: 2 }, seq: 1 })
    await env.ok(env.teacher, 'PUT', `/api/votes/${vote.id}`, { state: 'closed', results_shown, version: vote.version })
    votes.push(vote.id)
  }
  const counts = { n: 1, mean: 2, right: null, counts: [{ n: 0 }, { value: '2', n: 1 }, { n: 0 }] }
  expect((await read()).body.votes).toMatchObject(votes.map((of) => ({ vote: { id: of }, counts })))
  expect((await read(env.inspector)).body).toMatchObject({ can: { send: false } })
  const send = (body: object, who = env.teacher) =>
    env.call(who, 'POST', `/api/course/${env.course}/inclass-report`, { session_id: id, send_to: 'teachers', ...body })
  const sent = async () => (await env.facts('ClassReported')).map(({ person_ids }) => person_ids.toSorted())
  expect((await send({})).status).toBe(202)
  await until(async () => (await sent()).length === 1)
  expect((await sent())[0]).toContain(env.teacher.person)
  expect([(await read(env.student)).status, (await read(ann)).status]).toEqual([403, 403])
  await send({ send_to: 'everybody' })
  await until(async () => (await sent()).length === 2)
  expect((await sent())[1]).toEqual(expect.arrayContaining([env.teacher.person, env.student.person, ann.person]))
  expect((await read(ann)).body).toMatchObject({
    members: 2,
    can: { send: false },
    votes: [{ counts }, { vote: { id: votes[1] }, counts: null }],
  })
  expect((await send({ session_id: newId() })).body.code).toBe('classSession.notFound')
  expect((await send({ send_to: 'parents' })).status).toBe(400)
  expect((await send({}, env.student)).status).toBe(403)
})
