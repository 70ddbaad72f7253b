// Results of packages: scores, progress and facts once, by the settings of their activity; a trial counts nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStudent } from '../test/course.ts'
import { item, type PackageCourse, packageCourse } from '../test/packages.ts'

let env: PackageCourse
beforeAll(async () => {
  env = await packageCourse()
})
afterAll(() => env?.stop())

const status = (value: string) => ({ 'cmi.core.lesson_status': value })
const raw = (value: string) => ({ 'cmi.core.score.raw': value })
const learner = () => newStudent(env, 'Ada Lovelace')
const progressOf = (activity: string, person: string) => env.progressOf(activity, person)
const scoreOf = (activity: string, person: string) => env.scoreOf(activity, person)
const change = (activity: string, draft: object) => env.ok(env.teacher, 'PUT', `/api/activities/${activity}`, draft)

describe('a result', () => {
  test('is scored and recorded once, and never taken back', async () => {
    const who = await learner()
    const activity = await env.add({ points: '20', completion_criterion_key: 'passed' })
    const { save } = await env.play(activity, who)
    await save({ ...status('incomplete'), ...raw('40') })
    expect([await scoreOf(activity, who.person), (await progressOf(activity, who.person)).completed]).toEqual(['8', false])
    const facts = async () =>
      (await env.facts('ProgressChanged')).filter(
        ({ progress = {} }: any) => progress.activityId === activity && progress.personId === who.person,
      ).length
    const before = await facts()
    await save({ ...status('passed'), ...raw('85') })
    await save({ ...status('incomplete'), ...raw('20'), 'cmi.core.lesson_location': '9' })
    expect(await scoreOf(activity, who.person)).toBe('17')
    expect(await progressOf(activity, who.person)).toMatchObject({
      completed: true,
      details: { submitted: true, passed: true },
      trial: false,
    })
    const after = await facts()
    await save({ 'cmi.core.lesson_location': '10' })
    expect([after - before <= 2, (await facts()) - after]).toEqual([true, 0])
    expect((await env.view(activity, who)).attempt).toMatchObject({ status: 'completed', success: 'passed', score: '85' })
  })
  test('that has failed passes nobody, whatever the pass mark of the course is', async () => {
    const who = await learner()
    const activity = await env.add({ points: '10', completion_criterion_key: 'passed' }, { items: [item('a', { mastery: '80' })] })
    const { save } = await env.play(activity, who)
    const { state } = await save({ ...status('passed'), ...raw('70') }, { end: true })
    expect(state).toEqual({ status: 'completed', success: 'failed', score: '70' })
    expect([await scoreOf(activity, who.person), (await progressOf(activity, who.person)).completed]).toEqual(['7', false])
  })
  test('by the score completes it once its score is shown', async () => {
    const who = await learner()
    const activity = await env.add({ points: '10', completion_criterion_key: 'scored_60', release: 'by_hand' })
    const { save } = await env.play(activity, who)
    await save(raw('60'))
    expect((await progressOf(activity, who.person)).completed).toBe(false)
    const items = await env.db.query('select id::text from score_items where activity_id = $1', [activity])
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/scores/release`, { item_ids: [items.rows[0].id] })
    expect((await progressOf(activity, who.person)).completed).toBe(true)
  })
  test('of teachers is a trial that counts nothing', async () => {
    const activity = await env.add({ points: '10' })
    const { save, begun } = await env.play(activity, env.teacher)
    await save({ ...status('passed'), ...raw('100') })
    expect([
      begun.attempt.trial,
      await scoreOf(activity, env.teacher.person),
      (await progressOf(activity, env.teacher.person)).trial,
    ]).toEqual([true, undefined, true])
  })
  test('is its package’s: no student marks it as done', async () => {
    const who = await learner()
    const activity = await env.add()
    const { status: refused, body } = await env.call(who, 'POST', `/api/activities/${activity}/done`, { done: true })
    expect([refused, body.code]).toEqual([409, 'activity.notMarkedDone'])
  })
  test('follows the points of the activity and which attempt counts', async () => {
    const who = await learner()
    const activity = await env.add({ points: '10', settings: { attempts: { most: 3, new: 'always' } } })
    for (const score of ['80', '50', '65']) {
      const { save } = await env.play(activity, who, { new: true, take_over: true })
      await save(raw(score))
    }
    const counted = async (score: string) => {
      await change(activity, { settings: { score } })
      return await scoreOf(activity, who.person)
    }
    expect([await counted('best'), await counted('first'), await counted('last'), await counted('average')]).toEqual([
      '8',
      '8',
      '6.5',
      '6.5',
    ])
    await change(activity, { points: '20' })
    expect(await scoreOf(activity, who.person)).toBe('13')
  })
})
