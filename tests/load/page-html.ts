// The HTML of a course page with its first reads inside, as a browser loads it, against the same reads as calls of their own.
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { courseOf, joined } from './content-page.ts'
import { inBoth } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { pound } from './pound.ts'

/** The page's reads, as pages.ts names them for /course/:id/content. */
const readsOf = (course: string) => [
  `/api/courses/${course}`,
  `/api/courses/${course}/content`,
  `/api/courses/${course}/nav-setting`,
  '/api/notifications/unread-count',
]

export async function pageHtml(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = await courseOf(teacher, 60, [])
  const student = await joined(school, teacher, course)
  const address = `/course/${course}/content`
  await mustHoldReads(product, address, student.cookie, readsOf(course).length)
  const headers = { cookie: student.cookie, 'accept-encoding': 'gzip, deflate, br' }
  const figures: Figure[] = []
  for (const clients of [8, 32]) {
    const calls = await pound({
      url: product.url,
      clients,
      headers: { ...headers, 'request-scope': student.org },
      shots: readsOf(course).map((path) => ({ path })),
    })
    const pages = await pound({ url: product.url, pid: product.process?.pid, clients, headers, shots: [{ path: address }] })
    figures.push({
      name: `HTML of a course page with its data, 60 activities, ${clients} clients`,
      value: `${perSecond(pages.rps)}, p50 ${ms(pages.p50)}, p99 ${ms(pages.p99)}`,
      baseline: `its four reads as calls ${perSecond(calls.rps / readsOf(course).length)}`,
      ratio: calls.rps / readsOf(course).length / pages.rps,
      aim: '300/s',
      met: pages.rps >= 300,
      ...(pages.cpu && { note: `of processor time a page takes ${inBoth(pages.cpu)}.` }),
    })
  }
  return figures
}

/** Throws when the page comes without its data: it would be fast for the wrong reason. */
async function mustHoldReads(product: Product, address: string, cookie: string, count: number): Promise<void> {
  const { length } = await readsIn(product, address, cookie)
  if (length !== count) throw new Error(`the page holds ${length} reads: npm run build`)
}

type Held = [call: string, input: { query?: Record<string, unknown> }, answer: unknown]
/** The calls whose answers a page holds, with their queries. */
export async function readsIn(
  product: Product,
  address: string,
  cookie: string,
): Promise<[call: string, query?: Record<string, unknown>][]> {
  const html = await (await fetch(product.url + address, { headers: { cookie } })).text()
  const { reads } = JSON.parse(/id="known">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as { reads?: { of: Held[] } }
  return (reads?.of ?? []).map(([call, input]) => [call, input.query])
}
