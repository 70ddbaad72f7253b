// Progress: playing, heartbeats, reading, and the lists of it.
import { grantKeys, verifyGrant } from '@lyceum/upload/mirror/grant'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let env: TestCourse
let video: string
let activity: string
beforeAll(async () => {
  env = await testCourse()
})
afterAll(async () => {
  await env?.stop()
})
const add = async (draft: object) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { title: 'Why deep water sinks', published: true, ...draft }))
    .id as string
beforeEach(async () => {
  video = await env.upload(env.teacher)
  activity = await add({ type: 'online_video', upload_ids: [video] })
})

const play = (as = env.student, id = activity) => env.call(as, 'POST', `/api/activities/${id}/play`, {})
/** Moves the start of the play session back by seconds, with all of the film served: the test does not wait. */
const backdate = async (session: string, seconds: number) => {
  await env.db.query(`update play_sessions set started_at = started_at - $2 * interval '1 second' where id = $1`, [session, seconds])
  await env.db.query(
    `update progress p set credited_until = credited_until - $2 * interval '1 second' from play_sessions s where s.id = $1 and s.activity_id = p.activity_id`,
    [session, seconds],
  )
  for (const person of [env.student, env.teacher]) await env.serve(person, video)
}
const beat = (session: string, seq: number, intervals: number[][], fields: object = {}, as = env.student) =>
  env.call(as, 'POST', `/api/play-sessions/${session}/heartbeat`, { seq, intervals, ...fields })
/** Sends heartbeats of at most 30 s, the most that one counts. Returns the last answer. */
const watch = async (session: string, from: number, to: number, as = env.student) => {
  let answer = await beat(session, 1, [[from, Math.min(to, from + 30)]], {}, as)
  for (let seq = 2; from + 30 * (seq - 1) < to; seq++)
    answer = await beat(session, seq, [[from + 30 * (seq - 1), Math.min(to, from + 30 * seq)]], {}, as)
  return answer
}
const progressFacts = async () => (await env.facts('ProgressChanged')).filter(({ activity_id }) => activity_id === activity)

describe('playing', () => {
  test('201 with a grant for this upload, person and session, four hours long, without the whole file', async () => {
    const { status, body } = await play()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      upload: { id: video, duration: 100 },
      urls: { hls: `/bytes/${body.grant}/master.m3u8`, file: null },
      resume_at: 0,
      watched: [],
      heartbeat_seconds: 15,
      forward_seeking: true,
    })
    const claims = verifyGrant(grantKeys(Buffer.alloc(32, 7).toString('base64url')), body.grant, new Date())
    expect(claims).toMatchObject({ upload: video, person: env.student.person, session: env.student.session, activity, file: false })
    expect(claims!.expires - Date.now() / 1000).toBeGreaterThan(4 * 3600 - 60)
    expect((await play(env.teacher)).body.urls.file).toMatch(/\/file$/)
  })
  test('409 until something can be played, then from the first segments', async () => {
    const upload = await env.upload(env.teacher, { status: 'processing', playable: false })
    const id = await add({ type: 'online_video', upload_ids: [upload] })
    expect((await play(env.student, id)).body.code).toBe('upload.notReady')
    await env.db.query('update uploads set playable = true where id = $1', [upload])
    expect((await play(env.student, id)).status).toBe(201)
    expect((await play(env.student, await add({ type: 'page' }))).body.code).toBe('activity.noUpload')
  })
  test('403 for a student of another course, 401 for nobody, 404 for an upload that is not in it', async () => {
    expect((await play(env.stranger)).status).toBe(403)
    expect((await env.activities.call(undefined, 'POST', `/api/activities/${activity}/play`, {})).status).toBe(401)
    expect((await env.call(env.student, 'POST', `/api/activities/${activity}/play`, { upload_id: newId() })).body.code).toBe(
      'lark.errorMsg.notFound',
    )
  })
})

