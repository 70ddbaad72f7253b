// Members whom the register does not name any more: they leave at the end of a synchronisation, unless suspiciously many would.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../service.ts'
import { type School, testSchool } from '../test/school.ts'

let it: TestService
let school: School
let office: Actor
let folder: string
const org = newId()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-register-'))
  it = await testService(service, { env: { URP_SOURCES: `${org}=${folder}` } })
  school = await testSchool(it.databaseUrl, org)
  office = await school.person('Mei Lin', 'admin')
  await writeFile(join(folder, 'courses.csv'), 'id,name\nH1,Harbours\n')
})
afterAll(async () => {
  await school?.close()
  await it?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** One course with these students and its teacher; the report, and how many members it has then. */
async function synced(students: Actor[], body: object = {}) {
  const { rows: people } = await school.db.query('select id, user_no from mirror.persons where org_id = $1', [org])
  const numberOf = ({ person }: Actor) => people.find(({ id }) => id === person).user_no as string
  const lines = [`H1,${numberOf(school.teacher)},instructor`, ...students.map((one) => `H1,${numberOf(one)},student`)]
  await writeFile(join(folder, 'enrolments.csv'), ['course_id,user_no,role', ...lines].join('\n'))
  const { body: answer } = await it.call(office, 'POST', '/api/courses/sync_from_urp', body)
  const read = async () => (await school.db.query('select state, report, result from kit.tasks where id = $1', [answer.status_key])).rows[0]
  const task = await until(async () => {
    const row = await read()
    return row.state !== 'running' && row
  })
  const { rows } = await school.db.query(`select course_id from enrolments where state = 'active' and org_id = $1`, [org])
  const course = rows[0]?.course_id
  const report = task.report.map(({ code, params }: { code: string; params: object }) => ({ code, params }))
  const status = (await it.call(office, 'GET', `/api/course/${course}/sync-status?status_key=${answer.status_key}`)).body
  return { report, result: task.result, members: rows.length, course, status }
}

test('a register that has lost many members takes nobody out until their number is confirmed; twenty leave at once', async () => {
  const students = await Promise.all(Array.from({ length: 25 }, (_, nth) => school.person(`Student ${nth}`, 'student')))
  expect(await synced(students)).toMatchObject({ members: 26, result: { courses: 1 } })
  const few = students.slice(21)
  const { course, ...held } = await synced(few)
  const line = { code: 'register.removalsHeld', params: { removals: 21, kept: 26, course } }
  expect(held).toMatchObject({ members: 26, result: { courses: 1, held: { removals: 21, kept: 26 } } })
  expect(held.report).toContainEqual(line)
  expect(held.status.report).toContainEqual(expect.objectContaining(line))
  // any other number than the one that was seen
  expect((await synced(few, { removals: 20 })).members).toBe(26)
  expect((await it.call(office, 'POST', '/api/courses/sync_from_urp', { removals: 0 })).status).toBe(400)
  const ended = await synced(few, { removals: 21 })
  expect([ended.members, ended.report.map(({ code }: { code: string }) => code)]).toEqual([5, ['register.courseSynced']])
  expect((await synced(students)).members).toBe(26)
  expect(await synced(students.slice(20))).toMatchObject({ members: 6, result: { courses: 1 } })
})

test('a member whom another source names too stays, as that one’s', async () => {
  const [shared, other] = await Promise.all(['Shared', 'Other'].map((name) => school.person(name, 'student')))
  const { course, members } = await synced([shared!, other!])
  const { rows } = await school.db.query('select id from enrolments where course_id = $1 and person_id = $2', [course, shared!.person])
  await school.db.query(
    `insert into kit.external_ids (org_id, kind, source, external_id, subject) values ($1, 'enrolment', 'curriculum.1', 'H1.1', $2)`,
    [org, rows[0].id],
  )
  const rest = await school.person('Rest', 'student')
  expect((await synced([rest])).members).toBe(members)
  const left = await school.db.query('select source from kit.external_ids where subject = $1', [rows[0].id])
  expect(left.rows).toEqual([{ source: 'curriculum.1' }])
  // the register no longer ends it
  expect((await synced([rest])).members).toBe(members)
})

test('members whom another source names too are no removals: nobody has to confirm them', async () => {
  const students = await Promise.all(Array.from({ length: 25 }, (_, nth) => school.person(`Diver ${nth}`, 'student')))
  const { course } = await synced(students)
  const people = students.slice(5).map(({ person }) => person)
  await school.db.query(
    `insert into kit.external_ids (org_id, kind, source, external_id, subject)
     select $1, 'enrolment', 'curriculum.2', 'H1.' || person_id, id from enrolments where course_id = $2 and person_id = any($3)`,
    [org, course, people.slice(1)],
  )
  // twenty are gone from the register, and nineteen of them stay
  const rest = students.slice(0, 5)
  const { result, report } = await synced(rest)
  expect([result.held, report.map(({ code }: { code: string }) => code)]).toEqual([undefined, ['register.courseSynced']])
})

test('runs are listed with their person and the outcomes of their lines, the newest first', async () => {
  const read = (query = '', by = office) => it.call(by, 'GET', `/api/management/course-register/runs${query}`)
  const { body } = await read()
  expect(body.items[0]).toMatchObject({
    by: { name: 'Mei Lin' },
    state: 'finished',
    courses: 1,
    held: null,
    done: 1,
    failed: 0,
    error: null,
  })
  expect(body.items.some(({ held }: { held: number | null }) => held === 21)).toBe(true)
  expect((await read('?page=2&page_size=1')).body.items).toHaveLength(1)
  expect((await read('?state=failed')).body.total).toBe(0)
  expect((await read('?state=x')).status).toBe(400)
  expect((await read('', { ...office, roles: ['educational_admin'], department: newId() })).body.code).toBe('department.only')
  expect((await read('', school.teacher)).status).toBe(403)
})
