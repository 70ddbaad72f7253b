// The secrecy of codes: every body of a class as a student reads it, and the facts and hints of it.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let session: string
beforeAll(async () => {
  env = await testCourse()
  session = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, { title: 'Lecture 7' })).id
})
afterAll(() => env?.stop())

const open = () => env.ok(env.teacher, 'POST', `/api/class-sessions/${session}/roll-calls`, { ways: ['number', 'qr'], minutes: 5 })
const code = (id: string) => env.ok(env.teacher, 'GET', `/api/roll-calls/${id}/code`)
const claim = (id: string, body: object) => env.call(env.student, 'POST', `/api/roll-calls/${id}/claim`, { device: newId(), ...body })
const wrong = (number: string) => String((Number(number) + 1) % 10_000).padStart(4, '0')

test('nothing that a student reads has a code or its secret', async () => {
  const { id } = await open()
  const { number, qr } = await code(id)
  const secret: Buffer = (await env.db.query('select secret from roll_call_codes where roll_call_id = $1', [id])).rows[0].secret
  const mac = qr.split('.')[2]
  const paths = [
    `/api/class-sessions/${session}/state`,
    `/api/class-sessions/${session}/board`,
    `/api/roll-calls/${id}/code`,
    `/api/roll-calls/${id}/people`,
    `/api/courses/${env.course}/class-sessions`,
    `/api/courses/${env.course}/attendance`,
    `/api/courses/${env.course}/my-attendance`,
    `/api/courses/${env.course}/content`,
  ]
  const answers = []
  for (const path of paths) answers.push(await env.call(env.student, 'GET', path))
  answers.push(await claim(id, { number: wrong(number) }), await claim(id, { qr: `${id}.0.${'A'.repeat(22)}` }))
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403, 200, 403, 200, 200, 403, 403])
  const outbox = (await env.db.query(`select value, hint from kit.outbox`)).rows
  const bodies = JSON.stringify([answers.map(({ body, headers }) => [body, headers]), outbox])
  for (const word of [mac, qr, `"${number}"`, secret.toString('hex'), secret.toString('base64'), secret.toString('base64url')])
    expect(bodies).not.toContain(word)
  // the teacher's own answer is kept by no cache
  const answer = await env.call(env.teacher, 'GET', `/api/roll-calls/${id}/code`)
  expect(answer.headers['cache-control']).toBe('no-store')
})