describe('heartbeats', () => {
  test('a position beyond the end is the end', async () => {
    const { play_session_id } = (await play()).body
    expect((await beat(play_session_id, 1, [], { position: 1_000_000 })).body.resume_at).toBe(100)
  })
  test('are merged, resumed and emitted at each 5 % and at completion', async () => {
    const { play_session_id: session } = (await play()).body
    await backdate(session, 200)
    expect((await beat(session, 1, [[0, 3]], { position: 3 })).body).toMatchObject({
      percent: 3,
      watched_seconds: 3,
      watched: [[0, 3]],
      state: 'counted',
      completed: false,
    })
    expect(await progressFacts()).toHaveLength(0)
    await beat(
      session,
      2,
      [
        [3, 20],
        [60, 70],
      ],
      { position: 70 },
    )
    expect((await progressFacts()).at(-1)).toMatchObject({
      percent: 30,
      completed: false,
      watched_seconds: 30,
      person_id: env.student.person,
      org_id: env.org,
      course_id: env.course,
    })
    const resumed = (await play()).body
    expect(resumed).toMatchObject({
      resume_at: 70,
      watched: [
        [0, 20],
        [60, 70],
      ],
    })
    await beat(session, 3, [[15, 45]], { position: 45 })
    const last = await beat(session, 4, [[45, 65]], { position: 65 })
    expect(last.body).toMatchObject({ percent: 70, completed: false })
    expect((await beat(session, 5, [[70, 80.5]])).body).toMatchObject({ percent: 80, completed: true, watched: [[0, 80.5]] })
    const facts = await progressFacts()
    expect(facts.map(({ percent, completed }) => [percent, completed])).toEqual([
      [30, false],
      [55, false],
      [70, false],
      [80, true],
    ])
    expect(facts.map(({ version }) => BigInt(version)).every((version, nth, all) => nth === 0 || version > all[nth - 1]!)).toBe(true)
  })
  test('409 for more seconds than have passed, and nothing counts', async () => {
    const { play_session_id: session } = (await play()).body
    const { status, body } = await beat(session, 1, [[0, 80]])
    expect([status, body.code]).toEqual([409, 'progress.tooFast'])
    expect((await env.ok(env.student, 'GET', `/api/activities/${activity}`)).my).toMatchObject({ percent: 0, watched_seconds: 0 })
  })
  test('409 also in many small heartbeats, in a second play session, and for any claimed rate', async () => {
    const { play_session_id: session } = (await play()).body
    await backdate(session, 20)
    const statuses: number[] = []
    for (let nth = 0; nth < 12; nth++) statuses.push((await beat(session, nth + 1, [[nth * 5, nth * 5 + 5]])).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    const second = (await play()).body.play_session_id
    expect((await beat(second, 1, [[50, 70]])).status).toBe(409)
    expect((await beat(second, 2, [[50, 70]], { rate: 4 })).status).toBe(409)
    expect((await beat(second, 3, [[50, 70]], { rate: 100 })).status).toBe(400)
  })
  test('a repeated heartbeat changes nothing and is not refused', async () => {
    const { play_session_id: session } = (await play()).body
    await backdate(session, 15)
    const first = await beat(session, 1, [[0, 15]])
    const again = await beat(session, 1, [[0, 15]])
    expect([first.body.state, again.body.state, again.body.watched_seconds]).toEqual(['counted', 'repeated', 15])
  })
  test('409 for seeking ahead without forward seeking', async () => {
    const strict = await add({ type: 'online_video', upload_ids: [video], settings: { forward_seeking: false } })
    const { play_session_id: session } = (await play(env.student, strict)).body
    await backdate(session, 60)
    expect((await beat(session, 1, [[50, 60]])).body.code).toBe('progress.notForwardSeek')
    expect(
      (
        await beat(session, 2, [
          [0, 10],
          [10, 20],
        ])
      ).status,
    ).toBe(200)
    // a position beyond the watched part is not resumed
    await beat(session, 3, [], { position: 55 })
    expect((await play(env.student, strict)).body.resume_at).toBe(20)
  })
  test('403 for somebody else’s play session, 404 for an unknown one, 409 for one of the day before yesterday', async () => {
    const { play_session_id: session } = (await play()).body
    expect((await beat(session, 1, [[0, 1]], {}, env.teacher)).status).toBe(403)
    expect((await beat(newId(), 1, [])).status).toBe(404)
    await backdate(session, 30 * 3600)
    expect((await beat(session, 1, [[0, 1]])).body.code).toBe('play.over')
  })
  test.each([[[[0]]], [[[0, 'a']]], [[[-1, 5]]], [Array(201).fill([0, 1])]])('400 for the intervals %#', async (intervals) => {
    expect((await beat(newId(), 1, intervals as number[][])).status).toBe(400)
  })
  test('of a hundred at once on one play session each counts once', async () => {
    const { play_session_id: session } = (await play()).body
    await backdate(session, 100)
    await Promise.all(Array.from({ length: 20 }, (_, nth) => beat(session, nth + 1, [[nth, nth + 1]])))
    const { my } = await env.ok(env.student, 'GET', `/api/activities/${activity}`)
    const counted = (await env.db.query('select watched_seconds from progress where activity_id = $1', [activity])).rows[0].watched_seconds
    expect(my.watched_seconds).toBe(counted)
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBeLessThanOrEqual(20)
  })
  test('a teacher’s own progress is saved for them and not emitted', async () => {
    const { play_session_id: session } = (await play(env.teacher)).body
    await backdate(session, 100)
    expect((await watch(session, 0, 90, env.teacher)).body).toMatchObject({ percent: 90, completed: true })
    expect(await progressFacts()).toHaveLength(0)
  })
})

describe('reading', () => {
  test('completes a material, once', async () => {
    activity = await add({
      type: 'material',
      upload_ids: [await env.upload(env.teacher, { type: 'document', name: 'reader.pdf', duration: undefined, videos: [] })],
    })
    const read = () => env.call(env.student, 'POST', `/api/course/activities-read/${activity}`)
    const first = await read()
    expect([first.status, first.body]).toMatchObject([200, { percent: 100, completed: true }])
    expect((await read()).body).toMatchObject({ read_at: first.body.read_at, completed_at: first.body.completed_at })
    expect(await progressFacts()).toMatchObject([{ percent: 100, completed: true }])
    expect((await play(env.student)).body.urls).toMatchObject({ hls: null, file: expect.stringMatching(/file$/) })
  })
  test('does not complete a video', async () => {
    expect((await env.call(env.student, 'POST', `/api/course/activities-read/${activity}`)).body).toMatchObject({
      percent: 0,
      completed: false,
    })
  })
})

describe('lists', () => {
  test('every student by name for the teacher, 403 for the student', async () => {
    const { play_session_id: session } = (await play()).body
    await backdate(session, 100)
    await beat(session, 1, [[0, 20]])
    await beat(session, 2, [[40, 60]])
    const { body } = await env.call(env.teacher, 'GET', `/api/activities/${activity}/watchers`)
    expect(body).toMatchObject({
      total: 1,
      video_duration: 100,
      summary: { students: 1, started: 1, completed: 0 },
      items: [
        {
          person: { id: env.student.person, name: 'Maya Tan' },
          percent: 40,
          watched: [
            [0, 20],
            [40, 60],
          ],
          watched_seconds: 40,
          completed: false,
        },
      ],
    })
    expect((await env.call(env.student, 'GET', `/api/activities/${activity}/watchers`)).status).toBe(403)
    expect((await env.call(env.teacher, 'GET', `/api/activities/${activity}/watchers?keyword=nobody`)).body.total).toBe(0)
  })
  test('study completeness: mine for me, everybody’s for the teacher', async () => {
    const mine = async (as = env.student) => await env.ok(as, 'GET', `/api/courses/${env.course}/study-completeness`)
    const previous = await mine()
    expect(previous.items).toEqual([])
    const { play_session_id: session } = (await play()).body
    await backdate(session, 100)
    await watch(session, 0, 85)
    const after = await mine()
    expect(after.completed_count).toBe(previous.completed_count + 1)
    expect(after.last_activity).toMatchObject({ id: activity })
    expect(after.study_completeness).toBe(Math.floor((after.completed_count / after.activity_count) * 100))
    const { completeness } = await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)
    expect(completeness).toEqual({
      study_completeness: after.study_completeness,
      completed_count: after.completed_count,
      activity_count: after.activity_count,
    })
    expect((await mine(env.teacher)).items).toMatchObject([{ person: { name: 'Maya Tan' }, completed_count: after.completed_count }])
    expect((await env.call(env.stranger, 'GET', `/api/courses/${env.course}/study-completeness`)).status).toBe(403)
  })
  test('my learning: my courses and the videos I have begun, none of a school that has suspended me', async () => {
    const { play_session_id: session } = (await play()).body
    await backdate(session, 100)
    await beat(session, 1, [[0, 30]], { position: 30 })
    const { courses, watching } = await env.ok(env.student, 'GET', '/api/my-learning')
    expect(courses).toMatchObject([{ course_id: env.course }])
    expect(watching[0]).toMatchObject({ activity_id: activity, percent: 30, resume_at: 30, video_duration: 100 })
    expect(await env.ok(env.stranger, 'GET', '/api/my-learning')).toEqual({ courses: [], watching: [] })
    const suspendedIn = (orgs: string[]) =>
      env.db.query('update mirror.persons set suspended_in = $2 where id = $1', [env.student.person, orgs])
    await suspendedIn([env.org])
    expect(await env.ok(env.student, 'GET', '/api/my-learning')).toEqual({ courses: [], watching: [] })
    await suspendedIn([])
    await env.db.query(`update mirror.orgs set state = 'suspended' where id = $1`, [env.org])
    expect(await env.ok(env.student, 'GET', '/api/my-learning')).toEqual({ courses: [], watching: [] })
    await env.db.query(`update mirror.orgs set state = 'active' where id = $1`, [env.org])
  })
})
