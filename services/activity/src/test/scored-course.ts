// A course with students and scores, for tests of the gradebook.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestCourse, testCourse } from './course.ts'

export type ScoredCourse = Awaited<ReturnType<typeof scoredCourse>>

export async function scoredCourse() {
  const env: TestCourse = await testCourse()
  const student = async (name: string): Promise<Actor> => {
    const id = newId()
    await env.db.query(
      `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
       values ($1, $2, $3, $4, $5, '', 'en', false, 1)`,
      [id, env.org, name, `S${id.slice(-8)}`, `${id}@example.org`],
    )
    await env.db.query(`insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, '{student}', '')`, [
      id,
      env.org,
    ])
    return { kind: 'person', person: id, org: env.org, roles: ['student'], session: newId() }
  }
  const students = async (count: number): Promise<Actor[]> => {
    const list: Actor[] = []
    for (let nth = 0; nth < count; nth++) list.push(await student(`Student ${nth}`))
    return list
  }
  const path = (course: string, rest: string) => `/api/courses/${course}/${rest}`
  /** A published course of the teacher with these students. */
  const course = async (...students: Actor[]): Promise<string> => {
    const id: string = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Tides' })).body.id
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })
    // activity has the course once it answers for it
    await env.ok(env.teacher, 'GET', path(id, 'content'))
    for (const { person } of students)
      await env.db.query(
        `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'student', 'active', 1)`,
        [id, person, env.org],
      )
    return id
  }
  const teach = (method: string, url: string, body?: unknown) => env.ok(env.teacher, method, url, body)
  const refused = async (method: string, url: string, body?: unknown, who = env.teacher) => {
    const { status, body: answer } = await env.call(who, method, url, body)
    return { status, ...answer }
  }
  const book = (id: string, who = env.teacher) => env.ok(who, 'GET', path(id, 'gradebook'))
  return {
    ...env,
    student,
    students,
    course,
    path,
    teach,
    refused,
    book,
    mine: (id: string, who: Actor) => env.ok(who, 'GET', path(id, 'my-scores')),
    item: async (id: string, draft: object = {}) =>
      (await teach('POST', path(id, 'score-items'), { title: 'Oral', points: '10', ...draft })).item,
    /** An activity with points and its item. */
    activity: async (id: string, draft: object = {}) => {
      const activity = await teach('POST', path(id, 'activities'), {
        type: 'learning_activity',
        title: 'Sample',
        points: '10',
        published: true,
        ...draft,
      })
      const { items } = await book(id)
      return { activity, item: items.find((one: { activity_id: string }) => one.activity_id === activity.id) }
    },
    write: (id: string, ...cells: object[]) => teach('PUT', path(id, 'scores'), { cells: cells.map((cell) => ({ saw: null, ...cell })) }),
    cells: async (id: string, who: Actor): Promise<Record<string, [string | null, string]>> =>
      JSON.parse((await book(id)).students.find((one: { id: string }) => one.id === who.person).cells),
    result: async (id: string, who: Actor) => (await book(id)).students.find((one: { id: string }) => one.id === who.person).result,
  }
}
