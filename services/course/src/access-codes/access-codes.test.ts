// Tests of access codes.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { isAccessCode, newAccessCode } from '@lyceum/kit/text/access-code'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let course: string
let code: string
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())
beforeEach(async () => {
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
  code = (await it.call(school.teacher, 'GET', `/api/course/${course}/access_code`)).body.access_code
})
const validate = (text: string, actor = school.student) =>
  it.call(actor, 'GET', `/api/course/access-code/${encodeURIComponent(text)}/validate`)
const join = (text: string, actor = school.student) => it.call(actor, 'POST', '/api/course/join', { access_code: text })

test('a code is 7 or more digits and capital letters', () => {
  for (let nth = 0; nth < 1000; nth++) expect(isAccessCode(newAccessCode())).toBe(true)
  expect(['ABC1234', 'K7MNP4QX'].every(isAccessCode)).toBe(true)
  expect(['ABC123', 'abc1234', 'ABC 1234', 'ABC-1234', '', 'ABC1234\n'].some(isAccessCode)).toBe(false)
})

test('says whether one may look before one joins: a public, published course of an organisation that lets guests in', async () => {
  const open = async () => (await validate(code)).body.course.open
  const guests = (allowed: boolean) =>
    school.db.query(`update mirror.orgs set settings = settings || jsonb_build_object('guest_preview', $2::bool) where id = $1`, [
      school.org,
      allowed,
    ])
  await guests(true)
  expect(await open()).toBe(false)
  await it.call(school.teacher, 'PUT', `/api/courses/${course}`, { public_scope: 'public' })
  expect(await open()).toBe(false)
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  expect(await open()).toBe(true)
  // a visitor sees of it what they see inside, and of any other nothing
  const look = (text: string) => it.call(undefined, 'GET', `/api/course/access-code/${text}/validate`)
  expect((await look(code)).body).toMatchObject({
    course: { name: 'Marine Biology II', display_name: null, instructors: [] },
    joined: false,
    role: null,
    join: { state: 'open' },
  })
  expect((await look(newAccessCode())).body.code).toBe('session.missing')
  await guests(false)
  expect(await open()).toBe(false)
  expect((await look(code)).body.code).toBe('session.missing')
})

describe('joining', () => {
  test('201 as a student, and again the same', async () => {
    expect((await validate(code)).body).toMatchObject({
      joined: false,
      role: null,
      course: { id: course, name: 'Marine Biology II', instructors: [{ name: 'Elena Petrova' }] },
      organisation: { name: 'Aldermoor University' },
    })
    const first = await join(code)
    expect([first.status, first.body.enrollment.role]).toEqual([201, 'student'])
    expect((await join(code)).body.enrollment).toEqual(first.body.enrollment)
    expect((await validate(code)).body).toMatchObject({ joined: true, role: 'student' })
    expect((await join(code, school.teacher)).body.enrollment.role).toBe('instructor')
    expect(
      (await school.db.query(`select 1 from kit.outbox where key = $1 and type like '%MemberJoined'`, [`course:${course}`])).rowCount,
    ).toBe(2)
  })
  test('the course row is not touched, however many join at once', async () => {
    const people: Actor[] = []
    for (let nth = 0; nth < 40; nth++) people.push(await school.person(`Student ${nth}`, 'student'))
    const row = async () => (await school.db.query('select xmin, xmax, version from courses where id = $1', [course])).rows[0]
    const previous = await row()
    expect(new Set((await Promise.all(people.map((one) => join(code, one)))).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await row()).toEqual(previous)
    expect((await school.db.query('select 1 from enrolments where course_id = $1', [course])).rowCount).toBe(41)
  })
  test('403 scope.other for a member of both who is in the other, 403 for a stranger to the organisation', async () => {
    expect((await join(code, far.student)).body.code).toBe('course.otherOrganisation')
    await school.db.query(`insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, '{student}', '')`, [
      far.student.person,
      school.org,
    ])
    expect((await join(code, far.student)).body).toMatchObject({ code: 'scope.other', params: { org: school.org } })
    expect((await join(code, { ...far.student, org: school.org })).status).toBe(201)
  })
})

describe('a code that opens nothing', () => {
  test.each(['abc', 'abc12345', 'ÄÖÜ1234', '../../etc'])('400 with the field for the malformed %s', async (text) => {
    for (const { status, body } of [await validate(text), await join(text)]) {
      expect([status, body.details.access_code?.[0].code]).toEqual([400, 'accessCode.malformed'])
    }
  })
  test('400 for an unknown one, for that of a deleted course and for one that was replaced', async () => {
    const fresh = (await it.call(school.teacher, 'PUT', `/api/course/${course}/access_code`)).body.access_code
    expect((await validate(code)).body.details.access_code[0].code).toBe('accessCode.unknown')
    expect((await validate(fresh)).status).toBe(200)
    await it.call(school.teacher, 'DELETE', `/api/course/${course}`)
    expect((await join(fresh)).status).toBe(400)
  })
  test('429 after ten wrong ones, for that person only', async () => {
    const guesser = await school.person('Guesser', 'student')
    for (let nth = 0; nth < 10; nth++) expect((await validate(newAccessCode(), guesser)).status).toBe(400)
    const { status, headers } = await join(code, guesser)
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect((await validate(code)).status).toBe(200)
  })
  test('ten of a hundred guesses sent at once are looked at; right codes use no tries up', async () => {
    const guesser = await school.person('Crowd', 'student')
    for (let nth = 0; nth < 12; nth++) expect((await validate(code, guesser)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 100 }, () => validate(newAccessCode(), guesser)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
  })
})

test('403 for a student who asks for the code, 401 for nobody, 404 for an unknown course', async () => {
  await join(code)
  expect((await it.call(school.student, 'GET', `/api/course/${course}/access_code`)).status).toBe(403)
  expect((await it.call(undefined, 'GET', `/api/course/access-code/${code}/validate`)).status).toBe(401)
  expect((await it.call(school.teacher, 'GET', `/api/course/${newId()}/access_code`)).status).toBe(404)
})

test('the code is in no list, answer or fact', async () => {
  const answers = [
    await it.call(school.teacher, 'POST', '/api/courses', {}),
    await it.call(school.teacher, 'GET', '/api/my-courses'),
    await it.call(school.teacher, 'GET', `/api/courses/${course}`),
    await it.call(school.teacher, 'GET', `/api/courses/${course}/members`),
  ]
  expect(JSON.stringify(answers)).not.toContain(code)
  expect((await school.db.query(`select 1 from kit.outbox where value like '%' || $1 || '%'`, [code])).rowCount).toBe(0)
})
