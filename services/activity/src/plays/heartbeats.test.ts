// Heartbeats that must not count: after the right has ended, and of scripts that claim what nobody watched.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let at: TestCourse
let video: string
let activity: string
let session: string
beforeAll(async () => {
  at = await testCourse()
})
afterAll(async () => {
  await at?.stop()
})
const add = async (draft: object = {}) =>
  (
    await at.ok(at.teacher, 'POST', `/api/courses/${at.course}/activities`, {
      title: 'Why deep water sinks',
      published: true,
      type: 'online_video',
      upload_ids: [video],
      ...draft,
    })
  ).id as string
const play = async (id = activity): Promise<string> => (await at.ok(at.student, 'POST', `/api/activities/${id}/play`, {})).play_session_id
const beat = (seq: number, intervals: number[][], more: object = {}, of = session) =>
  at.call(at.student, 'POST', `/api/play-sessions/${of}/heartbeat`, { seq, intervals, ...more })
const code = async (answer: ReturnType<typeof beat>) => {
  const { status, body } = await answer
  return `${status} ${body.code ?? body.state}`
}
const watched = async () => {
  const { rows } = await at.db.query('select watched_seconds from progress where activity_id = $1 and person_id = $2', [
    activity,
    at.student.person,
  ])
  return rows[0].watched_seconds as number
}
/** As if the play session had begun so many seconds earlier, and everything of the film had been fetched. */
const begun = async (seconds: number, of = session) => {
  await at.db.query(`update play_sessions set started_at = started_at - $2 * interval '1 second' where id = $1`, [of, seconds])
  await at.serve(at.student, video)
}
const change = (draft: object) => at.ok(at.teacher, 'PUT', `/api/activities/${activity}`, draft)
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

beforeEach(async () => {
  video = await at.upload(at.teacher, { duration: 7200 })
  activity = await add()
  session = await play()
  await begun(100)
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
    await at.ok(at.teacher, 'POST', `/api/courses/${at.course}/publish-activities`, { activity_ids: [activity], published: false })
    await nothing('404 activity.notFound')
  })
  test('deleted', async () => {
    await counted()
    await at.ok(at.teacher, 'DELETE', `/api/activities/${activity}`)
    await nothing('404 activity.notFound')
  })
  test('ended: a beat just after it counts up to the end, a later one does not', async () => {
    await counted()
    await change({ end_time: secondsAgo(5) })
    expect(await code(beat(2, [[10, 20]]))).toBe('200 counted')
    await change({ end_time: secondsAgo(95) })
    expect(await code(beat(3, [[20, 21]]))).toBe('403 activity.ended')
    expect(await watched()).toBe(20)
  })
  test('ended: of a beat just after it only the time before the end is there to be spent', async () => {
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
    const other = await at.upload(at.teacher, { duration: 7200 })
    await change({ upload_ids: [other] })
    await at.serve(at.student, other)
    expect(await code(beat(2, [[10, 20]]))).toBe('409 play.over')
    expect(await watched()).toBe(0)
  })
  test('no longer enrolled, the course unpublished, the course deleted', async () => {
    const course = (await at.inCourse(at.teacher, 'POST', '/api/course', { name: 'Tides' })).body.id
    const publish = (published: boolean) => at.inCourse(at.teacher, 'PUT', `/api/courses/${course}/publish`, { published })
    const enrol = async () =>
      (await at.inCourse(at.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [at.student.person], role: 'student' }))
        .body.enrollments[0].id as string
    await publish(true)
    const enrolment = await enrol()
    activity = (
      await at.ok(at.teacher, 'POST', `/api/courses/${course}/activities`, {
        title: 'Tides',
        published: true,
        type: 'online_video',
        upload_ids: [video],
      })
    ).id
    session = await play()
    await begun(100)
    await counted()
    await publish(false)
    await nothing('403 course.unpublished')
    await publish(true)
    await at.inCourse(at.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [enrolment] })
    await nothing('403 forbidden')
    await enrol()
    expect(await code(beat(3, [[5, 10]]))).toBe('200 counted')
    await at.inCourse(at.teacher, 'DELETE', `/api/course/${course}`)
    await nothing('404 playSession.notFound')
  })
  test('reading marks nothing either', async () => {
    const page = await add({ type: 'page', upload_ids: [] })
    const read = async () => (await at.call(at.student, 'POST', `/api/course/activities-read/${page}`)).body.code
    await at.ok(at.teacher, 'PUT', `/api/activities/${page}`, { end_time: secondsAgo(1) })
    expect(await read()).toBe('activity.ended')
    await at.ok(at.teacher, 'PUT', `/api/activities/${page}`, { published: false, end_time: null })
    expect(await read()).toBe('activity.notFound')
    expect((await at.db.query('select 1 from progress where activity_id = $1', [page])).rowCount).toBe(0)
  })
})

