// Scores as they are shown, to whom and when; tables in and out; results that are final; scores of people and courses that go.
import type { Actor } from '@lyceum/kit/calls/actor'
import { openPool } from '@lyceum/kit/database/connections'
import { plainDatabase, type Tx } from '@lyceum/kit/database/database'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readActivities } from '../../activity/activity-row.ts'
import { type ScoredCourse, scoredCourse } from '../../test/scored-course.ts'
import { releaseDue } from './release-scores.ts'
import { releasedOf, releaseWork, setWorkScores } from './work-scores.ts'

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
    const { activity } = await env.activity(course, { title: 'Essay' })
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

describe('marked work', () => {
  test('loses points for being late, keeps what a teacher wrote over it, and completes its activity by the score', async () => {
    const course = await env.course(maya, noah)
    await env.teach('PUT', env.path(course, 'score-policy'), { late: { percent: 10, per: 'day', lowest: 20, grace_minutes: 5 } })
    const { activity, item } = await env.activity(course, { completion_criterion_key: 'submitted' })
    const row = await mark(activity.id, { person: maya.person, points: '9', lateSeconds: 90_000 }, { person: noah.person, points: '8' })
    expect(await env.cells(course, maya)).toEqual({ [item.no]: ['7', 'rl'] })
    expect((await env.mine(course, maya)).items).toMatchObject([{ points: '7', earned: '9', late_points: '2' }])
    expect((await transact((tx) => releasedOf(tx, row, [maya.person, env.stranger.person]))).get(maya.person)).toMatchObject({
      points: '7',
      latePoints: '2',
      max: '10',
    })
    await env.write(course, { ...at(item, noah), points: '9.5', saw: '8', reason: 'Second look' })
    await mark(activity.id, { person: noah.person, points: '6', n: 2 })
    expect(await env.cells(course, noah)).toEqual({ [item.no]: ['9.5', 'ro'] })
    // why it is not what the marking gave
    expect((await env.mine(course, noah)).items).toMatchObject([{ points: '9.5', overridden: true, reason: 'Second look' }])
    expect((await env.mine(course, maya)).items).toMatchObject([{ overridden: false, reason: '' }])
    await env.write(course, { ...at(item, noah), points: null, saw: '9.5' })
    expect(await env.cells(course, noah)).toEqual({ [item.no]: ['6', 'r'] })
    await env.teach('PUT', env.path(course, 'score-policy'), { late: null })
    expect(await env.cells(course, maya)).toEqual({ [item.no]: ['9', 'r'] })
    const { rows } = await env.db.query('select state, details from progress where activity_id = $1 and person_id = $2', [
      activity.id,
      maya.person,
    ])
    expect(rows).toMatchObject([{ state: 'scored', details: { scored: 90 } }])
    await mark(activity.id, { person: maya.person, points: null })
    expect((await facts('ScoreWithdrawn', course)).at(-1)).toMatchObject({ person_id: maya.person })
  })
})

describe('a student', () => {
  test('sees the distribution of ten scores or more, where the teacher allows it; over all courses their results', async () => {
    const class_ = await env.students(9)
    const me = await env.student('Ines')
    const course = await env.course(me, ...class_)
    const oral = await env.item(course)
    await env.write(course, ...class_.map((one, nth) => ({ ...at(oral, one), points: String(nth) })))
    await env.teach('PUT', env.path(course, 'score-policy'), { distribution: true })
    expect((await env.mine(course, me)).items[0].distribution).toBeNull()
    await env.write(course, { ...at(oral, me), points: '9' })
    const own = await env.mine(course, me)
    expect(own.items[0].distribution).toMatchObject({ count: 10, median: '4.5', mean: '4.5' })
    expect(own.tree).toMatchObject({
      kind: 'course',
      exact: '90/1',
      shown: '90.0',
      children: [{ kind: 'item', title: 'Oral', points: '9', max: '10' }],
    })
    await env.teach('PUT', env.path(course, 'score-policy'), { distribution: false })
    expect((await env.mine(course, me)).items[0].distribution).toBeNull()
    const all = await env.ok(me, 'GET', '/api/my-scores')
    expect(all).toMatchObject({
      total: 1,
      items: [{ course: { id: course, name: 'Tides' }, result: { percent: '90.0' }, scored: 1, items: 1, final: false }],
    })
  })
})

