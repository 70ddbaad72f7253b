// Copies of courses: the new row, who comes along, who may; templates; the next term as one task. The content is activity's.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import type { TestService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { ContentCopiedSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import { type School, testSchool } from '../test/school.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let activity: TestProducer
let assistant: Actor
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  activity = await testProducer(it.world, 'activity')
  assistant = await school.person('Siti Aminah', 'instructor_assistant')
})
afterAll(async () => {
  await activity?.stop()
  await stop?.()
})

const make = async (fields: object = {}): Promise<string> => {
  const { body } = await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology', ...fields })
  const enrol = (who: Actor, role: string) =>
    it.call(school.teacher, 'POST', `/api/courses/${body.id}/enrollments`, { person_ids: [who.person], role })
  await enrol(school.student, 'student')
  await enrol(assistant, 'instructor_assistant')
  return body.id
}
const copy = (id: string, draft: object = {}, who = school.teacher) =>
  it.call(who, 'POST', `/api/courses/${id}/copy`, { name: 'Marine Biology again', ...draft })
const emittedCopies = async (id: string) =>
  (await school.db.query(`select value::jsonb as value from kit.outbox where key = $1 and type like '%CourseCreated'`, [`course:${id}`]))
    .rows[0].value
const members = async (id: string) =>
  (await it.call(school.manager, 'GET', `/api/courses/${id}/members`)).body.items.map(({ person, role }: any) => `${person.name} ${role}`)
const arrive = (course: string, failed = false) =>
  activity.emit(
    ContentCopiedSchema,
    { key: `course:${course}`, org: school.org },
    { courseId: course, fromId: newId(), orgId: school.org, activities: 1, skipped: 0, failed },
  )
const status = async (id: string) =>
  (await it.call(school.manager, 'GET', `/api/courses/${id}`)).body.course_attributes.data.course_importer_status

test('a draft with the fields of the source, its dates later, its own code; the chosen people come along, students do not', async () => {
  const id = await make({
    course_code: 'MB 214',
    semester: 'Autumn',
    academic_year: { name: '2026–2027' },
    start_date: '2026-09-07',
    end_date: '2027-01-15',
    klass: { name: '3B' },
    teaching_class_name: 'Monday',
    learning_mode: 'checkpoint',
    course_outline: 'Waves.',
    time_zone: 'Asia/Bangkok',
  })
  await it.call(school.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })
  const module = newId()
  const { body, status: answered } = await copy(id, {
    shift_days: 140,
    semester: 'Spring',
    roles: ['instructor', 'instructor_assistant'],
    module_ids: [module],
  })
  expect(answered).toBe(201)
  expect(body).toMatchObject({
    name: 'Marine Biology again',
    course_code: 'MB 214',
    semester: 'Spring',
    academic_year: { name: '2026–2027' },
    start_date: '2027-01-25',
    end_date: '2027-06-04',
    klass: null,
    learning_mode: 'checkpoint',
    course_outline: 'Waves.',
    status: 'draft',
    role: 'instructor',
    course_attributes: { published: false, teaching_class_name: '', data: { review_status: 'unreviewed', course_importer_status: 0 } },
  })
  expect((await emittedCopies(body.id)).copy).toEqual({
    from_id: id,
    all: false,
    module_ids: [module],
    without_module: false,
    shift_days: 140,
    time_zone: 'Asia/Bangkok',
    person_id: school.teacher.person,
    group_sets: [],
    files: true,
  })
  expect((await emittedCopies((await copy(id, { files: false })).body.id)).copy.files).toBe(false)
  expect((await members(body.id)).toSorted()).toEqual(['Elena Petrova instructor', 'Siti Aminah instructor_assistant'])
  const code = async (course: string) => (await it.call(school.teacher, 'GET', `/api/course/${course}/access_code`)).body.access_code
  expect(await code(body.id)).not.toBe(await code(id))
  const log = (await it.call(school.manager, 'GET', `/api/audit/course?course=${body.id}`)).body.items
  expect(log.at(-1)).toMatchObject({ action: 'course.copied', actor: school.teacher.person, after: { from: id } })
})

test('its group sets come along with their groups and sign-up, without people; not with chosen modules', async () => {
  const id = await make()
  const set = { name: 'Lab teams', groups: ['Reefs', 'Shores'], sign_up: { seats: 2, until: '2026-10-01T10:00:00.000Z' } }
  const made = await it.call(school.teacher, 'POST', `/api/courses/${id}/group-sets`, set)
  expect(made.status).toBe(201)
  const gone = await it.call(school.teacher, 'POST', `/api/courses/${id}/group-sets`, { name: 'Deleted', groups: [] })
  await it.call(school.teacher, 'DELETE', `/api/group-sets/${gone.body.id}`)
  const copied = (await copy(id, { shift_days: 7 })).body.id
  const sets = (await it.call(school.teacher, 'GET', `/api/courses/${copied}/group-sets`)).body.items
  expect(sets).toMatchObject([{ name: 'Lab teams', groups: 2, members: 0, sign_up: { seats: 2, until: '2026-10-08T10:00:00.000Z' } }])
  const board = (await it.call(school.teacher, 'GET', `/api/group-sets/${sets[0].id}`)).body
  expect(board.list.map(({ name }: { name: string }) => name)).toEqual(['Reefs', 'Shores'])
  const facts = await school.db.query(`select type from kit.outbox where key = $1 and type ~ 'Group'`, [`course:${copied}`])
  expect(facts.rows.map(({ type }) => type.replace(/.*\./, '')).toSorted()).toEqual(['GroupChanged', 'GroupChanged', 'GroupSetChanged'])
  expect((await emittedCopies(copied)).copy.group_sets).toEqual([{ from_id: made.body.id, to_id: sets[0].id }])
  const part = (await copy(id, { module_ids: [] })).body.id
  expect((await it.call(school.teacher, 'GET', `/api/courses/${part}/group-sets`)).body.total).toBe(0)
})

