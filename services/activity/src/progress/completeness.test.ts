// Study completeness: whatever a course holds, the content page, the list of students and the home page answer the same numbers.
import { newId } from '@lyceum/kit/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const activity = fc.record({
  module: fc.integer({ min: -1, max: 2 }),
  published: fc.boolean(),
  deleted: fc.boolean(),
  criterion: fc.constantFrom('none', 'read', 'read_pages', 'watched_80', 'by_hand'),
  completed: fc.boolean(),
  opened: fc.boolean(),
  trial: fc.constantFrom(false, false, true),
  /** Hours from now at which it opens. */
  opens: fc.constantFrom(null, -1, 1),
})

test('the same numbers in every place, of any course', async () => {
  const modules = [newId(), newId(), newId()]
  for (const [sort, id] of modules.entries())
    await env.db.query(`insert into modules (id, org_id, course_id, name, sort, version) values ($1, $2, $3, 'Tides', $4, 1)`, [
      id,
      env.org,
      env.course,
      sort,
    ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(activity, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.nat(3),
      async (activities, checkpoints, hidden) => {
        await env.db.query('delete from progress')
        await env.db.query('delete from activities')
        // one of the modules, or none
        await env.db.query('update modules set published = id <> all($1)', [[modules[hidden] ?? newId()]])
        await env.db.query('update mirror.courses set learning_mode = $1', [checkpoints ? 'checkpoint' : 'normal'])
        for (const [sort, { module, published, deleted, criterion, completed, opened, trial, opens }] of activities.entries()) {
          const id = newId()
          await env.db.query(
            `insert into activities (id, org_id, course_id, module_id, type, title, sort, published, deleted, criterion_key, start_time, upload_ids, created_by, version)
           values ($1, $2, $3, $4, 'page', 'Ebb', $5, $6, $7, $8, now() + make_interval(hours => $9::int), '{}', $10, 1)`,
            [id, env.org, env.course, modules[module] ?? null, sort, published, deleted, criterion, opens, env.teacher.person],
          )
          if (completed || opened)
            await env.db.query(
              `insert into progress (activity_id, person_id, org_id, course_id, percent, completed_at, opened, trial, first_seen_at, last_seen_at, version)
             values ($1, $2, $3, $4, $5, case when $6 then now() end, $7, $8, now(), now(), 1)`,
              [id, env.student.person, env.org, env.course, completed ? 100 : 0, completed, opened, trial],
            )
        }
        const numbers = (answer: Record<string, unknown>) => [answer.study_completeness, answer.completed_count, answer.activity_count]
        const content = await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)
        const own = await env.ok(env.student, 'GET', `/api/courses/${env.course}/study-completeness`)
        const ofTeacher = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/study-completeness`)
        const home = await env.ok(env.student, 'GET', '/api/my-learning')
        const counted = activities.filter(
          ({ module, published, deleted, criterion }) =>
            published && !deleted && criterion !== 'none' && !(hidden < 3 && module === hidden),
        )
        const done = counted.filter(({ completed, trial }) => completed && !trial).length
        expect(numbers(content.completeness).slice(1)).toEqual([done, counted.length])
        expect(numbers(own)).toEqual(numbers(content.completeness))
        expect(numbers(ofTeacher.items[0])).toEqual(numbers(content.completeness))
        expect(numbers(home.courses[0])).toEqual(numbers(content.completeness))
        type Row = { published: boolean; completion_criterion: { kind: string }; my: { completed: boolean } }
        const shown = (content.activities as Row[]).filter((row) => row.published && row.completion_criterion.kind !== 'none')
        expect([shown.filter(({ my }) => my.completed).length, shown.length]).toEqual([done, counted.length])
      },
    ),
    { numRuns: 12 },
  )
})

const add = async (title: string): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title, published: true })).id

test('students by how far they are, those of a state alone, and how many are how far', async () => {
  const ask = async (query: string, who = env.teacher) =>
    await env.call(who, 'GET', `/api/courses/${env.course}/study-completeness?${query}`)
  const order = async (query: string) => (await ask(query)).body.items.map(({ person }: { person: { id: string } }) => person.id)
  const state = (of: string) => `conditions=${encodeURIComponent(JSON.stringify({ state: of }))}`
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.stranger.person], role: 'student' })
  await env.db.query('delete from progress')
  await env.db.query('delete from activities')
  const [one, two] = [await add('One'), await add('Two')]
  await env.ok(env.student, 'POST', `/api/course/activities-read/${one}`)
  const [first, second] = [env.student.person, env.stranger.person]
  expect(await order('sort=completeness&order=descending')).toEqual([first, second])
  expect(await order('sort=completeness')).toEqual([second, first])
  expect(await order('sort=updated&order=descending')).toEqual([first, second])
  expect((await order('sort=user_no')).toSorted()).toEqual([first, second].toSorted())
  expect([await order(state('none')), await order(state('begun')), await order(state('done'))]).toEqual([[second], [first], []])
  const named = (person_ids: unknown) => `conditions=${encodeURIComponent(JSON.stringify({ person_ids }))}`
  expect([await order(named([second])), await order(named([]))]).toEqual([[second], []])
  for (const none of ['x', ['x'], Array(101).fill(second)])
    expect((await ask(named(none))).body.details['conditions.person_ids'][0].code).toBe('field.format')
  expect((await ask(state('asleep'))).body.details['conditions.state'][0].code).toBe('field.choice')
  const { study_completeness: mine } = (await ask('', env.student)).body
  const spread = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/completeness-distribution`)
  expect(spread).toMatchObject({ students: 2, average: mine / 2 })
  expect(spread.counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(2)
  expect([spread.counts.length, spread.counts[0]]).toEqual([11, 1])
  expect((await env.call(env.student, 'GET', `/api/courses/${env.course}/completeness-distribution`)).status).toBe(403)
  // as on the course's page: 1 of 3 and 3 of 3 are 4 of 6, rounded down once
  for (const id of [one, two, await add('Three')]) await env.ok(env.stranger, 'POST', `/api/course/activities-read/${id}`)
  expect((await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/completeness-distribution`)).average).toBe(66)
})
