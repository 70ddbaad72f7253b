// Documents that are read page by page, through the calls.
import { until } from '@lyceum/kit/test/wait'
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const document = (pages: number | undefined, name = 'reader.pdf') =>
  env.upload(env.teacher, { name, type: 'document', duration: undefined, videos: [], playable: false, pages })
const draft = (upload_ids: string[], more: object = {}) => ({
  type: 'material',
  title: 'Reader',
  published: true,
  upload_ids,
  completion_criterion_key: 'read_pages',
  ...more,
})
const add = async (upload_ids: string[], more: object = {}): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft(upload_ids, more))).id
const open = async (id: string, upload_id: string, who = env.student) => {
  const play = await env.ok(who, 'POST', `/api/activities/${id}/play`, { upload_id })
  return { ...play, id: play.play_session_id as string }
}
/** As if the play session had begun so many seconds ago, and no page had been paid for since. */
const wait = async (session: string, seconds: number) => {
  await env.db.query('update play_sessions set started_at = now() - make_interval(secs => $2) where id = $1', [session, seconds])
  await env.db.query(
    'update progress p set credited_until = null from play_sessions s where s.id = $1 and p.activity_id = s.activity_id and p.person_id = s.person_id',
    [session],
  )
}
const read = (id: string, session: string, pages: number[], who: Actor = env.student) =>
  env.call(who, 'POST', `/api/activities/${id}/pages-read`, { play_session_id: session, pages })
const my = async (id: string) => (await env.ok(env.student, 'GET', `/api/activities/${id}`)).my
const listed = async (id: string) =>
  (await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)).activities.find((row: { id: string }) => row.id === id)
const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
const measured = (id: string) =>
  until(
    async () =>
      (await env.db.query(`select 1 from kit.tasks where subject = 'activity:' || $1 and state = 'running'`, [id])).rowCount === 0,
  )

test('opening a document does not complete it; its pages do, as fast as the clock allows', async () => {
  const file = await document(12)
  const id = await add([file])
  const session = await open(id, file)
  expect(session.pages_seen).toEqual([])
  expect((await env.ok(env.student, 'POST', `/api/course/activities-read/${id}`)).completed).toBe(false)
  // the clock has not come to the first page yet
  await wait(session.id, -3600)
  expect(await read(id, session.id, span(1, 12))).toMatchObject({ status: 200, body: { pages_read: 0, seen: [], completed: false } })
  await wait(session.id, 60)
  expect((await read(id, session.id, span(1, 7))).body).toMatchObject({ pages_read: 7, percent: 58, completed: false, seen: [[1, 7]] })
  const row = await listed(id)
  expect([row.my.pages_read, row.my.percent, row.uploads[0].pages]).toEqual([7, 58, 12])
  expect((await open(id, file)).pages_seen).toEqual([[1, 7]])
  await wait(session.id, 60)
  expect((await read(id, session.id, span(6, 12))).body).toMatchObject({ pages_read: 12, percent: 100, completed: true, seen: [[1, 12]] })
  const watchers = await env.ok(env.teacher, 'GET', `/api/activities/${id}/watchers`)
  expect([watchers.document_pages, watchers.items[0].pages_read, watchers.summary.completed]).toEqual([12, 12, 1])
  const emitted = (await env.facts('ProgressChanged')).filter(({ activity_id }) => activity_id === id)
  expect(emitted.at(-1)).toMatchObject({ completed: true, percent: 100 })
  // again, and more often than needed: nothing changes
  expect((await read(id, session.id, [1, 2])).body).toMatchObject({ pages_read: 12, completed: true })
})

test('several files of one material count together, files without pages not at all', async () => {
  const [one, two] = [await document(3), await document(2)]
  const picture = await env.upload(env.teacher, { name: 'map.png', type: 'image', duration: undefined, videos: [] })
  const id = await add([one, picture, two])
  const [first, second] = [await open(id, one), await open(id, two)]
  for (const { id } of [first, second]) await wait(id, 60)
  expect((await read(id, first.id, [1, 2, 3])).body).toMatchObject({ pages_read: 3, percent: 60, completed: false })
  expect((await read(id, second.id, [1, 2])).body).toMatchObject({ pages_read: 5, percent: 100, completed: true })
  expect((await read(id, (await open(id, picture)).id, [1])).body.code).toBe('play.notDocument')
})

