// Heartbeats that must not count: after the end of the right, and of scripts that claim seconds nobody watched.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let video: string
let activity: string
let session: string
beforeAll(async () => {
  env = await testCourse()
})
afterAll(async () => {
  await env?.stop()
})
const add = async (draft: object = {}) =>
  (
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
      title: 'Why deep water sinks',
      published: true,
      type: 'online_video',
      upload_ids: [video],
      ...draft,
    })
  ).id as string
const play = async (id = activity): Promise<string> => (await env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})).play_session_id
const beat = (seq: number, intervals: number[][], fields: object = {}, of = session) =>
  env.call(env.student, 'POST', `/api/play-sessions/${of}/heartbeat`, { seq, intervals, ...fields })
const code = async (answer: ReturnType<typeof beat>) => {
  const { status, body } = await answer
  return `${status} ${body.code ?? body.state}`
}
const watched = async () => {
  const { rows } = await env.db.query('select watched_seconds from progress where activity_id = $1 and person_id = $2', [
    activity,
    env.student.person,
  ])
  return rows[0].watched_seconds as number
}
/** Moves the start of the play session back by seconds, with all of the film served. */
const backdate = async (seconds: number, of = session) => {
  await env.db.query(`update play_sessions set started_at = started_at - $2 * interval '1 second' where id = $1`, [of, seconds])
  await env.serve(env.student, video)
}
const change = (draft: object) => env.ok(env.teacher, 'PUT', `/api/activities/${activity}`, draft)
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

beforeEach(async () => {
  video = await env.upload(env.teacher, { duration: 7200 })
  activity = await add()
  session = await play()
  await backdate(100)
})

describe('after the right has ended nothing counts', () => {
  const counted = async () => expect(await code(beat(1, [[0, 10]]))).toBe('200 counted')
  const nothing = async (refusal: string) => {
    expect(await code(beat(2, [[10, 20]]))).toBe(refusal)
    expect(await watched()).toBe(10)
  }
  test('unpublished, and again after it is published', async () => {
    await counted()
    await change({ published: false })
    await nothing('404 activity.notFound')
    await change({ published: true })
    expect(await code(beat(3, [[10, 20]]))).toBe('200 counted')
  })
  test('unpublished together with others', async () => {
    await counted()
    await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: [activity], published: false })
    await nothing('404 activity.notFound')
  })
  test('deleted', async () => {
    await counted()
    await env.ok(env.teacher, 'DELETE', `/api/activities/${activity}`)
    await nothing('404 activity.notFound')
  })
  test('ended: a heartbeat just after it counts up to the end, a later one does not', async () => {
    await counted()
    await change({ end_time: secondsAgo(5) })
    expect(await code(beat(2, [[10, 20]]))).toBe('200 counted')
    await change({ end_time: secondsAgo(95) })
    expect(await code(beat(3, [[20, 21]]))).toBe('403 activity.ended')
    expect(await watched()).toBe(20)
  })
  test('ended: a heartbeat just after it can spend only the time before the end', async () => {
    // 100 s have passed, 80 of them before the end; 10 are spent
    await counted()
    await change({ end_time: secondsAgo(20) })
    for (const [seq, to] of [
      [2, 40],
      [3, 70],
    ])
      expect(await code(beat(seq!, [[to! - 30, to!]]))).toBe('200 counted')
    expect(await code(beat(4, [[70, 90]]))).toBe('409 progress.tooFast')
  })
  test('moved into the future', async () => {
    await counted()
    await change({ start_time: new Date(Date.now() + 3_600_000).toISOString() })
    await nothing('403 activity.notStarted')
  })
  test('another film: the seconds of the one before are not its seconds', async () => {
    await counted()
    const other = await env.upload(env.teacher, { duration: 7200 })
    await change({ upload_ids: [other], progress: 'restart' })
    await env.serve(env.student, other)
    expect(await code(beat(2, [[10, 20]]))).toBe('404 playSession.notFound')
    expect(await watched()).toBe(0)
  })
  test('no longer enrolled, the course unpublished, the course deleted', async () => {
    const course = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Tides' })).body.id
    const publish = (published: boolean) => env.inCourse(env.teacher, 'PUT', `/api/courses/${course}/publish`, { published })
    const enrol = async () =>
      (await env.inCourse(env.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [env.student.person], role: 'student' }))
        .body.enrollments[0].id as string
    await publish(true)
    const enrolment = await enrol()
    activity = (
      await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, {
        title: 'Tides',
        published: true,
        type: 'online_video',
        upload_ids: [video],
      })
    ).id
    session = await play()
    await backdate(100)
    await counted()
    await publish(false)
    await nothing('403 course.unpublished')
    await publish(true)
    await env.inCourse(env.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [enrolment] })
    await nothing('403 forbidden')
    await enrol()
    expect(await code(beat(3, [[5, 10]]))).toBe('200 counted')
    await env.inCourse(env.teacher, 'DELETE', `/api/course/${course}`)
    await nothing('404 playSession.notFound')
  })
  test('reading marks nothing either', async () => {
    const page = await add({ type: 'page', upload_ids: [] })
    const read = async () => (await env.call(env.student, 'POST', `/api/course/activities-read/${page}`)).body.code
    await env.ok(env.teacher, 'PUT', `/api/activities/${page}`, { end_time: secondsAgo(1) })
    expect(await read()).toBe('activity.ended')
    await env.ok(env.teacher, 'PUT', `/api/activities/${page}`, { published: false, end_time: null })
    expect(await read()).toBe('activity.notFound')
    expect((await env.db.query('select 1 from progress where activity_id = $1', [page])).rowCount).toBe(0)
  })
})

