// The attacked world: two schools, in each a course with everything in it, and people in every relation to it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ExamAndBank, ask } from '../flows/exam-and-bank.ts'
import { type DepartmentManagers, makeDepartmentManagers } from '../flows/departments.ts'
import { storeRequest } from '../flows/org-requests.ts'
import { makeSchool, type Person, type School, signIn } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import { film, pdf } from '../media.ts'
import type { Instance } from './instance.ts'
import { type Planned, plan, study } from './planned.ts'
import type { Subject } from './rights-subjects.ts'
import { until } from './until.ts'

/** Ids by type, named as in paths and bodies. */
export type World = {
  school: School
  /** The course and all people belong to the school's department; a manager of another one. */
  departments: DepartmentManagers
  owner: Person
  admin: Person
  ids: {
    org: string
    course: string
    hiddenCourse: string
    module: string
    activity: string
    draft: string
    /** Of the activity's text. */
    version: string
    /** The owner's; used by the activity. */
    upload: string
    /** In the course's files; used by a draft and by an activity of the hidden course. */
    courseFile: string
    group: string
    /** The owner's group of teaching and research, and the code of another one. */
    vtrs: string
    invitation: string
    /** The file in the group. */
    share: string
    /** Of the course, open for sign-up; with one group. */
    groupSet: string
    courseGroup: string
    /** A week of the course's plan. */
    syllabus: string
    enrolment: string
    play: string
    link: string
    /** To join the organisation, and the owner's for a new one. */
    joinRequest: string
    orgRequest: string
    invite: string
    owner: string
    allowance: string
    orgAllowance: string
    /** Learns in the course. */
    student: string
    session: string
    person: string
    /** In the group, beside the owner. */
    member: string
    notification: string
    department: string
    /** Of nobody. */
    task: string
    studyUnit: string
    term: string
    subjectOfCourses: string
    program: string
    curriculum: string
    curriculumLink: string
    code: string
  } & ExamAndBank &
    Planned
  /** Words that only the permitted readers of the thing may read. */
  canaries: { draft: string; hidden: string; course: string }
}

