// Two markers of one work: blind to each other, then decided between.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'
import type { Marking, MarkingState } from './api.ts'

type Actor = TestCourse['teacher']
let env: TestCourse
let assistant: Actor
beforeAll(async () => {
  env = await testCourse()
  assistant = env.manager // marks by the organisation's right
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.other.person], role: 'instructor' })
})
afterAll(() => env?.stop())

const add = async (settings: object = {}, draft: object = {}) => {
  const body = { type: 'homework', title: 'Salinity', published: true, points: '20', settings, ...draft }
  return (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)).id as string
}
const mark = (id: string, body: object, who = env.teacher) =>
  env.call(who, 'PUT', `/api/submissions/${id}/marking`, { n: 1, version: 0, ...body })
const marked = async (id: string, body: object, who = env.teacher): Promise<Marking> =>
  env.ok(who, 'PUT', `/api/submissions/${id}/marking`, { n: 1, version: 0, ...body })
const read = (id: string, who = env.teacher, query = ''): Promise<MarkingState> =>
  env.ok(who, 'GET', `/api/submissions/${id}/marking${query}`)

const [method, words, low, high, fine] = [newId(), newId(), newId(), newId(), newId()]
const level = (id: string, points: string) => ({ id, points, title: points, about: '' })
const rubric = (best = '7.50') => [
  { id: method, title: 'Method', about: '', levels: [level(low, '0'), level(high, best)] },
  { id: words, title: 'Words', about: '', levels: [level(fine, '5')] },
]
const writeRubric = (id: string, criteria: object[], version: number) =>
  env.call(env.teacher, 'PUT', `/api/activities/${id}/rubric`, { criteria, version })

describe('two markers', () => {
  const twice = async () => handIn(env, await add({ second_marker: true }), env.student)
  test('are blind to each other until both are done; a third has no place; the decision counts', async () => {
    const id = await twice()
    const mine = await marked(id, { points: '8', comment: 'Mine' })
    const theirs = await marked(id, { points: '11', comment: 'Theirs', done: true }, env.other)
    expect([mine.slot, theirs.slot]).toEqual([1, 2])
    expect((await mark(id, { points: '1' }, assistant)).body.code).toBe('marking.slotsTaken')
    const blind = await read(id)
    expect(blind).toMatchObject({ marking: { points: '8' }, others: [], decision: null, done: 1 })
    expect(JSON.stringify([blind, await read(id, assistant)])).not.toMatch(/Theirs|Arthit/)
    expect(await env.ok(assistant, 'POST', `/api/submissions/${id}/presence`, {})).toEqual({ people: [] })
    const decide = (body: object) => env.call(env.teacher, 'PUT', `/api/submissions/${id}/decision`, { n: 1, version: 0, ...body })
    expect((await decide({ points: '9' })).body.code).toBe('marking.notBothDone')
    await marked(id, { done: true, version: mine.version })
    expect(await read(id)).toMatchObject({ others: [{ points: '11', marker: { id: env.other.person } }], decision: null, done: 2 })
    expect((await mark(id, { points: '11', version: mine.version + 1 })).status).toBe(409)
    const { body } = await decide({ points: '9.5', comment: 'Between' })
    expect(body).toMatchObject({ slot: 0, points: '9.5', state: 'done', marker: { id: env.teacher.person } })
    expect((await decide({ points: '1' })).body).toMatchObject({ code: 'marking.newer', params: { points: '9.5' } })
  })
  test('are decided between with the criteria and the comment of one of them, where that is said', async () => {
    const activity = await add({ second_marker: true })
    await writeRubric(activity, rubric(), 0)
    const id = await handIn(env, activity, env.student)
    const of = (chosen: string, comment: string) => ({
      criteria: { [method]: { level: chosen, points: null, comment: '' } },
      comment,
      done: true,
    })
    await marked(id, of(low, 'Thin'))
    await marked(id, of(high, 'Sound'), env.other)
    const decide = (body: object) => env.ok(env.teacher, 'PUT', `/api/submissions/${id}/decision`, { n: 1, ...body })
    const first = await decide({ points: '7', from: 2, version: 0 })
    expect(first).toMatchObject({ points: '7', comment: 'Sound', criteria: { [method]: { level: high } }, rubric_version: 1 })
    expect(await decide({ points: '6', comment: 'Both', version: first.version })).toMatchObject({
      comment: 'Both',
      criteria: { [method]: { level: high } },
    })
    expect((await env.ok(env.student, 'GET', `/api/activities/${activity}/my-submission`)).result).toMatchObject({
      points: '6',
      given: '6',
      criteria: [{ id: method, points: '7.5' }, { id: words }],
    })
  })
  test('of one opinion have decided', async () => {
    const id = await twice()
    await marked(id, { points: '8', comment: 'Good', done: true })
    await marked(id, { points: '8.00', comment: 'Clear', done: true }, env.other)
    expect((await read(id)).decision).toMatchObject({ points: '8', state: 'done', marker: null, comment: 'Good\n\nClear' })
  })
  test('have nothing to decide where one marker is enough', async () => {
    const id = await handIn(env, await add(), env.student)
    await marked(id, { points: '8', done: true })
    const answer = await env.call(env.teacher, 'PUT', `/api/submissions/${id}/decision`, { n: 1, points: '1', version: 0 })
    expect(answer.body.code).toBe('marking.oneMarker')
  })
})
