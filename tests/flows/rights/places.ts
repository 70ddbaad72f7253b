// The places of the rights matrix: for each a course with everything in it, and a person there with every right.
import { newId } from '@lyceum/kit/ids'
import type { Reach } from '../departments.ts'
import type { Person, School } from '../school.ts'

export const roles = {
  visitor: undefined,
  student: 'student',
  instructor: 'teacher',
  instructor_assistant: 'assistant',
  faculty: 'faculty',
  educational_admin: 'manager',
  admin: 'admin',
  wg_admin: 'wgAdmin',
} as const
/** Educational admins who are bound to a department: the places of their organisation are below it, or outside it. */
export const departmentRoles = { own_department: 'above', other_department: 'elsewhere' } as const satisfies Record<string, Reach>
export type Role = keyof typeof roles | keyof typeof departmentRoles
export const roleNames = [...Object.keys(roles), ...Object.keys(departmentRoles)] as Role[]
/**
 * own: a course that the role is a member of (managers: of their organisation); other: another of the organisation; foreign: of another
 * organisation; learning: a course in which people who do not manage the organisation are students; the upload is their file.
 */
export type Where = 'own' | 'other' | 'foreign' | 'learning'

export type Place = {
  org: string
  /** Of the course, and of the people there. */
  department: string
  /** Teaches here. */
  teacher: Person
  /** Learns here, and is not a subject of the matrix. */
  student: Person
  /** A person outside the course. */
  newcomer: string
  /** The address of a person outside the course, who has no role in the matrix. */
  invitee: string
  members: { person: string; role: 'student' | 'instructor' | 'instructor_assistant' }[]
  course: string
  module: string
  activity: string
  code: string
  courseCode: string
  enrolment: string
  /** A file of a person there, or in the files of the course. */
  upload: string
  /** Names that a student of the course may not read: of a draft and of an unpublished course that use the upload. */
  secrets: string[]
  /** Names and ids that a manager of another department may not read: of the course and what is in it, of the upload; requests add what they make. */
  hidden: string[]
  /** By the call of a list: what it contains for managers to whose department the place belongs; requests add it. */
  listed: Map<string, string | Promise<string>>
  /** Ids of people there whom lists for managers name. */
  people: string[]
  /** A play of the student's. */
  play: string
}

/** Of the places only these. */
export async function makePlaces(home: School, away: School, wanted: ReadonlySet<Where>): Promise<Partial<Record<Where, Place>>> {
  const [teacher, otherTeacher, awayTeacher, secondStudent, awayStudent] = await Promise.all([
    home.signIn('teacher'),
    home.signIn('otherTeacher'),
    away.signIn('teacher'),
    home.signIn('secondStudent'),
    away.signIn('secondStudent'),
  ])
  const members: Place['members'] = [
    { person: home.people.student.id, role: 'student' },
    { person: home.people.faculty.id, role: 'student' },
    { person: home.people.assistant.id, role: 'instructor_assistant' },
  ]
  const learners: Place['members'] = (['student', 'teacher', 'assistant', 'faculty'] as const).map((who) => ({
    person: home.people[who].id,
    role: 'student',
  }))
  const given: Record<Where, PlaceParts> = {
    own: {
      ...of(home),
      teacher,
      student: secondStudent,
      newcomer: home.people.thirdStudent.id,
      invitee: home.people.otherTeacher.login,
      members,
    },
    other: {
      ...of(home),
      teacher: otherTeacher,
      student: secondStudent,
      newcomer: home.people.thirdStudent.id,
      invitee: home.people.wgAdmin.login,
      members: [],
    },
    foreign: {
      ...of(away),
      teacher: awayTeacher,
      student: awayStudent,
      newcomer: away.people.thirdStudent.id,
      invitee: away.people.otherTeacher.login,
      members: [],
    },
    learning: {
      ...of(home),
      teacher: otherTeacher,
      student: secondStudent,
      newcomer: home.people.thirdStudent.id,
      invitee: home.people.wgAdmin.login,
      members: learners,
      files: true,
    },
  }
  return Object.fromEntries(await Promise.all([...wanted].map(async (where) => [where, await makePlace(given[where])] as const)))
}

const of = ({ id: org, department }: School) => ({ org, department })
type PlaceParts = Pick<Place, 'org' | 'department' | 'teacher' | 'student' | 'newcomer' | 'invitee' | 'members'> & { files?: boolean }

