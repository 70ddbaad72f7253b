// Tests of enrolments: begun, changed and ended.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import type { Member } from './api.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let course: string
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())
beforeEach(async () => {
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
})

const put = (people: string[], role = 'student', actor = school.teacher) =>
  it.call(actor, 'POST', `/api/courses/${course}/enrollments`, { person_ids: people, role })
const emitted = async () =>
  (
    await school.db.query(
      `select type, value::jsonb->'member' as member, hint from kit.outbox where key = $1 and type like '%Member%' order by seq`,
      [`course:${course}`],
    )
  ).rows.map(({ type, member, hint }) => [type.split('.').pop(), member.person_id, member.role, member.state, hint])

describe('enrolling', () => {
  test('201 once per person: a member keeps their role and nothing is emitted again', async () => {
    const { status, body } = await put([school.student.person, school.stranger.person])
    expect(status).toBe(201)
    expect(body.enrollments).toHaveLength(2)
    const again = await put([school.student.person, school.teacher.person])
    expect(again.body.enrollments.map(({ role }: { role: string }) => role).sort()).toEqual(['instructor', 'student'])
    expect(await emitted()).toHaveLength(3)
    const [, , , , hint] = (await emitted())[1]!
    expect(hint.people).toEqual([(await emitted())[1]![1], school.teacher.person])
  })
  test('names whose enrolment is new, so that undoing takes nobody else out', async () => {
    const [first] = (await put([school.student.person])).body.joined
    const again = (await put([school.student.person, school.stranger.person])).body
    expect([again.enrollments.length, again.joined.length]).toEqual([2, 1])
    expect(again.joined).not.toContain(first)
    const team = await it.call(school.teacher, 'POST', `/api/courses/${course}/team-teaching`, {
      user_ids: [school.teacher.person, school.other.person],
    })
    expect([team.body.enrollments.length, team.body.joined.length]).toEqual([2, 1])
  })
  test('by user number', async () => {
    const no = (await school.db.query('select user_no from mirror.persons where id = $1', [school.student.person])).rows[0].user_no
    const { body } = await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { user_nos: [no], role: 'student' })
    expect(body.enrollments[0].person_id).toBe(school.student.person)
  })
  test('by a user number that a guest from another school has too: the own student alone', async () => {
    const [own, guest] = [await school.person('Ida', 'student'), await far.person('Ole', 'student')]
    await school.db.query('update mirror.persons set user_no = $1 where id = any($2)', ['261001', [own.person, guest.person]])
    await school.db.query('insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, $3, $4)', [
      guest.person,
      school.org,
      ['student'],
      '',
    ])
    const enrolled = async (whom: object) =>
      (await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { ...whom, role: 'student' })).body.enrollments.map(
        (one: { person_id: string }) => one.person_id,
      )
    expect(await enrolled({ user_nos: ['261001'] })).toEqual([own.person])
    expect(await enrolled({ person_ids: [guest.person] })).toEqual([guest.person])
  })
  test('by a user number in any case and width; 400 where it names two people, unless it is spelled as that of one', async () => {
    const [one, two] = [await school.person('Ida', 'student'), await school.person('Ole', 'student')]
    const numbered = (person: Actor, number: string) =>
      school.db.query('update mirror.persons set user_no = $1 where id = $2', [number, person.person])
    const enrolled = (...user_nos: string[]) =>
      it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { user_nos, role: 'student' })
    await numbered(one, 'Bx7')
    for (const typed of ['bX7', ' Ｂｘ７ '])
      expect((await enrolled(typed)).body.enrollments.map((row: { person_id: string }) => row.person_id)).toEqual([one.person])
    await numbered(two, 'bX7')
    const { status, body } = await enrolled('bx7', '404')
    expect([status, body.details.user_nos[0]]).toMatchObject([400, { code: 'enrolment.ambiguousNumbers', params: { numbers: 'bx7' } }])
    expect((await enrolled('bX7')).body.enrollments.map((row: { person_id: string }) => row.person_id)).toEqual([two.person])
    const { lines } = (await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments/preview`, { lines: ['BX7', 'Bx7'] })).body
    expect(lines).toMatchObject([
      { state: 'ambiguous', person: null },
      { state: 'member', person: { id: one.person } },
    ])
  })
  test('400 names people who are not in the organisation; then nobody is enrolled', async () => {
    const { status, body } = await put([school.student.person, far.student.person])
    expect([status, body.details.person_ids[0].params.people]).toEqual([400, far.student.person])
    expect(await emitted()).toHaveLength(1)
    expect((await put([])).status).toBe(400)
  })
  test('403 for a student of the course and a teacher of another', async () => {
    await put([school.student.person])
    expect((await put([school.stranger.person], 'student', school.student)).status).toBe(403)
    expect((await put([school.stranger.person], 'student', school.other)).status).toBe(403)
  })
})

describe('changing and ending', () => {
  test('a new role, then out, then in again as a student', async () => {
    const [one] = (await put([school.student.person])).body.enrollments
    expect(
      (await it.call(school.teacher, 'PUT', '/api/course/enrollments', { enrollment_ids: [one.id], role: 'instructor_assistant' })).body
        .enrollments[0].role,
    ).toBe('instructor_assistant')
    expect((await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [one.id] })).body).toEqual({
      enrollment_ids: [one.id],
    })
    expect((await it.call(school.student, 'GET', `/api/courses/${course}/members`)).status).toBe(403)
    expect((await put([school.student.person])).body.enrollments[0]).toMatchObject({ id: one.id, role: 'student', state: 'active' })
    expect((await emitted()).slice(1).map(([type]) => type)).toEqual(['MemberJoined', 'MemberChanged', 'MemberLeft', 'MemberJoined'])
  })
  test('403 for an assistant who names, changes or takes out an instructor; students they may', async () => {
    const [helper] = (await put([school.student.person], 'instructor_assistant')).body.enrollments
    const { body } = await it.call(school.teacher, 'GET', `/api/courses/${course}/members?conditions={"role":"instructor"}`)
    const own = { enrollment_ids: [helper.id], role: 'instructor' }
    const teacher = { enrollment_ids: [body.items[0].id] }
    const statuses = [
      await it.call(school.student, 'PUT', '/api/course/enrollments', own),
      await it.call(school.student, 'PUT', '/api/course/enrollments', { ...teacher, role: 'student' }),
      await it.call(school.student, 'DELETE', '/api/course/enrollments', teacher),
      await put([school.stranger.person], 'instructor', school.student),
      await put([school.stranger.person], 'student', school.student),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 403, 403, 201])
  })
  test('409 for the last instructor, and nothing has changed', async () => {
    const { body } = await it.call(school.teacher, 'GET', `/api/courses/${course}/members?conditions={"role":"instructor"}`)
    const ids = [body.items[0].id]
    expect((await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: ids })).body.code).toBe(
      'course.lastInstructor',
    )
    expect((await it.call(school.teacher, 'PUT', '/api/course/enrollments', { enrollment_ids: ids, role: 'student' })).body.code).toBe(
      'course.lastInstructor',
    )
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}`)).body.role).toBe('instructor')
  })
  test('one of two instructors stays when both leave at once', async () => {
    await put([school.other.person], 'instructor')
    const { body } = await it.call(school.teacher, 'GET', `/api/courses/${course}/members`)
    const leave = (id: string) => it.call(school.manager, 'DELETE', '/api/course/enrollments', { enrollment_ids: [id] })
    const statuses = (await Promise.all(body.items.map(({ id }: { id: string }) => leave(id)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })
  test('of two who remove each other at the same moment one goes, and the other teaches on', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const [other] = (await put([school.other.person], 'instructor')).body.enrollments
      const { body } = await it.call(school.teacher, 'GET', `/api/courses/${course}/members?conditions={"role":"instructor"}`)
      const mine = body.items.find(({ person }: Member) => person.id === school.teacher.person)
      const remove = (actor: Actor, id: string) => it.call(actor, 'DELETE', '/api/course/enrollments', { enrollment_ids: [id] })
      const statuses = (await Promise.all([remove(school.teacher, other.id), remove(school.other, mine.id)])).map(({ status }) => status)
      expect([...statuses].sort()).toEqual([200, 403])
      const { rows } = await school.db.query(
        `select person_id from enrolments where course_id = $1 and role = 'instructor' and state = 'active'`,
        [course],
      )
      expect(rows).toHaveLength(1)
      const back = await it.call(school.manager, 'PUT', '/api/course/enrollments/restore', { enrollment_ids: [mine.id] })
      expect(back.status).toBe(200)
      await it.call(school.manager, 'DELETE', '/api/course/enrollments', { enrollment_ids: [other.id] })
    }
  })
  test('one call gives each their former role back; 400 for two ways at once and a name twice, 409 without an instructor', async () => {
    const people = (await put([school.student.person, school.stranger.person])).body.enrollments as { id: string }[]
    const [helper] = (await put([school.other.person], 'instructor_assistant')).body.enrollments
    const roles = (body: object, actor = school.teacher) => it.call(actor, 'PUT', '/api/course/enrollments', body)
    const all = [...people.map(({ id }) => id), helper.id]
    const { former, enrollments } = (await roles({ course_id: course, conditions: '{}', role: 'instructor' })).body
    expect(enrollments).toHaveLength(4)
    expect(former.map((one: { enrollment_id: string }) => one.enrollment_id).toSorted()).toEqual(all.toSorted())
    expect((await roles({ roles: former, role: 'student' })).body.errors).toHaveProperty('role')
    expect((await roles({ roles: [former[0], former[0]] })).body.errors).toHaveProperty('roles')
    expect((await roles({ enrollment_ids: all })).body.errors).toHaveProperty('role')
    expect((await roles({ roles: former }, school.inspector)).status).toBe(403)
    const mine = enrollments.find((one: { person_id: string }) => one.person_id === school.teacher.person)
    const undone = await roles({ roles: former })
    expect(undone.body.former.map(({ role }: { role: string }) => role)).toEqual(['instructor', 'instructor', 'instructor'])
    expect(undone.body.enrollments.map(({ role }: { role: string }) => role).toSorted()).toEqual([
      'instructor_assistant',
      'student',
      'student',
    ])
    expect((await roles({ roles: [{ enrollment_id: mine.id, role: 'student' }] })).body.code).toBe('course.lastInstructor')
  })
  test('404 for an unknown enrolment, 403 for one of a course the actor does not teach', async () => {
    const [one] = (await put([school.student.person])).body.enrollments
    expect((await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [newId()] })).body.code).toBe(
      'enrolment.notFound',
    )
    expect((await it.call(school.other, 'DELETE', '/api/course/enrollments', { enrollment_ids: [one.id] })).status).toBe(403)
  })
})

