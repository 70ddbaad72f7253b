// Tests of a course's modes: reviewed, lite and normal.
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
})
afterAll(() => stop?.())

const createCourse = async (draft: object = {}): Promise<string> =>
  (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II', ...draft })).body.id
const emitted = async (course: string, fact = 'CourseChanged') =>
  (await school.db.query(`select type, value::jsonb as value from kit.outbox where key = $1 order by seq`, [`course:${course}`])).rows
    .filter(({ type }) => type.endsWith(`.${fact}`))
    .map(({ value }) => value.course)
const menu = async (course: string, actor = school.teacher) =>
  (await it.call(actor, 'GET', `/api/courses/${course}/nav-setting`)).body.nav_setting
    .filter(({ visible }: { visible: boolean }) => visible)
    .map(({ key }: { key: string }) => key)

describe('reviewing', () => {
  const review = (course: string, type: string, actor = school.manager) =>
    it.call(actor, 'PUT', `/api/course/${course}/manager/review`, { type })
  test('reviewed by a manager, emitted once, and taken back', async () => {
    const course = await createCourse()
    expect((await review(course, 'reviewed')).body.course_attributes.data.review_status).toBe('reviewed')
    expect((await review(course, 'reviewed')).status).toBe(200)
    expect((await emitted(course)).map(({ review_status }) => review_status)).toEqual(['reviewed'])
    expect((await review(course, 'unreviewed')).body.course_attributes.data.review_status).toBe('unreviewed')
    expect((await emitted(course, 'CourseReviewed')).map(({ review_status }) => review_status)).toEqual(['reviewed', 'unreviewed'])
  })
  test('403 for the instructor and for a manager who simulates a student, 400 for another type', async () => {
    const course = await createCourse()
    expect((await review(course, 'reviewed', school.teacher)).status).toBe(403)
    expect((await review(course, 'praised')).status).toBe(400)
    await it.call(school.manager, 'PUT', `/api/course/${course}/role`, { active: 'student' })
    expect((await review(course, 'reviewed')).status).toBe(403)
    await it.call(school.manager, 'PUT', `/api/course/${course}/role`, { active: 'instructor' })
  })
})

describe('lite and normal', () => {
  const condition = async (course: string) =>
    (await it.call(school.teacher, 'GET', `/api/courses/${course}/validate-lite-course-condition`)).body
  const change = (course: string, to: 'lite' | 'normal', actor = school.teacher) =>
    it.call(actor, 'PUT', `/api/courses/${course}/switch-${to}`)

  test('a lite course keeps content, members and settings in its menu, and gets the rest back', async () => {
    const course = await createCourse()
    const previous = await menu(course)
    expect(await condition(course)).toEqual({ valid: true, obstacles: [] })
    expect((await change(course, 'lite')).body.lite).toBe(true)
    expect((await change(course, 'lite')).body.lite).toBe(true)
    expect(await menu(course)).toEqual(['content', 'enrollments', 'settings'])
    expect((await change(course, 'normal')).body.lite).toBe(false)
    expect(await menu(course)).toEqual(previous)
    expect((await emitted(course)).map(({ lite }) => lite)).toEqual([true, false])
  })
  test.each([
    [{ learning_mode: 'checkpoint' }, 'course.lite.checkpoint'],
    [{ course_type: 7 }, 'course.lite.type'],
    [{ course_type: 8 }, 'course.lite.type'],
  ])('400 says why %j cannot be lite, as the condition did', async (draft, code) => {
    const course = await createCourse(draft)
    expect(await condition(course)).toMatchObject({ valid: false, obstacles: [{ code }] })
    const { status, body } = await change(course, 'lite')
    expect([status, body.code, body.details.lite[0].code]).toEqual([400, 'course.notLite', code])
    expect(body.errors.lite[0]).toEqual((await condition(course)).obstacles[0].message)
  })
  test('400 while an import runs', async () => {
    const course = await createCourse()
    await school.db.query('update courses set importer_status = 0 where id = $1', [course])
    expect((await change(course, 'lite')).body.details.lite[0].code).toBe('course.lite.importing')
  })
  test('400 for making a lite course a checkpoint course, or a studio', async () => {
    const course = await createCourse()
    await change(course, 'lite')
    const studio = await it.call(school.teacher, 'PUT', `/api/courses/${course}`, { course_type: 7 })
    expect(studio.body.details.course_type[0].code).toBe('course.lite.type')
    const { body } = await it.call(school.teacher, 'PUT', `/api/courses/${course}`, { learning_mode: 'checkpoint' })
    expect(Object.keys(body.errors)).toEqual(['learning_mode'])
  })
  test('403 for a student and another teacher', async () => {
    const course = await createCourse()
    expect((await change(course, 'lite', school.student)).status).toBe(403)
    expect((await change(course, 'lite', school.other)).status).toBe(403)
  })
})
