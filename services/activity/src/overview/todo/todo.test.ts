// The start page: to-dos of students, and the courses of teachers.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'

let env: TestCourse
let second: string
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const add = async (course: string, draft: object) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', published: true, ...draft })).id as string
const mine = async (conditions?: object, page = '', who = env.student) =>
  await env.ok(
    who,
    'GET',
    `/api/todo?page_size=20${page}${conditions ? `&conditions=${encodeURIComponent(JSON.stringify(conditions))}` : ''}`,
  )
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

beforeAll(async () => {
  env = await testCourse()
  second = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Linear Algebra' })).body.id
  await env.inCourse(env.teacher, 'PUT', `/api/courses/${second}/publish`, { published: true })
  await env.inCourse(env.teacher, 'POST', `/api/courses/${second}/enrollments`, { person_ids: [env.student.person], role: 'student' })
  const video = await env.upload(env.teacher)
  const [late, early] = [
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'First' }),
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Second' }),
  ]
  await add(env.course, { title: 'in the second module', module_id: early.id })
  await add(env.course, { title: 'in the first module', module_id: late.id })
  await add(second, { title: 'first of the other course' })
  await add(env.course, { title: 'due next month', end_time: days(30) })
  await add(second, { title: 'due tomorrow', due_time: days(1), end_time: days(40) })
  await add(second, { title: 'late', due_time: days(-1), end_time: days(2) })
  const begunVideo = await add(env.course, { title: 'begun', type: 'online_video', upload_ids: [video] })
  const read = await add(env.course, { title: 'read already' })
  await add(env.course, { title: 'asked of nobody', completion_criterion_key: 'none' })
  await add(env.course, { title: 'not published', published: false })
  await add(env.course, { title: 'over', end_time: days(-1) })
  await add(env.course, { title: 'opens in three days', start_time: days(3) })
  await add(second, { title: 'opens in two days', start_time: days(2) })
  await env.ok(env.student, 'POST', `/api/course/activities-read/${read}`)
  await env.ok(env.student, 'POST', `/api/course/activities-read/${begunVideo}`)
})
afterAll(async () => {
  await env?.stop()
})

