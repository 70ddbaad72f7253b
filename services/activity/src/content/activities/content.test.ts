// The content list of a process that keeps what readers share, beside that of one that keeps nothing.
import { isDeepStrictEqual } from 'node:util'
import { courseRules } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { readCourseContent } from './content.ts'
import { contentText } from './content-text.ts'
import { type Contents, keptContents } from './shared-content.ts'

let env: TestCourse
let pool: Pool
beforeAll(async () => {
  env = await testCourse()
  pool = openPool(env.activities.databaseUrl, { max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

/** The list as a process answers it that has these contents. */
const list = async (contents: Contents, actor: Actor, course = env.course) => {
  const scope = await courseRules.viewCourse(plain(pool), actor, { org: env.org, course } as never)
  const { answer, shared } = await readCourseContent({ pool, contents, now: () => new Date() } as Deps, actor, scope, course)
  // its text is written by hand: each field of the contract, and no other
  expect(JSON.parse(contentText(answer, shared))).toEqual(answer)
  return answer
}
const ok = (method: string, url: string, body?: unknown) => env.ok(env.teacher, method, url, body)
const add = async (title: string, draft: object = {}): Promise<string> =>
  (await ok('POST', `/api/courses/${env.course}/activities`, { type: 'page', title, published: true, ...draft })).id
const addModule = async (name: string): Promise<string> => (await ok('POST', `/api/courses/${env.course}/modules`, { name })).id

test('unchanged content is kept, and made once for all readers', async () => {
  await add('Waves', { module_id: await addModule('Sea') })
  const contents = keptContents()
  const first = await list(contents, env.student)
  const [second, teachers] = [await list(contents, env.student), await list(contents, env.teacher)]
  expect([second.modules === first.modules, teachers.modules === first.modules]).toEqual([true, true])
  expect(second).toEqual(first)
})

test('each row that is read makes the kept list an old one, whoever writes it', async () => {
  const contents = keptContents()
  const video = await env.upload(env.teacher)
  const module = await addModule('Coast')
  const [one, two] = [await add('One'), await add('Two')]
  const film = await add('Film', { type: 'online_video', upload_ids: [video], prerequisite_ids: [one] })
  const shown = async () => {
    const { modules, activities } = await list(contents, env.student)
    const row = activities.find(({ id }) => id === film)
    return {
      order: activities.map(({ id }) => id).filter((id) => id === one || id === two),
      module: modules.find(({ id }) => id === module)?.name,
      film: row?.title,
      locked: row?.is_locked,
      uploads: row?.uploads.map(({ percent }) => percent),
    }
  }
  const changes: [string, unknown[], object][] = [
    [
      'update activities a set sort = b.sort from activities b where a.id <> b.id and a.id = any($1) and b.id = any($1)',
      [[one, two]],
      { order: [two, one] },
    ],
    ['update modules set name = $2 where id = $1', [module, 'Shore'], { module: 'Shore' }],
    ['delete from activity_prerequisites where activity_id = $1', [film], { locked: false, uploads: [null] }],
    ['update uploads set percent = 40 where id = $1', [video], { uploads: [40] }],
    ['update uploads set deleted = true where id = $1', [video], { uploads: [] }],
    ['update activities set title = $2 where id = $1', [film, 'Short film'], { film: 'Short film' }],
    ['update activities set published = false where id = $1', [film], { film: undefined, locked: undefined, uploads: undefined }],
  ]
  let expected: object = { order: [one, two], module: 'Coast', film: 'Film', locked: true, uploads: [] }
  expect(await shown()).toEqual(expected)
  for (const [text, values, change] of changes) {
    await env.db.query(text, values)
    expected = { ...expected, ...change }
    expect([text, await shown()]).toEqual([text, expected])
  }
  expect((await list(contents, env.teacher)).activities.find(({ id }) => id === film)).toMatchObject({ title: 'Short film' })
})

test('whatever is written, by whatever path, the kept list is the one that is read anew', async () => {
  const contents = keptContents()
  const video = await env.upload(env.teacher)
  const modules = [await addModule('A'), await addModule('B')]
  const ids = await Promise.all([0, 1, 2, 3].map((nth) => add(`${nth}`, { module_id: modules[nth % 2] })))
  ids.push(await add('Film', { type: 'online_video', upload_ids: [video] }))
  const at = (hour: number) => new Date(Date.now() + (hour - 2) * 3_600_000).toISOString()
  const put = (id: string, draft: object) => env.call(env.teacher, 'PUT', `/api/activities/${id}`, draft)
  // each of them may be refused: then nothing is written
  const writes: ((id: string, nth: number) => Promise<unknown>)[] = [
    (id, nth) => put(id, { title: `Title ${nth}` }),
    (id, nth) => put(id, { start_time: at(nth % 3), due_time: nth % 2 ? at(5) : null, end_time: at(6 + nth) }),
    (id, nth) => put(id, { published: nth % 2 === 0 }),
    (id, nth) => put(id, { completion_criterion_key: ['none', 'read', 'by_hand'][nth % 3] }),
    (id, nth) => put(id, { prerequisite_ids: nth % 3 === 0 ? [] : [ids[nth % ids.length]] }),
    (id, nth) => put(id, { module_id: [null, ...modules][nth % 3] }),
    (id) => env.call(env.teacher, 'DELETE', `/api/activities/${id}`),
    (id) => env.call(env.teacher, 'PUT', `/api/activities/${id}/restore`),
    (_, nth) => ok('PUT', `/api/modules/${modules[nth % 2]}`, { name: `Module ${nth}` }),
    (_, nth) => ok('PUT', `/api/courses/${env.course}/module-sort`, { module_ids: nth % 2 ? modules : modules.toReversed() }),
    (id, nth) => env.call(env.teacher, 'PUT', `/api/modules/${modules[nth % 2]}/activity-sort`, { activity_ids: [id] }),
    (id) => env.call(env.student, 'POST', `/api/course/activities-read/${id}`),
    (id, nth) =>
      env.call(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
        person_ids: [env.student.person],
        activity_id: id,
        extra_minutes: 1 + nth,
      }),
    (_, nth) => env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}`, { learning_mode: nth % 2 ? 'checkpoint' : 'normal' }),
    // as the consumers of facts, a copy and a purge write, or a release before this one
    (_, nth) =>
      env.db.query('update uploads set percent = $2, videos = $3 where id = $1', [video, nth, JSON.stringify([{ label: `${nth}` }])]),
    (_, nth) => env.db.query('update uploads set deleted = $2 where id = $1', [video, nth % 3 === 0]),
    (id) => env.db.query('delete from activity_prerequisites where activity_id = $1', [id]),
    (id, nth) => env.db.query('update activities set points = $2 where id = $1', [id, nth === 0 ? null : nth / 8]),
    (id, nth) => env.db.query('update activities set version = version + $2 where id = $1', [id, 2n ** 32n * BigInt(nth) + BigInt(nth)]),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(writes.length - 1), fc.nat(ids.length - 1), fc.nat(7)), { minLength: 12, maxLength: 12 }),
      async (steps) => {
        for (const [which, activity, nth] of steps) {
          await writes[which]!(ids[activity]!, nth)
          for (const actor of [env.student, env.teacher]) {
            // jobs and consumers write meanwhile: what is compared was read between two equal ones
            let [anew, answered, then] = [
              await list(keptContents(0), actor),
              await list(contents, actor),
              await list(keptContents(0), actor),
            ]
            while (!isDeepStrictEqual(anew, then))
              [anew, answered, then] = [then, await list(contents, actor), await list(keptContents(0), actor)]
            expect(answered).toEqual(anew)
          }
        }
      },
    ),
    { numRuns: 6 },
  )
})

test('the least recently read give way', () => {
  const text = JSON.stringify({ modules: [], activities: [], uploads: [], prerequisites: null })
  const contents = keptContents(2 * text.length)
  contents.keep('a', '1', text)
  contents.keep('b', '1', text)
  contents.of('a')
  contents.keep('c', '1', text)
  expect(['a', 'b', 'c'].filter((course) => contents.of(course))).toEqual(['a', 'c'])
  contents.keep('a', '2', text)
  expect([contents.of('a')?.revision, contents.of('c')?.revision]).toEqual(['2', '1'])
})
