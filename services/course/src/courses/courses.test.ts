import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { UploadReadySchema } from '@lyceum/proto/upload'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type School, testSchool } from '../test/school.ts'
import { service } from '../service.ts'

let it: TestService
let school: School
let far: School
beforeAll(async () => {
  it = await testService(service)
  school = await testSchool(it.databaseUrl)
  far = await testSchool(it.databaseUrl)
})
afterAll(async () => {
  await Promise.all([school?.close(), far?.close()])
  await it?.stop()
})

const createCourse = async (draft: object = {}, actor = school.teacher) => {
  const { status, body } = await it.call(actor, 'POST', '/api/course', { name: 'Marine Biology II', ...draft })
  expect(status).toBe(201)
  return body
}
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

describe('a cover', () => {
  let uploads: Awaited<ReturnType<typeof testProducer>>
  beforeAll(async () => {
    uploads = await testProducer(it.world, 'upload')
  })
  afterAll(() => uploads?.stop())
  const upload = async (owner: Actor, fields: object = {}) => {
    const id = newId()
    const data = {
      id,
      orgId: owner.org,
      personId: owner.person,
      name: 'reef.png',
      type: 'image',
      size: 10n,
      status: 'ready',
      version: 1n,
      ...fields,
    }
    await uploads.emit(UploadReadySchema, { key: `upload:${id}`, org: owner.org }, { upload: data })
    await expect.poll(async () => (await school.db.query('select 1 from uploads where id = $1', [id])).rowCount).toBe(1)
    return id
  }
  const refused = async (cover_upload_id: string, actor = school.teacher) => {
    const course = await createCourse()
    const making = await it.call(actor, 'POST', '/api/course', { name: 'x', cover_upload_id })
    const changing = await it.call(actor, 'PUT', `/api/courses/${course.id}`, { cover_upload_id })
    expect(changing.body.details).toEqual(making.body.details)
    return [making.status, changing.status, making.body.details.cover_upload_id[0].code]
  }
  test('is a ready picture of whoever chooses it', async () => {
    const [other, first, second] = [await upload(school.teacher), await upload(school.teacher), await upload(school.teacher)]
    const course = await createCourse({ cover_upload_id: first })
    expect(course.cover_upload_id).toBe(first)
    const change = (cover_upload_id: string | null, actor = school.teacher) =>
      it.call(actor, 'PUT', `/api/courses/${course.id}`, { cover_upload_id, semester: 'Autumn' })
    expect((await change(second)).body.cover_upload_id).toBe(second)
    // a manager saves the whole form: the colleague's cover stays
    expect((await change(second, school.manager)).body).toMatchObject({ cover_upload_id: second, semester: 'Autumn' })
    expect((await change(other, school.manager)).body.details.cover_upload_id[0].code).toBe('upload.unknown')
    expect((await change(null)).body.cover_upload_id).toBeNull()
    expect(await held(course.id)).toEqual([[first], [second], []])
    // an undo takes a colleague's picture again
    const mine = await upload(school.manager)
    await change(second)
    expect((await change(mine, school.manager)).body.cover_upload_id).toBe(mine)
    expect((await change(second, school.manager)).body.cover_upload_id).toBe(second)
    expect((await change(first, school.manager)).status).toBe(400)
  })
  const held = async (course: string): Promise<string[][]> =>
    (
      await school.db.query(
        `select value::jsonb->'upload_ids' as ids from kit.outbox
         where type = 'lyceum.course.v1.FilesHeld' and value::jsonb->>'holder' = 'cover:' || $1 order by seq`,
        [course],
      )
    ).rows.map(({ ids }) => ids)
  test('chosen by a release before is told by the migration, as it is now', async () => {
    const id = await upload(school.teacher)
    const course = await createCourse({ cover_upload_id: id })
    await school.db.query(
      readFileSync(new URL('../../prisma/migrations/20261122203900_covers_held/migration.sql', import.meta.url), 'utf8'),
    )
    const facts = await school.db.query(
      `select key, org_id, version, value::jsonb as value from kit.outbox where type = 'lyceum.course.v1.FilesHeld' and key = $1`,
      [`course:${course.id}`],
    )
    expect(facts.rows).toHaveLength(2)
    expect(facts.rows[1]).toEqual(facts.rows[0])
  })
  test.each([
    ['nobody’s', async () => newId(), 'upload.unknown'],
    ['a colleague’s', () => upload(school.other), 'upload.unknown'],
    ['of another organisation', () => upload({ ...school.teacher, org: far.org }), 'upload.unknown'],
    ['deleted', () => upload(school.teacher, { deleted: true }), 'upload.unknown'],
    ['a video', () => upload(school.teacher, { type: 'video' }), 'course.coverNotPicture'],
    ['not ready', () => upload(school.teacher, { status: 'processing' }), 'upload.notReady'],
  ])('400 at cover_upload_id for one that is %s', async (_, id, code) => {
    expect(await refused(await id())).toEqual([400, 400, code])
  })
  test('what is not known yet while facts travel is 503 behind', async () => {
    const headers = { 'lyceum-after': `lyceum.upload.v1;upload:x;lyceum.upload.v1.UploadReady;${newId()}`, 'lyceum-wait': '1' }
    const answer = await it.call(school.teacher, 'POST', '/api/course', { name: 'x', cover_upload_id: newId() }, headers)
    expect([answer.status, answer.body.code]).toEqual([503, 'behind'])
  })
})

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

