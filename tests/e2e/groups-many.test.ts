// A board of a thousand students in groups of eight: a drag stays smooth. In `npm run test:long` alone: it makes a thousand people.
import { makePerson } from '@lyceum/identity/demo'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { School } from '../flows/school.ts'
import { launch, long, open, signInBy } from './browser.ts'

const product = started()
const students = 1000
const size = 8
/** Milliseconds that the page may be busy at a time while somebody is dragged, on a machine with nothing else to do. */
const mostBusy = 50
let school: School, browser: Browser, course: string
const sets = { full: '', empty: '' }

async function makeStudents(): Promise<string[]> {
  const people = Array.from({ length: students }, () => newId())
  const [identity, ofCourse] = [new pg.Client(product.databases.identity), new pg.Client(product.databases.course)]
  await Promise.all([identity.connect(), ofCourse.connect()])
  try {
    await identity.query('begin')
    for (const [nth, id] of people.entries())
      await makePerson(plain(identity), {
        id,
        org: school.id,
        name: `Student ${String(nth).padStart(4, '0')}`,
        user_no: `${school.id.slice(-6)}${nth}`,
        roles: ['student'],
      })
    await identity.query('commit')
    const known = 'select count(*)::int as n from mirror.persons where id = any($1::uuid[])'
    await until(async () => (await ofCourse.query(known, [people])).rows[0].n === students)
  } finally {
    await Promise.all([identity.end(), ofCourse.end()])
  }
  return people
}

beforeAll(async () => {
  if (!long) return
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  const people = await makeStudents()
  const teacher = await school.signIn('teacher')
  course = (await teacher.call('POST /api/course', { body: { name: 'A thousand' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: people, role: 'student' } })
  const make = async (name: string) => (await teacher.call('POST /api/courses/:id/group-sets', { params, body: { name } })).id
  sets.full = await make('Lab teams')
  sets.empty = await make('Presentations')
  const groups = Array.from({ length: students / size }, (_, group) => ({
    name: `Group ${group + 1}`,
    people: people.slice(group * size, (group + 1) * size).map((person_id) => ({ person_id, from: null })),
  }))
  await teacher.call('PUT /api/group-sets/:id/members', { params: { id: sets.full }, body: { new_groups: groups } })
  const names = groups.map(({ name }) => name)
  await teacher.call('POST /api/group-sets/:id/groups', { params: { id: sets.empty }, body: { names } })
})
afterAll(() => browser?.close())

/** The longest time that the page was busy while this was done, in ms: its long animation frames (over 50 ms), else 0. */
async function busiest(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`{
    window.longest = 0
    window.watching?.disconnect()
    window.watching = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    })
    window.watching.observe({ type: 'long-animation-frame' })
  }`)
  await work()
  // what is observed is told with the frames that follow
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')
  return await page.evaluate<number>('window.longest')
}

/** Drags somebody from the first of two groups to the second and back, several times; answers how long the page was busy each time. */
async function drags(page: Page, set: string, [from, to]: [string, string], name: RegExp): Promise<number[]> {
  await page.goto(`/course/${course}/groups?set=${set}`)
  const person = (group: string) => page.getByRole('region', { name: group, exact: true }).getByRole('button', { name })
  const drag = async (from: string, to: string) => {
    await person(from).hover()
    const target = page.getByRole('region', { name: to, exact: true }).getByRole('heading')
    const busy = await busiest(page, async () => {
      await page.mouse.down()
      await target.hover()
      await target.hover({ position: { x: 10, y: 10 } })
      await page.mouse.up()
      await person(to).waitFor()
    })
    return Math.round(busy)
  }
  await person(from).waitFor()
  const taken: number[] = []
  for (let nth = 0; nth < 3; nth++) taken.push(await drag(from, to), await drag(to, from))
  return taken
}

test.runIf(long)('a drag on a board of a thousand keeps the page free, between groups and from those in none', async () => {
  const { page, context, faults } = await open(browser, product.url, { width: 1600, height: 1200 })
  await signInBy(context, product.url, { login: school.people.teacher.login, password: school.password })
  // the measure itself sees a page that is busy
  await page.goto(`/course/${course}/groups`)
  const spin = `requestAnimationFrame(() => { for (const until = performance.now() + 120; performance.now() < until; ); })`
  expect(await busiest(page, () => page.evaluate(`${spin}; new Promise((done) => setTimeout(done, 200))`))).toBeGreaterThanOrEqual(120)
  const between = await drags(page, sets.full, ['Group 1', 'Group 2'], /^Student 0003/)
  const from = await drags(page, sets.empty, ['In no group', 'Group 2'], /^Student 0003/)
  console.log(
    `a drag on a board of ${students}: busy ${between.join(', ')} ms between groups, ${from.join(', ')} ms from those in none (0: under 50)`,
  )
  // the best of some: the machine has other things to do
  for (const taken of [between, from]) expect(Math.min(...taken)).toBeLessThanOrEqual(mostBusy)
  expect(faults).toEqual([])
  await context.close()
})