export async function makeWorld(at: Instance, name: string): Promise<World> {
  const tag = randomUUID().slice(0, 8)
  const school = await makeSchool(at, { name })
  const departments = await makeDepartmentManagers(at, school)
  const department = { id: school.department, name: 'Marine Biology' }
  const [owner, student, admin] = [await school.signIn('teacher'), await school.signIn('student'), await school.signIn('admin')]
  const canaries = { draft: `draftcanary${tag}`, hidden: `hiddencanary${tag}`, course: `coursecanary${tag}` }
  const { id: course } = await owner.call('POST /api/course', { body: { name: canaries.course, department } })
  const { id: hiddenCourse } = await owner.call('POST /api/course', { body: { name: canaries.hidden, department } })
  const params = { id: course }
  const { id: module } = await owner.call('POST /api/courses/:id/modules', { params, body: { name: 'Ebb' } })
  const { id: upload } = await send(owner, 'chart.pdf', pdf())
  const courseFile = await courseFileOf(owner, course)
  const { id: activity } = await owner.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'material', title: 'Chart', module_id: module, upload_ids: [upload], published: true },
  })
  const { id: draft } = await owner.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'material', title: canaries.draft, upload_ids: [courseFile], published: false },
  })
  await owner.call('POST /api/courses/:id/activities', {
    params: { id: hiddenCourse },
    body: { type: 'material', title: `${canaries.hidden} activity`, upload_ids: [courseFile], published: true },
  })
  const enrol = (person: string, role: 'student' | 'instructor' | 'instructor_assistant') =>
    owner.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [person], role } })
  await enrol(school.people.assistant.id, 'instructor_assistant')
  const { enrollments } = await enrol(student.id, 'student')
  await enrol(school.people.faculty.id, 'instructor')
  const left = await enrol(school.people.thirdStudent.id, 'student')
  await owner.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await owner.call('DELETE /api/course/enrollments', { body: { enrollment_ids: left.enrollments.map(({ id }) => id) } })
  await owner.call('PUT /api/activities/:id', { params: { id: activity }, body: { body: '<p>Twice a day.</p>' } })
  const { items: texts } = await owner.call('GET /api/activities/:id/versions', { params: { id: activity }, query: {} })
  const { access_code: code } = await owner.call('GET /api/course/:id/access_code', { params })
  const { id: group } = await owner.call('POST /api/resource-groups', { body: { name: 'Plankton' } })
  const { id: groupSet } = await owner.call('POST /api/courses/:id/group-sets', {
    params,
    body: { name: 'Lab teams', sign_up: { seats: null, until: null } },
  })
  const { groups } = await owner.call('POST /api/group-sets/:id/groups', { params: { id: groupSet }, body: { names: ['Kelp'] } })
  const { syllabuses } = await owner.call('POST /api/courses/:id/syllabuses', { params, body: { syllabuses: [{ name: 'Week 1' }] } })
  const term = await admin.call('POST /api/terms', { body: { name: '2026–2027', start_date: '2026-09-01', end_date: '2027-07-31' } })
  const newcomer = await admin.call('POST /api/users', {
    body: { name: 'Newcomer', user_no: `n-${tag}`, email: `n-${tag}@example.edu`, roles: ['student'], department_id: department.id },
  })
  const studyUnit = await admin.call('POST /api/study-units', {
    body: { kind: 'klass', name: 'Tides A', department_id: department.id },
  })
  const studied = await study(admin, { department: department.id, klass: studyUnit.id })
  const members = [school.people.assistant.id, newcomer.id]
  await until(() => owner.call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: members } }))
  await owner.call('POST /api/resource-groups/:id/files', { params: { id: group }, body: { upload_ids: [upload] } })
  const { items: shares } = await owner.call('GET /api/resource-groups/:id/files', { params: { id: group }, query: {} })
  const { invites } = await until(() => owner.call('POST /api/course/:id/invites', { params, body: { emails: [`n-${tag}@example.edu`] } }))
  const link = await owner.call('POST /api/user/links', { body: { title: 'Map', url: 'https://map.example.edu/' } })
  const allow = { person_ids: [student.id], extra_minutes: 10 }
  const { id: allowance } = await until(() => owner.call('POST /api/courses/:id/allowances', { params, body: allow }))
  const { id: orgAllowance } = await until(() => admin.call('POST /api/org/allowances', { body: allow }))
  // below the school's
  const below = await admin.call('POST /api/departments', { body: { name: 'Reefs', parent_id: school.department } })
  const elsewhere = await school.signIn('teacher')
  const play = await until(() => student.call('POST /api/activities/:id/play', { params: { id: activity }, body: {} }))
  const asked = await ask(owner, course, student)
  const planned = await plan(owner, admin, { course, ...asked })
  const told = await until(async () => {
    const { items } = await student.call('GET /api/notifications', { query: {} })
    if (!items[0]) throw new Error('nobody was notified')
    return items[0].id
  })
  return {
    school,
    departments,
    owner,
    admin,
    canaries,
    ids: {
      org: school.id,
      course,
      hiddenCourse,
      module,
      activity,
      draft,
      version: texts[0]?.id ?? '',
      upload,
      courseFile,
      group,
      ...(await groupsOfSchools(owner, admin)),
      share: shares[0]?.id ?? '',
      groupSet,
      courseGroup: groups[0]?.id ?? '',
      syllabus: syllabuses[0]?.id ?? '',
      enrolment: enrollments[0]?.id ?? '',
      play: play.play_session_id,
      link: link.id,
      joinRequest: await storeRequest(at, { org: school.id, kind: 'join', person: newcomer.id }),
      orgRequest: await storeRequest(at, { org: school.id, kind: 'new_org', person: owner.id }),
      invite: invites[0]?.id ?? '',
      allowance,
      orgAllowance,
      student: student.id,
      owner: owner.id,
      session: (await elsewhere.call('GET /api/session')).id,
      person: newcomer.id,
      member: newcomer.id,
      notification: told,
      department: below.id,
      task: `course.${randomUUID()}`,
      studyUnit: studyUnit.id,
      term: term.id,
      ...studied,
      code,
      ...asked,
      ...planned,
    },
  }
}