describe('to-dos', () => {
  test('the list begins with those due first, also late and still open ones, then those begun, then the next of each course', async () => {
    const reply = await mine()
    expect(titles(reply).slice(0, 3)).toEqual(['late', 'due tomorrow', 'due next month'])
    expect(new Set(titles(reply).slice(4, 6))).toEqual(new Set(['in the first module', 'first of the other course']))
    expect(titles(reply).slice(6)).toEqual(['in the second module'])
    expect(reply).toMatchObject({ total: 7, pages: 1, late: 1, due_soon: 1, next_due_at: reply.items[1].due_time })
    expect(reply.items.map(({ late }: { late: boolean }) => late)).toEqual([true, false, false, false, false, false, false])
    expect(reply.items[0]).toMatchObject({ course_id: second, course_name: 'Linear Algebra', percent: 0, video_duration: null })
    expect(reply.items[3]).toMatchObject({ course_name: 'Marine Biology II', type: 'online_video', video_duration: 100 })
  })
  test('activities that open later, the soonest first', async () => {
    expect(titles(await mine({ state: 'upcoming' }))).toEqual(['opens in two days', 'opens in three days'])
  })
  test('beside the open ones, so many of those that open later, with the number of all', async () => {
    const { upcoming, ...open } = await mine(undefined, '&upcoming=1')
    expect(open).toEqual(await mine())
    expect([upcoming.total, titles(upcoming)]).toEqual([2, ['opens in two days']])
    const page = await mine(undefined, '&page=9&upcoming=5')
    expect([page.total, page.items, titles(page.upcoming)]).toEqual([7, [], ['opens in two days', 'opens in three days']])
    expect((await mine(undefined, '&upcoming=1', env.teacher)).upcoming).toEqual({ items: [], total: 0 })
    expect(await mine({ state: 'upcoming' }, '&upcoming=1')).not.toHaveProperty('upcoming')
    expect((await env.call(env.student, 'GET', '/api/todo?upcoming=0')).status).toBe(400)
  })
  test('of one course, a page at a time, also beyond the end', async () => {
    expect(titles(await mine({ course_id: second }))).toEqual(['late', 'due tomorrow', 'first of the other course'])
    expect(titles(await env.ok(env.student, 'GET', '/api/todo?page=2&page_size=1'))).toEqual(['due tomorrow'])
    expect(await mine({}, '&page=9')).toMatchObject({ items: [], total: 7, start: 0, late: 1, due_soon: 1 })
  })
  test('nothing of courses one teaches, has left or that are hidden', async () => {
    expect((await mine({}, '', env.teacher)).total).toBe(0)
    expect((await mine({}, '', env.stranger)).total).toBe(0)
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${second}/publish`, { published: false })
    expect(titles(await mine({ course_id: second }))).toEqual([])
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${second}/publish`, { published: true })
    expect((await mine({ course_id: second })).total).toBe(3)
  })
  test('course by course: the next of each and how many there are, dated ones first, also beyond the end', async () => {
    const courses = (query = '') => env.ok(env.student, 'GET', `/api/todo/courses?page_size=20${query}`)
    const reply = await courses()
    expect(reply).toMatchObject({ total: 2, pages: 1 })
    expect(
      reply.items.map(({ course_name, total, late, next }: Record<string, unknown> & { next: { title: string } }) => [
        course_name,
        total,
        late,
        next.title,
      ]),
    ).toEqual([
      ['Linear Algebra', 3, 1, 'late'],
      ['Marine Biology II', 4, 0, 'due next month'],
    ])
    for (const { course_id, next } of reply.items) expect((await mine({ course_id })).items[0]).toEqual(next)
    expect((await env.ok(env.student, 'GET', '/api/todo/courses?page=2&page_size=1')).items[0].course_id).toBe(env.course)
    expect(await courses('&page=9')).toMatchObject({ items: [], total: 2 })
    const later = await courses(`&conditions=${encodeURIComponent('{"state":"upcoming"}')}`)
    expect(later.items.map(({ next }: { next: { title: string } }) => next.title)).toEqual(['opens in two days', 'opens in three days'])
    expect((await env.call(env.student, 'GET', `/api/todo/courses?conditions=${encodeURIComponent('{"course_id":"x"}')}`)).status).toBe(400)
    expect((await env.ok(env.teacher, 'GET', '/api/todo/courses')).total).toBe(0)
  })
  test('400 for a condition that makes no sense, 401 for nobody', async () => {
    for (const conditions of ['{"course_id":"x"}', '{"state":"done"}', '{"colour":"red"}', '{'])
      expect((await env.call(env.student, 'GET', `/api/todo?conditions=${encodeURIComponent(conditions)}`)).status, conditions).toBe(400)
    expect((await env.activities.call(undefined, 'GET', '/api/todo')).status).toBe(401)
    expect((await mine({ course_id: newId() })).total).toBe(0)
  })
})