test('the end of a sign-up moves by the clock of the course, as its other dates do', async () => {
  const id = await make({ time_zone: 'Europe/Berlin' })
  const sign_up = { seats: 2, until: '2026-10-20T06:00:00.000Z' }
  await it.call(school.teacher, 'POST', `/api/courses/${id}/group-sets`, { name: 'Lab teams', groups: ['Reefs'], sign_up })
  const later = (await copy(id, { shift_days: 14 })).body.id
  // the clocks of Berlin go back on 25 October
  expect((await it.call(school.teacher, 'GET', `/api/courses/${later}/group-sets`)).body.items[0].sign_up.until).toBe(
    '2026-11-03T07:00:00.000Z',
  )
})

test('the rules of joining, and its partners, come along: a limited course is limited again', async () => {
  const id = await make({ time_zone: 'Europe/Berlin' })
  const limits = { seats: 30, approval: true, opens_at: '2026-10-20T06:00:00.000Z', closes_at: '2026-10-21T06:00:00.000Z' }
  await it.call(school.teacher, 'PUT', `/api/courses/${id}/join-settings`, limits)
  const partners = [{ name: 'Harbour Museum', role: 'Host', contact: '', url: '' }]
  await it.call(school.teacher, 'PUT', `/api/courses/${id}/associated-partner-info`, { partners })
  const copied = (await copy(id, { shift_days: 14 })).body.id
  const read = async (what: string) => (await it.call(school.teacher, 'GET', `/api/courses/${copied}/${what}`)).body
  expect(await read('join-settings')).toMatchObject({
    seats: 30,
    approval: true,
    opens_at: '2026-11-03T07:00:00.000Z',
    closes_at: '2026-11-04T07:00:00.000Z',
    students: 0,
    waiting: 0,
  })
  expect(await read('associated-partner-info')).toMatchObject({ partners: [{ name: 'Harbour Museum' }] })
})

test('its content arrives or does not; until then nobody copies the copy', async () => {
  const id = await make()
  const [first, second] = [(await copy(id)).body.id, (await copy(id)).body.id]
  expect(await copy(first)).toMatchObject({ status: 409, body: { code: 'course.copying' } })
  await arrive(first)
  await arrive(second, true)
  await until(async () => (await status(first)) === 1 && (await status(second)) === 2)
  expect((await copy(first)).status).toBe(201)
  // told again it changes nothing
  await arrive(first, true)
  await arrive(second)
  expect([await status(first), await status(second)]).toEqual([1, 2])
})

test('refused: assistants, students, teachers of others, other organisations, inspectors; a deleted course, a title of blanks', async () => {
  const id = await make()
  for (const who of [assistant, school.student, school.other, school.inspector]) expect((await copy(id, {}, who)).status).toBe(403)
  expect((await copy(id, {}, school.manager)).status).toBe(201)
  const away = await testSchool(it.databaseUrl)
  expect((await copy(id, {}, away.manager)).status).toBe(403)
  await away.close()
  expect((await copy(id, { name: ' \u200b' })).body.details.name[0].code).toBe('field.required')
  expect((await copy(id, { shift_days: 5000 })).body.details.shift_days[0].code).toBe('field.tooLarge')
  expect((await copy(id, { roles: ['student'] })).status).toBe(400)
  await it.call(school.teacher, 'DELETE', `/api/course/${id}`)
  expect((await copy(id)).status).toBe(404)
})

test('is offered to who may make courses there: neither to a guest who teaches nor to a student who does', async () => {
  const id = await make()
  const away = await testSchool(it.databaseUrl)
  const add = (who: Actor) =>
    school.db.query(`insert into enrolments (id, org_id, course_id, person_id, role, version) values ($1, $2, $3, $4, 'instructor', 1)`, [
      newId(),
      school.org,
      id,
      who.person,
    ])
  await add(away.teacher)
  await add(school.stranger)
  const offered = async (who: Actor) => (await it.call(who, 'GET', `/api/courses/${id}`)).body.can.copy
  expect([await offered(school.teacher), await offered(away.teacher), await offered(school.stranger)]).toEqual([true, false, false])
  await away.close()
})