/** Made by the administrator, owned by the owner of the course. */
async function groupsOfSchools(owner: Person, admin: Person): Promise<{ vtrs: string; invitation: string }> {
  const make = async () => {
    const { id } = await admin.call('POST /api/resource-groups', { body: { name: 'Marine teaching', kind: 'vtrs' } })
    const member = { id, person_id: owner.id }
    await admin.call('POST /api/resource-groups/:id/members', { params: { id }, body: { person_ids: [owner.id] } })
    await admin.call('PUT /api/resource-groups/:id/members/:person_id', { params: member, body: { role: 'owner' } })
    const { code } = await admin.call('POST /api/resource-groups/:id/invitation', { params: { id }, body: { days: 90 } })
    await admin.call('DELETE /api/resource-groups/:id/members/:person_id', { params: { id, person_id: admin.id } })
    return { id, code }
  }
  const [{ id: vtrs }, { code: invitation }] = [await make(), await make()]
  return { vtrs, invitation }
}

/** A PDF in the files of a course. */
export async function courseFileOf(person: Person, course: string): Promise<string> {
  const bytes = pdf()
  const ticket = await person.call('POST /api/uploads', {
    body: { name: 'sheet.pdf', size: bytes.length, storage_type: 'local', parent_type: 'course', parent_id: course },
  })
  await fetch(ticket.upload_url ?? '', { method: 'PUT', headers: ticket.headers, body: bytes })
  await person.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  return ticket.id
}

/** The headers and scope of a subject's calls. */
export type Sender = { headers: Record<string, string>; scope: string; person?: Person }

export async function makeSenders(home: World, away: World): Promise<Record<Subject, Sender>> {
  const as = (person: Person): Sender => ({ headers: { cookie: person.cookie }, scope: person.org, person })
  const ended = await home.school.signIn('teacher')
  await ended.signOut()
  // teaches the course beside the owner
  const simulating = await home.school.signIn('faculty')
  await simulating.call('PUT /api/course/:id/role', { params: { id: home.ids.course }, body: { active: 'student' } })
  const awayAdmin = await away.school.signIn('admin')
  return {
    visitor: { headers: {}, scope: home.ids.org },
    signedOut: { headers: { cookie: ended.cookie }, scope: home.ids.org },
    owner: as(home.owner),
    assistant: as(await home.school.signIn('assistant')),
    student: as(await home.school.signIn('student')),
    unenrolled: as(await home.school.signIn('thirdStudent')),
    otherTeacher: as(await home.school.signIn('otherTeacher')),
    otherStudent: as(await home.school.signIn('secondStudent')),
    simulating: as(simulating),
    manager: as(await home.school.signIn('manager')),
    otherManager: as(await home.departments.signIn('elsewhere')),
    admin: as(await home.school.signIn('admin')),
    wgAdmin: as(await home.school.signIn('wgAdmin')),
    awayTeacher: as(away.owner),
    awayStudent: as(await away.school.signIn('student')),
    awayAdmin: as(awayAdmin),
    intruder: { headers: { cookie: awayAdmin.cookie }, scope: home.ids.org, person: awayAdmin },
  }
}

/** One more student of the school, signed in. */
export async function makeStudent(at: Instance, { admin, school }: World): Promise<{ person: Person; password: string }> {
  const tag = randomUUID().slice(0, 8)
  const [password, email] = [`kelp-forest-${tag}`, `student-${tag}@example.edu`]
  await admin.call('POST /api/users', { body: { name: `Student ${tag}`, user_no: tag, email, roles: ['student'], password } })
  return { person: await signIn(at, { login: email, password, org: school.id }), password }
}

/** A published course of the teacher's with a transcoded film that may not be downloaded, and the people given as its students. */
export async function makeFilmCourse(
  teacher: Person,
  students: string[],
  { seconds = 40, forward_seeking = true }: { seconds?: number; forward_seeking?: boolean } = {},
) {
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Films of the sea' } })
  const { id: upload } = await send(teacher, 'waves.mp4', await film(seconds, '320x180'))
  const params = { id: course }
  if (students.length > 0)
    await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: students, role: 'student' } })
  const { id: activity } = await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: {
      type: 'online_video',
      title: 'Waves',
      upload_ids: [upload],
      published: true,
      settings: { forward_seeking },
      completion_criterion_key: 'watched_80',
    },
  })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  for (let tries = 0; ; tries++) {
    const { status, reason } = await teacher.call('GET /api/uploads/:id', { params: { id: upload }, query: {} })
    if (status === 'ready') break
    if (status === 'failed' || tries > 600) throw new Error(`the film is ${status}: ${reason}`)
    await sleep(200)
  }
  return { course, upload, activity }
}
