// A school at work: the fixture in which the pieces of work run.
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../flows/send.ts'
import type { Person, School } from '../../flows/school.ts'
import type { Product } from '../../flows/start.ts'
import { courseOf, joined, people } from '../content-page.ts'
import type { Processes } from './processes.ts'

export type Ground = {
  product: Product
  processes: Processes
  school: School
  teacher: Person
  student: Person
  course: string
  crowd: string[]
  film: { id: string; activities: string[]; segment: string; bytes: number }
  /** The address of a second upload process that forwards every byte, as where browsers do not reach the store. */
  through: string
  seconds: number
}

/** A course of sixty activities and five hundred students, a film in forty activities, and a second upload process beside the first. */
export async function makeGround(
  product: Product,
  processes: Processes,
  school: School,
  video: Buffer,
  through: string,
  seconds: number,
): Promise<Ground> {
  const teacher = await school.signIn('teacher')
  const crowd = await people(product, school, 500)
  const course = await courseOf(teacher, 60, crowd)
  const student = await joined(school, teacher, course)
  const { id } = await send(teacher, 'tides.mp4', video as Buffer<ArrayBuffer>)
  while ((await teacher.call('GET /api/uploads/:id', { params: { id }, query: {} })).status === 'processing') await pause(300)
  const films = await teacher.call('POST /api/course', { body: { name: 'Films', course_code: 'F 1' } })
  const activities: string[] = []
  for (let nth = 0; nth < 40; nth++) {
    const body = {
      type: 'online_video' as const,
      title: `Film ${nth}`,
      upload_ids: [id],
      published: true,
      completion_criterion_key: 'watched_80',
    }
    activities.push((await teacher.call('POST /api/courses/:id/activities', { params: { id: films.id }, body })).id)
  }
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: films.id }, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: films.id }, body: { person_ids: [student.id], role: 'student' } })
  const play = await patiently(() => student.call('POST /api/activities/:id/play', { params: { id: activities[0]! }, body: {} }))
  const master = await text(product.bytes + play.urls.hls)
  // the largest comes last
  const quality = [...master.matchAll(/^([\w-]+)\/index\.m3u8$/gm)].at(-1)?.[1] ?? 'hd'
  const base = `/bytes/${play.grant}/${quality}`
  const file = /^(s\d+\.ts)$/m.exec(await text(`${product.bytes}${base}/index.m3u8`))?.[1] ?? 's00000.ts'
  const segment = `${base}/${file}`
  const { byteLength } = await (await fetch(through + segment)).arrayBuffer()
  return {
    product,
    processes,
    school,
    teacher,
    student,
    course,
    crowd,
    film: { id, activities, segment, bytes: byteLength },
    through,
    seconds,
  }
}
const text = async (url: string) => await (await fetch(url)).text()

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (tries === 40) throw error
      await pause(250)
    }
}