describe('all that fit the conditions of the list', () => {
  const take = (body: object, who = school.teacher) => it.call(who, 'DELETE', '/api/course/enrollments', { course_id: course, ...body })
  const names = async (query = '') =>
    (await it.call(school.teacher, 'GET', `/api/courses/${course}/members${query}`)).body.items.map(({ person }: Member) => person.name)

  test('are taken out but for the excepted, or get a role; 400 for conditions that make no sense, 403 elsewhere', async () => {
    const [one] = (await put([school.student.person, school.stranger.person])).body.enrollments
    const students = { conditions: '{"role":"student"}' }
    expect((await take({ conditions: '{"role":"king"}' })).body.errors).toHaveProperty('conditions.role')
    expect((await take({ conditions: '{"colour":"red"}' })).status).toBe(400)
    expect((await it.call(school.teacher, 'DELETE', '/api/course/enrollments', {})).body.errors).toHaveProperty('enrollment_ids')
    expect((await take({})).body.errors).toHaveProperty('conditions')
    expect(Object.keys((await take({ enrollment_ids: [one.id], ...students })).body.errors)).toEqual(['course_id', 'conditions'])
    expect(await names()).toHaveLength(3)
    expect((await take(students, school.other)).status).toBe(403)
    const changed = await it.call(school.teacher, 'PUT', '/api/course/enrollments', {
      course_id: course,
      ...students,
      role: 'instructor_assistant',
    })
    expect(changed.body.enrollments).toHaveLength(2)
    expect((await take({ conditions: '{"role":"instructor_assistant"}', except_ids: [one.id] })).status).toBe(200)
    expect(await names()).toHaveLength(2)
    expect((await take(students)).status).toBe(200)
    expect((await take({ conditions: '{}' })).body.code).toBe('course.lastInstructor')
  })
  test('the list is sorted by name, number or day, up or down', async () => {
    await put([school.student.person, school.stranger.person])
    expect(await names('?sort=name&order=descending')).toEqual(['Omar Haddad', 'Maya Tan', 'Elena Petrova'])
    expect((await names('?sort=joined'))[0]).toBe('Elena Petrova')
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}/members?sort=colour`)).status).toBe(400)
  })
})

describe('bringing people back', () => {
  const restore = (ids: string[], actor = school.teacher) =>
    it.call(actor, 'PUT', '/api/course/enrollments/restore', { enrollment_ids: ids })
  const remove = (ids: string[]) => it.call(school.manager, 'DELETE', '/api/course/enrollments', { enrollment_ids: ids })

  test('with their role, the day they joined and their id of a register; again it changes nothing', async () => {
    const made = await it.call(school.manager, 'POST', `/api/courses/${course}/enrollments`, {
      person_ids: [school.student.person],
      external_id: { source: 'sis', id: `e-${course}` },
      role: 'instructor_assistant',
    })
    const [one] = made.body.enrollments
    await remove([one.id])
    for (const _ of ['once', 'again']) expect((await restore([one.id])).body.enrollments).toEqual([one])
    expect((await emitted()).slice(1).map(([type]) => type)).toEqual(['MemberJoined', 'MemberLeft', 'MemberJoined'])
    const found = await it.call(
      school.teacher,
      'GET',
      `/api/courses/${course}/members?conditions={"external_source":"sis","external_id":"e-${course}"}`,
    )
    expect(found.body.items).toMatchObject([{ id: one.id }])
  })
  test('an id that the register has given away stays where it is', async () => {
    const external_id = { source: 'sis', id: `f-${course}` }
    const enrol = (person: Actor) =>
      it.call(school.manager, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [person.person], external_id, role: 'student' })
    const [one] = (await enrol(school.student)).body.enrollments
    await remove([one.id])
    const [other] = (await enrol(school.stranger)).body.enrollments
    expect((await restore([one.id])).status).toBe(200)
    const held = await school.db.query('select subject from kit.external_ids where external_id = $1', [external_id.id])
    expect(held.rows).toEqual([{ subject: other.id }])
  })
  test('403 for an assistant and a former instructor, and in the course of another; 404 for an unknown one', async () => {
    const [teacher] = (await put([school.other.person], 'instructor')).body.enrollments
    await put([school.student.person], 'instructor_assistant')
    await remove([teacher.id])
    expect((await restore([teacher.id], school.student)).status).toBe(403)
    expect((await restore([teacher.id], school.other)).status).toBe(403)
    expect((await restore([newId()])).body.code).toBe('enrolment.notFound')
    expect((await restore([teacher.id])).status).toBe(200)
  })
})

test('the courses of a person are for the BFF alone', async () => {
  const url = `/internal-api/members/${school.teacher.person}/courses`
  const { body } = await it.call({ kind: 'job', person: '', org: '', roles: [], session: '' }, 'GET', url)
  expect(body.courses).toContain(course)
  expect((await it.call(school.teacher, 'GET', url)).status).toBe(403)
  expect((await it.call(undefined, 'GET', url)).status).toBe(401)
})
