// Tests of courses that are made and changed.
import { asText, coursePermissions, setOf } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())

const createCourse = (draft: object = {}, actor = school.teacher) => makeCourse(it, actor, draft)
const facts = async (course: string) =>
  (await school.db.query(`select type, value::jsonb as value from kit.outbox where key = $1 order by seq`, [`course:${course}`])).rows.map(
    ({ type, value }) => ({ type: type.split('.').pop() as string, value }),
  )
const addMember = async (course: { id: string }, actor = school.student) => {
  const { body } = await it.call(school.teacher, 'POST', `/api/courses/${course.id}/enrollments`, {
    person_ids: [actor.person],
    role: 'student',
  })
  return body.enrollments[0]
}

describe('the department of a course', () => {
  test('is one of the organisation, under its name; a deleted one stays where it is', async () => {
    const [own, foreign] = [newId(), newId()]
    for (const [id, org] of [
      [own, school.org],
      [foreign, newId()],
    ])
      await school.db.query(
        `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Marine Sciences', $3, '', false, 1)`,
        [id, org, [id]],
      )
    const department = { id: own, name: 'What the client says' }
    const made = await createCourse({ department })
    expect(made.department).toEqual({ id: own, name: 'Marine Sciences' })
    const put = (id: string) => it.call(school.teacher, 'PUT', `/api/courses/${made.id}`, { department: { ...department, id } })
    for (const id of [foreign, newId()])
      expect((await put(id)).body.details).toMatchObject({ 'department.id': [{ code: 'department.unknown' }] })
    await school.db.query('update mirror.departments set deleted = true where id = $1', [own])
    expect((await put(own)).body.department).toEqual({ id: own, name: 'Marine Sciences' })
    const { status } = await it.call(school.teacher, 'POST', '/api/course', { name: 'Tides', department })
    expect(status).toBe(400)
  })
})

describe('making a course', () => {
  test('201 for a teacher, who becomes its instructor', async () => {
    const course = await createCourse({
      course_code: 'MBIO 214',
      academic_year: { name: '2026' },
      start_date: '2026-09-01',
      department: { name: 'Biology' },
      time_zone: 'Asia/Bangkok',
    })
    expect(course).toMatchObject({
      name: 'Marine Biology II',
      course_code: 'MBIO 214',
      academic_year: { name: '2026' },
      start_date: '2026-09-01',
      department: { id: null, name: 'Biology' },
      time_zone: 'Asia/Bangkok',
      status: 'draft',
      role: 'instructor',
      can: { teach: true, simulate: true },
      course_attributes: { published: false },
      instructors: [{ name: 'Elena Petrova' }],
    })
    const told = await facts(course.id)
    expect(told.map(({ type }) => type)).toEqual(['CourseCreated', 'MemberJoined'])
    expect(told[0]?.value.course.time_zone).toBe('Asia/Bangkok')
  })
  test('403 for a student, 401 for nobody', async () => {
    expect((await it.call(school.student, 'POST', '/api/course', { name: 'x' })).status).toBe(403)
    expect((await it.call(undefined, 'POST', '/api/course', { name: 'x' })).status).toBe(401)
  })
  test.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{}, 'name'],
    [{ name: 'x', colour: 'red' }, 'colour'],
    [{ name: 'x', course_type: 0 }, 'course_type'],
    [{ name: 'x', start_date: '2026-02-30' }, 'start_date'],
    [{ name: 'x', start_date: '0000-01-01' }, 'start_date'],
    [{ name: 'x', start_date: '2026-09-01', end_date: '2026-08-01' }, 'end_date'],
    [{ name: 'x', time_zone: '+08:00' }, 'time_zone'],
  ])('400 names the field of %j', async (draft, field) => {
    const { status, body } = await it.call(school.teacher, 'POST', '/api/course', draft)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })
  test('the same course for a repeated key', async () => {
    const again = () => it.call(school.teacher, 'POST', '/api/course', { name: 'Once' }, { 'idempotency-key': 'k1' })
    const [first, second] = [await again(), await again()]
    expect(second.body).toEqual(first.body)
    expect((await school.db.query(`select 1 from courses where name = 'Once'`)).rowCount).toBe(1)
  })
})

