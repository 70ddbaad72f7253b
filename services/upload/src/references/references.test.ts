// References: the uses of an upload, by role.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, activity: TestProducer
let owner: Actor, colleague: Actor, student: Actor, manager: Actor, abroad: Actor
/** open: the owner and the colleague teach, the student learns; hidden: the colleague alone, not published; abroad: of another organisation. */
const courses = { open: newId(), hidden: newId(), abroad: newId() }
let [file, folder] = ['', '']

const emitActivity = async (course: string, title: string, uploads: string[], more: object = {}) => {
  const id = newId()
  await activity.emit(
    ActivityChangedSchema,
    { key: `course:${course}`, org: env.school.org },
    {
      activity: {
        id,
        orgId: env.school.org,
        courseId: course,
        type: 'material',
        title,
        published: true,
        uploadIds: uploads,
        version: BigInt(Date.now()),
        createdBy: owner.person,
        ...more,
      },
    },
  )
}
const get = async (who: Actor, path: string) => {
  const { status, body } = await env.call(who, 'GET', path)
  return { status: status as number, body, text: JSON.stringify(body) }
}
const references = (who: Actor, id = file, query = '') => get(who, `/api/uploads/${id}/references${query}`)
const activities = (who: Actor, id = file, query = '') => get(who, `/api/resources/${id}/activities${query}`)
const conditions = (given: object) => `?conditions=${encodeURIComponent(JSON.stringify(given))}`
const titles = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title).sort()
const simulate = (who: Actor, course: string, as: string) =>
  env.school.db.query(
    `insert into mirror.simulations (session_id, course_id, acting_as, version) values ($1, $2, $3, 1)
     on conflict (course_id, session_id) do update set acting_as = excluded.acting_as`,
    [who.session, course, as],
  )
const secrets = /Secret draft|Hidden course|Foreign course|Foreign use/

beforeAll(async () => {
  env = await openUploads()
  const { db, org } = env.school
  ;({ teacher: owner, other: colleague, student, manager } = env.school)
  abroad = { ...(await env.school.person('Ines Duarte', 'instructor')), org: newId() }
  activity = await testProducer(env.world, 'activity')
  for (const [id, at, name, published] of [
    [courses.open, org, 'Marine Biology', true],
    [courses.hidden, org, 'Hidden course', false],
    [courses.abroad, abroad.org, 'Foreign course', true],
  ])
    await db.query(
      `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, $3, 'MB1', 1, $4, false, 1)`,
      [id, at, name, published],
    )
  for (const [course, { person }, role] of [
    [courses.open, owner, 'instructor'],
    [courses.open, colleague, 'instructor'],
    [courses.open, student, 'student'],
    [courses.hidden, colleague, 'instructor'],
    [courses.hidden, student, 'student'],
    [courses.abroad, abroad, 'instructor'],
  ] as const)
    await db.query(`insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 1)`, [
      course,
      person,
      org,
      role,
    ])
  const place = { parent_type: 'course', parent_id: courses.open }
  folder = (await env.declareUpload(owner, { name: 'Readings', is_folder: true, ...place })).id
  const own = await env.declareUpload(owner, { name: 'List.pdf', size: 500, parent_id: folder })
  await env.bytes(own.upload_url!, { method: 'PUT', body: somePdf(500) as never, headers: own.headers })
  expect((await env.call(owner, 'PUT', `/api/uploads/${own.id}/uploaded`)).status).toBe(200)
  file = own.id
  await emitActivity(courses.open, 'Reading list', [file])
  await emitActivity(courses.open, 'Secret draft', [file], { published: false })
  await emitActivity(courses.hidden, 'Secret use', [file])
  await emitActivity(courses.abroad, 'Foreign use', [file])
  const references = async () => (await env.school.db.query('select from upload_references where upload_id = $1', [file])).rowCount
  await until(async () => (await references()) === 4)
})
afterAll(async () => {
  await activity?.stop()
  await env?.stop()
})

