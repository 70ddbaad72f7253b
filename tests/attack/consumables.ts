// Things that calls use up, made anew for each try.
import { randomUUID } from 'node:crypto'
import { noteOn } from './planned.ts'
import type { World } from './world.ts'

type Ids = World['ids']

const event = { title: 'Gone', start_time: '2026-11-24T09:00:00Z', end_time: '2026-11-24T10:00:00Z' }
// a draft is told to nobody
const bulletin = { title: 'Gone', content: '<p>Gone.</p>', state: 'draft' as const }

/** Things that the call itself deletes or turns off: each permitted actor gets one of their own. */
export const consumables: Record<string, (world: World) => Promise<Partial<Ids>>> = {
  'DELETE /api/course/:id': async (world) => ({ course: await freshCourse(world) }),
  'PUT /api/course/:id/access_code': async (world) => ({ course: await freshCourse(world) }),
  // who joined the course itself would be its student in all later calls
  'POST /api/course/join': async (world) => {
    const params = { id: await freshCourse(world) }
    return { code: (await world.owner.call('GET /api/course/:id/access_code', { params })).access_code }
  },
  // whoever teaches the copy would read the files of the source
  'POST /api/courses/:id/copy': async (world) => ({ course: await freshCourse(world) }),
  'POST /api/courses/next-term': async (world) => ({ course: await freshCourse(world) }),
  'PUT /api/courses/:id/switch-lite': async (world) => ({ course: await freshCourse(world) }),
  'PUT /api/courses/:id/restore': async (world) => {
    const course = await freshCourse(world)
    await world.owner.call('DELETE /api/course/:id', { params: { id: course } })
    return { course }
  },
  'DELETE /api/course/enrollments': async ({ owner, ids }) => {
    const body = { person_ids: [ids.person], role: 'student' as const }
    const { enrollments } = await owner.call('POST /api/courses/:id/enrollments', { params: { id: ids.course }, body })
    return { enrolment: enrollments[0]?.id ?? '' }
  },
  'PUT /api/modules/:id/restore': async ({ owner, ids }) => {
    const { id } = await owner.call('POST /api/courses/:id/modules', { params: { id: ids.course }, body: { name: 'Gone' } })
    await owner.call('DELETE /api/modules/:id', { params: { id }, query: {} })
    return { module: id }
  },
  'PUT /api/activities/:id/restore': deletedPage,
  'POST /api/activities/restore': deletedPage,
  'PUT /api/syllabuses/:id/restore': async ({ owner, ids }) => {
    const body = { syllabuses: [{ name: 'Gone' }] }
    const { syllabuses } = await owner.call('POST /api/courses/:id/syllabuses', { params: { id: ids.course }, body })
    const id = syllabuses[0]?.id ?? ''
    await owner.call('DELETE /api/syllabuses/:id', { params: { id }, query: {} })
    return { syllabus: id }
  },
  'PUT /api/group-sets/:id/restore': async ({ owner, ids }) => {
    const { id } = await owner.call('POST /api/courses/:id/group-sets', { params: { id: ids.course }, body: { name: randomUUID() } })
    await owner.call('DELETE /api/group-sets/:id', { params: { id }, query: {} })
    return { groupSet: id }
  },
  'PUT /api/groups/:id/restore': async ({ owner, ids }) => {
    // a name is given once
    const body = { names: [randomUUID()] }
    const { groups } = await owner.call('POST /api/group-sets/:id/groups', { params: { id: ids.groupSet }, body })
    const id = groups[0]?.id ?? ''
    await owner.call('DELETE /api/groups/:id', { params: { id }, query: {} })
    return { courseGroup: id }
  },
  'DELETE /api/modules/:id': async ({ owner, ids }) => ({
    module: (await owner.call('POST /api/courses/:id/modules', { params: { id: ids.course }, body: { name: 'Empty' } })).id,
  }),
  'DELETE /api/activities/:id': async (world) => ({ activity: await freshPage(world) }),
  'DELETE /api/activities': async (world) => ({ activity: await freshPage(world) }),
  'DELETE /api/allowances/:id': async ({ owner, ids }) => {
    const body = { person_ids: [ids.student], extra_minutes: 10 }
    return { allowance: (await owner.call('POST /api/courses/:id/allowances', { params: { id: ids.course }, body })).id }
  },
  'DELETE /api/org/allowances/:id': async ({ admin, ids }) => ({
    orgAllowance: (await admin.call('POST /api/org/allowances', { body: { person_ids: [ids.student], extra_minutes: 10 } })).id,
  }),
  'DELETE /api/uploads/:id': freshFile,
  'POST /api/uploads/delete': freshFile,
  'POST /api/uploads/restore': async (world) => {
    const { upload = '' } = await freshFile(world)
    await world.owner.call('DELETE /api/uploads/:id', { params: { id: upload }, query: {} })
    return { upload }
  },
  'GET /api/uptoken': async ({ owner }) => ({
    upload: (await owner.call('POST /api/uploads', { body: { name: 'a.txt', size: 4, storage_type: 'chunked' } })).id,
  }),
  'DELETE /api/resource-groups/:id': freshGroup,
  'POST /api/resource-groups/:id/files': freshGroup,
  'PUT /api/resource-groups/:id/members/:person_id': freshGroup,
  'DELETE /api/resource-groups/:id/members/:person_id': freshGroup,
  'DELETE /api/resource-groups/:id/files/:upload_id': freshGroup,
  'PUT /api/notes/:id/audience': async ({ owner, ids }) => ({
    note: (await owner.call('POST /api/notes', { body: { ...noteOn(ids), audience: 'course' } })).id,
  }),
  'DELETE /api/notes/:id': async ({ owner, ids }) => ({ note: (await owner.call('POST /api/notes', { body: noteOn(ids) })).id }),
  'DELETE /api/user/links/:id': async ({ owner }) => ({
    link: (await owner.call('POST /api/user/links', { body: { title: 'Map', url: 'https://map.example.edu/' } })).id,
  }),
  'DELETE /api/user/sessions/:id': async ({ school }) => ({
    session: (await (await school.signIn('teacher')).call('GET /api/session')).id,
  }),
  'POST /api/activities/:id/regrade': async ({ owner, ids }) => ({
    version: (await owner.call('GET /api/questions/:id/versions', { params: { id: ids.question } })).items[0]?.id ?? '',
  }),
  'DELETE /api/bank-folders/:id': async ({ owner, ids }) => ({
    folder: (await owner.call('POST /api/banks/:id/folders', { params: { id: ids.bank }, body: { title: randomUUID() } })).id,
  }),
  'DELETE /api/banks/:id': async ({ owner, ids }) => ({
    bank: (await owner.call('POST /api/banks', { body: { title: 'Gone', course_id: ids.course } })).id,
  }),
  'DELETE /api/calendar-events/:id': async ({ owner }) => ({ event: (await owner.call('POST /api/calendar-events', { body: event })).id }),
  'DELETE /api/calendar-feeds/:id': async ({ owner }) => ({
    feed: (await owner.call('POST /api/calendar-feeds', { body: { name: 'Gone' } })).feed.id,
  }),
  'DELETE /api/calendar-meeting/:id': async ({ owner }) => ({
    meeting: (await owner.call('POST /api/calendar-meeting', { body: { title: 'Gone' } })).id,
  }),
  'POST /api/departments/:id/unmerge': async ({ admin, ids }) => {
    const { id, version } = await admin.call('POST /api/departments', { body: { name: 'Gone', parent_id: ids.department } })
    await admin.call('POST /api/departments/:id/merge', { params: { id }, body: { into: ids.department, version } })
    return { department: id }
  },
  'PUT /api/subjects/:id/restore': async ({ admin, ids }) => {
    const body = { code: randomUUID(), name: 'Gone', department_id: ids.department }
    const { id, version } = await admin.call('POST /api/subjects', { body })
    await admin.call('DELETE /api/subjects/:id', { params: { id }, query: { version } })
    return { subjectOfCourses: id }
  },
  'PUT /api/curricula/:id/restore': async ({ admin, ids }) => {
    const { id, version } = await admin.call('POST /api/curricula', { body: { program_id: ids.program, name: 'Gone', terms: 1 } })
    await admin.call('DELETE /api/curricula/:id', { params: { id }, query: { version } })
    return { curriculum: id }
  },
  'PUT /api/curricula/:id/links/:link_id/restore': async ({ admin, ids }) => {
    const rows = [{ term: 1, course_code: 'MB 214', compulsory: true, credits: 3 }]
    const { id } = await admin.call('POST /api/curricula', { body: { program_id: ids.program, name: 'Ended', terms: 1, rows } })
    await admin.call('POST /api/curricula/:id/enrol', { params: { id }, body: { klass_id: ids.studyUnit, term: 1, mode: 'keep' } })
    const [link] = (await admin.call('GET /api/curricula/:id/links', { params: { id }, query: {} })).items
    const params = { id, link_id: link?.id ?? '' }
    await admin.call('DELETE /api/curricula/:id/links/:link_id', { params, query: { version: Number.MAX_SAFE_INTEGER } })
    return { curriculum: id, curriculumLink: params.link_id }
  },
  'DELETE /api/management/rooms/:id': async ({ admin }) => ({
    room: (await admin.call('POST /api/management/rooms', { body: { name: randomUUID() } })).id,
  }),
  'DELETE /api/instruction-team/meeting/:id': async ({ owner, ids }) => ({
    teamMeeting: (await owner.call('POST /api/instruction-team/meeting', { body: { title: 'Gone', course_id: ids.course } })).id,
  }),
  'DELETE /api/course-bulletins/:id': async ({ owner, ids }) => ({
    courseBulletin: (await owner.call('POST /api/courses/:id/bulletins', { params: { id: ids.course }, body: bulletin })).id,
  }),
  'DELETE /api/org/bulletins/:id': async ({ admin }) => ({
    orgBulletin: (await admin.call('POST /api/org/bulletins', { body: bulletin })).id,
  }),
  'PUT /api/banks/:id/restore': async ({ owner, ids }) => {
    const { id } = await owner.call('POST /api/banks', { body: { title: 'Gone', course_id: ids.course } })
    await owner.call('DELETE /api/banks/:id', { params: { id } })
    return { bank: id }
  },
  'DELETE /api/activities/:id/meeting/recordings/:rid': async ({ owner, ids }) => {
    const recording = randomUUID()
    const body = { title: 'Lecture 5', page: 'https://films.example.edu/ebb', published: false }
    await owner.call('PUT /api/activities/:id/meeting/recordings/:rid', { params: { id: ids.live, rid: recording }, body })
    return { recording }
  },
  // a code holds for ten seconds
  'POST /api/roll-calls/:id/claim': async ({ owner, ids }) => {
    const { qr } = await owner.call('GET /api/roll-calls/:id/code', { params: { id: ids.rollCall } })
    return { code: qr ?? '' }
  },
  // closed, it would have no code
  'POST /api/roll-calls/:id/close': async ({ owner, ids }) => {
    const body = { title: 'Lesson 1', lesson_id: randomUUID(), held_at: '2026-03-02T09:00:00.000Z' }
    const { roll_calls } = await owner.call('POST /api/courses/:id/class-sessions', { params: { id: ids.course }, body })
    return { rollCall: roll_calls[0]?.id ?? '' }
  },
  'PUT /api/topics/:id/restore': async ({ owner, ids }) => {
    const body = { scope: 'course', kind: 'discussion', title: 'Gone', body: '<p>Gone.</p>' } as const
    const { id, version } = await owner.call('POST /api/courses/:id/topics', { params: { id: ids.course }, body })
    await owner.call('DELETE /api/topics/:id', { params: { id }, query: { version } })
    return { topic: id }
  },
  'PUT /api/course-bulletins/:id/restore': async ({ owner, ids }) => {
    const { id } = await owner.call('POST /api/courses/:id/bulletins', { params: { id: ids.course }, body: bulletin })
    await owner.call('DELETE /api/course-bulletins/:id', { params: { id } })
    return { courseBulletin: id }
  },
  'PUT /api/org/bulletins/:id/restore': async ({ admin }) => {
    const { id } = await admin.call('POST /api/org/bulletins', { body: bulletin })
    await admin.call('DELETE /api/org/bulletins/:id', { params: { id } })
    return { orgBulletin: id }
  },
  'DELETE /api/questionnaire-templates/:id': async ({ admin }) => ({
    template: (await admin.call('POST /api/questionnaire-templates', { body: { title: 'Gone', sections: [] } })).id,
  }),
  'DELETE /api/user/org-requests/:id': async ({ owner, ids }) => ({
    orgRequest: (
      await owner.call('POST /api/org-requests', {
        body: { kind: 'new_org', org_id: ids.org, name: 'Reef College', locale: 'en', text: 'A school of our own.' },
      })
    ).id,
  }),
  'DELETE /api/users/:id': somebody,
  'POST /api/users/:id/suspend': somebody,
  'DELETE /api/users/:id/sessions': somebody,
}

