// The demo school, as the first start makes it: complete, with everything of its plan, and made once.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, expect, test } from 'vitest'
import { courses } from '../../tools/demo/content.ts'
import { smallFilms } from '../demo-films.ts'
import { query } from '../faults/course.ts'
import { type Product, startProduct } from '../flows/start.ts'

let product: Product | undefined
afterAll(() => product?.stop())

test('the first start makes all of it; the next one adds nothing', async () => {
  product = await startProduct({ way: 'one', name: 'demo', env: { LYCEUM_DEMO: 'true', LOG_LEVEL: 'info' }, furnish: smallFilms })
  const { home = '', url, log } = product
  const finished = join(home, 'demo', 'finished')
  // it ends well, or says in a line that it could not be made
  const ended = async () => existsSync(finished) || (await readFile(log, 'utf8')).includes('the demo school could not be made')
  await until(ended, scaled(280_000), 500)
  expect(existsSync(finished), (await readFile(log, 'utf8')).slice(-2000)).toBe(true)

  const counted = async () => {
    const { databases } = product!
    const names = await query<{ name: string }>(databases.course, `select name from courses where not deleted order by name`)
    const titles = await query<{ title: string }>(databases.activity, `select title from activities order by title`)
    return { names: names.map(({ name }) => name), titles: titles.map(({ title }) => title) }
  }
  const made = await counted()
  expect(made.names).toEqual(expect.arrayContaining(courses.map(({ name }) => name)))
  expect(made.titles).toEqual(
    expect.arrayContaining(courses.flatMap(({ modules }) => modules.flatMap(({ items }) => items.map(({ title }) => title)))),
  )
  const { demo_people } = (await (await fetch(`${url}/api/config`)).json()) as { demo_people: unknown[] }
  expect(demo_people.length).toBeGreaterThan(0)

  await product.kill()
  await product.again()
  // a second filling would say so in the moment after this line
  const logged = async (line: string) => (await readFile(log, 'utf8')).split(line).length - 1
  await until(async () => (await logged('Lyceum is at ')) === 2, 30_000, 200)
  expect((await fetch(`${url}/api/config`)).status).toBe(200)
  expect(await counted()).toEqual(made)
  expect(await logged('making the demo school')).toBe(1)
})
