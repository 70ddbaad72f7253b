// Marking: rubrics and their versions, points that are done, works that wait, the comment bank.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'
import type { Marking, MarkingState } from './api.ts'

type Actor = TestCourse['teacher']
let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
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

describe('points', () => {
  let shared: string | undefined
  test.each([
    ['20.0001', 'homework.scoreError'],
    ['100.5', 'homework.scoreError'],
    ['12,5', 'field.format'],
    ['1e3', 'field.format'],
    ['NaN', 'field.format'],
    ['-1', 'field.format'],
    ['1.00001', 'field.format'],
  ])('400 for %s', async (points, code) => {
    const id = (shared ??= await handIn(env, await add(), env.student))
    const { status, body } = await mark(id, { points })
    expect([status, body.details.points[0].code]).toEqual([400, code])
  })
  test('are kept exactly, without a rubric too; fields that are left out stay', async () => {
    const id = await handIn(env, await add(), env.student)
    const first = await marked(id, { points: '12.50' })
    expect(first).toMatchObject({ points: '12.5', slot: 0, state: 'draft', marker: { id: env.teacher.person }, comment: '' })
    const second = await marked(id, { comment: 'Sound', criteria: {}, done: true, version: first.version })
    expect(second).toMatchObject({ points: '12.5', comment: 'Sound', state: 'done' })
    expect(await marked(id, { points: null, version: second.version })).toMatchObject({ points: null, comment: 'Sound' })
  })
})