describe('scripts', () => {
  test('one beat after a pause of an hour counts as one beat', async () => {
    await begun(3500)
    await beat(1, [[0, 3600]])
    expect(await watched()).toBeLessThanOrEqual(30)
    await beat(2, [[0, 3600]], { rate: 2 })
    expect(await watched()).toBeLessThanOrEqual(90)
  })
  test('many tiny intervals do not get ahead where that is not allowed', async () => {
    activity = await add({ forward_seeking: false })
    session = await play()
    await begun(600)
    const leaps = Array.from({ length: 200 }, (_, nth) => [nth * 5, nth * 5 + 0.1])
    expect(await code(beat(1, leaps))).toBe('409 progress.notForwardSeek')
    // nor in as many beats: what is skipped costs its time
    await begun(-550)
    let furthest = 0
    for (let seq = 2; seq < 60; seq++) {
      const { body } = await beat(seq, [[furthest + 4.8, furthest + 4.9]])
      furthest = body.watched?.at(-1)?.[1] ?? furthest
    }
    expect(furthest).toBeLessThanOrEqual(60)
  })
  test('fifty play sessions at once earn no more than one', async () => {
    const many = [session, ...(await Promise.all(Array.from({ length: 12 }, () => play())))]
    for (const one of many.slice(1)) await begun(100, one)
    await Promise.all(
      many.flatMap((one, nth) => [1, 2, 3].map((seq) => beat(seq, [[(nth * 3 + seq) * 30, (nth * 3 + seq) * 30 + 30]], {}, one))),
    )
    expect(await watched()).toBeLessThanOrEqual(102)
  })
  test('who fetches nothing has watched nothing', async () => {
    const film = await at.upload(at.teacher, { duration: 100 })
    activity = await add({ upload_ids: [film] })
    session = await play()
    await at.db.query(`update play_sessions set started_at = started_at - interval '100 seconds' where id = $1`, [session])
    for (const seq of [1, 2, 3]) expect(await code(beat(seq, [[(seq - 1) * 30, seq * 30]]))).toBe('200 counted')
    expect(await watched()).toBe(0)
    await at.serve(at.student, film, [[0, 8]])
    await beat(4, [[0, 30]])
    expect(await watched()).toBeGreaterThanOrEqual(8)
    expect(await watched()).toBeLessThanOrEqual(10)
    await at.serve(at.student, film, [[8, 40]])
    await beat(5, [[8, 30]])
    expect(await watched()).toBe(30)
  })
  test('what was served is another person’s or another film’s: it does not count', async () => {
    const film = await at.upload(at.teacher, { duration: 100 })
    activity = await add({ upload_ids: [film] })
    session = await play()
    await at.db.query(`update play_sessions set started_at = started_at - interval '100 seconds' where id = $1`, [session])
    await at.serve({ ...at.student, person: newId() }, film)
    await at.serve(at.student, video)
    await beat(1, [[0, 10]])
    expect(await watched()).toBe(0)
  })
  test('where it is not known what was served, the clock alone decides', async () => {
    await at.it.world.kv.delete(`served:${at.student.person}:${video}`)
    await beat(1, [[0, 10]])
    expect(await watched()).toBe(10)
  })
})
