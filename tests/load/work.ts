// The work of a school as load: a teacher and a student read pages and lists, activities and people are made.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeGround } from '../faults/course.ts'
import type { Person } from '../flows/school.ts'
import type { Address } from '../flows/start.ts'

export type Work = {
  seconds: number
  clients?: number
  /** Milliseconds of a client between two calls. */
  pause?: number
}

/** One course has at most so many pages: the next write makes another. */
const pagesOfCourse = 30

/** Returns the number of calls. Throws at the first refusal. */
export async function work(product: Address, { seconds, clients = 32, pause = 0 }: Work): Promise<number> {
  const { school, teacher, student, course } = await makeGround(product)
  const admin = await school.signIn('admin')
  const read = async (person: Person, path: string) => {
    const answer = await person.send('GET', path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was refused with ${answer.status}`)
  }
  let pages = 0
  let written = course
  const writePage = async () => {
    if (++pages % pagesOfCourse === 0) written = (await teacher.call('POST /api/course', { body: { name: `Course ${pages}` } })).id
    const body = { type: 'page' as const, title: `Page ${pages}`, body: '<p>High water</p>', published: true }
    await teacher.call('POST /api/courses/:id/activities', { params: { id: written }, body })
  }
  const steps: (() => Promise<unknown>)[] = [
    () => read(student, '/api/my-courses'),
    () => read(student, `/course/${course}/content`),
    () => read(teacher, `/api/courses/${course}/content`),
    () => read(student, '/api/todo'),
    writePage,
    () => read(teacher, `/api/courses/${course}/gradebook`),
    () => read(teacher, `/api/courses/${course}/members`),
    () => admin.call('POST /api/users', { body: { name: 'A new student', user_no: randomUUID().slice(0, 12), roles: ['student'] } }),
  ]
  const until = performance.now() + 1000 * seconds
  let calls = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, nth) => {
      for (let at = nth; performance.now() < until; at++, calls++) {
        await steps[at % steps.length]!()
        if (pause) await sleep(pause)
      }
    }),
  )
  return calls
}
