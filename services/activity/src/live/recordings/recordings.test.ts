// Recordings of live lectures: links and uploads, who sees them, and that nobody is notified of one twice.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

async function lecture(more: object = {}): Promise<string> {
  const [start_time, end_time] = [3, 2].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
  const draft = { type: 'live_lecture', title: 'Live: tides', published: true, start_time, end_time, ...more }
  return (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, draft)).id
}
const read = (id: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/activities/${id}/meeting`)
const change = async (id: string, body: object) => {
  const { version } = await env.ok(env.teacher, 'GET', `/api/activities/${id}`)
  return await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { version, ...body })
}
const news = async (id: string) => (await env.facts('LiveChanged')).filter((fact) => fact.id === id && fact.event).map(({ event }) => event)

test('recordings are links or uploads of the activity; students see the published ones and are notified of each once', async () => {
  const film = await env.upload(env.teacher)
  const id = await lecture({ upload_ids: [film] })
  const [one, two] = [newId(), newId()]
  const keep = (rid: string, body: object) =>
    env.call(env.teacher, 'PUT', `/api/activities/${id}/meeting/recordings/${rid}`, { title: 'Lecture 7', published: false, ...body })
  const page = 'https://films.example.edu/tides'
  expect((await keep(one, { page })).body).toMatchObject({ id: one, page, upload: null, published: false })
  expect((await read(id)).recordings).toEqual([])
  await keep(one, { page, published: true })
  await keep(one, { page, published: true })
  await keep(two, { upload_id: film, published: true })
  expect((await read(id)).recordings).toMatchObject([
    { id: one, page },
    { id: two, upload: { id: film, duration: 100 } },
  ])
  expect(await news(id)).toEqual(['recording', 'recording'])
  expect((await env.facts('LiveChanged')).findLast((fact) => fact.id === id)).toMatchObject({ recordings: 2 })
  const fault = async (body: object) =>
    Object.values((await keep(newId(), body)).body.details as Record<string, { code: string }[]>)[0]![0]!.code
  expect(await fault({})).toBe('recording.onePlace')
  expect(await fault({ page: 'javascript:alert(1)' })).toBe('meeting.address')
  expect(await fault({ upload_id: await env.upload(env.student) })).toBe('upload.unknown')
  expect(await fault({ upload_id: await env.upload(env.teacher, { type: 'document', name: 'tides.pdf' }) })).toBe('activity.notVideo')
  const other = await lecture()
  const stolen = { title: 'Mine', page, published: true }
  expect((await env.call(env.teacher, 'PUT', `/api/activities/${other}/meeting/recordings/${one}`, stolen)).body.code).toBe(
    'recording.notFound',
  )
  expect((await env.call(env.student, 'DELETE', `/api/activities/${id}/meeting/recordings/${one}`)).status).toBe(403)
  await env.ok(env.teacher, 'DELETE', `/api/activities/${id}/meeting/recordings/${one}`)
  expect((await env.call(env.teacher, 'DELETE', `/api/activities/${id}/meeting/recordings/${one}`)).body.code).toBe('recording.notFound')
})

test('a recording that is an upload opens with the lecture while it is published, and is not there while it is hidden', async () => {
  const [film, picture] = [await env.upload(env.teacher), await env.upload(env.teacher, { type: 'image', name: 'moon.png' })]
  const id = await lecture({ body: `<p><img data-upload="${picture}"></p>` })
  const rid = newId()
  const keep = (body: object) =>
    env.ok(env.teacher, 'PUT', `/api/activities/${id}/meeting/recordings/${rid}`, { title: 'Tides', upload_id: film, ...body })
  const play = async () => (await env.call(env.student, 'POST', `/api/activities/${id}/play`, { upload_id: film })).status
  const held = async () => (await env.facts('FilesHeld')).findLast(({ holder }) => holder === `activity:${id}`).upload_ids
  await keep({ published: false })
  expect([await play(), await held()]).toEqual([404, [picture]])
  await keep({ published: true })
  expect(await env.ok(env.student, 'POST', `/api/activities/${id}/play`, { upload_id: film })).toMatchObject({ upload: { id: film } })
  expect(await held()).toEqual([film, picture])
  // a kept version of the text holds its picture
  const { uploads } = await change(id, { body: '<p>Read the tables.</p>' })
  expect([uploads.map((one: { id: string }) => one.id), await held()]).toEqual([[film], [film, picture]])
  const copy = await env.ok(env.teacher, 'POST', `/api/activities/${id}/copy`, { title: 'Live: neaps' })
  expect(copy.uploads).toEqual([])
  const before = (await env.ok(env.teacher, 'GET', `/api/activities/${id}`)).version
  await env.ok(env.teacher, 'DELETE', `/api/activities/${id}/meeting/recordings/${rid}`)
  expect([await play(), await held()]).toEqual([404, [picture]])
  const { rows: since } = await env.db.query('select grants_since::int8 > $2::int8 as ended from activities where id = $1', [id, before])
  expect(since[0].ended).toBe(true)
  // undone: as it was, and nobody is notified once more
  await keep({ published: true })
  expect([await play(), await news(id)]).toEqual([201, ['recording']])
})

test('the first recording that is shown is watched as a film, where the lecture is completed by it; joining completes nothing then', async () => {
  const [second, first] = [await env.upload(env.teacher), await env.upload(env.teacher)].toSorted().toReversed()
  const id = await lecture({ completion_criterion_key: 'watched_50' })
  const keep = (rid: string, upload_id: string, published = true) =>
    env.ok(env.teacher, 'PUT', `/api/activities/${id}/meeting/recordings/${rid}`, { title: 'Lecture 7', upload_id, published })
  const [rid, other] = [newId(), newId()]
  await keep(rid, first!)
  await keep(other, second!)
  const { uploads } = await env.ok(env.student, 'GET', `/api/activities/${id}`)
  expect(uploads.map((upload: { id: string }) => upload.id)).toEqual([first, second])
  const play = async (upload: string): Promise<string> => {
    const { play_session_id } = await env.ok(env.student, 'POST', `/api/activities/${id}/play`, { upload_id: upload })
    await env.db.query(`update play_sessions set started_at = started_at - interval '100 seconds' where id = $1`, [play_session_id])
    await env.serve(env.student, upload)
    return play_session_id
  }
  const beat = (session: string, seq: number, intervals: number[][]) =>
    env.call(env.student, 'POST', `/api/play-sessions/${session}/heartbeat`, { seq, intervals })
  expect((await beat(await play(second!), 1, [[0, 20]])).body.code).toBe('play.over')
  const session = await play(first!)
  expect((await beat(session, 1, [[0, 25]])).body).toMatchObject({ percent: 25, completed: false, state: 'counted' })
  await env.db.query(`update progress set credited_until = credited_until - interval '100 seconds' where activity_id = $1`, [id])
  expect((await beat(session, 2, [[25, 52]])).body).toMatchObject({ percent: 52, completed: true })
  // hidden, it is watched no more; one that is completed by joining counts nothing
  await keep(rid, first!, false)
  expect((await beat(session, 3, [[52, 60]])).body.code).toBe('play.over')
  await change(id, { completion_criterion_key: 'attended' })
  expect((await beat(await play(second!), 1, [[0, 20]])).body.code).toBe('play.notVideo')
})