describe('reading and changing', () => {
  test('403 for a student of another course and a teacher of another organisation, 404 for an unknown course, 400 for no id', async () => {
    const course = await createCourse()
    expect((await it.call(school.stranger, 'GET', `/api/courses/${course.id}`)).status).toBe(403)
    expect((await it.call(far.manager, 'GET', `/api/courses/${course.id}`)).status).toBe(403)
    expect((await it.call(school.teacher, 'GET', `/api/courses/${newId()}`)).body.code).toBe('course.notFound')
    expect((await it.call(school.teacher, 'GET', '/api/courses/7')).status).toBe(400)
  })
  test('a manager of the organisation reads and changes what they are no member of', async () => {
    const course = await createCourse()
    expect((await it.call(school.manager, 'GET', `/api/courses/${course.id}`)).body).toMatchObject({
      role: null,
      can: { teach: true, manage: true },
    })
    expect((await it.call(school.manager, 'PUT', `/api/courses/${course.id}`, { semester: 'Autumn' })).body.semester).toBe('Autumn')
  })
  test('its rights name each permission that a role lacks', async () => {
    const { id } = await createCourse()
    const asks = {
      delete_content: 'content.delete',
      write: 'content.change',
      enrol: 'members.change',
      score: 'scores.change',
      announce: 'content.publish',
      files: 'files.change',
      attendance: 'attendance.change',
      times: 'times.change',
    } as const
    for (const [right, lacking] of Object.entries(asks)) {
      const reader = { ...school.manager, can: asText(setOf(coursePermissions.filter((name) => name !== lacking))) }
      const { can } = (await it.call(reader, 'GET', `/api/courses/${id}`)).body
      expect(Object.keys(asks).filter((name) => !can[name])).toEqual([right])
    }
  })
  test('only the given fields change; null empties one; the version grows', async () => {
    const course = await createCourse({ semester: 'Autumn', klass: { name: 'B' } })
    const { body } = await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { klass: null, name: 'Oceans' })
    expect(body).toMatchObject({ name: 'Oceans', klass: null, semester: 'Autumn' })
    expect(body.version).toBeGreaterThan(course.version)
  })
  test('409 with the newer version for a writer who saw an older one', async () => {
    const course = await createCourse()
    const { body } = await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { name: 'A', version: course.version })
    const late = await it.call(school.manager, 'PUT', `/api/courses/${course.id}`, { name: 'B', version: course.version })
    expect([late.status, late.body.code, late.body.params.version]).toEqual([409, 'course.newer', body.version])
  })
  test('the person who changed the fields last is named to those who may change them', async () => {
    const { id } = await createCourse()
    const changer = async (who = school.teacher) => (await it.call(who, 'GET', `/api/courses/${id}/changer`)).body
    expect(await changer()).toMatchObject({ changed_by: null, changed_at: null })
    const { body } = await it.call(school.manager, 'PUT', `/api/courses/${id}`, { name: 'A' })
    const named = { version: body.version, changed_by: { id: school.manager.person, name: 'Mei Lin' }, changed_at: expect.any(String) }
    expect(await changer()).toEqual(named)
    // publishing is no change of the fields
    const published = (await it.call(school.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })).body
    expect(await changer()).toEqual({ ...named, version: published.version })
    await it.call(school.teacher, 'PUT', `/api/courses/${id}/nav-setting`, { nav_setting: [{ key: 'outline', visible: false }] })
    expect((await changer()).changed_by.id).toBe(school.teacher.person)
    await it.call(school.teacher, 'POST', `/api/courses/${id}/enrollments`, { person_ids: [school.student.person], role: 'student' })
    expect([(await changer(school.student)).code, (await changer(school.stranger)).code]).toEqual(['forbidden', 'forbidden'])
    const copy = (await it.call(school.teacher, 'POST', `/api/courses/${id}/copy`, { name: 'B' })).body.id
    expect((await it.call(school.teacher, 'GET', `/api/courses/${copy}/changer`)).body.changed_by).toBeNull()
  })
})

test.each([
  'urn:uuid:019aa4e9-0000-7000-8000-000000000000',
  '019AA4E9-0000-7000-8000-000000000000',
  '0',
  "'",
  '%00',
  '019aa4e9000070008000000000000000',
  'a'.repeat(3000),
])('400 for the malformed id %s', async (id) => {
  expect((await it.call(school.teacher, 'GET', `/api/courses/${id}`)).status).toBe(400)
  expect((await it.call(school.manager, 'POST', '/api/courses', { conditions: { ids: [id] } })).status).toBe(400)
})
test.each(['\ud800', '\u{1f30a}', 'x'.repeat(200), '<b>&"\'\\', '海洋 สมุทร'])(
  'a name is kept or refused, never an error: %j',
  async (name) => {
    const { status, body } = await it.call(
      school.teacher,
      'POST',
      '/api/course',
      { name, course_outline: name },
      { 'idempotency-key': newId() },
    )
    expect([201, 400]).toContain(status)
    if (status === 201 && name !== '\ud800') expect(body).toMatchObject({ name, course_outline: name })
  },
)

