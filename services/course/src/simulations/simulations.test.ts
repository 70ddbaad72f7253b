// Tests of simulations and previews.
import { newId } from '@lyceum/kit/ids'
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

const createCourse = async (): Promise<string> =>
  (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
const read = (course: string, actor = school.teacher) => it.call(actor, 'GET', `/api/courses/${course}`)

describe('seeing as somebody else', () => {
  const simulate = (course: string, active: string, actor = school.teacher) =>
    it.call(actor, 'PUT', `/api/course/${course}/role`, { active })
  test('a student’s rights for a teacher who simulates one, in that session only, until they leave', async () => {
    const course = await createCourse()
    await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
    expect((await simulate(course, 'student')).body).toEqual({ role: 'student', simulating: 'student' })
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}`)).body).toMatchObject({
      role: 'student',
      simulating: 'student',
      can: { teach: false, simulate: true },
    })
    expect((await it.call(school.teacher, 'PUT', `/api/courses/${course}`, { name: 'x' })).status).toBe(403)
    expect((await it.call(school.teacher, 'GET', `/api/course/${course}/access_code`)).status).toBe(403)
    expect((await it.call({ ...school.teacher, session: newId() }, 'PUT', `/api/courses/${course}`, { name: 'x' })).status).toBe(200)
    const nav = (await it.call(school.teacher, 'GET', `/api/courses/${course}/nav-setting`)).body.nav_setting
    expect(nav.find(({ key }: { key: string }) => key === 'settings').visible).toBe(false)
    expect((await simulate(course, 'visitor')).body).toEqual({ role: null, simulating: 'visitor' })
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}`)).body.code).toBe('simulation.visitor')
    expect((await simulate(course, 'instructor')).body).toEqual({ role: 'instructor', simulating: null })
    expect((await it.call(school.teacher, 'PUT', `/api/courses/${course}`, { name: 'x' })).status).toBe(200)
  })
  test('an answer kept for the teacher is not given to the student that they simulate', async () => {
    const course = await createCourse()
    const rename = () =>
      it.call(school.teacher, 'PUT', `/api/courses/${course}`, { name: 'Once more' }, { 'idempotency-key': `k-${course}` })
    const first = await rename()
    expect(await rename()).toMatchObject({ status: 200, body: first.body })
    for (const role of ['student', 'visitor']) {
      await simulate(course, role)
      expect((await rename()).status, role).toBe(422)
    }
    await simulate(course, 'instructor')
    expect((await rename()).body).toEqual(first.body)
  })
  test('403 for a student, whose leaving is harmless', async () => {
    const course = await createCourse()
    await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [school.student.person], role: 'student' })
    expect((await simulate(course, 'visitor', school.student)).status).toBe(403)
    expect((await simulate(course, 'instructor', school.student)).body).toEqual({ role: 'student', simulating: null })
    expect((await simulate(course, 'instructor', school.stranger)).status).toBe(403)
  })
  test('a manager who simulates a student manages nothing there', async () => {
    const course = await createCourse()
    await simulate(course, 'student', school.manager)
    expect((await it.call(school.manager, 'DELETE', `/api/course/${course}`)).status).toBe(403)
    await simulate(course, 'instructor', school.manager)
    expect((await it.call(school.manager, 'DELETE', `/api/course/${course}`)).status).toBe(204)
  })
})

describe('previewing', () => {
  const preview = (course: string, method: 'PUT' | 'DELETE', actor = school.teacher) =>
    it.call(actor, method, `/api/courses/${course}/preview`)

  test('an unpublished course as its students will see it, until it is cancelled', async () => {
    const course = await createCourse()
    await it.call(school.teacher, 'PUT', `/api/course/${course}/role`, { active: 'student' })
    expect((await read(course)).body.code).toBe('course.unpublished')
    expect((await preview(course, 'PUT')).body).toEqual({ role: 'student', simulating: 'preview' })
    expect((await read(course)).body).toMatchObject({ simulating: 'preview', can: { teach: false, simulate: true, manage: false } })
    expect((await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })).status).toBe(403)
    expect((await read(course, { ...school.teacher, session: newId() })).body.can.teach).toBe(true)
    expect((await preview(course, 'DELETE')).body).toEqual({ role: 'instructor', simulating: null })
    expect((await read(course)).body.can.teach).toBe(true)
  })
  test('403 for a student, whose leaving is harmless, and for another teacher', async () => {
    const course = await createCourse()
    await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [school.student.person], role: 'student' })
    expect((await preview(course, 'PUT', school.student)).status).toBe(403)
    expect((await preview(course, 'DELETE', school.student)).body).toEqual({ role: 'student', simulating: null })
    expect((await read(course, school.student)).body.code).toBe('course.unpublished')
    expect((await preview(course, 'PUT', school.other)).status).toBe(403)
    expect((await preview(course, 'DELETE', school.other)).status).toBe(403)
  })
})

describe('inspecting', () => {
  const inspect = (course: string, method: 'PUT' | 'DELETE', body?: object, actor = school.manager) =>
    it.call(actor, method, `/api/courses/${course}/inspect`, body)

  test('a manager sees an unpublished course and changes nothing, and is led back', async () => {
    const course = await createCourse()
    const refer = '/management/course/audit'
    expect((await inspect(course, 'PUT', { refer })).body).toEqual({ role: null, simulating: 'inspect' })
    expect((await read(course, school.manager)).body).toMatchObject({
      role: null,
      simulating: 'inspect',
      can: { teach: false, manage: false },
    })
    for (const [method, url, body] of [
      ['PUT', `/api/courses/${course}`, { name: 'x' }],
      ['PUT', `/api/courses/${course}/publish`, { published: true }],
      ['PUT', `/api/course/${course}/manager/review`, { type: 'reviewed' }],
      ['DELETE', `/api/course/${course}`, undefined],
    ] as const)
      expect((await it.call(school.manager, method, url, body)).status, url).toBe(403)
    expect((await inspect(course, 'DELETE')).body).toEqual({ role: null, simulating: null, refer })
    expect((await inspect(course, 'DELETE')).body.refer).toBeNull()
    expect((await it.call(school.manager, 'PUT', `/api/courses/${course}`, { name: 'x' })).status).toBe(200)
  })
  test('403 for an instructor, 400 for a page of another host', async () => {
    const course = await createCourse()
    expect((await inspect(course, 'PUT', {}, school.teacher)).status).toBe(403)
    for (const refer of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await inspect(course, 'PUT', { refer })).status, refer).toBe(400)
  })
})