test('templates, and courses open to the organisation that may be cloned, are offered to who makes courses', async () => {
  const [template, open, closed] = [
    await make({ name: 'A template' }),
    await make({ name: 'Open', allow_clone: true, public_scope: 'organisation' }),
    await make({ name: 'Closed', public_scope: 'organisation' }),
  ]
  for (const id of [open, closed]) await it.call(school.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })
  const mark = (who: Actor, value: boolean) => it.call(who, 'PUT', `/api/courses/${template}/template`, { template: value })
  expect((await mark(school.teacher, true)).status).toBe(403)
  expect((await mark(school.inspector, true)).body.template).toBe(true)
  const offered = async (who: Actor) =>
    (await it.call(who, 'GET', '/api/offered-courses')).body.items?.map(({ name, template: of }: any) => [name, of])
  expect(await offered(school.other)).toEqual([
    ['A template', true],
    ['Open', false],
  ])
  expect((await it.call(school.student, 'GET', '/api/offered-courses')).status).toBe(403)
  const take = (id: string, who = school.other) => it.call(who, 'POST', `/api/offered-courses/${id}/copy`, { name: 'Mine', shift_days: 7 })
  const { body } = await take(template)
  expect(body).toMatchObject({ name: 'Mine', role: 'instructor', template: false })
  expect(await members(body.id)).toEqual(['Arthit Suwan instructor'])
  expect((await take(open)).status).toBe(201)
  expect((await take(closed)).status).toBe(404)
  expect((await take(template, school.student)).status).toBe(403)
  // who only assists in it makes no copy of it, whatever they are elsewhere
  const both = await school.person('Nok', 'instructor')
  await it.call(school.teacher, 'POST', `/api/courses/${open}/enrollments`, { person_ids: [both.person], role: 'instructor_assistant' })
  expect((await take(open, both)).status).toBe(404)
  await mark(school.manager, false)
  expect((await take(template)).status).toBe(404)
})

test('the next term: a copy of each, with its teachers, and a line of what became of each', async () => {
  const term = { semester: 'Autumn', academic_year: { name: `${newId()}` } }
  const ids = [
    await make({ ...term, name: 'One', start_date: '2026-09-07' }),
    await make({ ...term, name: 'Two' }),
    await make({ ...term, name: 'Orphan' }),
  ]
  await school.db.query(`update enrolments set state = 'left' where course_id = $1 and role = 'instructor'`, [ids[2]])
  const start = (who: Actor, body: object) => it.call(who, 'POST', '/api/courses/next-term', body)
  const next = { semester: 'Spring', academic_year: { name: `${term.academic_year.name} again` }, shift_days: 140 }
  const conditions = { semester: 'Autumn', academic_year: term.academic_year.name }
  expect((await start(school.teacher, { conditions, ...next })).status).toBe(403)
  expect((await start(school.inspector, next)).body.details.course_ids[0].code).toBe('field.required')
  expect((await start(school.inspector, { course_ids: [ids[0], newId()], ...next })).body.details.course_ids[0].code).toBe('course.unknown')
  const { status: answered, body } = await start(school.inspector, { conditions, ...next })
  expect([answered, body.courses]).toEqual([202, 3])
  const made = async () =>
    (await school.db.query('select id::text, name from courses where academic_year = $1 order by name', [next.academic_year.name])).rows
  await until(async () => (await made()).length === 2)
  const [one, two] = await made()
  await arrive(one.id)
  await arrive(two.id, true)
  const task = async () => (await it.call(school.inspector, 'GET', `/internal-api/tasks/${body.task_id}`)).body
  await until(async () => (await task()).state === 'finished')
  expect((await task()).report.map(({ item, outcome, code }: any) => [item, outcome, code]).toSorted()).toEqual([
    ['One', 'done', undefined],
    ['Orphan', 'failed', 'course.publish.instructorMissing'],
    ['Two', 'failed', 'course.contentMissing'],
  ])
  expect((await it.call(school.manager, 'GET', `/api/courses/${one.id}`)).body).toMatchObject({
    name: 'One',
    semester: 'Spring',
    start_date: '2027-01-25',
  })
  expect(await members(one.id)).toEqual(['Elena Petrova instructor'])
})

test('into a term it takes its names; a term that is not there is refused, texts take it out of its term', async () => {
  const dates = { start_date: '2027-02-01', end_date: '2027-06-30' }
  const { body: term } = await it.call(school.manager, 'POST', '/api/terms', { name: '2027', ...dates })
  const id = await make({ semester: 'Autumn' })
  const into = await copy(id, { term_id: term.id })
  expect(into.body).toMatchObject({ term_id: term.id, academic_year: { name: '2027' }, semester: null })
  await arrive(into.body.id)
  await until(async () => (await status(into.body.id)) === 1)
  expect((await copy(into.body.id)).body.term_id).toBe(term.id)
  expect((await copy(into.body.id, { semester: 'Spring' })).body).toMatchObject({ term_id: null, semester: 'Spring' })
  expect((await copy(id, { term_id: newId() })).body.details.term_id[0].code).toBe('term.unknown')
})