/** `files`: the upload is in the files of the course, and is also used where a student cannot see it. */
async function makePlace({ files = false, ...given }: PlaceParts): Promise<Place> {
  const { teacher, student } = given
  const tag = newId().slice(-8)
  const [name, file, courseCode] = [`Tides and currents ${tag}`, `chart ${tag}.pdf`, `MBIO ${tag}`]
  const course = await makeCourse({ ...given, name, code: courseCode }, [{ person: student.id, role: 'student' }])
  const upload = await makeFile(teacher, files ? course : undefined, file)
  const { id: module } = await teacher.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: 'Tides' } })
  const { id: activity } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'material', title: 'Chart', module_id: module, upload_ids: [upload], published: true },
  })
  const secrets = files ? await useUnseen(given, course, upload) : []
  const { access_code } = await teacher.call('GET /api/course/:id/access_code', { params: { id: course } })
  const { items } = await teacher.call('GET /api/courses/:id/members', {
    params: { id: course },
    query: { conditions: '{"role":"student"}', page_size: 100 },
  })
  const enrolment = items.find(({ person }) => person.id === student.id)?.id ?? ''
  // the teacher's reads wait for the teacher's writes: afterwards these services have applied them for everyone
  await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  await teacher.call('GET /api/uploads/:id/references', { params: { id: upload }, query: {} })
  const { play_session_id: play } = await student.call('POST /api/activities/:id/play', { params: { id: activity }, body: {} })
  const hidden = [name, file, course, module, activity, upload]
  const people = [teacher.id, student.id]
  const listed = new Map<string, string | Promise<string>>([
    ['GET /api/audit/course', course],
    ['POST /api/calendar-timetables/import/preview', name],
    ['POST /api/courses', course],
    ['GET /api/management/storage/owners', teacher.id],
  ])
  return { ...given, course, module, activity, upload, secrets, hidden, listed, people, code: access_code, courseCode, enrolment, play }
}

/** In a draft of this course and in a course that is not published; answers their names. */
async function useUnseen({ teacher, department }: PlaceParts, course: string, upload: string): Promise<string[]> {
  const [draft, hidden, activity] = ['Draft of low water', 'Course of high water', 'Chart of high water']
  const material = { type: 'material' as const, upload_ids: [upload] }
  await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: { ...material, title: draft } })
  const { id } = await teacher.call('POST /api/course', { body: { name: hidden, course_code: 'MBIO 9', ...within(department) } })
  await teacher.call('POST /api/courses/:id/activities', { params: { id }, body: { ...material, title: activity, published: true } })
  return [draft, hidden, activity]
}

const within = (id: string) => ({ department: { id, name: 'Marine Biology' } })
/** A thing of the place that this call lists to its managers, made once. */
export async function listedBy(call: string, place: Place, make: () => Promise<string>): Promise<string> {
  if (!place.listed.has(call)) place.listed.set(call, make())
  const id = (await place.listed.get(call)) ?? ''
  place.hidden.push(id)
  return id
}

/** A published course with these members. */
export async function makeCourse(
  {
    teacher,
    members,
    department,
    name = 'Tides and currents',
    code = 'MBIO 1',
  }: Pick<Place, 'teacher' | 'members' | 'department'> & { name?: string; code?: string },
  more: Place['members'] = [],
): Promise<string> {
  const { id } = await teacher.call('POST /api/course', { body: { name, course_code: code, ...within(department) } })
  for (const { person, role } of [...members, ...more])
    await teacher.call('POST /api/courses/:id/enrollments', { params: { id }, body: { person_ids: [person], role } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
  return id
}

/** A small file of this person, or in the files of a course they teach, its bytes sent. */
export async function makeFile(person: Person, course?: string, name = 'chart.pdf'): Promise<string> {
  const text = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  const ticket = await person.call('POST /api/uploads', {
    body: { name, size: text.length, storage_type: 'local', ...(course && { parent_type: 'course', parent_id: course }) },
  })
  const sent = await fetch(new URL(ticket.upload_url ?? '', ticket.upload_url ?? undefined), {
    method: 'PUT',
    body: text,
    headers: ticket.headers as Record<string, string>,
  })
  if (!sent.ok) throw new Error(`the bytes were refused: ${sent.status} ${await sent.text()}`)
  await person.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  return ticket.id
}