describe('scripts', () => {
  test('one heartbeat after a pause of an hour counts as one heartbeat', async () => {
    await backdate(3500)
    await beat(1, [[0, 3600]])
    expect(await watched()).toBeLessThanOrEqual(30)
    await beat(2, [[0, 3600]], { rate: 2 })
    expect(await watched()).toBeLessThanOrEqual(90)
  })
  test('many tiny intervals do not get ahead without forward seeking', async () => {
    activity = await add({ settings: { forward_seeking: false } })
    session = await play()
    await backdate(600)
    const leaps = Array.from({ length: 200 }, (_, nth) => [nth * 5, nth * 5 + 0.1])
    expect(await code(beat(1, leaps))).toBe('409 progress.notForwardSeek')
    // nor in as many heartbeats: skipped seconds cost wall clock
    await backdate(-550)
    let furthest = 0
    for (let seq = 2; seq < 60; seq++) {
      const { body } = await beat(seq, [[furthest + 4.8, furthest + 4.9]])
      furthest = body.watched?.at(-1)?.[1] ?? furthest
    }
    expect(furthest).toBeLessThanOrEqual(60)
  })
  test('fifty play sessions at once earn no more than one', async () => {
    const many = [session, ...(await Promise.all(Array.from({ length: 12 }, () => play())))]
    for (const one of many.slice(1)) await backdate(100, one)
    await Promise.all(
      many.flatMap((one, nth) => [1, 2, 3].map((seq) => beat(seq, [[(nth * 3 + seq) * 30, (nth * 3 + seq) * 30 + 30]], {}, one))),
    )
    expect(await watched()).toBeLessThanOrEqual(102)
  })
  test('a person who fetches nothing has watched nothing', async () => {
    const film = await env.upload(env.teacher, { duration: 100 })
    activity = await add({ upload_ids: [film] })
    session = await play()
    await env.db.query(`update play_sessions set started_at = started_at - interval '100 seconds' where id = $1`, [session])
    for (const seq of [1, 2, 3]) expect(await code(beat(seq, [[(seq - 1) * 30, seq * 30]]))).toBe('200 counted')
    expect(await watched()).toBe(0)
    await env.serve(env.student, film, [[0, 8]])
    await beat(4, [[0, 30]])
    expect(await watched()).toBeGreaterThanOrEqual(8)
    expect(await watched()).toBeLessThanOrEqual(10)
    await env.serve(env.student, film, [[8, 40]])
    await beat(5, [[8, 30]])
    expect(await watched()).toBe(30)
  })
  test('seconds served to another person or of another film do not count', async () => {
    const film = await env.upload(env.teacher, { duration: 100 })
    activity = await add({ upload_ids: [film] })
    session = await play()
    await env.db.query(`update play_sessions set started_at = started_at - interval '100 seconds' where id = $1`, [session])
    await env.serve({ ...env.student, person: newId() }, film)
    await env.serve(env.student, video)
    await beat(1, [[0, 10]])
    expect(await watched()).toBe(0)
  })
  test('without a record of served seconds the clock alone decides', async () => {
    await env.activities.world.kv.delete(`served:${env.student.person}:${video}`)
    await beat(1, [[0, 10]])
    expect(await watched()).toBe(10)
  })
})
