// Groups of feature tests: a course of six students, and a set of three groups in it.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { GroupBoard } from '../groups/api.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { testCourses } from './courses.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type TestGroups = Awaited<ReturnType<typeof testGroups>>

async function testGroups() {
  const { it, school, stop } = await testCourses()
  const students: Actor[] = []
  for (const name of ['Aiko Mori', 'Ben Carter', 'Chai Wongsakul', 'Dewi Lestari', 'Ewa Nowak', 'Faridah Ali'])
    students.push(await school.person(name, 'student'))
  const as = (method: Method, path: string, body?: object, who: Actor = school.teacher) => it.call(who, method, path, body)
  const enrol = (people: Actor[], role = 'student') =>
    as('POST', `/api/courses/${env.course}/enrollments`, { person_ids: people.map(({ person }) => person), role })
  const board = async (): Promise<GroupBoard> => (await as('GET', `/api/group-sets/${env.set}`)).body
  const env = {
    school,
    students,
    as,
    enrol,
    board,
    course: '',
    set: '',
    async renew() {
      env.course = (await as('POST', '/api/course', { name: 'Marine Biology II' })).body.id
      await as('PUT', `/api/courses/${env.course}/publish`, { published: true })
      await enrol(students)
      const draft = { name: 'Lab teams', groups: ['Tides', 'Reefs', 'Dunes'] }
      env.set = (await as('POST', `/api/courses/${env.course}/group-sets`, draft)).body.id
    },
    groupIds: async () => (await board()).list.map(({ id }) => id),
    move: (...moves: [person: Actor, from: string | null, to: string | null][]) =>
      as('PUT', `/api/group-sets/${env.set}/members`, { moves: moves.map(([{ person }, from, to]) => ({ person_id: person, from, to })) }),
    /** Group name → the first names of who is in it. */
    where: async () =>
      Object.fromEntries((await board()).list.map(({ name, members }) => [name, members.map((one) => one.name.split(' ')[0]).join()])),
    stop,
  }
  return env
}

/** Groups for the tests of a file, each of which has a course and a set of its own; `begin` is given them before the first. */
export function withGroups(begin: (env: TestGroups) => void): void {
  let env: TestGroups | undefined
  beforeAll(async () => {
    env = await testGroups()
    begin(env)
  })
  beforeEach(() => env?.renew())
  afterAll(() => env?.stop())
}