describe('courses of a teacher', () => {
  test('courses with their counts, drafts, and who has watched', async () => {
    const reply = await env.ok(env.teacher, 'GET', '/api/my-teaching')
    expect(reply.courses).toContainEqual({
      course_id: env.course,
      students: 1,
      published_count: 8,
      draft_count: 1,
      failed_count: 0,
      to_mark_count: 0,
      unanswered_count: 0,
      idle_count: 0,
    })
    expect(reply.courses).toContainEqual(expect.objectContaining({ course_id: second, students: 1, idle_count: 1 }))
    expect(reply).toMatchObject({
      draft_total: 1,
      drafts: [{ title: 'not published', course_name: 'Marine Biology II', type: 'page' }],
      videos: [{ title: 'begun', students: 1, started: 1, completed: 0 }],
    })
    expect(await env.ok(env.student, 'GET', '/api/my-teaching')).toEqual({ courses: [], drafts: [], draft_total: 0, videos: [] })
  })
  test('the counts of the courses that are asked for, where there are more than an answer has', async () => {
    const more = Array.from({ length: 30 }, newId)
    for (const [table, column] of [
      ['courses', 'id'],
      ['members', 'course_id'],
    ] as const)
      await env.db.query(
        `insert into mirror.${table} select (jsonb_populate_record(t, jsonb_build_object('${column}', more.id))).*
         from mirror.${table} t, unnest($2::uuid[]) as more(id) where t.${column} = $1::uuid`,
        [second, more],
      )
    const conditions = (ids: unknown) => `?conditions=${encodeURIComponent(JSON.stringify({ course_ids: ids }))}`
    const of = async (who: typeof env.teacher, path: string) =>
      (await env.ok(who, 'GET', path)).courses.map(({ course_id }: { course_id: string }) => course_id)
    for (const [who, path] of [
      [env.teacher, '/api/my-teaching'],
      [env.student, '/api/my-learning'],
    ] as const) {
      const first = await of(who, path)
      expect(first).toHaveLength(24)
      expect(first).not.toContain(second)
      expect(await of(who, path + conditions([second]))).toEqual([second])
      expect(await of(who, path + conditions([newId()]))).toEqual([])
      for (const wrong of ['x', ['x'], Array(25).fill(second)])
        expect((await env.call(who, 'GET', path + conditions(wrong))).body.details['conditions.course_ids'][0].code).toBe('field.format')
    }
    await env.db.query('delete from mirror.members where course_id = any($1::uuid[])', [more])
    await env.db.query('delete from mirror.courses where id = any($1::uuid[])', [more])
  })
  test('the works that wait to be marked, until they are', async () => {
    const waiting = async () =>
      (await env.ok(env.teacher, 'GET', '/api/my-teaching')).courses.map(({ course_id, to_mark_count }: Record<string, unknown>) => [
        course_id,
        to_mark_count,
      ])
    const homework = await add(env.course, { title: 'Salinity', type: 'homework', points: '20' })
    const work = await handIn(env, homework, env.student)
    expect(await waiting()).toEqual(
      expect.arrayContaining([
        [env.course, 1],
        [second, 0],
      ]),
    )
    await env.ok(env.teacher, 'PUT', `/api/submissions/${work}/marking`, { n: 1, version: 0, points: '12', done: true })
    expect(await waiting()).toContainEqual([env.course, 0])
    await env.ok(env.teacher, 'DELETE', `/api/activities/${homework}`)
  })
})

