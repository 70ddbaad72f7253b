// Participation: posts and replies of each student by name, their score, and nothing of anonymous ones.
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let ada: Actor
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
})
afterAll(() => env?.stop())

test('posts and replies that are shown count for who wrote them by name, beside the score of the forum', async () => {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    type: 'forum',
    title: 'Questions',
    published: true,
    points: '10',
    settings: { anonymous_posts: true },
  })
  const draft = { scope: 'activity', scope_id: id, kind: 'question', title: 'Spring tides', body: '<p>Why?</p>' }
  const topic = await env.ok(env.student, 'POST', `/api/courses/${env.course}/topics`, draft)
  const post = (who: Actor, more = {}) => env.ok(who, 'POST', `/api/topics/${topic.id}/posts`, { body: '<p>The moon</p>', ...more })
  await post(env.student)
  const { post: removed } = await post(env.student)
  await env.ok(env.student, 'DELETE', `/api/posts/${removed.id}?version=${removed.version}`)
  await post(ada, { anonymous: true })
  const read = (who = env.teacher, query = '') => env.call(who, 'GET', `/api/activities/${id}/participation${query}`)
  const { item } = (await read()).body
  expect(item).toEqual({ id: expect.any(String), points: '10' })
  const cells = [{ item_id: item.id, person_id: env.student.person, points: '7.5', saw: null }]
  await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/scores`, { cells })
  const countsOf = async (query = '') => {
    const { items } = (await read(env.teacher, query)).body
    return new Map(items.map(({ person, ...counts }: { person: { id: string } }) => [person.id, counts]))
  }
  const counts = await countsOf()
  expect(counts.get(env.student.person)).toEqual({ posts: 2, replies: 1, cell: { points: '7.5', state: '' }, mark: null })
  expect(counts.get(ada.person)).toEqual({ posts: 0, replies: 0, cell: null, mark: null })
  const search = new URLSearchParams({ conditions: JSON.stringify({ person_ids: [ada.person] }) })
  expect([...(await countsOf(`?${search}`)).keys()]).toEqual([ada.person])
  expect([...(await countsOf('?keyword=lovelace')).keys()]).toEqual([ada.person])
  expect((await read(env.teacher, '?conditions={"person_ids":["x"]}')).status).toBe(400)
  expect((await read(env.student)).status).toBe(403)
})
