// The secrecy of votes: of their right answers in every body that a student reads, and of whoever answered an anonymous one.
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let session: string
beforeAll(async () => {
  env = await testCourse()
  session = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, { title: 'Lecture 7' })).id
})
afterAll(() => env?.stop())

const open = (question: object, anonymous = false) =>
  env.ok(env.teacher, 'POST', `/api/class-sessions/${session}/votes`, { question, anonymous })
const change = (id: string, body: object) => env.call(env.teacher, 'PUT', `/api/votes/${id}`, body)

test('no body that a student reads has the right answer before it is shown', async () => {
  const secret = 'photosynthesis'
  const vote = await open({
    type: 'short_answer',
    stem: '<p>Its name?</p>',
    content: {},
    key: { accepted: [{ text: secret, percent: '100', feedback: '<p>Hydrolysis</p>' }] },
  })
  const paths = [
    `/api/class-sessions/${session}/state`,
    `/api/class-sessions/${session}/votes`,
    `/api/votes/${vote.id}/results`,
    `/api/courses/${env.course}/class-sessions`,
    `/api/courses/${env.course}/content`,
  ]
  const read = async () => {
    const answers = []
    for (const path of paths) answers.push(await env.call(env.student, 'GET', path))
    answers.push(await env.call(env.student, 'PUT', `/api/votes/${vote.id}/answer`, { answer: { text: 'light' }, seq: 1 }))
    const outbox = (await env.db.query('select value, hint from kit.outbox')).rows
    const text = JSON.stringify([answers.map(({ body, headers }) => [body, headers]), outbox])
    expect(text).not.toContain('Hydrolysis')
    return [answers.map(({ status }) => status), text.includes(secret)]
  }
  expect(await read()).toEqual([[200, 200, 403, 200, 200, 200], false])
  const shown = await change(vote.id, { state: 'closed', results_shown: true, version: vote.version })
  expect(await read()).toEqual([[200, 200, 200, 200, 200, 409], false])
  await change(vote.id, { right_shown: true, version: shown.body.version })
  expect(await read()).toEqual([[200, 200, 200, 200, 200, 409], true])
})

test('an anonymous vote is read after its close, from five answers, and after its close nobody is found in the tables', async () => {
  const vote = await open({ type: 'true_false', stem: '', content: {} }, true)
  const people: Actor[] = [env.student]
  for (const name of ['Ann', 'Bo', 'Cy', 'Di']) people.push(await newStudent(env, name))
  const answer = (who: Actor, value: boolean, seq: number) =>
    env.call(who, 'PUT', `/api/votes/${vote.id}/answer`, { answer: { value }, seq })
  const results = () => env.ok(env.teacher, 'GET', `/api/votes/${vote.id}/results`)
  for (const who of people.slice(0, 4)) await answer(who, true, 1)
  // each answers once, and may change it
  expect((await answer(env.student, false, 7)).body).toEqual({ answer: { value: false }, seq: 7 })
  expect(await results()).toMatchObject({ n: 4, counts: null, mean: null, words: [], texts: [] })
  expect((await env.ok(env.student, 'GET', `/api/class-sessions/${session}/state`)).mine.vote).toEqual({ answer: { value: false }, seq: 7 })
  await answer(people[4]!, true, 3)
  // whoever reads after each answer would know whose the last one is
  const five = await until(async () => {
    const read = await results()
    return read.n === 5 ? read : undefined
  })
  expect(five).toMatchObject({ counts: null, mean: null, words: [], texts: [] })
  const report = async (who: Actor) => (await env.call(who, 'GET', `/api/class-sessions/${session}/report`)).body.votes?.at(-1)
  expect(await report(env.teacher)).toMatchObject({ vote: { id: vote.id, state: 'open' }, counts: { n: 5, counts: null } })
  const kept = () => env.db.query('select encode(voter, $2) as voter, seq from vote_answers where vote_id = $1', [vote.id, 'hex'])
  const before = (await kept()).rows.map(({ voter }) => voter)
  expect(before.some((voter) => people.some(({ person }) => voter.includes(person.replaceAll('-', ''))))).toBe(false)
  const closed = await change(vote.id, { state: 'closed', results_shown: true, version: vote.version })
  expect(await results()).toMatchObject({ n: 5, counts: [{ n: 4 }, { n: 1 }] })
  expect(await report(env.teacher)).toMatchObject({ counts: { n: 5, counts: [{ n: 4 }, { n: 1 }] } })
  const after = (await kept()).rows
  expect(after.length).toBe(5)
  expect(after.some(({ voter }) => before.includes(voter))).toBe(false)
  expect(new Set(after.map(({ seq }) => seq))).toEqual(new Set([1]))
  expect((await env.db.query('select secret from votes where id = $1', [vote.id])).rows).toEqual([{ secret: null }])
  const rows = (await env.db.query(`select value, hint from kit.outbox where value like '%' || $1 || '%'`, [vote.id])).rows
  expect(rows).toEqual([])
  const state = await env.ok(env.student, 'GET', `/api/class-sessions/${session}/state`)
  expect(state).toMatchObject({ mine: { vote: null }, vote_results: { n: 5, counts: [{ n: 4 }, { n: 1 }] } })
  expect(await change(vote.id, { state: 'open', version: closed.body.version })).toMatchObject({
    status: 409,
    body: { code: 'vote.anonymous' },
  })
  // an answer that comes later finds no vote to be in
  expect(await answer(env.student, true, 9)).toMatchObject({ status: 409, body: { code: 'vote.closed' } })
})
