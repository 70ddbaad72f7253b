// The world of the value cases: a school with a course, a class of students by number, a bank, and an exam that asks any questions of a table.
import { randomUUID } from 'node:crypto'
import { until } from '@lyceum/kit/test/wait'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Address } from '../flows/start.ts'

/** `bytesAt`: the address of the listener of bytes. */
export type World = { admin: Person; teacher: Person; student: Person; course: string; bank: string; bytesAt: string }
export type Question = { type: string; content: object; key: object }
export type Answered = { question: Question; answer: object | null }

/** `student` has the user number 261001. */
export async function makeWorld(at: Address): Promise<World> {
  const school = await makeSchool(at)
  const [admin, teacher, student] = await Promise.all([school.signIn('admin'), school.signIn('teacher'), school.signIn('student')])
  await admin.call('PUT /api/org/settings', { body: { toggles: ['timetables'] } })
  await admin.call('PUT /api/users/:id', { params: { id: student.id }, body: { user_no: '261001' } as never })
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Values' } })
  const params = { id: course }
  await until(() => teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [student.id], role: 'student' } }))
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Values', course_id: course } })
  return { admin, teacher, student, course, bank, bytesAt: at.bytes }
}

/** The reason why a question is refused, or its id. */
async function add({ teacher, bank }: World, questions: readonly Question[]): Promise<{ id?: string; refused?: string }[]> {
  const body = { questions: questions.map((one, n) => ({ title: `${n}`, stem: '<p>?</p>', feedback: '', points: '1', tags: [], ...one })) }
  const { results } = await teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body: body as never })
  return results.map(({ id, errors }: { id?: string | null; errors?: unknown }) => (id ? { id } : { refused: JSON.stringify(errors) }))
}

export type Earned = { points: string | null; of: (string | null)[] }

/** One exam with these questions for a point each, answered by the student: the points of the whole and of each. A refused question throws. */
export async function examine(world: World, answered: readonly Answered[]): Promise<Earned> {
  const { teacher, student, course } = world
  const added = await add(
    world,
    answered.map(({ question }) => question),
  )
  const refused = added.findIndex(({ id }) => id === undefined)
  if (refused >= 0) throw new Error(`question ${refused + 1} is refused: ${added[refused]?.refused}`)
  const settings = { results_shown: 'feedback', results_when: 'at_once' }
  const { id: exam } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'exam', title: 'Values', published: false, settings } as never,
  })
  const entries = added.map(({ id }) => ({ question_id: id ?? '', points: '1' }))
  await teacher.call('PUT /api/activities/:id/paper', {
    params: { id: exam },
    body: { sections: [{ id: 'part1', title: '', text: '', entries }], version: 0 },
  })
  await teacher.call('POST /api/courses/:id/publish-activities', {
    params: { id: course },
    body: { activity_ids: [exam], published: true },
  })
  const device = randomUUID()
  const { id } = await student.call('POST /api/activities/:id/attempts', { params: { id: exam }, body: { device } })
  const params = { id }
  const items = answered.flatMap(({ answer }, slot) => (answer === null ? [] : [{ slot, seq: 1, answer }]))
  for (let from = 0; from < items.length; from += 50)
    await student.call('PUT /api/attempts/:id/answers', { params, body: { device, items: items.slice(from, from + 50) as never } })
  await student.call('POST /api/attempts/:id/submit', { params, body: { device } })
  const review = await until(async () => {
    const read = await teacher.call('GET /api/attempts/:id/review', { params })
    return read.state === 'marked' && read
  })
  return { points: review.points, of: review.items.map(({ given }) => given) }
}
