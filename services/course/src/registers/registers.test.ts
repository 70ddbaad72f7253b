// The school's register: courses and people come from files or an address of the operator's, as a task that can be repeated.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '../config.ts'
import { environment } from '@lyceum/kit/config'
import { service } from '../service.ts'
import { type School, testSchool } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let office: Actor
let folder: string
let server: Server
let pages: (page: number) => unknown
const org = newId()
const farOrg = newId()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-register-'))
  server = createServer(({ url, headers }, response) => {
    const page = Number(new URL(url ?? '', 'http://x').searchParams.get('page'))
    if (headers.authorization !== 'Bearer salt' || !url?.startsWith('/urp/courses?')) return response.writeHead(403).end()
    return response.end(JSON.stringify(pages(page)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/urp/`
  it = await testService(service, { env: { URP_SOURCES: `${org}=${folder},${farOrg}=${address}`, URP_TOKENS: `${farOrg}=salt` } })
  school = await testSchool(it.databaseUrl, org)
  far = await testSchool(it.databaseUrl, farOrg)
  office = await school.person('Mei Lin', 'admin')
})
afterAll(async () => {
  server.close()
  await Promise.all([school?.close(), far?.close()])
  await it?.stop()
  await rm(folder, { recursive: true, force: true })
})

const numberOf = async ({ person }: Actor) =>
  (await school.db.query('select user_no from mirror.persons where id = $1', [person])).rows[0].user_no
const write = (courses: string[][], enrolments: string[][]) =>
  Promise.all(
    Object.entries({ 'courses.csv': courses, 'enrolments.csv': enrolments }).map(([name, lines]) =>
      writeFile(join(folder, name), lines.map((cells) => cells.join(';')).join('\r\n')),
    ),
  )
const head = {
  courses: ['id', 'name', 'course_code', 'semester', 'start_date', 'end_date'],
  people: ['course_id', 'user_no', 'role', 'id'],
}
/** The task's row once it has ended. */
async function synced(
  who = office,
  body: object = {},
): Promise<{
  state: string
  report: { outcome: string; code: string; params: { course?: string; user_no?: string } }[]
  error: { code: string } | null
  key: string
}> {
  const { body: answer, status } = await it.call(who, 'POST', '/api/courses/sync_from_urp', body)
  expect([status, answer.code]).toEqual([201, undefined])
  const read = async () => (await school.db.query('select state, report, error from kit.tasks where id = $1', [answer.status_key])).rows[0]
  await until(async () => (await read()).state !== 'running')
  return { ...(await read()), key: answer.status_key }
}
const codes = (report: { code: string }[]) => report.map(({ code }) => code.split('.').pop())
const courseId = async (id: string, of = org) =>
  (await school.db.query(`select subject from kit.external_ids where org_id = $1 and kind = 'course' and external_id = $2`, [of, id]))
    .rows[0]?.subject as string
const members = async (course: string) =>
  (
    await school.db.query(
      `select p.name, e.role from enrolments e join mirror.persons p on p.id = e.person_id where e.course_id = $1 and e.state = 'active' order by p.name`,
      [course],
    )
  ).rows.map(({ name, role }) => `${name} ${role}`)
const factsOf = async (course: string) =>
  Number((await school.db.query('select count(*) from kit.outbox where key = $1', [`course:${course}`])).rows[0].count)

test('courses are made with their people; a line for whoever and whatever is unknown; again, nothing changes', async () => {
  const [teacher, student] = [await numberOf(school.teacher), await numberOf(school.student)]
  await write(
    [
      head.courses,
      ['C1', 'Marine Biology', 'MB 1', '2026-1', '2026-09-01', '2026-12-20'],
      ['C2', '', 'MB 2', '', '', ''],
      ['C3', 'Reefs', 'MB 3', '', '2026-09-01', '2026-02-01'],
      ['C4', 'Dunes', 'MB 4', '', 'soon', ''],
      ['C5', 'Nobody', 'MB 5', '', '', ''],
    ],
    [
      head.people,
      ['C1', teacher, 'instructor', 'E1'],
      ['C1', student, 'student', 'E2'],
      ['C1', '999999', 'student', 'E3'],
      ['C1', student, 'king', ''],
    ],
  )
  const first = await synced()
  expect(first.state).toBe('finished')
  expect(codes(first.report)).toEqual([
    'courseMade',
    'personUnknown',
    'roleUnknown',
    'courseIncomplete',
    'endBeforeStart',
    'dateWrong',
    'courseMade',
    'nobody',
  ])
  const course = await courseId('C1')
  expect(await members(course)).toEqual(['Elena Petrova instructor', 'Maya Tan student'])
  expect((await it.call(school.teacher, 'GET', `/api/courses/${course}`)).body).toMatchObject({
    name: 'Marine Biology',
    course_code: 'MB 1',
    semester: '2026-1',
    end_date: '2026-12-20',
    imported_from: 'urp',
  })
  const before = await factsOf(course)
  expect(codes((await synced()).report)[0]).toBe('courseSynced')
  expect(await factsOf(course)).toBe(before)
})

test('changes follow: names, roles, members who are gone; members added by hand stay, and so does the last instructor', async () => {
  const course = await courseId('C1')
  await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [school.stranger.person], role: 'student' })
  const other = await numberOf(school.other)
  await write([head.courses, ['C1', 'Marine Biology II', 'MB 1', '', '', '']], [head.people, ['C1', other, 'instructor_assistant', 'E9']])
  const { report } = await synced()
  expect(codes(report)).toEqual(['courseSynced', 'lastInstructor'])
  expect(await members(course)).toEqual(['Arthit Suwan instructor_assistant', 'Elena Petrova instructor', 'Omar Haddad student'])
  expect((await it.call(school.teacher, 'GET', `/api/courses/${course}`)).body).toMatchObject({
    name: 'Marine Biology II',
    semester: '2026-1',
  })
  await write([head.courses, ['C1', 'Marine Biology II', 'MB 1', '', '', '']], [head.people, ['C1', other, 'instructor', 'E9']])
  expect(codes((await synced()).report)).toEqual(['courseSynced'])
  expect(await members(course)).toEqual(['Arthit Suwan instructor', 'Omar Haddad student'])
})

test('a suspended person whom the register names stays in the course', async () => {
  const course = await courseId('C1')
  const [other, student] = [await numberOf(school.other), await numberOf(school.student)]
  await write(
    [head.courses, ['C1', 'Marine Biology II', 'MB 1', '', '', '']],
    [head.people, ['C1', other, 'instructor', 'E9'], ['C1', student, 'student', 'E2']],
  )
  await synced()
  const resume = await school.suspend(school.student)
  expect(codes((await synced()).report)).toEqual(['courseSynced'])
  expect(await members(course)).toContain('Maya Tan student')
  await resume()
  await write([head.courses, ['C1', 'Marine Biology II', 'MB 1', '', '', '']], [head.people, ['C1', other, 'instructor', 'E9']])
  await synced()
})

test('a number in another case is the same person; one of two people is named and changes neither', async () => {
  const course = await courseId('C1')
  const courses = [head.courses, ['C1', 'Marine Biology II', 'MB 1', '', '', '']]
  const twin = await school.person('Ole', 'student')
  const numbered = (person: Actor, number: string) =>
    school.db.query('update mirror.persons set user_no = $1 where id = $2', [number, person.person])
  const [own, other] = [await numberOf(school.student), await numberOf(school.other)]
  await numbered(school.student, 'Rx9')
  const lines = (number: string) => [head.people, ['C1', other, 'instructor', 'E9'], ['C1', number, 'student', 'E2']]
  await write(courses, lines('rX9'))
  expect(codes((await synced()).report)).toEqual(['courseSynced'])
  expect(await members(course)).toContain('Maya Tan student')
  await numbered(twin, 'RX9')
  await write(courses, lines('rx9'))
  const { report } = await synced()
  expect(report.find(({ code }) => code === 'register.personAmbiguous')?.params.user_no).toBe('rx9')
  expect(await members(course)).toEqual(['Arthit Suwan instructor', 'Maya Tan student', 'Omar Haddad student'])
  await write(courses, [head.people, ['C1', other, 'instructor', 'E9']])
  await synced()
  await numbered(school.student, own)
  expect(await members(course)).toEqual(['Arthit Suwan instructor', 'Omar Haddad student'])
})

test('a register without codes keeps those of teachers; its only instructor stays one, whatever it says else', async () => {
  const course = await courseId('C1')
  const [other, stranger] = [await numberOf(school.other), await numberOf(school.stranger)]
  await write(
    [
      ['id', 'name'],
      ['C1', 'Marine Biology II'],
    ],
    [head.people, ['C1', other, 'student', 'E9'], ['C1', stranger, 'student', 'E7']],
  )
  expect(codes((await synced()).report)).toEqual(['courseSynced', 'lastInstructor'])
  expect(await members(course)).toEqual(['Arthit Suwan instructor', 'Omar Haddad student'])
  expect((await it.call(school.other, 'GET', `/api/courses/${course}`)).body.course_code).toBe('MB 1')
})

test('the names of a term put a course into it, and others out of it', async () => {
  const term = async (draft: object) => (await it.call(office, 'POST', '/api/terms', draft)).body
  const year = await term({ name: '2027–2028', start_date: '2027-09-01', end_date: '2028-08-31' })
  const spring = await term({ parent_id: year.id, name: 'Spring', start_date: '2028-02-01', end_date: '2028-06-30' })
  const [teacher, course] = [await numberOf(school.other), await courseId('C1')]
  const names = ['id', 'name', 'academic_year', 'semester']
  const after = async (...said: string[]) => {
    await write([names, ['C1', 'Marine Biology II', ...said]], [head.people, ['C1', teacher, 'instructor', 'E9']])
    await synced()
    const { term_id, academic_year, semester } = (await it.call(school.other, 'GET', `/api/courses/${course}`)).body
    return [term_id, academic_year?.name ?? null, semester]
  }
  expect(await after('2027–2028', 'spring')).toEqual([spring.id, '2027–2028', 'Spring'])
  const told = await factsOf(course)
  expect(await after('2027–2028', 'spring')).toEqual([spring.id, '2027–2028', 'Spring'])
  expect(await after('', '')).toEqual([spring.id, '2027–2028', 'Spring'])
  expect(await factsOf(course)).toBe(told)
  expect(await after('2027–2028', 'Autumn')).toEqual([null, '2027–2028', 'Autumn'])
})

test('some courses alone, with their own status; a deleted one is left alone; 400 for one of another origin', async () => {
  const course = await courseId('C1')
  const own = (await it.call(school.teacher, 'POST', '/api/course', { name: 'By hand' })).body.id
  expect((await it.call(office, 'POST', '/api/courses/sync_from_urp', { course_ids: [own] })).body.details.course_ids[0].code).toBe(
    'register.notRegistered',
  )
  const { key, report } = await synced(office, { course_ids: [course] })
  expect(report).toHaveLength(1)
  const status = (id: string, who = office) => it.call(who, 'GET', `/api/course/${id}/sync-status?status_key=${key}`)
  expect((await status(course)).body).toMatchObject({ status: 'finished', progress: 1, error: null, report: [{ outcome: 'done' }] })
  expect((await status(own)).body.report).toEqual([])
  expect((await status(course, school.other)).body.code).toBe('task.notFound')
  await it.call(office, 'DELETE', `/api/course/${course}`)
  expect(codes((await synced()).report)).toEqual(['courseDeleted'])
})

test('a file in GBK is read; one that is missing, or lacks a column, ends the task and says so', async () => {
  await writeFile(join(folder, 'courses.csv'), Buffer.from([...Buffer.from('id,name\nG1,'), 0xba, 0xa3, 0xd1, 0xf3]))
  await writeFile(join(folder, 'enrolments.csv'), 'course_id,user_no,role\n')
  await synced()
  expect((await school.db.query('select name from courses where id = $1', [await courseId('G1')])).rows[0].name).toBe('海洋')
  await writeFile(join(folder, 'courses.csv'), 'name\nx\n')
  expect(await synced()).toMatchObject({ state: 'failed', error: { code: 'register.columnMissing', params: { column: 'id' } } })
  await rm(join(folder, 'courses.csv'))
  expect(await synced()).toMatchObject({ state: 'failed', error: { code: 'register.unreadable' } })
})

test('a REST address, page by page with its token; any other answer ends the task', async () => {
  const no = await numberOf(far.student)
  const boss = await far.person('Sam', 'admin')
  pages = (page) => ({
    pages: 2,
    total: 2,
    items: [{ id: `R${page}`, name: `Course ${page}`, people: [{ user_no: no, role: 'student' }] }],
  })
  await far.db.query(`update mirror.orgs set settings = '{"publish_required": false}' where id = $1`, [farOrg])
  expect(codes((await synced(boss)).report)).toEqual(['courseMade', 'instructorMissing', 'courseMade', 'instructorMissing'])
  expect(await members(await courseId('R2', farOrg))).toEqual(['Maya Tan student'])
  // nobody teaches it: it waits, though this school publishes its courses by themselves
  expect((await it.call(boss, 'GET', `/api/courses/${await courseId('R2', farOrg)}`)).body.status).toBe('draft')
  const teacher = await numberOf(far.teacher)
  const people = [
    { user_no: no, role: 'student' },
    { user_no: teacher, role: 'instructor' },
  ]
  pages = () => ({ pages: 1, total: 1, items: [{ id: 'R2', name: 'Course 2', people }] })
  expect(codes((await synced(boss)).report)).toEqual(['courseSynced'])
  expect((await it.call(boss, 'GET', `/api/courses/${await courseId('R2', farOrg)}`)).body.status).toBe('published')
  pages = () => ({ items: 'none' })
  expect(await synced(boss)).toMatchObject({ state: 'failed', error: { code: 'register.unreadable' } })
})

test('403 for who teaches, 409 without a register and while one runs', async () => {
  const start = (who: Actor) => it.call(who, 'POST', '/api/courses/sync_from_urp', {})
  expect((await start(school.teacher)).status).toBe(403)
  expect((await it.call(school.teacher, 'GET', '/api/management/course-register')).status).toBe(403)
  const other = await testSchool(it.databaseUrl)
  const boss = await other.person('Sam', 'admin')
  expect((await start(boss)).body.code).toBe('register.notSet')
  expect((await it.call(boss, 'GET', '/api/management/course-register')).body).toEqual({ set: false, status_key: null })
  await other.close()
  await school.db.query(
    `insert into kit.tasks (id, org_id, person_id, kind, subject, started_at, updated_at) values ($1, $2, $3, 'syncRegister', $4, now(), now())`,
    [`course.${newId()}`, org, office.person, `register:${org}`],
  )
  expect((await start(office)).body.code).toBe('register.running')
})

test('a place that is neither a folder nor an https address stops the start', () => {
  for (const place of ['ftp://x', 'http://register.example.edu', 'file:///etc', 'http://localhost.example.edu/'])
    expect(() => config(environment({ URP_SOURCES: `${org}=${place}` })), place).toThrow(/URP_SOURCES/)
})
