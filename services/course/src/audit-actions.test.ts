// Tests of course's lines in the audit log, and of the external ids of courses and enrolments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '@lyceum/kit/test/test-service'
import { testCourses } from './test/courses.ts'
import type { School } from './test/school.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
})
afterAll(() => stop?.())

const makeCourse = async (fields: object = {}, actor = school.teacher) =>
  (await it.call(actor, 'POST', '/api/course', { name: 'Marine Biology II', ...fields })).body.id as string
const log = async (course: string) =>
  (await it.call(school.manager, 'GET', `/api/audit/course?course=${course}`)).body.items.reverse() as Record<string, unknown>[]

test('each change of a course and its members, with its actor', async () => {
  const course = await makeCourse()
  const call = async (actor: typeof school.teacher, method: string, path: string, body?: object) => {
    const answer = await it.call(actor, method, path, body)
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.body
  }
  const { enrollments } = await call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, {
    person_ids: [school.student.person, school.teacher.person],
    role: 'student',
  })
  const enrolment = enrollments.find(({ person_id }: { person_id: string }) => person_id === school.student.person).id
  await call(school.teacher, 'PUT', '/api/course/enrollments', { enrollment_ids: [enrolment], role: 'instructor_assistant' })
  await call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [enrolment] })
  await call(school.teacher, 'PUT', '/api/course/enrollments/restore', { enrollment_ids: [enrolment] })
  await call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  await call(school.manager, 'PUT', `/api/course/${course}/manager/review`, { type: 'reviewed' })
  await call(school.manager, 'PUT', `/api/course/${course}/manager/review`, { type: 'reviewed' })
  await call(school.manager, 'PUT', `/api/courses/${course}/inspect`, {})
  await call(school.manager, 'DELETE', `/api/courses/${course}/inspect`)
  await call(school.teacher, 'DELETE', `/api/course/${course}`)
  await call(school.teacher, 'PUT', `/api/courses/${course}/restore`)
  const lines = await log(course)
  const [teacher, manager, person] = [school.teacher.person, school.manager.person, school.student.person]
  const line = (action: string, actor: string, more: object = {}) => ({ action, actor, course, subject: `course:${course}`, ...more })
  expect(lines).toMatchObject([
    line('member.enrolled', teacher, { person, before: null, after: { role: 'student' } }),
    line('member.roleChanged', teacher, { person, before: { role: 'student' }, after: { role: 'instructor_assistant' } }),
    line('member.removed', teacher, { person, before: { role: 'instructor_assistant' }, after: null }),
    line('member.restored', teacher, { person, before: null, after: { role: 'instructor_assistant' } }),
    line('course.published', teacher, { person: null }),
    line('course.reviewed', manager),
    line('course.inspected', manager),
    line('course.deleted', teacher),
    line('course.restored', teacher),
  ])
  expect(lines[0]).toMatchObject({ session: school.teacher.session, address: '127.0.0.1' })
})

test('external ids of courses and enrolments: set by managers, found, 409 at the field when taken', async () => {
  const course = await makeCourse({ external_id: { source: 'sis', id: 'C-1' } }, school.manager)
  const find = async (conditions: object) =>
    (await it.call(school.manager, 'POST', '/api/courses', { conditions })).body.items?.map(({ id }: { id: string }) => id)
  expect(await find({ external_source: 'sis', external_id: 'C-1' })).toEqual([course])
  expect(await find({ external_source: 'sis', external_id: 'C-2' })).toEqual([])
  for (const actor of [school.teacher, school.student]) {
    const conditions = { external_source: 'sis', external_id: 'C-1' }
    expect((await it.call(actor, 'POST', '/api/courses', { conditions })).status).toBe(403)
  }
  expect((await it.call(school.manager, 'POST', '/api/courses', { conditions: { external_id: 'C-1' } })).body.errors).toHaveProperty(
    'external_source',
  )
  const other = await makeCourse()
  const put = (actor: typeof school.teacher, id: string) =>
    it.call(actor, 'PUT', `/api/courses/${other}`, { external_id: { source: 'sis', id } })
  expect((await put(school.teacher, 'C-2')).status).toBe(403)
  expect((await put(school.manager, 'C-1')).body).toMatchObject({ code: 'externalId.taken', errors: { external_id: [expect.anything()] } })
  expect((await put(school.manager, 'C-2')).status).toBe(200)

  const enrol = (actor: typeof school.teacher, id: string, ...person_ids: string[]) =>
    it.call(actor, 'POST', `/api/courses/${other}/enrollments`, { person_ids, role: 'student', external_id: { source: 'sis', id } })
  expect((await enrol(school.teacher, 'E-1', school.student.person)).status).toBe(403)
  expect((await enrol(school.manager, 'E-1', school.student.person, school.stranger.person)).body.errors).toHaveProperty('external_id')
  expect((await enrol(school.manager, 'E-1', school.student.person)).status).toBe(201)
  expect((await enrol(school.manager, 'E-1', school.stranger.person)).body.code).toBe('externalId.taken')
  const members = async (conditions: object) =>
    (await it.call(school.manager, 'GET', `/api/courses/${other}/members?conditions=${encodeURIComponent(JSON.stringify(conditions))}`))
      .body
  expect((await members({ external_source: 'sis', external_id: 'E-1' })).items).toMatchObject([{ person: { id: school.student.person } }])
  expect((await members({ external_id: 'E-1' })).errors).toHaveProperty('conditions.external_source')
})
