// Scores before and at their release: nothing of them is shown earlier, to the student or in a fact.
import type { Actor } from '@lyceum/kit/calls/actor'
import { openPool } from '@lyceum/kit/database/connections'
import { plainDatabase, type Tx } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readActivities } from '../../activity/activity-row.ts'
import { type ScoredCourse, scoredCourse } from '../../test/scored-course.ts'
import { releaseDue } from './release-scores.ts'
import { releaseWork, setWorkScores } from './work-scores.ts'

let env: ScoredCourse
let pool: pg.Pool
let maya: Actor
let noah: Actor
beforeAll(async () => {
  env = await scoredCourse()
  pool = openPool(env.activities.databaseUrl)
  ;[maya, noah] = [await env.student('Maya'), await env.student('Noah')]
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})
const at = (item: { id: string }, who: Actor) => ({ item_id: item.id, person_id: who.person })
const transact = <T>(work: (tx: Tx) => Promise<T>) => plainDatabase(pool).$transaction(work)
const deps = { now: () => new Date() }
type Work = { person: string; points: string | null; lateSeconds?: number; n?: number }
const mark = (activity: string, ...works: Work[]) =>
  transact(async (tx) => {
    const [row] = await readActivities(tx, [activity])
    await setWorkScores(
      tx,
      deps,
      row!,
      works.map((work) => ({ lateSeconds: 0, n: 1, ...work })),
      env.teacher.person,
    )
    return row!
  })
const facts = async (type: string, course: string) => (await env.facts(type)).filter(({ course_id }) => course_id === course)

