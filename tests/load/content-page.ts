// Every call that the course content screen makes, by size of the course and number of clients. Cost must not grow with members.
import { makePerson } from '@lyceum/identity/demo'
import { plain } from '@lyceum/kit/database/database'
import pg from 'pg'
import { makeSchool, type Person, type School } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { pound } from './pound.ts'

/** The calls of web/src/features/course/content/content-page.tsx. */
export const screen = (course: string) => [`/api/courses/${course}`, `/api/courses/${course}/nav-setting`, `/api/courses/${course}/content`]

const few = 30
const many = 1000
/** Two courses of one size are measured by turns: a minute later the machine may be another. */
const turns = 3

export async function contentPage(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const crowd = await people(product, school, many)
  const page = async (activities: number, members: number, required = 0) => {
    const course = await courseOf(teacher, activities, crowd.slice(0, members), required)
    const { cookie, org } = await joined(school, teacher, course)
    return { url: product.url, headers: { cookie, 'request-scope': org }, shots: screen(course).map((path) => ({ path })) }
  }
  const figures: Figure[] = []
  for (const activities of [10, 60, 200]) {
    const target = await page(activities, few)
    for (const clients of [8, 32]) {
      const result = await pound({ ...target, clients, seconds: 5, warm: 3 })
      const pages = result.rps / target.shots.length
      figures.push({
        name: `whole page, ${activities} activities, ${few} members, ${clients} clients`,
        value: `${perSecond(pages)}, of a call p97.5 ${ms(result.p97)}, p99 ${ms(result.p99)}`,
        ...(activities === 60 && { aim: '500 pages/s, p97.5 25 ms', met: pages >= 500 && result.p97 <= 25 }),
      })
    }
  }
  for (const activities of [10, 200]) {
    const targets = [await page(activities, few), await page(activities, many)]
    for (const clients of [8, 32]) {
      const [small = 0, large = 0] = await byTurns(targets, clients)
      figures.push({
        name: `whole page, ${activities} activities, ${many.toLocaleString('en')} members, ${clients} clients`,
        value: perSecond(large),
        baseline: `${perSecond(small)} with ${few} members, by turns`,
        ratio: small / large,
        aim: 'as with few members (1.25)',
        met: small / large <= 1.25,
      })
    }
  }
  const targets = [await page(200, few), await page(200, few, 2)]
  const [free = 0, locked = 0] = await byTurns(targets, 8)
  figures.push({
    name: 'whole page, 200 activities that each require two, 8 clients',
    value: perSecond(locked),
    baseline: `${perSecond(free)} without prerequisites, by turns`,
    ratio: free / locked,
    aim: 'as without (1.25)',
    met: free / locked <= 1.25,
  })
  return figures
}

type Target = { url: string; headers: Record<string, string>; shots: { path: string }[] }
/** Pages a second of each. */
export async function byTurns(targets: Target[], clients: number): Promise<number[]> {
  const rates = targets.map(() => 0)
  for (let turn = 0; turn < turns; turn++)
    for (const [nth, target] of targets.entries())
      rates[nth]! += (await pound({ ...target, clients, seconds: 2 })).rps / target.shots.length / turns
  return rates
}

/** Further people of the school, in identity; members get them by enrolment. */
export async function people(product: Product, school: School, count: number): Promise<string[]> {
  const client = new pg.Client(product.databases.identity)
  await client.connect()
  try {
    await client.query('begin')
    const ids: string[] = []
    for (let nth = 0; nth < count; nth++) {
      ids.push(
        await makePerson(plain(client), {
          org: school.id,
          name: `Student ${nth}`,
          user_no: `s-${nth}-${school.id.slice(-6)}`,
          email: `s${nth}.${school.id.slice(-6)}@example.edu`,
          roles: ['student'],
          department: school.department,
        }),
      )
    }
    await client.query('commit')
    return ids
  } finally {
    await client.end()
  }
}

/** `required`: the number of activities before it that each one requires. */
export async function courseOf(
  teacher: Person,
  activities: number,
  members: string[],
  required = 0,
  dates: object | ((nth: number) => object) = {},
): Promise<string> {
  const course = await teacher.call('POST /api/course', { body: { name: `Course of ${activities}`, course_code: `C${activities}` } })
  const params = { id: course.id }
  const made: string[] = []
  for (let done = 0; done < activities; done++) {
    const module =
      done % 10 === 0
        ? await teacher.call('POST /api/courses/:id/modules', { params, body: { name: `Module ${done / 10 + 1}` } })
        : undefined
    if (module) moduleId = module.id
    const activity = await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: {
        type: 'page',
        title: `Activity ${done}`,
        module_id: moduleId,
        body: '<p>Text</p>',
        published: true,
        ...(typeof dates === 'function' ? dates(done) : dates),
        prerequisite_ids: made.slice(made.length - Math.min(required, made.length)),
      },
    })
    made.push(activity.id)
  }
  for (let from = 0; from < members.length; from += 100) {
    await enrol(teacher, course.id, members.slice(from, from + 100))
  }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  return course.id
}
let moduleId = ''

/** The mirrors may need a moment until they have a new person. */
async function enrol(teacher: Person, course: string, ids: string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids: ids, role: 'student' } })
      return
    } catch (error) {
      if (attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

export async function joined(school: School, teacher: Person, course: string): Promise<Person> {
  const student = await school.signIn('student')
  const { access_code } = await teacher.call('GET /api/course/:id/access_code', { params: { id: course } })
  await student.call('POST /api/course/join', { body: { access_code } })
  return student
}
