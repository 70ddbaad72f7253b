// Films elsewhere: opened by a grant alone, counted where their player reports and the school lets it, else marked as done.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const allow = (toggles: string[]) =>
  env.db.query(`update mirror.orgs set settings = settings || jsonb_build_object('toggles', $2::text[]) where id = $1`, [env.org, toggles])
const link = (fields: object = {}) =>
  env.upload(env.teacher, { type: 'link', name: 'Tides', provider: 'youtube', size: 0n, videos: [], ...fields })
const add = (upload: string, draft: object = {}) =>
  env.call(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    type: 'online_video',
    title: 'Tides',
    published: true,
    upload_ids: [upload],
    ...draft,
  })
const codeAt = (answer: { body: any }, field: string) => answer.body.details?.[field]?.[0]?.code

test('watched per cent only where the length is known and somebody tells; else it is marked as done', async () => {
  const watched = { completion_criterion_key: 'watched_80' }
  await allow([])
  const tube = await link()
  expect(codeAt(await add(tube, watched), 'completion_criterion_key')).toBe('activity.notMeasured')
  expect((await add(tube)).body.completion_criterion_key).toBe('submitted')
  await allow(['third_party_video'])
  expect((await add(tube)).body.completion_criterion_key).toBe('watched_80')
  expect((await add(await link({ provider: 'vimeo' }), watched)).status).toBe(201)
  for (const fields of [{ duration: undefined }, { provider: 'bilibili' }, { provider: 'tencent' }, { provider: 'youku' }])
    expect(codeAt(await add(await link(fields), watched), 'completion_criterion_key'), JSON.stringify(fields)).toBe('activity.notMeasured')
  await allow([])
  expect((await add(await link({ provider: 'file' }), watched)).status).toBe(201)
  const film = (await add(await env.upload(env.teacher), watched)).body
  const change = (body: object) => env.call(env.teacher, 'PUT', `/api/activities/${film.id}`, body)
  expect(codeAt(await change({ upload_ids: [tube], progress: 'keep' }), 'upload_ids')).toBe('activity.notMeasured')
  const changed = await change({ upload_ids: [tube], progress: 'keep', completion_criterion_key: 'submitted' })
  expect([changed.status, changed.body.uploads]).toMatchObject([200, [{ id: tube, type: 'link', provider: 'youtube', name: 'Tides' }]])
})

test('played by a grant without bytes; its seconds count as those of a file do', async () => {
  await allow(['third_party_video'])
  const { id } = (await add(await link(), { completion_criterion_key: 'watched_20' })).body
  const play = await env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})
  expect(play).toMatchObject({ upload: { type: 'link', duration: 100 }, urls: { hls: null, file: null }, download: false })
  await env.db.query(`update play_sessions set started_at = started_at - interval '1 minute' where id = $1`, [play.play_session_id])
  const beat = await env.ok(env.student, 'POST', `/api/play-sessions/${play.play_session_id}/heartbeat`, {
    seq: 1,
    intervals: [[0, 25]],
    position: 25,
  })
  expect(beat).toMatchObject({ percent: 25, completed: true, resume_at: 25 })
})

test('marked as done by the student, and taken back; the watched parts stay', async () => {
  await allow(['third_party_video'])
  const { id } = (await add(await link(), { completion_criterion_key: 'submitted' })).body
  const play = await env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})
  await env.db.query(`update play_sessions set started_at = started_at - interval '1 minute' where id = $1`, [play.play_session_id])
  const heartbeat = `/api/play-sessions/${play.play_session_id}/heartbeat`
  expect(await env.ok(env.student, 'POST', heartbeat, { seq: 1, intervals: [[0, 25]] })).toMatchObject({ percent: 25, completed: false })
  const done = (value: boolean) => env.ok(env.student, 'POST', `/api/activities/${id}/done`, { done: value })
  expect(await done(true)).toMatchObject({ completed: true, percent: 25 })
  expect(await done(false)).toMatchObject({ completed: false, percent: 25 })
})