test('of two who begin at the same moment one is first', async () => {
  const id = await handIn(env, await add(), env.student)
  const answers = await Promise.all([mark(id, { points: '3' }), mark(id, { points: '4' }, env.other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('409 for the second of two markers at once, with what the first one gave', async () => {
  const id = await handIn(env, await add(), env.student)
  const { version } = await marked(id, { points: '3' })
  await marked(id, { points: '15', comment: 'Clear', version }, env.other)
  const { status, body } = await mark(id, { points: '4', version })
  expect([status, body.code]).toEqual([409, 'marking.newer'])
  expect(body.params).toMatchObject({ points: '15', comment: 'Clear', marker: 'Arthit Suwan' })
  expect(await marked(id, { points: '4', version: body.params.version })).toMatchObject({ points: '4', comment: 'Clear' })
})

test('each version of a work has a marking of its own; one that does not exist is refused', async () => {
  const activity = await add()
  const id = await handIn(env, activity, env.student)
  await marked(id, { points: '3', done: true })
  await handIn(env, activity, env.student)
  expect((await read(id)).marking).toBe(null)
  expect((await read(id, env.teacher, '?n=1')).marking).toMatchObject({ points: '3', n: 1 })
  expect(await marked(id, { n: 2, points: '9' })).toMatchObject({ n: 2, points: '9' })
  for (const n of [3, 4]) expect((await mark(id, { n, points: '1' })).body.details.n[0].code).toBe('marking.noVersion')
  expect((await env.call(env.student, 'GET', `/api/submissions/${id}/marking`)).status).toBe(403)
})

describe('a rubric', () => {
  test('sums to the points, at most those of the activity; a choice of points stands beside it', async () => {
    const activity = await add({}, { points: '10' })
    const { body } = await writeRubric(activity, rubric(), 0)
    expect(body).toMatchObject({ n: 1, best: '12.5', begun: false })
    expect(await env.ok(env.student, 'GET', `/api/activities/${activity}/rubric`)).toMatchObject({ n: 1 })
    const id = await handIn(env, activity, env.student)
    const first = await marked(id, { criteria: { [method]: { level: high, points: null, comment: '' } } })
    expect(first).toMatchObject({ points: '7.5', rubric_version: 1 })
    const second = await marked(id, { criteria: { [words]: { level: fine, points: null, comment: '' } }, version: first.version })
    expect(second.points).toBe('10')
    expect((await marked(id, { points: '9', version: second.version })).points).toBe('9')
    const wrong = await mark(id, { criteria: { [method]: { level: fine, points: '8', comment: '' } }, version: 0 })
    expect(wrong.status).toBe(409)
  })
  test('changed after marking began is a new version: marked work keeps its own until it is marked again', async () => {
    const activity = await add()
    const { body: first } = await writeRubric(activity, rubric(), 0)
    const { body: changed } = await writeRubric(activity, rubric('6'), first.version)
    expect(changed).toMatchObject({ n: 1, begun: false })
    const id = await handIn(env, activity, env.student)
    const before = await marked(id, { criteria: { [method]: { level: high, points: null, comment: '' } } })
    const { body: later } = await writeRubric(activity, rubric('9').slice(0, 1), changed.version)
    expect(later).toMatchObject({ n: 2, begun: false, best: '9' })
    expect((await read(id)).rubric).toMatchObject({ n: 1, best: '11', begun: true })
    expect(await env.ok(env.teacher, 'GET', `/api/activities/${activity}/rubric?n=1`)).toMatchObject({ best: '11' })
    const kept = await marked(id, { criteria: { [words]: { level: fine, points: null, comment: '' } }, version: before.version })
    expect(kept).toMatchObject({ rubric_version: 1, points: '11' })
    const again = { rubric_version: 2, criteria: { [method]: { level: high, points: null, comment: '' } }, version: kept.version }
    expect(await marked(id, again)).toMatchObject({ rubric_version: 2, points: '9' })
    expect((await env.call(env.teacher, 'GET', `/api/activities/${activity}/rubric?n=7`)).status).toBe(404)
  })
  test('goes along with a copy of its activity, by which nobody has marked', async () => {
    const activity = await add()
    await writeRubric(activity, rubric(), 0)
    const { id } = await env.ok(env.teacher, 'POST', `/api/activities/${activity}/copy`, { title: 'Salinity again' })
    expect(await env.ok(env.teacher, 'GET', `/api/activities/${id}/rubric`)).toMatchObject({ n: 1, best: '12.5', begun: false })
  })
  test('409 for a writer who saw an older one; 400 for two parts with one id; listed to be taken over', async () => {
    const activity = await add()
    await writeRubric(activity, rubric(), 0)
    expect((await writeRubric(activity, [], 0)).body.code).toBe('rubric.newer')
    expect((await writeRubric(await add(), [rubric()[0]!, rubric()[0]!], 0)).body.details.criteria[0].code).toBe('rubric.sameId')
    const { items } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/rubrics`)
    expect(items).toContainEqual({ activity_id: activity, title: 'Salinity', criteria: expect.any(Array), best: '12.5' })
  })
})

describe('done', () => {
  const scoresOf = async (activity: string): Promise<[person: string, points: string | null][]> =>
    (
      await env.db.query(
        `select s.person_id, trim_scale(s.points)::text as points from score_items i join scores s on s.item_id = i.id where i.activity_id = $1 order by 1`,
        [activity],
      )
    ).rows.map(({ person_id, points }) => [person_id, points])
  test('hands the points to the scores of those whose work it is; taken back, they are gone', async () => {
    const activity = await add()
    const group = newId()
    const id = await handIn(env, activity, env.student, { members: [env.student, env.stranger], group })
    const first = await marked(id, { points: '12.5' })
    expect(await scoresOf(activity)).toEqual([])
    const done = await marked(id, { done: true, version: first.version })
    const people = [env.student.person, env.stranger.person].toSorted()
    expect(await scoresOf(activity)).toEqual(people.map((person) => [person, '12.5']))
    const changed = await marked(id, { points: '13', version: done.version })
    expect(await scoresOf(activity)).toEqual(people.map((person) => [person, '13']))
    await marked(id, { done: false, version: changed.version })
    expect(await scoresOf(activity)).toEqual(people.map((person) => [person, null]))
  })
  test('gives each member of a group points of their own, which start from those of the group', async () => {
    const [set, group] = [newId(), newId()]
    await env.db.query(`insert into mirror.group_sets values ($1, $2, $3, 'Teams', false, false, 1)`, [set, env.org, env.course])
    await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, {
      person_ids: [env.stranger.person],
      role: 'student',
    })
    const activity = await add({ group_marks: 'each' }, { group_set_id: set })
    const id = await handIn(env, activity, env.student, { members: [env.student, env.stranger], group })
    const give = (body: object, who = env.teacher) =>
      env.call(who, 'PUT', `/api/submissions/${id}/member-points`, { n: 1, saw: null, ...body })
    const own = { person_id: env.stranger.person, points: '9.50' }
    const { body } = await give(own)
    const points = (list: any[]) => Object.fromEntries(list.map(({ person, points }) => [person.id, points]))
    expect(points(body.items)).toEqual({ [env.student.person]: null, [env.stranger.person]: '9.5' })
    expect(await scoresOf(activity)).toEqual([])
    await marked(id, { points: '12', done: true })
    const each = (mine: string, theirs: string) =>
      [[env.student.person, mine] as const, [env.stranger.person, theirs] as const].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(await scoresOf(activity)).toEqual(each('12', '9.5'))
    expect((await give({ ...own, points: '11' })).body).toMatchObject({ code: 'marking.memberNewer', params: { points: '9.5' } })
    expect((await give({ ...own, points: '21', saw: '9.5' })).body.details.points[0].code).toBe('homework.scoreError')
    expect((await give({ ...own, person_id: env.other.person })).status).toBe(400)
    expect((await give({ ...own, points: '11', saw: '9.5' }, env.other)).status).toBe(200)
    expect(await scoresOf(activity)).toEqual(each('12', '11'))
    const shown = (await env.ok(env.stranger, 'GET', `/api/activities/${activity}/my-submission`)).result
    expect(shown).toMatchObject({ points: '11', earned: '11', given: '12', overridden: false })
    await env.ok(env.teacher, 'PUT', `/api/activities/${activity}`, { settings: { group_marks: 'one' } })
    expect(await scoresOf(activity)).toEqual(each('12', '12'))
    expect((await give({ ...own, points: '5', saw: '11' })).body.code).toBe('marking.oneForAll')
    expect(await env.ok(env.teacher, 'GET', `/api/submissions/${id}/member-points`)).toEqual({ items: [] })
  })
  test('of an earlier version does not replace the points of a later one', async () => {
    const activity = await add()
    const id = await handIn(env, activity, env.student)
    const first = await marked(id, { points: '5' })
    await handIn(env, activity, env.student)
    await marked(id, { n: 2, points: '9', done: true })
    await marked(id, { done: true, version: first.version })
    expect(await scoresOf(activity)).toEqual([[env.student.person, '9']])
  })
  test('of two markers counts by the decision alone; a trial is not marked', async () => {
    const activity = await add({ second_marker: true })
    const id = await handIn(env, activity, env.student)
    await marked(id, { points: '5', done: true })
    await marked(id, { points: '7', done: true }, env.other)
    expect(await scoresOf(activity)).toEqual([])
    await env.ok(env.teacher, 'PUT', `/api/submissions/${id}/decision`, { n: 1, points: '6', version: 0 })
    expect(await scoresOf(activity)).toEqual([[env.student.person, '6']])
    expect((await mark(await handIn(env, activity, env.other, { trial: true }), { points: '5' })).status).toBe(404)
  })
})

test('a change of what is given for good leaves a line in the audit log, without a person', async () => {
  const id = await handIn(env, await add(), env.student)
  const { version } = await marked(id, { points: '8' })
  const done = await marked(id, { done: true, version })
  await marked(id, { comment: 'Good', version: done.version })
  await marked(id, { points: '9', version: (await read(id)).marking!.version })
  const { rows } = await env.db.query('select action, person, before, after from kit.audit where subject = $1 order by id', [
    `submission:${id}`,
  ])
  expect(rows).toEqual([
    { action: 'marking.changed', person: null, before: null, after: { n: 1, slot: 0, points: '8' } },
    { action: 'marking.changed', person: null, before: { n: 1, slot: 0, points: '8' }, after: { n: 1, slot: 0, points: '9' } },
  ])
})

test('markers see each other while they have a work open', async () => {
  const id = await handIn(env, await add(), env.student)
  const here = (who: Actor, open = true) => env.ok(who, 'POST', `/api/submissions/${id}/presence`, { open })
  expect(await here(env.teacher)).toEqual({ people: [] })
  expect(await here(env.other)).toEqual({ people: [{ id: env.teacher.person, name: 'Elena Petrova' }] })
  await here(env.other, false)
  expect(await here(env.teacher)).toEqual({ people: [] })
})

test('works that wait to be marked, the longest waiting first; without marked and returned ones and trials', async () => {
  const waiting = async (who = env.teacher) => (await env.ok(who, 'GET', '/api/marking?page_size=100')).items
  const [first, second] = [await add({}, { title: 'First' }), await add({}, { title: 'Second' })]
  const id = await handIn(env, second, env.student)
  await handIn(env, second, env.stranger)
  await handIn(env, first, env.student)
  await handIn(env, first, env.other, { trial: true })
  await env.db.query(`update submissions set submitted_at = '2020-01-01' where activity_id = $1`, [first])
  const found = (await waiting()).filter(({ activity_id }: { activity_id: string }) => [first, second].includes(activity_id))
  expect(found).toMatchObject([
    { title: 'First', to_mark: 1, submitted: 1, oldest_at: '2020-01-01T00:00:00.000Z', course: { id: env.course } },
    { title: 'Second', to_mark: 2, submitted: 2 },
  ])
  await marked(id, { points: '1', done: true })
  expect((await waiting()).find((one: { activity_id: string }) => one.activity_id === second)).toMatchObject({ to_mark: 1, submitted: 2 })
  expect(await waiting(env.student)).toEqual([])
})

test('a comment bank is its writer’s alone', async () => {
  const add = (text: string, course_id: string | null = null, who = env.teacher) =>
    env.call(who, 'POST', '/api/marking/comments', { text, course_id })
  const { body: one } = await add('Give a source.')
  await add('See chapter 3.', env.course)
  expect((await add('No', env.course, env.student)).status).toBe(400)
  const change = (who: Actor, body: object) => env.call(who, 'PUT', `/api/marking/comments/${one.id}`, body)
  expect((await change(env.other, { text: 'Mine' })).status).toBe(404)
  expect((await change(env.teacher, { used: 3 })).body).toMatchObject({ text: 'Give a source.', used: 3 })
  const list = async (query = '') =>
    (await env.ok(env.teacher, 'GET', `/api/marking/comments${query}`)).items.map(({ text }: { text: string }) => text)
  expect(await list()).toEqual(['Give a source.', 'See chapter 3.'])
  expect(await list(`?course_id=${newId()}`)).toEqual(['Give a source.'])
  expect((await env.call(env.other, 'DELETE', `/api/marking/comments/${one.id}`)).status).toBe(404)
  expect((await env.call(env.teacher, 'DELETE', `/api/marking/comments/${one.id}`)).status).toBe(204)
})