async function somebody({ admin }: World) {
  const body = { name: 'Somebody', user_no: randomUUID().slice(-12), roles: ['student' as const] }
  return { person: (await admin.call('POST /api/users', { body })).id }
}

async function freshCourse({ owner, school }: World): Promise<string> {
  const { id } = await owner.call('POST /api/course', {
    body: { name: 'For a moment', department: { id: school.department, name: 'Marine Biology' } },
  })
  const enrol = (person: string, role: 'student' | 'instructor_assistant') =>
    owner.call('POST /api/courses/:id/enrollments', { params: { id }, body: { person_ids: [person], role } })
  await enrol(school.people.assistant.id, 'instructor_assistant')
  await enrol(school.people.student.id, 'student')
  await owner.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
  return id
}

async function freshPage({ owner, ids }: World): Promise<string> {
  const body = { type: 'page' as const, title: 'Brief' }
  return (await owner.call('POST /api/courses/:id/activities', { params: { id: ids.course }, body })).id
}

async function deletedPage(world: World): Promise<Partial<Ids>> {
  const id = await freshPage(world)
  await world.owner.call('DELETE /api/activities/:id', { params: { id }, query: {} })
  return { activity: id }
}

async function freshFile({ owner }: World): Promise<Partial<Ids>> {
  const { id: upload } = await owner.call('POST /api/uploads', { body: { name: 'a.txt', size: 4, storage_type: 'local' } })
  return { upload }
}

async function freshGroup({ owner, school, ids }: World): Promise<Partial<Ids>> {
  const { id } = await owner.call('POST /api/resource-groups', { body: { name: 'For a moment' } })
  await owner.call('POST /api/resource-groups/:id/members', {
    params: { id },
    body: { person_ids: [school.people.assistant.id, ids.member] },
  })
  await owner.call('POST /api/resource-groups/:id/files', { params: { id }, body: { upload_ids: [ids.upload] } })
  return { group: id }
}
