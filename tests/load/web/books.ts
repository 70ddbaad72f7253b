/// <reference lib="dom" />
// Pages of who marks: the gradebook of a thousand students drawn, and from one work in the marking workspace to the next.
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { BrowserContext } from 'playwright-core'
import { makeSchool, type Person, type School } from '../../flows/school.ts'
import type { Product } from '../../flows/start.ts'
import { type Figure, ms, percentile } from '../figures.ts'
import { fill } from '../gradebook.ts'

const works = 3

export async function books(product: Product, contextOf: (who: Person) => Promise<BrowserContext>, runs: number): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'A thousand by sixty' } })).id
  await teacher.call('GET /api/courses/:id/gradebook', { params: { id: course } })
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  await fill(client, school.id, course)
  await client.end()
  const context = await contextOf(teacher)
  try {
    const drawn: number[] = []
    for (let run = 0; run < runs; run++) drawn.push(await drawBook(context, product.url, course))
    const moved = await nextWorks(context, product, school, teacher)
    const [draw, p95] = [percentile(drawn, 0.5), percentile(moved, 0.95)]
    return [
      {
        name: 'gradebook of 1,000 × 60, from the click on Scores until its cells are drawn',
        value: `p50 ${ms(draw)}, longest ${ms(Math.max(...drawn))}`,
        aim: '1 s',
        met: draw <= 1000,
      },
      {
        name: 'next submission in the marking workspace, from the key until it is drawn',
        value: `p50 ${ms(percentile(moved, 0.5))}, p95 ${ms(p95)}`,
        aim: '150 ms',
        met: p95 <= 150,
      },
    ]
  } finally {
    await context.close()
  }
}

/** Milliseconds from the click in the menu of the course until a cell of the grid is painted. */
async function drawBook(context: BrowserContext, url: string, course: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(`${url}/course/${course}/content`)
  const link = `a[href="/course/${course}/score"]`
  await page.waitForSelector(link)
  await page.waitForTimeout(1500)
  const taken = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        document.querySelector<HTMLElement>(selector)!.click()
        const look = () =>
          document.querySelectorAll('[role=gridcell]').length > 20 ? resolve(performance.now() - began) : requestAnimationFrame(look)
        requestAnimationFrame(look)
      }),
    link,
  )
  await page.close()
  return taken
}

async function nextWorks(context: BrowserContext, { url }: Product, school: School, teacher: Person): Promise<number[]> {
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const { id } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'homework', title: 'Three samples', points: '20', published: true },
  })
  const students = await Promise.all((['student', 'secondStudent', 'thirdStudent'] as const).map((who) => school.signIn(who)))
  const person_ids = students.map((one) => one.id)
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids, role: 'student' } })
  for (const [nth, student] of students.entries()) {
    // the enrolment is a fact on its way
    await until(async () => (await student.send('GET', `/api/activities/${id}`)).status === 200)
    const text = `<p>Work ${nth}. ${'Salinity rises with depth. '.repeat(60)}</p>`
    const { version } = await student.call('PUT /api/activities/:id/my-submission/draft', { params: { id }, body: { text, version: 0 } })
    await student.call('POST /api/activities/:id/my-submission', { params: { id }, body: { version } })
  }
  const page = await context.newPage()
  await page.goto(`${url}/course/${course}/learning-activity#/${id}/marking`)
  await page.waitForSelector('[data-work] .paper')
  const taken: number[] = []
  for (let nth = 1; nth < works; nth++) {
    // a marker reads for a while, in which the next works are fetched
    await page.waitForTimeout(1000)
    taken.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const before = document.querySelector<HTMLElement>('[data-work]')?.dataset.work
            const began = performance.now()
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
            const look = () => {
              const now = document.querySelector<HTMLElement>('[data-work]')
              if (now?.dataset.work !== before && (now?.querySelector('.paper')?.textContent?.length ?? 0) > 100)
                resolve(performance.now() - began)
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          }),
      ),
    )
  }
  await page.close()
  return taken
}
