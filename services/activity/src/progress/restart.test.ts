// A replaced recording: what people have watched goes on counting, or everybody starts again. A replaced document changes no progress.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let env: TestCourse
let films: string[]
beforeAll(async () => {
  env = await testCourse()
  films = [await env.upload(env.teacher), await env.upload(env.teacher, { duration: 40 })]
})
afterAll(() => env?.stop())

const add = async (draft: object) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { title: 'Tides', published: true, ...draft })).id as string
const change = (id: string, body: object) => env.call(env.teacher, 'PUT', `/api/activities/${id}`, body)
const mine = async (id: string, who = env.student) => (await env.ok(who, 'GET', `/api/activities/${id}`)).my

/** An activity of the first film, of which the student has watched 30 s and the teacher has tried 30 s. */
async function watched(criterion: string): Promise<{ id: string; session: string }> {
  const id = await add({ type: 'online_video', upload_ids: [films[0]], completion_criterion_key: criterion })
  let session = ''
  for (const who of [env.teacher, env.student]) {
    session = (await env.ok(who, 'POST', `/api/activities/${id}/play`, {})).play_session_id
    await env.serve(who, films[0]!)
    await env.db.query(`update play_sessions set started_at = started_at - interval '60 seconds' where id = $1`, [session])
    await env.ok(who, 'POST', `/api/play-sessions/${session}/heartbeat`, { seq: 1, intervals: [[0, 30]], rate: 1 })
  }
  return { id, session }
}
const audited = async (id: string) =>
  (await env.db.query('select action, before, after from kit.audit where subject = $1', [`activity:${id}`])).rows

test('start again: percentage and completion of everybody are taken back in one go, told and in the audit log', async () => {
  const { id, session } = await watched('watched_20')
  expect(await mine(id)).toMatchObject({ percent: 30, completed: true })
  const { status } = await change(id, { upload_ids: [films[1]], progress: 'restart' })
  expect(status).toBe(200)
  for (const who of [env.student, env.teacher]) expect(await mine(id, who)).toMatchObject({ percent: 0, completed: false, resume_at: 0 })
  const emitted = (await env.facts('ProgressChanged')).filter(({ activity_id }) => activity_id === id)
  expect(emitted.at(-1)).toMatchObject({ person_id: env.student.person, percent: 0, completed: false })
  expect(emitted.filter(({ person_id }) => person_id === env.teacher.person)).toEqual([])
  expect(await audited(id)).toEqual([
    { action: 'progress.restarted', before: { upload: films[0] }, after: { upload: films[1], students: 1 } },
  ])
  const late = await env.call(env.student, 'POST', `/api/play-sessions/${session}/heartbeat`, { seq: 2, intervals: [[30, 40]], rate: 1 })
  expect([late.status, late.body.code]).toEqual([404, 'playSession.notFound'])
  // it was opened, so it is not locked again
  expect((await env.db.query('select opened from progress where activity_id = $1 and not trial', [id])).rows).toEqual([{ opened: true }])
})

test('keep: percentage and completion stay, and what was watched lies within the new film; the old one is let go', async () => {
  const { id } = await watched('watched_20')
  await env.db.query(`update progress set watched = '[[0, 30], [60, 90]]' where activity_id = $1`, [id])
  await change(id, { upload_ids: [films[1]], progress: 'keep' })
  expect(await mine(id)).toMatchObject({ percent: 30, completed: true })
  expect((await env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})).watched).toEqual([[0, 30]])
  expect(await audited(id)).toEqual([])
  expect((await env.facts('FilesHeld')).at(-1)).toMatchObject({ holder: `activity:${id}`, upload_ids: [films[1]] })
})

test('the choice is the teacher’s to make: 400 without it, and for starting again where nothing is replaced', async () => {
  const { id } = await watched('watched_20')
  expect((await change(id, { upload_ids: [films[1]] })).body.details.progress[0].code).toBe('field.required')
  expect((await change(id, { upload_ids: [films[0]], progress: 'restart' })).body.details.progress[0].code).toBe('activity.nothingReplaced')
  expect((await change(id, { upload_ids: [films[1]], progress: 'keep', version: 1 })).body.code).toBe('activity.newer')
  const reader = async () => await env.upload(env.teacher, { type: 'document', name: 'reader.pdf', duration: undefined, videos: [] })
  const material = await add({ type: 'material', upload_ids: [await reader()] })
  await env.ok(env.student, 'POST', `/api/course/activities-read/${material}`)
  const next = await reader()
  expect((await change(material, { upload_ids: [next], progress: 'restart' })).status).toBe(400)
  expect((await change(material, { upload_ids: [next] })).body.uploads[0].id).toBe(next)
  expect(await mine(material)).toMatchObject({ completed: true })
})
