// The gradebook through its calls: cells, and the items of activities with points.
import type { Actor } from '@lyceum/kit/calls/actor'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScoredCourse, scoredCourse } from '../../test/scored-course.ts'

let env: ScoredCourse
let [maya, noah, lin]: Actor[] = []
beforeAll(async () => {
  env = await scoredCourse()
  ;[maya, noah, lin] = [await env.student('Maya'), await env.student('Noah'), await env.student('Lin')]
})
afterAll(() => env?.stop())
const person_id = (who: Actor | undefined) => ({ person_id: who!.person })
const at = (item: { id: string }, who: Actor | undefined) => ({ item_id: item.id, ...person_id(who) })

describe('a cell', () => {
  test('is written exactly as it is typed, with a comma too, and the result follows in the same answer', async () => {
    const course = await env.course(maya!, noah!)
    const [oral, essay] = [await env.item(course), await env.item(course, { title: 'Essay', points: '3' })]
    const answer = await env.write(course, { ...at(oral, maya), points: '7,25' }, { ...at(essay, maya), points: '1' })
    expect(answer.results).toEqual([{ person_id: maya!.person, percent: '63.5', letter: null, passed: null }])
    expect(await env.cells(course, maya!)).toEqual({ 1: ['7.25', 'r'], 2: ['1', 'r'] })
    expect(await env.result(course, noah!)).toEqual({ percent: null, letter: null, passed: null })
    for (const [points, code] of [
      ['1e3', 'score.format'],
      ['NaN', 'score.format'],
      ['-1', 'score.format'],
      ['', 'score.format'],
      ['1.00001', 'score.tooManyDigits'],
      ['10.5', 'score.aboveMost'],
      ['1,500', 'field.twoNumbers'],
      ['１，５００', 'field.twoNumbers'],
    ] as const)
      expect(await env.refused('PUT', env.path(course, 'scores'), { cells: [{ ...at(oral, noah), points, saw: null }] })).toMatchObject({
        status: 400,
        details: { 'cells.0.points': [{ code }] },
      })
  })

  test('of two teachers: the second is told what stands there, and none of their cells is written', async () => {
    const course = await env.course(maya!, noah!)
    const oral = await env.item(course)
    await env.write(course, { ...at(oral, maya), points: '7.5' })
    const cells = [
      { ...at(oral, noah), points: '3', saw: null },
      { ...at(oral, maya), points: '8', saw: '6' },
    ]
    const refused = await env.refused('PUT', env.path(course, 'scores'), { cells })
    expect(refused).toMatchObject({
      status: 409,
      code: 'score.newer',
      params: { cells: [{ item_id: oral.id, person_id: maya!.person, points: '7.5', by: 'Elena Petrova' }] },
    })
    expect(await env.cells(course, noah!)).toEqual({})
    const both = await Promise.all(
      ['8', '9'].map((points) =>
        env.call(env.teacher, 'PUT', env.path(course, 'scores'), { cells: [{ ...at(oral, maya), points, saw: '7.50' }] }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is excused, overridden, emptied, with its history', async () => {
    const course = await env.course(maya!)
    const [oral, essay] = [await env.item(course), await env.item(course, { title: 'Essay' })]
    await env.write(course, { ...at(oral, maya), points: '5' }, { ...at(essay, maya), points: '10', comment: 'Well done' })
    await env.write(course, { ...at(oral, maya), state: 'excused', saw: '5', reason: 'Ill' })
    expect(await env.result(course, maya!)).toMatchObject({ percent: '100.0' })
    expect(await env.cells(course, maya!)).toEqual({ 1: [null, 'rx'], 2: ['10', 'rc'] })
    await env.write(course, { ...at(oral, maya), points: '4', saw: 'excused' })
    await env.write(course, { ...at(oral, maya), points: null, saw: '4' })
    const { items } = await env.teach('GET', `/api/score-items/${oral.id}/history/${maya!.person}`)
    expect(items.map(({ what, before, after, reason }: Record<string, string>) => [what, before, after, reason])).toEqual([
      ['written', '4', null, ''],
      ['written', 'excused', '4', ''],
      ['excused', '5', 'excused', 'Ill'],
      ['written', null, '5', ''],
    ])
    expect(items[0]).toMatchObject({ by: { name: 'Elena Petrova' } })
    const one = await env.teach('GET', env.path(course, `scores/${maya!.person}`))
    expect(one.cells.find((cell: { item_id: string }) => cell.item_id === essay.id)).toMatchObject({ points: '10', comment: 'Well done' })
    expect(one.tree).toMatchObject({ exact: '100/1', children: [{ why: 'unscored' }, { why: '', points: '10' }] })
  })

  test('400 for somebody who does not learn there, 403 for a student, 404 for an item of nobody', async () => {
    const course = await env.course(maya!)
    const oral = await env.item(course)
    expect(await env.refused('PUT', env.path(course, 'scores'), { cells: [{ ...at(oral, noah), points: '1', saw: null }] })).toMatchObject({
      details: { 'cells.0.person_id': [{ code: 'score.notStudent' }] },
    })
    expect(await env.refused('GET', env.path(course, 'gradebook'), undefined, maya)).toMatchObject({ status: 403 })
    expect(await env.refused('DELETE', `/api/score-items/${course}`)).toMatchObject({ status: 404, code: 'scoreItem.notFound' })
  })
})

describe('an activity with points', () => {
  test('is an item, which follows it into the bin and back', async () => {
    const course = await env.course(maya!)
    const { activity, item } = await env.activity(course, { points: '20' })
    expect(item).toMatchObject({
      title: 'Sample',
      points: '20',
      release: 'at_once',
      released: true,
      published: true,
      type: 'learning_activity',
    })
    await env.write(course, { ...at(item, maya), points: '10' })
    await env.teach('PUT', `/api/activities/${activity.id}`, { title: 'Tides', points: '40' })
    expect((await env.book(course)).items).toMatchObject([{ title: 'Tides', points: '40' }])
    expect(await env.result(course, maya!)).toMatchObject({ percent: '25.0' })
    expect(await env.refused('DELETE', `/api/score-items/${item.id}`)).toMatchObject({ status: 409, code: 'scoreItem.ofActivity' })
    expect(await env.refused('PUT', `/api/score-items/${item.id}`, { points: '5' })).toMatchObject({
      details: { points: [{ code: 'scoreItem.ofActivity' }] },
    })
    await env.teach('PUT', `/api/score-items/${item.id}`, { extra_credit: true, points: '40' })
    expect(await env.result(course, maya!)).toMatchObject({ percent: null })
    await env.teach('PUT', `/api/score-items/${item.id}`, { extra_credit: false })
    await env.teach('DELETE', `/api/activities/${activity.id}`)
    expect((await env.book(course)).items).toEqual([])
    expect(await env.result(course, maya!)).toMatchObject({ percent: null })
    await env.teach('PUT', `/api/activities/${activity.id}/restore`)
    expect(await env.cells(course, maya!)).toEqual({ 1: ['10', 'r'] })
    expect(await env.result(course, maya!)).toMatchObject({ percent: '25.0' })
    await env.teach('PUT', `/api/activities/${activity.id}`, { points: null })
    expect((await env.book(course)).items).toEqual([])
  })

  test('work that is not handed in until its person’s close is missing, and no longer once it is open to them', async () => {
    const course = await env.course(maya!, noah!, lin!)
    await env.teach('PUT', env.path(course, 'score-policy'), { missing: { percent: 10 } })
    const { activity, item } = await env.activity(course, { end_time: '2049-01-01T00:00:00.000Z' })
    await env.teach('POST', env.path(course, 'allowances'), {
      person_ids: [noah!.person],
      activity_id: activity.id,
      closes: '2050-01-01T00:00:00.000Z',
    })
    await env.ok(lin!, 'POST', `/api/activities/${activity.id}/done`, { done: true })
    await env.teach('PUT', `/api/activities/${activity.id}`, { end_time: new Date().toISOString() })
    const sweep = () => env.db.query("update kit.jobs set run_at = now() where kind = 'sweepMissing'")
    await until(async () => {
      await sweep()
      return (await env.cells(course, maya!))[item.no] !== undefined
    })
    expect([await env.cells(course, maya!), await env.cells(course, noah!), await env.cells(course, lin!)]).toEqual([
      { [item.no]: ['1', 'rm'] },
      {},
      {},
    ])
    expect(await env.result(course, maya!)).toMatchObject({ percent: '10.0' })
    await env.teach('PUT', env.path(course, 'score-policy'), { missing: { percent: 20 } })
    expect(await env.cells(course, maya!)).toEqual({ [item.no]: ['2', 'rm'] })
    const { rows: lines } = await env.db.query(
      `select person, before, after from kit.audit where course = $1 and action = 'score.changed' order by id`,
      [course],
    )
    expect(lines).toEqual([
      { person: maya!.person, before: { points: null }, after: { points: '1' } },
      { person: maya!.person, before: { points: '1' }, after: { points: '2' } },
    ])
    await env.teach('PUT', `/api/activities/${activity.id}`, { end_time: '2050-01-01T00:00:00.000Z' })
    await until(async () => {
      await sweep()
      return (await env.cells(course, maya!))[item.no]?.[1] === 'r' || (await env.cells(course, maya!))[item.no] === undefined
    })
    expect(await env.result(course, maya!)).toMatchObject({ percent: null })
  })
})