describe('the criterion', () => {
  const field = ({ status, body }: { status: number; body: any }, name = 'completion_criterion_key') => [
    status,
    body.details?.[name]?.[0]?.code,
  ]
  const create = (upload_ids: string[], more: object = {}) =>
    env.call(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft(upload_ids, more))
  test('is refused where pages are unknown or there are none, with the field named', async () => {
    const [known, unknown] = [await document(2), await document(undefined, 'locked.pdf')]
    const picture = await env.upload(env.teacher, { name: 'map.png', type: 'image', duration: undefined, videos: [] })
    const refused = await create([known, unknown])
    expect(field(refused)).toEqual([400, 'activity.pagesUnknown'])
    expect(refused.body.details.completion_criterion_key[0].params).toEqual({ name: 'locked.pdf' })
    expect(field(await create([picture]))).toEqual([400, 'activity.noPages'])
    expect(field(await create([], { type: 'page', body: '<p>Tides</p>' }))).toEqual([400, 'activity.criterionNotOffered'])
    const id = await add([unknown], { completion_criterion_key: 'read' })
    const put = (body: object) => env.call(env.teacher, 'PUT', `/api/activities/${id}`, body)
    expect(field(await put({ completion_criterion_key: 'read_pages' }))).toEqual([400, 'activity.pagesUnknown'])
    expect((await put({ completion_criterion_key: 'read_pages', upload_ids: [known] })).status).toBe(200)
    expect(field(await put({ upload_ids: [unknown] }), 'upload_ids')).toEqual([400, 'activity.pagesUnknown'])
  })
  test('measures what was read before it was chosen', async () => {
    const file = await document(2)
    const id = await add([file], { completion_criterion_key: 'none' })
    const session = await open(id, file)
    await wait(session.id, 60)
    expect((await read(id, session.id, [1, 2])).body).toMatchObject({ completed: false })
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { completion_criterion_key: 'read_pages' })
    await measured(id)
    expect(await my(id)).toMatchObject({ completed: true, pages_read: 2, percent: 100 })
  })
  test('that changes to one that nothing is done for leaves no percentage behind', async () => {
    const file = await document(2)
    const id = await add([file])
    const session = await open(id, file)
    await wait(session.id, 60)
    expect((await read(id, session.id, [1])).body.percent).toBe(50)
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { completion_criterion_key: 'by_hand' })
    await measured(id)
    expect(await my(id)).toMatchObject({ completed: false, percent: 0 })
  })
})

test('a file that replaces another keeps the pages by their numbers, as far as it has them', async () => {
  const [old, longer, shorter] = [await document(4), await document(8), await document(2)]
  const id = await add([old])
  const session = await open(id, old)
  await wait(session.id, 60)
  await read(id, session.id, [1, 2, 3])
  expect((await my(id)).percent).toBe(75)
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { upload_ids: [longer] })
  await measured(id)
  expect(await my(id)).toMatchObject({ pages_read: 3, percent: 37, completed: false })
  expect((await read(id, session.id, [4])).body.code).toBe('play.over')
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { upload_ids: [shorter] })
  await measured(id)
  expect(await my(id)).toMatchObject({ pages_read: 2, percent: 100, completed: true })
})

test('a session of another person, of another activity or of yesterday is over', async () => {
  const file = await document(3)
  const [id, other] = [await add([file]), await add([file])]
  const session = await open(id, file)
  const codes = async (...answers: Promise<{ body: { code: string } }>[]) => (await Promise.all(answers)).map(({ body }) => body.code)
  expect(await codes(read(other, session.id, [1]), read(id, newId(), [1]), read(id, (await open(id, file, env.teacher)).id, [1]))).toEqual([
    'play.over',
    'play.over',
    'play.over',
  ])
  await wait(session.id, 25 * 3600)
  expect((await read(id, session.id, [1])).body.code).toBe('play.over')
  expect((await read(id, session.id, [0])).status).toBe(400)
  expect((await read(id, session.id, [1], env.stranger)).status).toBe(403)
})

test('reading by a teacher is a trial and counts nowhere', async () => {
  const file = await document(2)
  const id = await add([file])
  const session = await open(id, file, env.teacher)
  await wait(session.id, 60)
  expect((await read(id, session.id, [1, 2], env.teacher)).body).toMatchObject({ completed: true, pages_read: 2 })
  expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/watchers`)).summary).toMatchObject({ started: 0, completed: 0 })
  expect((await env.facts('ProgressChanged')).filter(({ activity_id }) => activity_id === id)).toEqual([])
})