describe('where publishing is not required', () => {
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

describe('searching', () => {
  const search = (actor = far.manager, conditions: object = {}, query = '', sort?: string) =>
    it.call(actor, 'POST', `/api/courses${query}`, { conditions, ...(sort && { sort }) })
  beforeAll(async () => {
    await createCourse({ name: 'Algebra 100%', semester: 'Spring', compulsory: true, course_type: 7 }, far.teacher)
    await createCourse(
      { name: 'Botany', course_code: 'BOT', public_scope: 'organisation', course_outline: 'Moss, 海藻与苔藓' },
      far.teacher,
    )
    await createCourse({ name: 'Chemistry', department: { name: 'Science' }, learning_mode: 'checkpoint' }, far.other)
  })
  test('a manager finds all of the organisation, paged and sorted', async () => {
    const { body } = await search(far.manager, {}, '?page=2&page_size=2', 'name')
    expect(body).toMatchObject({
      page: 2,
      page_size: 2,
      pages: 2,
      total: 3,
      start: 3,
      end: 3,
      items: [{ name: 'Chemistry', instructors: [{ name: 'Arthit Suwan' }] }],
    })
  })
  test.each([
    [{ keyword: 'alg' }, ['Algebra 100%']],
    [{ keyword: '100%' }, ['Algebra 100%']],
    [{ keyword: '%' }, ['Algebra 100%']],
    [{ keyword: 'suwan' }, ['Chemistry']],
    [{ semester: 'Spring' }, ['Algebra 100%']],
    [{ compulsory: true }, ['Algebra 100%']],
    [{ course_type: [7, 8] }, ['Algebra 100%']],
    [{ course_code: 'BOT' }, ['Botany']],
    [{ department: 'Science', learning_mode: 'checkpoint' }, ['Chemistry']],
    [{ status: 'draft' }, ['Algebra 100%', 'Botany', 'Chemistry']],
    [{ status: 'published' }, []],
    [{ instructor: 'petrova' }, ['Algebra 100%', 'Botany']],
    [{ course_outline: 'mos' }, ['Botany']],
    [{ course_outline: '苔藓' }, ['Botany']],
    [{ course_outline: 'moss algebra' }, []],
    [{ keyword: 'moss' }, []],
    [{ course_importer_status: 2 }, []],
  ])('by %j', async (conditions, names) => {
    const { body } = await search(far.manager, conditions, '', 'name')
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(names)
  })
  test('a teacher finds their own, a student nothing that is not theirs until it is published for the organisation', async () => {
    expect((await search(far.other)).body.items.map(({ name }: { name: string }) => name)).toEqual(['Chemistry'])
    expect((await search(far.student)).body.total).toBe(0)
    const { body } = await search(far.teacher, { keyword: 'Botany' })
    await it.call(far.teacher, 'PUT', `/api/courses/${body.items[0].id}/publish`, { published: true })
    expect((await search(far.student)).body.items.map(({ name }: { name: string }) => name)).toEqual(['Botany'])
  })
  test('400 for a condition that does not exist', async () => {
    expect((await search(far.manager, { colour: 'red' })).status).toBe(400)
    expect((await it.call(far.manager, 'POST', '/api/courses?page_size=1000', {})).status).toBe(400)
    expect((await it.call(far.manager, 'GET', '/api/my-courses?conditions={"role":3}')).status).toBe(400)
    expect((await it.call(far.manager, 'GET', '/api/my-courses?conditions={')).status).toBe(400)
  })
  test.each(['constructor', 'toString', '__proto__', 'nothing'])('400 for the status %s', async (status) => {
    const conditions = encodeURIComponent(`{"status":"${status}"}`)
    expect((await it.call(school.teacher, 'GET', `/api/my-courses?conditions=${conditions}`)).status).toBe(400)
  })
  test('a match has its outline and my role; mine alone on request', async () => {
    await createCourse({ name: 'Zoology', course_outline: 'Animals', public_scope: 'organisation' }, far.teacher)
    const { body } = await search(far.teacher, { keyword: 'Zoology' })
    expect(body.items).toMatchObject([{ course_outline: 'Animals', role: 'instructor' }])
    await it.call(far.teacher, 'PUT', `/api/courses/${body.items[0].id}/publish`, { published: true })
    expect((await search(far.student, { keyword: 'Zoology' })).body.items).toMatchObject([{ role: null }])
    expect((await search(far.student, { keyword: 'Zoology', mine: true })).body.total).toBe(0)
    expect((await search(far.teacher, { keyword: 'Zoology', mine: true })).body.total).toBe(1)
  })
  test('what fits a keyword best comes first', async () => {
    await createCourse({ name: 'OX 1', course_code: 'A' }, far.other)
    await createCourse({ name: 'Oxen', course_code: 'OX 12' }, far.other)
    await createCourse({ name: 'Physics', display_name: 'ox 1' }, far.other)
    await createCourse({ name: 'Boxes of OX 1' }, far.other)
    const names = async (...sort: string[]) =>
      (await search(far.manager, { keyword: 'ox 1' }, '', ...sort)).body.items.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Physics', 'OX 1', 'Oxen', 'Boxes of OX 1'])
    expect(await names('-updated_at')).toEqual(['Boxes of OX 1', 'Physics', 'Oxen', 'OX 1'])
  })
  test('the outline of an unpublished course is neither given to its students nor found by them', async () => {
    const course = await createCourse({ name: 'Botany of shores', course_outline: 'Kelp' }, far.teacher)
    await it.call(far.teacher, 'POST', `/api/courses/${course.id}/enrollments`, { person_ids: [far.stranger.person], role: 'student' })
    const found = async (conditions: object, who = far.stranger) =>
      (await search(who, conditions)).body.items.map(({ course_outline: outline }: { course_outline: string }) => outline)
    expect(await found({ keyword: 'shores' })).toEqual([''])
    expect(await found({ course_outline: 'kelp' })).toEqual([])
    expect(await found({ course_outline: 'kelp' }, far.teacher)).toEqual(['Kelp'])
    await it.call(far.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
    expect([await found({ keyword: 'shores' }), await found({ course_outline: 'kelp' })]).toEqual([['Kelp'], ['Kelp']])
  })
  test('a course ends with its last day by the clock of its zone, or of its organisation', async () => {
    // at no time is it the same day in both
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12']
    const end_date = new Date(Date.now() + (14 - 24) * 3_600_000).toISOString().slice(0, 10)
    const make = async (zone: object) => {
      const course = await createCourse({ name: 'A last day', ...zone })
      await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
      expect((await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { end_date })).status).toBe(200)
      return course.id
    }
    const [over, running, ofSchool] = [await make({ time_zone: east }), await make({ time_zone: west }), await make({})]
    const read = async (id: string) => (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body.status
    const found = async (status: string) =>
      (await search(school.manager, { keyword: 'A last day', status })).body.items.map(({ id }: { id: string }) => id).toSorted()
    const setZone = (zone: string) =>
      school.db.query(`update mirror.orgs set settings = jsonb_build_object('time_zone', $2::text) where id = $1`, [school.org, zone])
    await setZone(east)
    expect([await read(over), await read(running), await read(ofSchool)]).toEqual(['ended', 'published', 'ended'])
    expect([await found('ended'), await found('published')]).toEqual([[over, ofSchool].toSorted(), [running]])
    await setZone(west)
    expect([await found('ended'), await found('published')]).toEqual([[over], [running, ofSchool].toSorted()])
    expect((await it.call(school.teacher, 'GET', `/api/course/${over}/access_code`)).body.resetable).toBe(false)
    const moved = await it.call(school.teacher, 'PUT', `/api/courses/${over}`, { time_zone: null })
    expect(moved.body.status).toBe('published')
    await school.db.query(`update mirror.orgs set settings = '{}' where id = $1`, [school.org])
  })
  test('mine, of every organisation, with my role', async () => {
    const course = await createCourse({ name: 'Guest teaching' }, far.teacher)
    await school.db.query(
      `insert into enrolments (id, org_id, course_id, person_id, role, version) values ($1, $2, $3, $4, 'instructor_assistant', 1)`,
      [newId(), far.org, course.id, school.other.person],
    )
    const { body } = await it.call(school.other, 'GET', '/api/my-courses')
    expect(body).toMatchObject({ total: 1, items: [{ name: 'Guest teaching', role: 'instructor_assistant', org_id: far.org }] })
    expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"keyword":"nothing"}')).body.total).toBe(0)
    await it.call(far.teacher, 'PUT', `/api/courses/${course.id}`, { display_name: 'Tides for all' })
    for (const shown of ['tides', 'petrova', 'guest'])
      expect((await it.call(school.other, 'GET', `/api/my-courses?conditions={"keyword":"${shown}"}`)).body.total, shown).toBe(1)
    expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"course_type":1}')).body.total).toBe(1)
    expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"course_type":7}')).body.total).toBe(0)
    expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"course_type":"7"}')).status).toBe(400)
    expect((await it.call(school.other, 'GET', `/api/courses/${course.id}`)).body.can.teach).toBe(true)
  })
})