describe('publishing', () => {
  test('200, emitted once however often it is requested', async () => {
    const course = await createCourse()
    const publish = (published: boolean) => it.call(school.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published })
    expect((await publish(true)).body).toMatchObject({ status: 'published', course_attributes: { published: true } })
    await publish(true)
    await publish(false)
    const emitted = await facts(course.id)
    expect(emitted.map(({ type }) => type).slice(2)).toEqual(['CoursePublished', 'CourseUnpublished'])
    expect(emitted[2]!.value.course).toMatchObject({ id: course.id, org_id: school.org, published: true })
  })
  test('400 with errors.published when the course has ended', async () => {
    const course = await createCourse({ end_date: '2020-01-01' })
    const { status, body } = await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
    expect([status, body.details.published[0].code]).toEqual([400, 'course.publish.ended'])
    expect(body.errors.published[0]).toMatch(/has ended/)
  })
  test('403 for a student, and for the reader of an unpublished course with the reason', async () => {
    const course = await createCourse()
    await addMember(course)
    expect((await it.call(school.student, 'PUT', `/api/courses/${course.id}/publish`, { published: true })).status).toBe(403)
    expect((await it.call(school.student, 'GET', `/api/courses/${course.id}`)).body.code).toBe('course.unpublished')
    await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
    expect((await it.call(school.student, 'GET', `/api/courses/${course.id}`)).body).toMatchObject({
      role: 'student',
      can: { teach: false, simulate: false },
    })
  })
})

describe('a course made for others', () => {
  const make = (actor: Actor, ...people: Actor[]) =>
    it.call(actor, 'POST', '/api/course', { name: 'Estuaries', instructor_ids: people.map(({ person }) => person) })
  test('is taught by them, and its maker is no member', async () => {
    const colleague = await school.person('Ines Castro', 'instructor')
    const { status, body } = await make(school.manager, school.teacher, colleague)
    expect([status, body.role]).toEqual([201, null])
    expect(body.instructors.map(({ id }: { id: string }) => id).toSorted()).toEqual([school.teacher.person, colleague.person].toSorted())
    expect((await it.call(colleague, 'PUT', `/api/courses/${body.id}`, { semester: 'Autumn' })).status).toBe(200)
  })
  test('403 for a teacher and an educational admin, 400 for people of nowhere or of another organisation', async () => {
    for (const who of [school.teacher, school.inspector]) expect((await make(who, school.other)).status).toBe(403)
    for (const stranger of [far.teacher, { ...school.teacher, person: newId() }])
      expect((await make(school.manager, school.teacher, stranger)).body.details.instructor_ids[0].code).toBe('enrolment.unknownPeople')
  })
})

describe('courses that need no publishing', () => {
  const required = (yes: boolean) =>
    school.db.query('update mirror.orgs set settings = $2 where id = $1', [school.org, JSON.stringify({ publish_required: yes })])
  afterEach(() => required(true))
  test('a new course is published and its controls are put away; a draft of before can be published still', async () => {
    const before = await createCourse()
    expect([before.status, before.can.publish]).toEqual(['draft', true])
    await required(false)
    const course = await createCourse()
    expect([course.status, course.can.publish]).toEqual(['published', false])
    expect((await facts(course.id))[0]).toMatchObject({ type: 'CourseCreated', value: { course: { published: true } } })
    await addMember(course)
    expect((await it.call(school.student, 'GET', `/api/courses/${course.id}`)).body).toMatchObject({
      role: 'student',
      can: { publish: false },
    })
    expect((await it.call(school.teacher, 'GET', `/api/courses/${before.id}`)).body.can.publish).toBe(true)
    await it.call(school.teacher, 'PUT', `/api/courses/${before.id}/publish`, { published: true })
    expect((await it.call(school.teacher, 'GET', `/api/courses/${before.id}`)).body.can.publish).toBe(false)
    await required(true)
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course.id}`)).body.can.publish).toBe(true)
  })
})

test('a deleted course is not found, and comes back', async () => {
  const course = await createCourse()
  expect((await it.call(school.teacher, 'DELETE', `/api/course/${course.id}`)).status).toBe(204)
  expect((await it.call(school.teacher, 'GET', `/api/courses/${course.id}`)).status).toBe(404)
  expect((await it.call(school.teacher, 'DELETE', `/api/course/${course.id}`)).status).toBe(404)
  expect((await it.call(school.other, 'PUT', `/api/courses/${course.id}/restore`)).status).toBe(403)
  expect((await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/restore`)).body.status).toBe('draft')
  expect(await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/restore`)).toMatchObject({
    status: 404,
    body: { code: 'course.notFound' },
  })
  expect((await facts(course.id)).map(({ type }) => type).slice(2)).toEqual(['CourseDeleted', 'CourseRestored'])
})
