// Team teaching with two organisations over the real services: a guest teacher works in the course, and only there.
import { emitOrgChanged } from '@lyceum/identity/facts'
import { CallFailed } from '@lyceum/kit/calls/client'
import { plain } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { dot, pdf } from '../media.ts'
import { newSchool, product } from './product.ts'
import type { Person, School } from './school.ts'
import { send } from './send.ts'

let home: School
let away: School
let teacher: Person
let guest: Person
let student: Person
let course: string
const params = () => ({ params: { id: course } })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof CallFailed ? error.status : String(error)),
  )
const ask = (id: string) => teacher.call('POST /api/courses/:id/team-teaching', { ...params(), body: { user_ids: [id] } })

/** Opens an organisation to team teaching; resolves when course knows of it. */
async function openToOthers({ id }: School): Promise<void> {
  const [identity, ofCourse] = [new pg.Client(product().databases.identity), new pg.Client(product().databases.course)]
  await Promise.all([identity.connect(), ofCourse.connect()])
  try {
    await identity.query('begin')
    await identity.query(`update organisations set settings = settings || '{"toggles": ["org_team_teaching"]}' where id = $1`, [id])
    await emitOrgChanged(plain(identity), id)
    await identity.query('commit')
    const knows = `select from mirror.orgs where id = $1 and settings->'toggles' ? 'org_team_teaching'`
    await until(async () => (await ofCourse.query(knows, [id])).rowCount === 1)
  } finally {
    await Promise.all([identity.end(), ofCourse.end()])
  }
}

beforeAll(async () => {
  ;[home, away] = await Promise.all([newSchool('Reef University'), newSchool('Harbour College')])
  ;[teacher, student, guest] = await Promise.all([home.signIn('teacher'), home.signIn('student'), away.signIn('teacher')])
  course = (await teacher.call('POST /api/course', { body: { name: 'Reefs of the world' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { ...params(), body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', { ...params(), body: { person_ids: [student.id], role: 'student' } })
})

test('people of an organisation are found and asked once it is open to team teaching, students never', async () => {
  const orgs = async () =>
    (await teacher.call('GET /api/toggle-opened-orgs', { query: { toggle: 'org_team_teaching' } })).orgs.map(({ id }) => id)
  const search = { exclude_student_role: true, org_id: away.id, department_id: away.department }
  expect((await orgs())[0]).toBe(home.id)
  expect(await orgs()).not.toContain(away.id)
  expect([await refused(ask(guest.id)), await refused(teacher.call('GET /api/user/search', { query: search }))]).toEqual([400, 403])
  await openToOthers(away)
  expect(await orgs()).toContain(away.id)
  const { users } = await teacher.call('GET /api/user/search', { query: { ...search, page_size: 100 } })
  expect(users.map(({ id }) => id)).toContain(guest.id)
  expect(users.map(({ id }) => id)).not.toContain(away.people.student.id)
  expect(await refused(ask(away.people.student.id))).toBe(400)
  expect(await refused(teacher.call('GET /api/user/search', { query: { exclude_student_role: true } }))).toBe(400)
  expect((await ask(guest.id)).enrollments).toMatchObject([{ person_id: guest.id, role: 'instructor' }])
})

test('a guest teaches in the course: content, files, members, students’ progress; and the students see it', async () => {
  expect((await guest.call('GET /api/my-courses', { query: {} })).items).toMatchObject([
    { id: course, role: 'instructor', org_id: home.id },
  ])
  expect((await guest.call('GET /api/courses/:id', params())).can.teach).toBe(true)
  const { id: module } = await guest.call('POST /api/courses/:id/modules', { ...params(), body: { name: 'Atolls' } })
  const sheet = await send(guest, 'Atolls.pdf', pdf())
  const { id: activity } = await guest.call('POST /api/courses/:id/activities', {
    ...params(),
    body: { type: 'material', title: 'What an atoll is', module_id: module, upload_ids: [sheet.id], published: true },
  })
  const seen = await student.call('GET /api/activities/:id', { params: { id: activity } })
  expect(seen.title).toBe('What an atoll is')
  expect(await refused(student.call('POST /api/activities/:id/play', { params: { id: activity }, body: {} }))).toBe(200)
  await student.call('POST /api/course/activities-read/:id', { params: { id: activity } })
  await until(async () => {
    const { items } = await guest.call('GET /api/activities/:id/watchers', { params: { id: activity }, query: {} })
    return items.some(({ person, completed }) => person.id === student.id && completed)
  })
  const members = await teacher.call('GET /api/courses/:id/members', { ...params(), query: {} })
  expect(members.items.find(({ person }) => person.id === guest.id)).toMatchObject({ role: 'instructor', organisation: away.name })
  const cover = await send(guest, 'Atoll.png', dot())
  const draw = () => guest.call('PUT /api/courses/:id', { ...params(), body: { cover_upload_id: cover.id } })
  await until(async () => (await refused(draw())) === 200)
  // each in the scope of their own organisation, as a picture of their page asks for it
  const coverOf = (who: Person, { id }: School) =>
    until(async () => (await who.send('GET', `/api/courses/${course}/cover?scope=${id}`, { redirect: 'manual' })).status === 302)
  await Promise.all([coverOf(teacher, home), coverOf(guest, away)])
  const preview = await guest.call('POST /api/courses/:id/enrollments/preview', {
    ...params(),
    body: { lines: [home.people.secondStudent.login, away.people.secondStudent.login] },
  })
  expect(preview.lines.map(({ state }) => state)).toEqual(['found', 'unknown'])
})

test('and only there: nothing else of the organisation opens, in their own scope or its', async () => {
  const { id: other } = await teacher.call('POST /api/course', { body: { name: 'Not for guests', public_scope: 'organisation' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: other }, body: { published: true } })
  expect(await refused(guest.call('GET /api/courses/:id', { params: { id: other } }))).toBe(403)
  const found = await guest.call('POST /api/courses', { query: {}, body: { conditions: { keyword: 'Not for guests' } } })
  expect(found.total).toBe(0)
  const search = { keywords: student.name, org_id: home.id }
  expect(await refused(guest.call('GET /api/user/search', { query: search }))).toBe(403)
  const inTheirs = (path: string) => guest.send('GET', path, { headers: { 'request-scope': home.id } }).then(({ status }) => status)
  expect(await Promise.all(['/api/my-courses', `/api/courses/${course}`, '/api/org/settings', '/api/departments'].map(inTheirs))).toEqual(
    Array(4).fill(403),
  )
})

test('taken out, they are out', async () => {
  const { items } = await teacher.call('GET /api/courses/:id/members', { ...params(), query: { conditions: '{"role":"instructor"}' } })
  const [mine] = items.filter(({ person }) => person.id === guest.id)
  await teacher.call('DELETE /api/course/enrollments', { body: { enrollment_ids: [mine?.id ?? ''] } })
  await until(async () => (await refused(guest.call('GET /api/courses/:id/content', params()))) === 403)
  expect(await refused(guest.call('GET /api/courses/:id', params()))).toBe(403)
})
