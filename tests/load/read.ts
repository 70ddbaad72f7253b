// A one-row read through the BFF, against a bare Fastify route with one query, and without.
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { startBaseline } from './baseline.ts'
import { inBoth, inProcess } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { pound } from './pound.ts'

/** Seconds. The first 2,000 calls of a process cost four times as much as the 15,000th: V8 has not compiled them yet. */
const warm = 5
/** The greatest ratio of a read through the BFF to the bare route: on servers it crosses the network once more. */
const aims = { one: 5, servers: 8 }

export async function read(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = await teacher.call('POST /api/course', { body: { name: 'Marine Biology', course_code: 'MB 1' } })
  const headers = { cookie: teacher.cookie, 'request-scope': teacher.org }
  const bare = await startBaseline(product.databases.course!)
  try {
    const figures: Figure[] = []
    for (const clients of [8, 32]) {
      const hello = await pound({ url: bare.url, shots: [{ path: '/hello' }], clients, warm })
      const row = await pound({ pid: bare.pid, url: bare.url, shots: [{ path: `/row/${teacher.id}` }], clients, warm })
      const ours = await pound({
        pid: product.process?.pid,
        url: product.url,
        shots: [{ path: `/api/course/${course.id}/access_code` }],
        clients,
        headers,
        warm,
      })
      figures.push(
        {
          name: `one-row read through the BFF, ${clients} clients`,
          value: `${perSecond(ours.rps)}, p99 ${ms(ours.p99)}`,
          baseline: `bare route ${perSecond(hello.rps)}, p99 ${ms(hello.p99)}`,
          ratio: hello.rps / ours.rps,
        },
        {
          name: `the same against a bare route with one query, ${clients} clients`,
          value: `${perSecond(ours.rps)}`,
          baseline: `${perSecond(row.rps)}, p99 ${ms(row.p99)}`,
          ratio: row.rps / ours.rps,
          aim: `${aims[product.way]} × the bare route`,
          met: row.rps / ours.rps <= aims[product.way],
          ...(ours.cpu &&
            row.cpu && {
              note: `of processor time a read takes ${inBoth(ours.cpu)}, the bare route ${inProcess(row.cpu)}: the call passes two apps in one process, each with validation, errors, metrics and an actor of its own, and asks first for the rights and then for the row.`,
            }),
        },
      )
    }
    return figures
  } finally {
    await bare.stop()
  }
}