describe('a table', () => {
  test('is previewed change by change, with errors by line, and imported as a whole or not at all', async () => {
    const course = await env.course(maya, noah)
    const [oral] = [await env.item(course), await env.item(course, { title: '=Essay, "2"' })]
    await env.write(course, { ...at(oral, maya), points: '5' })
    const { csv, name } = await env.teach('GET', env.path(course, 'scores/export'))
    expect(csv.startsWith('\uFEFFname,user_no,email,Oral,"\'=Essay, ""2""",result\r\n')).toBe(true)
    expect(name).toMatch(/\.csv$/)
    const numbers = Object.fromEntries(
      (await env.book(course)).students.map((one: { name: string; user_no: string }) => [one.name, one.user_no]),
    )
    const preview = (text: string) => env.teach('POST', env.path(course, 'scores/import/preview'), { csv: text })
    expect(await preview(csv)).toMatchObject({ total: 0, unchanged: 1, errors: [], ignored: ['name', 'email', 'result'] })
    const good = `No;Oral;"=Essay, ""2""";Section\n${numbers.Maya};7,5;ex;B\n${numbers.Noah};;3;B\n`
    const seen = await preview(`\uFEFF${good}`)
    expect(seen).toMatchObject({
      total: 3,
      ignored: ['Section'],
      changes: [
        { line: 2, person: { name: 'Maya' }, title: 'Oral', before: '5', after: '7.5' },
        { line: 2, before: null, after: 'excused' },
        { line: 3, person: { name: 'Noah' }, after: '3' },
      ],
    })
    const bad = `${good}${numbers.Noah};1;1;B\nN000;1;1;B\n${maya.person}@example.org;1;1;B`
    expect((await preview(bad)).errors).toMatchObject([
      { line: 4, code: 'scoreImport.twoLines', params: { line: 3 } },
      { line: 5, code: 'scoreImport.unknownPerson' },
      { line: 6, code: 'scoreImport.twoLines', params: { line: 2 } },
    ])
    expect((await preview(`No,Oral\n${maya.person}@example.org,1e3\n${numbers.Noah},10.5`)).errors).toMatchObject([
      { line: 2, column: 'Oral', code: 'score.format' },
      { line: 3, column: 'Oral', code: 'score.aboveMost', params: { most: '10' } },
    ])
    const read = await preview(`No;Oral\n${numbers.Maya};1,500\n${numbers.Noah};"3.333333333333336"`)
    expect([read.errors, read.notes]).toEqual([
      [{ line: 2, column: 'Oral', code: 'field.twoNumbers', params: { fraction: '1.5', whole: '1500' } }],
      [{ line: 3, column: 'Oral', code: 'scoreImport.rounded', params: { typed: '3.333333333333336', points: '3.3333' } }],
    ])
    const imported = (body: object) => env.call(env.teacher, 'POST', env.path(course, 'scores/import'), body)
    expect((await imported({ csv: bad, version: seen.version })).body).toMatchObject({ details: { csv: [{ code: 'scoreImport.errors' }] } })
    await env.write(course, { ...at(oral, maya), points: '6', saw: '5' })
    expect((await imported({ csv: good, version: seen.version })).body.code).toBe('scoreImport.changed')
    expect(await env.cells(course, noah)).toEqual({})
    const { version } = await preview(good)
    expect((await imported({ csv: good, version })).body).toEqual({ changed: 3, task: null })
    expect([await env.cells(course, maya), await env.cells(course, noah)]).toEqual([
      { 1: ['7.5', 'r'], 2: [null, 'rx'] },
      { 2: ['3', 'r'] },
    ])
    await env.write(course, { ...at(oral, noah), points: '3.125' })
    const written = (await env.teach('GET', env.path(course, 'scores/export'))).csv
    expect(written).toContain(',3.1250,')
    expect(await preview(written)).toMatchObject({ total: 0, errors: [], notes: [] })
    expect((await preview('a,b\n1,2')).errors).toMatchObject([{ code: 'scoreImport.noPeople' }])
    const open = { csv: 'user_no,Note\n261001,ok\n261002,"good\n261003,fine\n' }
    const refused = await env.call(env.teacher, 'POST', env.path(course, 'scores/import/preview'), open)
    expect(refused.body).toMatchObject({ code: 'invalid', details: { csv: [{ code: 'field.openQuote', params: { line: 3 } }] } })
  })
})