describe('seeing as somebody else', () => {
  const simulate = (course: string, active: string, actor = school.teacher) =>
    it.call(actor, 'PUT', `/api/course/${course}/role`, { active })
  test('a student’s rights for a teacher who simulates one, in that session only, until they leave', async () => {
    const course = await createCourse()
    await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
    expect((await simulate(course.id, 'student')).body).toEqual({ role: 'student', simulating: 'student' })
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course.id}`)).body).toMatchObject({
      role: 'student',
      simulating: 'student',
      can: { teach: false, simulate: true },
    })
    expect((await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { name: 'x' })).status).toBe(403)
    expect((await it.call(school.teacher, 'GET', `/api/course/${course.id}/access_code`)).status).toBe(403)
    expect((await it.call({ ...school.teacher, session: newId() }, 'PUT', `/api/courses/${course.id}`, { name: 'x' })).status).toBe(200)
    const nav = (await it.call(school.teacher, 'GET', `/api/courses/${course.id}/nav-setting`)).body.nav_setting
    expect(nav.find(({ key }: { key: string }) => key === 'settings').visible).toBe(false)
    expect((await simulate(course.id, 'visitor')).body).toEqual({ role: null, simulating: 'visitor' })
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course.id}`)).body.code).toBe('simulation.visitor')
    expect((await simulate(course.id, 'instructor')).body).toEqual({ role: 'instructor', simulating: null })
    expect((await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { name: 'x' })).status).toBe(200)
  })
  test('an answer kept for the teacher is not given to the student that they simulate', async () => {
    const course = await createCourse()
    const rename = () =>
      it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { name: 'Once more' }, { 'idempotency-key': `k-${course.id}` })
    const first = await rename()
    expect(await rename()).toMatchObject({ status: 200, body: first.body })
    for (const role of ['student', 'visitor']) {
      await simulate(course.id, role)
      expect((await rename()).status, role).toBe(422)
    }
    await simulate(course.id, 'instructor')
    expect((await rename()).body).toEqual(first.body)
  })
  test('403 for a student, whose leaving is harmless', async () => {
    const course = await createCourse()
    await addMember(course)
    expect((await simulate(course.id, 'visitor', school.student)).status).toBe(403)
    expect((await simulate(course.id, 'instructor', school.student)).body).toEqual({ role: 'student', simulating: null })
    expect((await simulate(course.id, 'instructor', school.stranger)).status).toBe(403)
  })
  test('a manager who simulates a student manages nothing there', async () => {
    const course = await createCourse()
    await simulate(course.id, 'student', school.manager)
    expect((await it.call(school.manager, 'DELETE', `/api/course/${course.id}`)).status).toBe(403)
    await simulate(course.id, 'instructor', school.manager)
    expect((await it.call(school.manager, 'DELETE', `/api/course/${course.id}`)).status).toBe(204)
  })
})
