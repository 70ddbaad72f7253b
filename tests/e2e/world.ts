// The world of the page tests: a school with people of every role, a course with a page and a document, and another teacher's course.
import { type ExamAndBank, ask } from '../flows/exam-and-bank.ts'
import { makeSchool, type Person, type SchoolPerson } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import type { Address } from '../flows/start.ts'
import { until } from '@lyceum/kit/test/wait'
import { pdf } from '../media.ts'

/** Plain data, so that vitest's globalSetup can pass it to the tests. */
export type World = {
  org: string
  password: string
  logins: Record<SchoolPerson, string>
  names: Record<SchoolPerson, string>
  /** The teacher's; the assistant and the student are members. */
  course: string
  courseName: string
  module: string
  page: string
  document: string
  accessCode: string
  /** The student. */
  person: string
  /** A sharing group of the teacher with the whole school in it. */
  group: string
  /** The code of a group of teaching and research of the administrator. */
  invitation: string
  /** The other teacher's alone. */
  otherCourse: string
  otherPage: string
  /** Of the course, and of the other teacher's: what is asked there. */
  asked: ExamAndBank
  otherAsked: ExamAndBank
  /** Of the course: among everybody, in the group `of` of the student, among its teachers. */
  topics: Record<'course' | 'of' | 'group' | 'team', string>
  /** A class of the course that has a place. */
  classroom: string
  /** A live lecture of the course without an address. */
  lecture: string
  /** A bulletin of the organisation, which nobody's pages pop up. */
  bulletin: string
  /** An import of a person that is checked, and not applied. */
  imported: string
  /** Of a program, with a course in its first term. */
  curriculum: string
  /** The teacher's alone, for tests that change a course. */
  workshop: string
}

export async function makeWorld(at: Address): Promise<World> {
  const school = await makeSchool(at)
  const [teacher, other] = [await school.signIn('teacher'), await school.signIn('otherTeacher')]
  const courseName = 'Tides and shores'
  const { id: course } = await teacher.call('POST /api/course', { body: { name: courseName, course_code: 'MB 214' } })
  const { id: workshop } = await teacher.call('POST /api/course', { body: { name: 'Workshop' } })
  const { id: otherCourse } = await other.call('POST /api/course', { body: { name: 'Not yours' } })
  const params = { id: course }
  const { id: otherPage } = await other.call('POST /api/courses/:id/activities', {
    params: { id: otherCourse },
    body: { type: 'page', title: 'Not yours either', body: '<p>x</p>' } as never,
  })
  const { id: module } = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Twice a day' } })
  const sheet = await send(teacher, 'Tide tables.pdf', pdf())
  const add = async (body: object) =>
    (await teacher.call('POST /api/courses/:id/activities', { params, body: { module_id: module, published: true, ...body } as never })).id
  const page = await add({ type: 'page', title: 'Why the sea comes back', body: '<p>Twice a day the water comes and goes.</p>' })
  const document = await add({ type: 'material', title: 'Tide tables', upload_ids: [sheet.id] })
  await add({ type: 'page', title: 'What lives between the tides', body: '<p>Barnacles.</p>' })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', {
    params,
    body: { person_ids: [school.people.student.id], role: 'student' },
  })
  await teacher.call('POST /api/courses/:id/enrollments', {
    params,
    body: { person_ids: [school.people.assistant.id], role: 'instructor_assistant' },
  })
  const { access_code: accessCode } = await teacher.call('GET /api/course/:id/access_code', { params })
  const { id: group } = await teacher.call('POST /api/resource-groups', { body: { name: 'Plankton' } })
  const everybody = Object.values(school.people).map(({ id }) => id)
  await teacher.call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: everybody } })
  const admin = await school.signIn('admin')
  const { id: room } = await admin.call('POST /api/resource-groups', { body: { name: 'Marine teaching', kind: 'vtrs' } })
  const { code: invitation } = await admin.call('POST /api/resource-groups/:id/invitation', { params: { id: room }, body: { days: 90 } })
  const topics = await talkIn(teacher, course, school.people.student.id)
  const student = await school.signIn('student')
  const asked = await ask(teacher, course, student)
  const classroom = await add({ type: 'classroom', title: 'Lecture 7: tides', settings: { place: 'Hall B' } })
  const lecture = await add({ type: 'live_lecture', title: 'Live: tides' })
  const otherAsked = await ask(other, otherCourse, other)
  const manager = await school.signIn('manager')
  const { id: bulletin } = await manager.call('POST /api/org/bulletins', {
    body: { title: 'Library open until 22:00', content: '<p>Up to the exams.</p>', state: 'published' },
  })
  const register = await send(manager, 'people.csv', Buffer.from('id,user_no,name\nR1,R-1,Ann Lee\n'))
  const { id: imported } = await manager.call('POST /api/data-import', {
    body: { kind: 'people', mode: 'changes', upload_ids: [register.id] },
  })
  const { id: program } = await manager.call('POST /api/study-units', { body: { kind: 'program', name: 'Marine Biology' } })
  const curriculum = await until(() =>
    manager
      .call('POST /api/curricula', {
        body: {
          program_id: program,
          name: 'Marine Biology 2026',
          terms: 2,
          rows: [{ term: 1, course_code: 'MB 214', compulsory: true, credits: 3 }],
        },
      })
      .catch(() => undefined),
  )
  for (const who of Object.keys(school.people) as SchoolPerson[])
    await (await school.signIn(who)).call('PUT /api/bulletins/seen', { body: { ids: [bulletin] } })
  const each = (of: 'login' | 'name') =>
    Object.fromEntries(Object.entries(school.people).map(([who, person]) => [who, person[of]])) as Record<SchoolPerson, string>
  return {
    person: school.people.student.id,
    org: school.id,
    password: school.password,
    logins: each('login'),
    names: each('name'),
    course,
    courseName,
    module,
    page,
    document,
    accessCode,
    invitation,
    group,
    otherCourse,
    otherPage,
    asked,
    otherAsked,
    classroom,
    lecture,
    topics,
    bulletin,
    imported,
    curriculum: curriculum.id,
    workshop,
  }
}

/** A topic in each place of a course that has a page of its own. */
async function talkIn(teacher: Person, course: string, student: string): Promise<World['topics']> {
  const params = { id: course }
  const { id: set } = await teacher.call('POST /api/courses/:id/group-sets', { params, body: { name: 'Boats', groups: ['Avocet'] } })
  const [boat] = (await teacher.call('GET /api/group-sets/:id', { params: { id: set } })).list
  const of = boat!.id
  await teacher.call('PUT /api/group-sets/:id/members', {
    params: { id: set },
    body: { moves: [{ person_id: student, from: null, to: of }] },
  })
  const begin = async (scope: 'course' | 'group' | 'team') => {
    const body = { kind: 'discussion', title: `Tides of the ${scope}`, body: '<p>Twice a day?</p>' } as const
    const where = { scope, ...(scope === 'group' && { scope_id: of }) }
    return (await until(() => teacher.call('POST /api/courses/:id/topics', { params, body: { ...where, ...body } }).catch(() => undefined)))
      .id
  }
  return { of, course: await begin('course'), group: await begin('group'), team: await begin('team') }
}
