import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let at: TestCourse
let second: string
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const add = async (course: string, draft: object) =>
  (await at.ok(at.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', published: true, ...draft })).id as string
const mine = async (conditions?: object, page = '', who = at.student) =>
  await at.ok(
    who,
    'GET',
    `/api/todo?page_size=20${page}${conditions ? `&conditions=${encodeURIComponent(JSON.stringify(conditions))}` : ''}`,
  )
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

beforeAll(async () => {
  at = await testCourse()
  second = (await at.inCourse(at.teacher, 'POST', '/api/course', { name: 'Linear Algebra' })).body.id
  await at.inCourse(at.teacher, 'PUT', `/api/courses/${second}/publish`, { published: true })
  await at.inCourse(at.teacher, 'POST', `/api/courses/${second}/enrollments`, { person_ids: [at.student.person], role: 'student' })
  const video = await at.upload(at.teacher)
  const [late, early] = [
    await at.ok(at.teacher, 'POST', `/api/courses/${at.course}/modules`, { name: 'First' }),
    await at.ok(at.teacher, 'POST', `/api/courses/${at.course}/modules`, { name: 'Second' }),
  ]
  await add(at.course, { title: 'in the second module', module_id: early.id })
  await add(at.course, { title: 'in the first module', module_id: late.id })
  await add(second, { title: 'first of the other course' })
  await add(at.course, { title: 'due next month', end_time: days(30) })
  await add(second, { title: 'due tomorrow', end_time: days(1) })
  const begun = await add(at.course, { title: 'begun', type: 'online_video', upload_ids: [video] })
  const read = await add(at.course, { title: 'read already' })
  await add(at.course, { title: 'asked of nobody', completion_criterion_key: 'none' })
  await add(at.course, { title: 'not published', published: false })
  await add(at.course, { title: 'over', end_time: days(-1) })
  await add(at.course, { title: 'opens in three days', start_time: days(3) })
  await add(second, { title: 'opens in two days', start_time: days(2) })
  await at.ok(at.student, 'POST', `/api/course/activities-read/${read}`)
  await at.ok(at.student, 'POST', `/api/course/activities-read/${begun}`)
})
afterAll(async () => {
  await at?.stop()
})

describe('what is to do', () => {
  test('ends first, then what was begun, then what comes next in each course', async () => {
    const found = await mine()
    expect(titles(found).slice(0, 3)).toEqual(['due tomorrow', 'due next month', 'begun'])
    expect(new Set(titles(found).slice(3, 5))).toEqual(new Set(['in the first module', 'first of the other course']))
    expect(titles(found).slice(5)).toEqual(['in the second module'])
    expect(found).toMatchObject({ total: 6, pages: 1, due_soon: 1, next_due_at: found.items[0].end_time })
    expect(found.items[0]).toMatchObject({ course_id: second, course_name: 'Linear Algebra', percent: 0, video_duration: null })
    expect(found.items[2]).toMatchObject({ course_name: 'Marine Biology II', type: 'online_video', video_duration: 100 })
  })
  test('what opens later, the soonest first', async () => {
    expect(titles(await mine({ state: 'upcoming' }))).toEqual(['opens in two days', 'opens in three days'])
  })
  test('of one course, a page at a time, also beyond the end', async () => {
    expect(titles(await mine({ course_id: second }))).toEqual(['due tomorrow', 'first of the other course'])
    expect(titles(await at.ok(at.student, 'GET', '/api/todo?page=2&page_size=1'))).toEqual(['due next month'])
    expect(await mine({}, '&page=9')).toMatchObject({ items: [], total: 6, start: 0, due_soon: 1 })
  })
  test('nothing of courses one teaches, has left or that are hidden', async () => {
    expect((await mine({}, '', at.teacher)).total).toBe(0)
    expect((await mine({}, '', at.stranger)).total).toBe(0)
    await at.inCourse(at.teacher, 'PUT', `/api/courses/${second}/publish`, { published: false })
    expect(titles(await mine({ course_id: second }))).toEqual([])
    await at.inCourse(at.teacher, 'PUT', `/api/courses/${second}/publish`, { published: true })
    expect((await mine({ course_id: second })).total).toBe(2)
  })
  test('400 for a condition that makes no sense, 401 for nobody', async () => {
    for (const conditions of ['{"course_id":"x"}', '{"state":"done"}', '{"colour":"red"}', '{'])
      expect((await at.call(at.student, 'GET', `/api/todo?conditions=${encodeURIComponent(conditions)}`)).status, conditions).toBe(400)
    expect((await at.it.call(undefined, 'GET', '/api/todo')).status).toBe(401)
    expect((await mine({ course_id: newId() })).total).toBe(0)
  })
})

describe('where one teaches', () => {
  test('courses with their counts, drafts, and who has watched', async () => {
    const found = await at.ok(at.teacher, 'GET', '/api/my-teaching')
    expect(found.courses).toContainEqual({ course_id: at.course, students: 1, published_count: 8, draft_count: 1 })
    expect(found).toMatchObject({
      draft_total: 1,
      drafts: [{ title: 'not published', course_name: 'Marine Biology II', type: 'page' }],
      videos: [{ title: 'begun', students: 1, started: 1, completed: 0 }],
    })
    expect(await at.ok(at.student, 'GET', '/api/my-teaching')).toEqual({ courses: [], drafts: [], draft_total: 0, videos: [] })
  })
})
