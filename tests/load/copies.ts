// A course of 200 activities copied: until its copy says that it is whole, beside a plain copy of the rows in SQL.
import pg from 'pg'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { courseOf } from './content-page.ts'
import { type Figure, ms, percentile } from './figures.ts'

const activities = 200
const turns = 7

export async function copies(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const source = await courseOf(teacher, activities, [], 2, { start_time: '2026-01-01T08:00:00Z', end_time: '2996-01-01T08:00:00Z' })
  const taken: number[] = []
  for (let nth = 0; nth < turns; nth++) {
    const began = performance.now()
    const { id } = await teacher.call('POST /api/courses/:id/copy', {
      params: { id: source },
      body: { name: `Copy ${nth}`, shift_days: 182, roles: ['instructor'] },
    })
    while ((await teacher.call('GET /api/courses/:id', { params: { id } })).course_attributes.data.course_importer_status !== 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
    taken.push(performance.now() - began)
    const content = await teacher.call('GET /api/courses/:id/content', { params: { id } })
    if (content.activities.length !== activities) throw new Error(`the copy has ${content.activities.length} of ${activities} activities`)
  }
  const bare = await timedRows(product, source)
  const worst = Math.max(...taken)
  return [
    {
      name: `copy of a course of ${activities} activities, each with two prerequisites and dates`,
      value: `p50 ${ms(percentile(taken, 0.5))}, longest of ${turns} ${ms(worst)}`,
      baseline: `its activities' rows in one statement p50 ${ms(bare)}`,
      ratio: percentile(taken, 0.5) / bare,
      aim: '5 s',
      met: worst <= 5000,
    },
  ]
}

/** The same rows inserted once more by one statement, rolled back. */
async function timedRows(product: Product, course: string): Promise<number> {
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  try {
    const taken: number[] = []
    for (let nth = 0; nth < 20; nth++) {
      await client.query('begin')
      const began = performance.now()
      const { rowCount } = await client.query(
        `insert into activities select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'course_id', gen_random_uuid()))).*
         from activities a where course_id = $1`,
        [course],
      )
      taken.push(performance.now() - began)
      await client.query('rollback')
      if (rowCount !== activities) throw new Error(`${rowCount} rows`)
    }
    return percentile(taken, 0.5)
  } finally {
    await client.end()
  }
}
