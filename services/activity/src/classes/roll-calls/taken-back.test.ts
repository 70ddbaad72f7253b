// Notes by hand that are taken back while a roll call is open.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

test('a note by hand of an open roll call is taken back, and the student may claim; claims stay', async () => {
  const session = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, { title: 'Lecture 7' })
  const call = await env.ok(env.teacher, 'POST', `/api/class-sessions/${session.id}/roll-calls`, { ways: ['number', 'hand'], minutes: 5 })
  const ann = await newStudent(env, 'Ann')
  const note = async (state: string, person: string) => {
    const { body } = await env.call(env.teacher, 'GET', `/api/roll-calls/${call.id}/people`)
    const note = { person_ids: [person], state, version: body.roll_call.version }
    return await env.call(env.teacher, 'PUT', `/api/roll-calls/${call.id}/people`, note)
  }
  await note('absent', ann.person)
  expect((await note('none', ann.person)).body.counts).toMatchObject({ absent: 0, present: 0 })
  const claim = async () => {
    const { number } = await env.ok(env.teacher, 'GET', `/api/roll-calls/${call.id}/code`)
    return await env.call(ann, 'POST', `/api/roll-calls/${call.id}/claim`, { number, device: newId() })
  }
  expect((await claim()).body.state).toBe('present')
  expect((await note('none', ann.person)).body.counts).toMatchObject({ present: 1 })
  await env.ok(env.teacher, 'POST', `/api/roll-calls/${call.id}/close`)
  expect(await note('none', ann.person)).toMatchObject({ status: 409, body: { code: 'rollCall.closed' } })
})