test('403 for a student of the course whose file it is, who may read the file itself', async () => {
  expect((await get(student, `/api/uploads/${file}`)).status).toBe(200)
  for (const answer of [
    await references(student),
    await activities(student),
    await activities(student, folder),
    await references(student, folder),
  ])
    expect([answer.status, secrets.test(answer.text)]).toEqual([403, false])
})

test('a teacher whom the school of the course has suspended, or of a suspended school’s course, reads nothing of it by another school of theirs', async () => {
  const elsewhere = { ...colleague, org: abroad.org }
  const read = async () => (await get(elsewhere, `/api/uploads/${file}`)).status
  const suspendedIn = (orgs: string[]) =>
    env.school.db.query('update mirror.persons set suspended_in = $2 where id = $1', [colleague.person, orgs])
  expect(await read()).toBe(200)
  await suspendedIn([env.school.org])
  expect(await read()).toBe(403)
  await suspendedIn([])
  const state = (value: string) => env.school.db.query('update mirror.orgs set state = $2 where id = $1', [env.school.org, value])
  await state('suspended')
  expect(await read()).toBe(403)
  await state('active')
})

test('a list of files has no uses for a student, and names of their own courses alone for a teacher', async () => {
  const path = `/api/courses/${courses.open}/resources?parent_id=${folder}`
  const forStudent = await get(student, path)
  expect(forStudent.body.items).toHaveLength(1)
  expect([forStudent.body.items[0].used_in, secrets.test(forStudent.text)]).toEqual([undefined, false])
  const forOwner = await get(owner, path)
  expect(forOwner.body.items[0].used_in).toEqual({ activities: 4, courses: 3, course_id: courses.open, course_name: 'Marine Biology' })
  await simulate(owner, courses.open, 'student')
  expect((await get(owner, path)).body.items[0].used_in).toBeUndefined()
  await simulate(owner, courses.open, '')
})

test('the owner reads of the courses they teach, drafts too, and how many more there are', async () => {
  const answer = await references(owner)
  expect([titles(answer), answer.body.total, answer.body.hidden]).toEqual([['Reading list', 'Secret draft'], 2, 2])
  expect([titles(await activities(owner)), (await activities(owner, folder)).body.hidden]).toEqual([['Reading list', 'Secret draft'], 2])
  expect(answer.text + (await activities(owner)).text).not.toMatch(/Hidden course|Foreign/)
})

test('no condition can be probed on hidden uses', async () => {
  for (const keyword of ['Foreign', 'Hidden', 'nothing like it'])
    for (const answer of [await references(owner, file, conditions({ keyword })), await activities(owner, file, conditions({ keyword }))])
      expect([answer.body.total, answer.body.hidden]).toEqual([0, 2])
  expect((await activities(owner, file, conditions({ type: 'page', published: false }))).body.hidden).toBe(2)
})

test('a teacher who uses it reads of their own courses; of another organisation, of that one alone', async () => {
  const near = await references(colleague)
  expect([titles(near), near.body.hidden]).toEqual([['Reading list', 'Secret draft', 'Secret use'], 1])
  const far = await references(abroad)
  expect([far.status, titles(far), far.body.hidden]).toEqual([200, ['Foreign use'], 0])
  expect(titles(await activities(abroad))).toEqual(['Foreign use'])
})

test('a manager of the organisation reads of its courses', async () => {
  const answer = await references(manager)
  expect([titles(answer), answer.body.hidden]).toEqual([['Reading list', 'Secret draft', 'Secret use'], 1])
})

test('an actor who simulates a student reads no uses of that course, nor does the owner', async () => {
  for (const as of ['student', 'visitor', 'preview']) {
    await simulate(owner, courses.open, as)
    const answer = await references(owner)
    expect([as, titles(answer), answer.body.hidden]).toEqual([as, [], 4])
  }
  await simulate(owner, courses.open, '')
  await simulate(abroad, courses.abroad, 'student')
  expect((await references(abroad)).status).toBe(403)
  await simulate(abroad, courses.abroad, '')
  expect((await references({ ...owner, simulating: { course: courses.open, as: 'student' } })).body.total).toBe(0)
})