describe('a search for activities', () => {
  const find = async (keyword: string, who = env.student) =>
    (await env.ok(who, 'GET', `/api/my-activities?keyword=${encodeURIComponent(keyword)}`)).items as {
      title: string
      available: boolean
      published: boolean
    }[]
  const found = async (keyword: string, who = env.student) => (await find(keyword, who)).map(({ title }) => title)

  test('in all of my courses, every word, the beginning of a title before that of a word before the rest', async () => {
    const course = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Ranks' })).body.id
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
    await env.inCourse(env.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [env.student.person], role: 'student' })
    for (const title of ['Backwash', 'The wash of tides', 'Wash 100%', '潮汐与波浪', 'คลื่นและกระแสน้ำ']) await add(course, { title })
    expect(await found('wash')).toEqual(['Wash 100%', 'The wash of tides', 'Backwash'])
    expect(await found('tides  the')).toEqual(['The wash of tides'])
    expect(await found('0%')).toEqual(['Wash 100%'])
    expect([await found('波浪'), await found('กระแส'), await found('   ')]).toEqual([['潮汐与波浪'], ['คลื่นและกระแสน้ำ'], []])
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${course}/publish`, { published: false })
    expect([await found('wash'), (await found('wash', env.teacher)).length, await found('wash', env.stranger)]).toEqual([[], 3, []])
    expect((await find('backwash', env.teacher))[0]).toMatchObject({ published: true, course_published: false })
  })
  test('by text too, behind the titles, with the part where it stands', async () => {
    const texts = {
      Foghorn: '<p>The quagga mussel arrived in 1989.</p>',
      湖泊: '<p>斑驴贻贝于一九八九年抵达湖中。</p>',
      ทะเลสาบ: '<p>หอยแมลงภู่มาถึงทะเลสาบ</p>',
    }
    for (const [title, body] of Object.entries(texts)) await add(env.course, { type: 'page', title, body })
    await add(env.course, { type: 'page', title: 'Quagga in a title', body: '<p>Nothing else.</p>' })
    expect(await found('quagga')).toEqual(['Quagga in a title', 'Foghorn'])
    expect((await find('mussel 1989'))[0]).toMatchObject({
      title: 'Foghorn',
      excerpt: expect.arrayContaining([{ text: 'mussel', hit: true }]),
    })
    expect([await found('贻贝'), await found('湖'), await found('แมลงภู่'), await found('QUAG')]).toEqual([
      ['湖泊'],
      ['湖泊'],
      ['ทะเลสาบ'],
      ['Quagga in a title', 'Foghorn'],
    ])
    expect([await found('uagga'), await found('贻驴'), await found("'); drop --"), await found('& | !')]).toEqual([
      ['Quagga in a title'],
      [],
      [],
      [],
    ])
    const page = await env.ok(env.student, 'GET', '/api/my-activities?keyword=quagga&page=2&page_size=1')
    expect(page).toMatchObject({ total: 2, pages: 2, items: [{ title: 'Foghorn' }] })
  })
  test('by the names of its files, before texts, as far as they are open to who looks', async () => {
    const upload = await env.upload(env.teacher, { name: 'Narwhal profiles 海豚.xlsx', type: 'document' })
    const [upload_ids, type] = [[upload], 'material']
    const first = await add(env.course, { title: 'Before the stations' })
    await add(env.course, { type, title: 'Stations', upload_ids })
    await add(env.course, { type, title: 'Stations to come', upload_ids, start_time: new Date(Date.now() + 9e7).toISOString() })
    await add(env.course, { type, title: 'Stations behind', upload_ids, prerequisite_ids: [first] })
    await add(env.course, { type, title: 'Stations hidden', upload_ids, published: false })
    await add(env.course, { type: 'page', title: 'A text', body: '<p>A narwhal.</p>' })
    expect([await found('narwhal'), await found('海豚'), await found('narwhal tapir')]).toEqual([['Stations', 'A text'], ['Stations'], []])
    expect((await find('profiles'))[0]).toMatchObject({
      title: 'Stations',
      available: true,
      excerpt: [
        { text: 'Narwhal ', hit: false },
        { text: 'profiles', hit: true },
        { text: ' 海豚.xlsx', hit: false },
      ],
    })
    expect([(await find('narwhal', env.teacher)).length, await found('narwhal', env.stranger)]).toEqual([5, []])
  })
  test('a text that is not open, or locked, is not told of', async () => {
    await add(env.course, { type: 'page', title: 'Later', body: '<p>zebrafish</p>', start_time: new Date(Date.now() + 9e7).toISOString() })
    const first = await add(env.course, { title: 'Before the locked one' })
    await add(env.course, { type: 'page', title: 'Locked', body: '<p>zebrafish</p>', prerequisite_ids: [first] })
    await add(env.course, { type: 'page', title: 'Draft', body: '<p>zebrafish</p>', published: false })
    expect([await found('zebrafish'), (await found('zebrafish', env.teacher)).toSorted()]).toEqual([[], ['Draft', 'Later', 'Locked']])
  })
  test('drafts for who teaches alone; a student sees which are not open to them', async () => {
    expect([await found('not published'), (await find('not published', env.teacher))[0]?.published]).toEqual([[], false])
    expect(await find('opens in three')).toMatchObject([{ available: false }])
    expect(await find('opens in three', env.teacher)).toMatchObject([{ available: true }])
    const first = await add(env.course, { title: 'Key one' })
    await add(env.course, { title: 'Key two', prerequisite_ids: [first] })
    const keys = async () => Object.fromEntries((await find('key')).map(({ title, available }) => [title, available]))
    expect(await keys()).toEqual({ 'Key one': true, 'Key two': false })
    await env.ok(env.student, 'POST', `/api/course/activities-read/${first}`)
    expect(await keys()).toEqual({ 'Key one': true, 'Key two': true })
    expect((await env.activities.call(undefined, 'GET', '/api/my-activities?keyword=key')).status).toBe(401)
    expect((await env.call(env.student, 'GET', '/api/my-activities')).status).toBe(400)
  })
})
