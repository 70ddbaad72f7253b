// A forum through the BFF: a student begins a topic, the teacher answers, each is notified, the answer is chosen, and an anonymous post stays nobody’s.
import { until } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { newSchool } from './product.ts'

test('a question is answered, its people read of it in time, and its words are found', async () => {
  const school = await newSchool()
  const [teacher, student, classmate] = await Promise.all([
    school.signIn('teacher'),
    school.signIn('student'),
    school.signIn('secondStudent'),
  ])
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  const params = { id: course }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const person_ids = [school.people.student.id, school.people.secondStudent.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids, role: 'student' } })
  const { id: forum } = await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: {
      type: 'forum',
      title: 'Ask freely',
      published: true,
      completion_criterion_key: 'posted_1',
      settings: { anonymous_posts: true },
    },
  })
  const topic = await student.call('POST /api/courses/:id/topics', {
    params,
    body: { scope: 'activity', scope_id: forum, kind: 'question', title: 'Spring tides', body: '<p>Why twice a month?</p>' },
  })
  expect((await student.call('GET /api/activities/:id', { params: { id: forum } })).my?.completed).toBe(true)
  const inTopic = { id: topic.id }
  const unread = async () => (await teacher.call('GET /api/courses/:id/topics-unread', { params })).scopes
  expect((await unread()).filter((place) => place.unread > 0)).toMatchObject([{ scope: 'activity', scope_id: forum, unread: 1 }])

  const { post: answer } = await teacher.call('POST /api/topics/:id/posts', {
    params: inTopic,
    body: { body: `<p>Sun and moon, <span data-mention="person:${school.people.secondStudent.id}">@you</span>.</p>`, parent_n: 1 },
  })
  const typesOf = async (who: typeof student) =>
    (await who.call('GET /api/notifications', { query: {} })).items.flatMap(({ type, payload }) =>
      payload.subject.id === topic.id ? [type] : [],
    )
  await until(async () => (await typesOf(student)).includes('reply'))
  await until(async () => (await typesOf(classmate)).includes('mention'))
  await student.call('PUT /api/topics/:id', { params: inTopic, body: { accepted_post_id: answer.id, version: topic.version } })
  await until(async () => (await typesOf(teacher)).includes('accepted'))

  // an anonymous post has no sender, and nothing that a classmate reads names it
  const { post: hidden } = await classmate.call('POST /api/topics/:id/posts', {
    params: inTopic,
    body: { body: '<p>I still do not see it</p>', anonymous: true },
  })
  expect(hidden.author).toMatchObject({ id: null, alias: 1 })
  await until(async () => (await typesOf(student)).filter((type) => type === 'reply').length === 2)
  const inbox = await student.call('GET /api/notifications', { query: {} })
  const posts = await student.call('GET /api/topics/:id/posts', { params: inTopic, query: {} })
  expect(JSON.stringify([inbox.items.filter(({ type }) => type === 'reply')[0], posts.items.at(-1)])).not.toContain(
    school.people.secondStudent.id,
  )
  const found = await student.call('GET /api/courses/:id/topics', {
    params,
    query: { scope: 'activity', scope_id: forum, conditions: '{"keyword":"moon"}' },
  })
  expect(found.items).toMatchObject([{ title: 'Spring tides', answer_n: 2, posts: 3 }])
})