describe('before its release', () => {
  test('no fact and no body of a student’s call has a number of a marked work; released, they have', async () => {
    const course = await env.course(maya, noah)
    const { activity, item } = await env.activity(course, { points: '9876.5', release: 'by_hand', completion_criterion_key: 'none' })
    await mark(activity.id, { person: maya.person, points: '8765.4321' }, { person: noah.person, points: '7654.25' })
    await env.write(course, { ...at(item, maya), points: '4321.75', saw: '8765.4321', comment: 'Sediment' })
    const { rows } = await env.db.query(
      'select value from kit.outbox where value is not null union all select hint::text from kit.outbox where hint is not null',
    )
    const bodies = await Promise.all(
      [
        env.path(course, 'my-scores'),
        '/api/my-scores',
        env.path(course, 'content'),
        '/api/todo',
        `/api/activities/${activity.id}`,
        '/api/my-learning',
      ].map(async (url) => JSON.stringify(await env.ok(maya, 'GET', url))),
    )
    for (const text of [...rows.map(({ value }: { value: string }) => value), ...bodies])
      for (const secret of ['8765.4321', '7654.25', '4321.75', 'Sediment']) expect(text).not.toContain(secret)
    expect((await env.mine(course, maya)).result).toMatchObject({ percent: null })
    await env.teach('POST', env.path(course, 'scores/release'), { item_ids: [item.id], person_ids: [maya.person] })
    expect(await facts('ScoreReleased', course)).toMatchObject([
      { person_id: maya.person, item_id: item.id, activity_id: activity.id, points: '4321.75', max: '9876.5', percent: 43 },
    ])
    expect(await env.mine(course, maya)).toMatchObject({
      result: { percent: '43.8' },
      items: [{ points: '4321.75', comment: 'Sediment', released_at: expect.any(String) }],
    })
    expect(await env.mine(course, noah)).toMatchObject({ result: { percent: null }, items: [{ points: null }] })
    expect((await env.ok(env.teacher, 'POST', env.path(course, 'scores/withdraw'), { item_ids: [item.id] })).withdrawn).toBe(1)
    expect(await facts('ScoreWithdrawn', course)).toMatchObject([{ person_id: maya.person, item_id: item.id }])
    expect((await env.mine(course, maya)).items).toMatchObject([{ points: null, comment: '' }])
    expect((await env.teach('POST', env.path(course, 'scores/release'), { item_ids: [item.id] })).released).toBe(2)
    // those to come are shown at once
    await env.write(course, { ...at(item, noah), points: '1', saw: '7654.25' })
    expect((await env.mine(course, noah)).items).toMatchObject([{ points: '1' }])
  })

  test('a score is in per cent of its item, and work that waits for one says so; rework says that', async () => {
    const course = await env.course(maya)
    const { item } = await env.activity(course, { title: 'Lab', points: '20', release: 'at_once', completion_criterion_key: 'none' })
    const { activity, item: essay } = await env.activity(course, { title: 'Essay', release: 'at_once' })
    const one = async (id: string) => (await env.mine(course, maya)).items.find((row: { activity_id: string }) => row.activity_id === id)
    expect(await one(activity.id)).toMatchObject({ points: null, percent: null, work: '' })
    await env.ok(maya, 'POST', `/api/activities/${activity.id}/done`, { done: true })
    expect(await one(activity.id)).toMatchObject({ work: 'waiting' })
    await env.db.query(`update progress set state = 'rework' where activity_id = $1`, [activity.id])
    expect(await one(activity.id)).toMatchObject({ work: 'rework' })
    const seen = async (points: string, saw: string | null) => {
      await env.write(course, { ...at(item, maya), points, saw })
      return (await one(item.activity_id)).percent
    }
    expect([await seen('18', null), await seen('19.99', '18'), await seen('0', '19.99')]).toEqual(['90', '99.95', '0'])
    expect(await one(item.activity_id)).toMatchObject({ work: '' })
    // its released score stays while it is back
    await env.write(course, { ...at(essay, maya), points: '8', saw: null })
    await env.db.query(`update progress set state = 'rework' where activity_id = $1`, [activity.id])
    expect(await one(activity.id)).toMatchObject({ points: '8', work: 'rework' })
  })

  test('possible scores make a result that is stored nowhere; only of what has none, and within the points', async () => {
    const course = await env.course(maya)
    const [oral, essay] = [
      await env.item(course, { release: 'at_once', points: '10' }),
      await env.item(course, { title: 'Essay', points: '30' }),
    ]
    await env.write(course, { ...at(oral, maya), points: '5' })
    const tried = (trial: unknown) =>
      env.call(
        maya,
        'GET',
        `${env.path(course, 'my-scores')}?trial=${encodeURIComponent(typeof trial === 'string' ? trial : JSON.stringify(trial))}`,
      )
    const before = await env.mine(course, maya)
    expect(before.result.percent).toBe('50.0')
    const { body } = await tried({ [essay.id]: '30' })
    expect(body.result.percent).toBe('87.5')
    expect(body.tree.children.map(({ points }: { points: string }) => points)).toEqual(['5', '30'])
    expect(body.items.find((row: { item_id: string }) => row.item_id === essay.id).points).toBeNull()
    expect(await env.mine(course, maya)).toEqual(before)
    const codes = async (trial: unknown) => (await tried(trial)).body.details?.trial?.[0]?.code
    expect(await codes({ [oral.id]: '10' })).toBe('field.choice')
    expect(await codes({ [essay.id]: '31' })).toBe('field.tooLarge')
    expect(await codes({ [essay.id]: '-1' })).toBe('field.format')
    expect(await codes('[')).toBe('field.format')
    expect(await env.cells(course, maya)).toEqual({ [oral.no]: ['5', 'r'] })
  })

  test('scores are shown when their time comes', async () => {
    const course = await env.course(maya)
    const oral = await env.item(course, { release: 'by_hand' })
    await env.write(course, { ...at(oral, maya), points: '5' })
    await env.teach('POST', env.path(course, 'scores/release'), { item_ids: [oral.id], at: new Date(Date.now() + 500).toISOString() })
    expect((await env.mine(course, maya)).items).toMatchObject([{ points: null }])
    await until(async () => {
      await env.db.query("update kit.jobs set run_at = now() where kind = 'releaseScores'")
      return (await env.mine(course, maya)).items[0].points === '5'
    })
    expect((await env.book(course)).items).toMatchObject([{ released: true, release_at: null }])
  })

  test('a time for named students holds for what they are given until then', async () => {
    const course = await env.course(maya, noah)
    const oral = await env.item(course, { release: 'by_hand' })
    const hour = (later: number) => new Date(Date.now() + later * 3_600_000)
    const persons = [maya.person, noah.person]
    await env.teach('POST', env.path(course, 'scores/release'), { item_ids: [oral.id], person_ids: persons, at: hour(1).toISOString() })
    expect(await env.result(course, maya)).toMatchObject({ percent: null })
    await env.write(course, { ...at(oral, maya), points: '5' })
    expect((await env.mine(course, maya)).items).toMatchObject([{ points: null }])
    await transact((tx) => releaseDue(tx, hour(2), 500))
    expect((await env.mine(course, maya)).items).toMatchObject([{ points: '5' }])
    await env.write(course, { ...at(oral, noah), points: '4' })
    expect((await env.mine(course, noah)).items).toMatchObject([{ points: null }])
  })

  test('the student of an anonymous work cannot be read from any part of the book', async () => {
    const course = await env.course(maya, noah)
    const { activity, item } = await env.activity(course, { anonymous: true, points: '100' })
    expect(item).toMatchObject({ anonymous: true, release: 'by_hand', released: false })
    const row = await mark(activity.id, { person: maya.person, points: '67.75' })
    expect(await transact((tx) => releaseWork(tx, deps, row, [maya.person], env.teacher.person))).toEqual([])
    const bodies = await Promise.all(
      ['gradebook', `scores/${maya.person}`, 'scores/statistics', 'scores/export'].map(async (url) =>
        JSON.stringify(await env.teach('GET', env.path(course, url))),
      ),
    )
    const history = JSON.stringify(await env.teach('GET', `/api/score-items/${item.id}/history/${maya.person}`))
    for (const body of [...bodies, history]) expect(body).not.toContain('67.75')
    expect(await env.result(course, maya)).toMatchObject({ percent: null })
    expect(await env.refused('PUT', env.path(course, 'scores'), { cells: [{ ...at(item, maya), points: '1', saw: null }] })).toMatchObject({
      status: 400,
    })
    expect(await env.refused('POST', env.path(course, 'scores/release'), { item_ids: [item.id], person_ids: [maya.person] })).toMatchObject(
      {
        details: { person_ids: [{ code: 'score.allTogether' }] },
      },
    )
    await env.teach('POST', env.path(course, 'scores/release'), { item_ids: [item.id] })
    expect(await env.result(course, maya)).toMatchObject({ percent: '67.8' })
    expect((await env.mine(course, maya)).result).toMatchObject({ percent: '67.8' })
  })
})