describe('final results', () => {
  test('refuse every write, until a manager reopens them with a reason', async () => {
    const course = await env.course(maya)
    const { activity, item } = await env.activity(course)
    const oral = await env.item(course)
    const { category } = await env.teach('POST', env.path(course, 'score-categories'), { name: 'Tests' })
    await env.write(course, { ...at(oral, maya), points: '5' })
    expect(await env.teach('POST', env.path(course, 'results/final'))).toMatchObject({ final: { by: { name: 'Elena Petrova' } } })
    const writes: [string, string, object?][] = [
      ['PUT', env.path(course, 'scores'), { cells: [{ ...at(oral, maya), points: '6', saw: '5' }] }],
      ['POST', env.path(course, 'score-items'), { title: 'X', points: '1' }],
      ['PUT', `/api/score-items/${oral.id}`, { points: '20' }],
      ['DELETE', `/api/score-items/${oral.id}`],
      ['POST', env.path(course, 'score-categories'), { name: 'X' }],
      ['PUT', `/api/score-categories/${category.id}`, { weight: '20' }],
      ['DELETE', `/api/score-categories/${category.id}`],
      ['PUT', env.path(course, 'score-policy'), { digits: 0 }],
      ['PUT', env.path(course, 'score-rules'), { version: 0, policy: { digits: 0 } }],
      ['POST', env.path(course, 'scores/release'), { item_ids: [oral.id] }],
      ['POST', env.path(course, 'scores/withdraw'), { item_ids: [oral.id] }],
      ['POST', env.path(course, 'scores/import'), { csv: 'x', version: '' }],
      ['POST', env.path(course, 'results/final')],
    ]
    for (const [method, url, body] of writes)
      expect(await env.refused(method, url, body), url).toMatchObject({ status: 409, code: 'results.final' })
    await expect(mark(activity.id, { person: maya.person, points: '1' })).rejects.toMatchObject({ code: 'results.final' })
    await env.teach('PUT', `/api/activities/${activity.id}`, { points: '30' })
    expect(await env.result(course, maya)).toMatchObject({ percent: '50.0' })
    expect(await env.refused('POST', env.path(course, 'results/reopen'), { reason: 'A mistake' }, env.teacher)).toMatchObject({
      status: 403,
    })
    expect(await env.ok(env.inspector, 'POST', env.path(course, 'results/reopen'), { reason: 'A mistake' })).toMatchObject({
      final: null,
      reopened: { by: { name: 'Grace Lindqvist' }, reason: 'A mistake' },
    })
    expect(await env.refused('POST', env.path(course, 'results/reopen'), { reason: 'Once more' }, env.inspector)).toMatchObject({
      code: 'results.notFinal',
    })
    await env.write(course, { ...at(item, maya), points: '30' })
    expect((await facts('CourseResultFinal', course)).map(({ final = false }) => final)).toEqual([true, false])
    const lines = await env.db.query('select action from kit.audit where course = $1 order by id', [course])
    expect(lines.rows.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['scoreItem.created', 'scoreCategory.created', 'score.changed', 'results.final', 'results.reopened']),
    )
  })
})

describe('copies and deletions', () => {
  test('a copy of a course has its policy, categories and items, and no score', async () => {
    const course = await env.course(maya)
    const { category } = await env.teach('POST', env.path(course, 'score-categories'), { name: 'Tests', weight: '60', drop: 1 })
    const { item } = await env.activity(course)
    await env.teach('PUT', `/api/score-items/${item.id}`, { category_id: category.id, never_drop: true })
    const oral = await env.item(course, { category_id: category.id, extra_credit: true })
    await env.teach('PUT', env.path(course, 'score-policy'), { aggregation: 'weighted', digits: 2, pass_percent: 60 })
    await env.write(course, { ...at(oral, maya), points: '5' })
    const copy = (await env.inCourse(env.teacher, 'POST', `/api/courses/${course}/copy`, { name: 'Again' })).body.id
    await until(async () => (await env.facts('ContentCopied')).some(({ course_id }) => course_id === copy))
    const book = await env.book(copy)
    expect(book).toMatchObject({
      policy: { aggregation: 'weighted', digits: 2, pass_percent: 60, version: expect.any(Number) },
      categories: [{ name: 'Tests', weight: '60', drop: 1 }],
    })
    const [own] = book.categories
    expect(book.items).toMatchObject([
      { title: 'Sample', category_id: own.id, never_drop: true },
      { title: 'Oral', category_id: own.id, extra_credit: true, activity_id: null },
    ])
    expect(new Set(book.items.map(({ no }: { no: number }) => no)).size).toBe(2)
    expect((await env.db.query('select from scores where course_id = $1', [copy])).rowCount).toBe(0)
  })

  test('an erased student leaves no score, an erased teacher no name', async () => {
    const gone = await env.student('Gone')
    const course = await env.course(gone, maya)
    const oral = await env.item(course)
    await env.write(course, { ...at(oral, gone), points: '5', comment: 'Of them' }, { ...at(oral, maya), points: '6' })
    await env.db.query('update scores set by_id = $1 where person_id = $2 and item_id = $3', [gone.person, maya.person, oral.id])
    const identity = await testProducer(env.activities.world, 'identity')
    await identity.emit(PersonErasedSchema, { key: `person:${gone.person}`, org: env.org }, null)
    await until(async () => (await env.db.query('select from scores where person_id = $1', [gone.person])).rowCount === 0)
    const left = await env.db.query('select by_id, points::float8 as points from scores where item_id = $1', [oral.id])
    expect(left.rows).toEqual([{ by_id: null, points: 6 }])
    for (const table of ['score_changes', 'course_results'])
      expect((await env.db.query(`select from ${table} where person_id = $1`, [gone.person])).rowCount).toBe(0)
    await identity.stop()
  })
})
