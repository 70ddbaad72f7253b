// Read your writes, though the facts still travel between services: with a consumer that is halted, and with two replicas.
import { spawn } from 'node:child_process'
import { actorKeys } from '@lyceum/kit/calls/actor'
import { environment } from '@lyceum/kit/config'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ready } from '../../deploy/cluster.ts'
import { makeSchool, type Person, type School } from './school.ts'
import { end, type Product, startProduct, wayOfRun } from './start.ts'

let at: Product
let school: School, teacher: Person

beforeAll(async () => {
  // of its own: what stands still here would keep other tests waiting
  at = await startProduct({ name: 'read-your-writes' })
  school = await makeSchool(at)
  teacher = await school.signIn('teacher')
})
afterAll(() => at?.stop())

/** Activity's consumer stands still: it cannot move its position until `release`. */
async function haltedConsumer() {
  const client = new pg.Client(at.databases.activity)
  await client.connect()
  await client.query('begin; lock table kit.positions in access exclusive mode')
  const { rows } = await client.query<{ began: Date }>('select clock_timestamp() as began')
  return {
    release: () => client.query('commit').finally(() => client.end()),
    /** Resolves when a call has waited for a fact that is not there yet. */
    waitedFor: () =>
      until(async () => {
        const looks = `select 1 from pg_stat_activity where datname = current_database() and query like '%from kit.inbox where id = any%' and query_start > $1 and pid <> pg_backend_pid()`
        const watch = new pg.Client(at.databases.activity)
        await watch.connect()
        return ((await watch.query(looks, [rows[0]?.began]).finally(() => watch.end())).rowCount ?? 0) > 0
      }),
  }
}
const content = (person: Person, id: string) => person.send('GET', `/api/courses/${id}/content`)
const makeCourse = (name: string) => teacher.call('POST /api/course', { body: { name, course_code: 'R 1' } })

test('a halted consumer: the writer waits and sees it; without the marks it would be 404', async () => {
  const elsewhere = await school.signIn('teacher') // another session: it has no marks
  const halted = await haltedConsumer()
  try {
    const course = await makeCourse('Halted')
    expect((await content(elsewhere, course.id)).status).toBe(404)
    const seen = content(teacher, course.id)
    await halted.waitedFor()
    await halted.release()
    expect((await seen).status).toBe(200)
  } finally {
    await halted.release().catch(() => {})
  }
})

test('a consumer that stays halted: 503 behind with Retry-After, never 404; and it comes by itself', async () => {
  const halted = await haltedConsumer()
  try {
    const course = await makeCourse('Late')
    const answer = await content(teacher, course.id)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect(((await answer.json()) as { code: string }).code).toBe('behind')
    await halted.release()
    const status = async () => (await content(teacher, course.id)).status
    expect(await until(async () => [await status()].find((one) => one !== 503))).toBe(200)
  } finally {
    await halted.release().catch(() => {})
  }
})

test('a person who writes much in a minute sees the last of it: a hundred courses, each with a module at once', async () => {
  const made: string[] = []
  const seen: string[] = []
  for (let nth = 0; nth < 100; nth++) {
    const params = { id: (await makeCourse(`Busy ${nth}`)).id }
    made.push(params.id)
    const module = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: `First of ${nth}` } })
    const { modules } = await teacher.call('GET /api/courses/:id/content', { params })
    seen.push(...modules.filter(({ id, name }) => id === module.id && name === `First of ${nth}`).map(({ course_id }) => course_id))
  }
  expect(seen).toEqual(made)
})

test.runIf(wayOfRun() === 'servers')(
  'two replicas: either sees what was written a moment ago; without the marks one of them does not',
  async () => {
    const env = at.env!
    const port = Number(env.PORT) + 14
    const urls = environment(env).map('SERVICE_URLS')
    const second = spawn(process.execPath, ['runtime/main.ts', '--target=activity'], {
      env: { ...process.env, ...env, HTTP_PORT: String(port), LOG_LEVEL: 'error' },
      stdio: 'ignore',
    })
    try {
      await ready(`http://127.0.0.1:${port}/readyz`, second)
      const keys = await actorKeys(JSON.parse(env.ACTOR_KEYS!))
      const token = await keys.sign({ kind: 'person', person: teacher.id, org: school.id, roles: ['instructor'], session: newId() })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      let unseen = 0
      for (let nth = 0; nth < 20; nth++) {
        const made = await fetch(`${urls.course}/api/course`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: `Replicas ${nth}`, course_code: 'R 2' }),
        })
        const { id } = (await made.json()) as { id: string }
        const path = `/api/courses/${id}/content`
        const marks = { 'lyceum-after': made.headers.get('lyceum-facts') ?? '', 'lyceum-wait': '1000' }
        const without = await Promise.all([urls.activity, `http://127.0.0.1:${port}`].map((base) => fetch(base + path, { headers })))
        unseen += without.filter(({ status }) => status === 404).length
        const answers = await Promise.all(
          [urls.activity, `http://127.0.0.1:${port}`].map((base) => fetch(base + path, { headers: { ...headers, ...marks } })),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
      }
      expect(unseen).toBeGreaterThan(0)
    } finally {
      await end(second, 'SIGTERM')
    }
  },
)