test('an owner who no longer teaches a course reads the count, not the uses', async () => {
  await env.school.db.query(`update mirror.members set state = 'left' where course_id = $1 and person_id = $2`, [
    courses.open,
    owner.person,
  ])
  const answer = await references(owner)
  expect([answer.body.items, answer.body.total, answer.body.hidden]).toEqual([[], 0, 4])
  await env.school.db.query(`update mirror.members set state = 'active', role = 'student' where course_id = $1 and person_id = $2`, [
    courses.open,
    owner.person,
  ])
  expect((await references(owner)).body).toMatchObject({ items: [], hidden: 4 })
  await env.school.db.query(`update mirror.members set role = 'instructor' where course_id = $1 and person_id = $2`, [
    courses.open,
    owner.person,
  ])
})

test('a deleted course is neither named nor counted', async () => {
  await env.school.db.query('update mirror.courses set deleted = true where id = $1', [courses.hidden])
  expect((await references(owner)).body.hidden).toBe(1)
  expect(titles(await references(colleague))).toEqual(['Reading list', 'Secret draft'])
  await env.school.db.query('update mirror.courses set deleted = false where id = $1', [courses.hidden])
})

test('colleagues of a sharing group read the file, and of its uses only their own', async () => {
  const own = await env.send(owner, somePdf(500), { name: 'Shared.pdf' })
  await emitActivity(courses.hidden, 'Secret use', [own.id])
  const [guest, teaching] = [await env.school.person('Guest', 'instructor'), colleague]
  const group = (await env.call(owner, 'POST', '/api/resource-groups', { name: 'Tides' })).body.id
  await env.call(owner, 'POST', `/api/resource-groups/${group}/members`, { person_ids: [guest.person, teaching.person] })
  await env.call(owner, 'POST', `/api/resource-groups/${group}/files`, { upload_ids: [own.id] })
  const used = async (who: Actor) => (await get(who, `/api/resource-groups/${group}/files`)).body.items[0].upload.used_in
  await expect.poll(async () => (await used(owner)).activities).toBe(1)
  expect(await used(owner)).toEqual({ activities: 1, courses: 1, course_id: null, course_name: null })
  expect(await used(guest)).toBeUndefined()
  expect(await used(teaching)).toMatchObject({ activities: 1, course_name: 'Hidden course' })
  expect([(await references(guest, own.id)).status, (await references(teaching, own.id)).status]).toEqual([403, 200])
})

test('the search by name finds own files and those of my courses, for students what is ready', async () => {
  const found = async (who: Actor, keyword: string) =>
    ((await get(who, `/api/my-files?keyword=${encodeURIComponent(keyword)}`)).body.items as { name: string; course_name: string }[]).map(
      ({ name, course_name }) => [name, course_name],
    )
  await env.declareUpload(owner, { name: 'Listening notes.pdf', size: 500 })
  await env.declareUpload(colleague, { name: 'Unfinished list.pdf', size: 500, parent_id: folder })
  const mine = ['Listening notes.pdf', null]
  const [shared, unfinished] = [
    ['List.pdf', 'Marine Biology'],
    ['Unfinished list.pdf', 'Marine Biology'],
  ]
  expect(await found(owner, 'list')).toEqual([shared, mine, unfinished])
  expect(await found(colleague, 'list')).toEqual([shared, unfinished])
  expect([await found(student, 'list'), await found(abroad, 'list'), await found(owner, '%')]).toEqual([[shared], [], []])
  await simulate(owner, courses.open, 'student')
  expect(await found(owner, 'list')).toEqual([shared, mine])
  await env.school.db.query('delete from mirror.simulations where session_id = $1', [owner.session])
})
