// Scores after their release: marked work, distributions, tables in and out, final results, scores of people and courses that go.
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
import { copyBook } from './copy-scores.ts'
import { releasedOf, setWorkScores } from './work-scores.ts'

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
    expect((await facts('CourseResultFinal', course)).map(({ final = false, reason }) => [final, reason])).toEqual([
      [true, undefined],
      [false, 'A mistake'],
    ])
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
    // the one item of attendance is that of the course, where it has one before the copy arrives
    await env.db.query(`update score_items set source = 'attendance' where id = $1`, [oral.id])
    for (let nth = 0; nth < 2; nth++) await transact((tx) => copyBook(tx, course, { org: env.org, course: copy }, new Map()))
    const copied = 'select source from score_items where course_id = $1 and activity_id is null order by no'
    expect((await env.db.query(copied, [copy])).rows.map(({ source }) => source)).toEqual([null, 'attendance', null])
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
