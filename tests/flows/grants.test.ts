// A student's grants end with the right to them, in all services together, and only fetched segments count as watched.
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFailed } from '@lyceum/kit/calls/client'
import { reached } from '@lyceum/kit/test/wait'
import { beforeAll, describe, expect, test } from 'vitest'
import { film } from '../media.ts'
import { newSchool, product } from './product.ts'
import type { Person, School } from './school.ts'
import { send, settled } from './send.ts'

let school: School, teacher: Person, student: Person, second: Person, third: Person, video: string
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )
const bytes = (path: string) => fetch(new URL(path, product().bytes))

beforeAll(async () => {
  school = await newSchool()
  ;[teacher, student, second, third] = (await Promise.all(
    (['teacher', 'student', 'secondStudent', 'thirdStudent'] as const).map((who) => school.signIn(who)),
  )) as [Person, Person, Person, Person]
  video = (await settled(teacher, (await send(teacher, 'Deep water.mp4', await film(12, '640x360'))).id)).upload.id
})

/** A published course with the film in it and the student playing it. */
async function playing(student: Person, settings: { forward_seeking?: boolean } = {}) {
  const course = (await teacher.call('POST /api/course', { body: { name: 'Tides' } })).id
  const params = { id: course }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const { enrollments } = await teacher.call('POST /api/courses/:id/enrollments', {
    params,
    body: { person_ids: [student.id], role: 'student' },
  })
  const activity = (
    await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'online_video', title: 'Why deep water sinks', upload_ids: [video], published: true, settings },
    })
  ).id
  expect(await reached(() => refusal(student.call('GET /api/activities/:id', { params: { id: activity } })), 'ok', 30_000)).toBe('ok')
  const play = await student.call('POST /api/activities/:id/play', { params: { id: activity }, body: {} })
  let seq = 0
  const beat = (...intervals: [number, number][]) =>
    student.call('POST /api/play-sessions/:id/heartbeat', { params: { id: play.play_session_id }, body: { seq: ++seq, intervals } })
  const list = await (await bytes(play.urls.hls!)).text()
  const quality = list.split('\n').find((line) => line.endsWith('.m3u8'))!
  const segment = async (nth: number) => {
    const file = quality.replace('index.m3u8', `s${String(nth).padStart(5, '0')}.ts`)
    const answer = await bytes(play.urls.hls!.replace('master.m3u8', file))
    await answer.arrayBuffer()
    return answer.status
  }
  return { course, activity, enrolment: enrollments[0]!.id, play, beat, segment }
}
type Playing = Awaited<ReturnType<typeof playing>>

const losses: Record<string, (at: Playing) => Promise<unknown>> = {
  'taken out of the course': ({ enrolment }) => teacher.call('DELETE /api/course/enrollments', { body: { enrollment_ids: [enrolment] } }),
  'the course hidden': ({ course }) => teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: false } }),
  'the course deleted': ({ course }) => teacher.call('DELETE /api/course/:id', { params: { id: course } }),
  'the activity hidden': ({ activity }) =>
    teacher.call('PUT /api/activities/:id', { params: { id: activity }, body: { published: false } }),
  'activities hidden together': ({ course, activity }) =>
    teacher.call('POST /api/courses/:id/publish-activities', {
      params: { id: course },
      body: { activity_ids: [activity], published: false },
    }),
  'the activity deleted': ({ activity }) => teacher.call('DELETE /api/activities/:id', { params: { id: activity }, query: {} }),
  'the end moved to before now': ({ activity }) =>
    teacher.call('PUT /api/activities/:id', {
      params: { id: activity },
      body: { end_time: new Date(Date.now() - 60_000).toISOString() },
    }),
  'the end moved to in a moment': ({ activity }) =>
    teacher.call('PUT /api/activities/:id', {
      params: { id: activity },
      body: { end_time: new Date(Date.now() + 1000).toISOString() },
    }),
  'the end moved to before now for them alone': ({ course, activity }) =>
    teacher.call('POST /api/courses/:id/allowances', {
      params: { id: course },
      body: { activity_id: activity, person_ids: [student.id], closes: new Date(Date.now() - 60_000).toISOString() },
    }),
  'the beginning moved to tomorrow': ({ activity }) =>
    teacher.call('PUT /api/activities/:id', {
      params: { id: activity },
      body: { start_time: new Date(Date.now() + 86_400_000).toISOString() },
    }),
}

// a heartbeat may report no more seconds than have passed: sleeps of this file are time of watching
// upload's own tests prove the limit of 10 s (bytes/basis.test.ts)
describe.concurrent('soon the bytes end, and no beat counts', () => {
  test.each(Object.keys(losses))('%s', async (name) => {
    const at = await playing(student)
    expect(await at.segment(0)).toBe(200)
    await sleep(1200)
    expect((await at.beat([0, 1])).watched).toEqual([[0, 1]])
    await losses[name]!(at)
    expect(await reached(() => at.segment(1), 403, 30_000)).toBe(403)
    const answer = await refusal(at.beat([1, 2]))
    // a heartbeat within half a minute after the end may still report intervals watched before it
    if (!name.includes('in a moment')) expect(answer).toMatch(/^40[34] /)
    expect(await refusal(student.call('POST /api/activities/:id/play', { params: { id: at.activity }, body: {} }))).toMatch(/^40[34] /)
  })
})

describe.concurrent('seconds that count as watched', () => {
  test('nothing of what was never fetched; then only that', async () => {
    const at = await playing(second)
    await sleep(6500)
    expect((await at.beat([0, 6])).watched).toEqual([])
    expect(await at.segment(0)).toBe(200)
    const [[from, to] = []] = (await at.beat([0, 6])).watched
    expect([from, to! >= 4, to! <= 6]).toEqual([0, true, true])
  })
  test('nothing of segments that were only asked for: a header, or a byte of it', async () => {
    const at = await playing(third)
    const address = new URL(at.play.urls.hls!.replace('master.m3u8', 'qvga/s00000.ts'), product().bytes)
    const { headers } = await fetch(address, { method: 'HEAD' })
    await (await fetch(address, { headers: { range: 'bytes=0-9' } })).arrayBuffer()
    await fetch(address, { headers: { 'if-none-match': headers.get('etag')! } })
    await sleep(3000)
    expect((await at.beat([0, 3])).watched).toEqual([])
  })
  test('many small steps are one large one while seeking ahead is off', async () => {
    const at = await playing(student, { forward_seeking: false })
    for (const nth of [0, 1, 2]) expect(await at.segment(nth)).toBe(200)
    await sleep(1500)
    expect(await refusal(at.beat(...[2, 4, 6, 8, 10].map((second): [number, number] => [second, second + 0.1])))).toBe(
      '409 progress.notForwardSeek',
    )
    await sleep(1000)
    expect((await at.beat([0, 2])).watched).toEqual([[0, 2]])
  })
})
