// The main job through the public calls: a teacher makes a course with a real video, students join and watch it, others are kept out.
import { randomUUID } from 'node:crypto'
import { CallFailed } from '@lyceum/kit/calls/client'
import { factName } from '@lyceum/kit/facts/wire-format'
import { until } from '@lyceum/kit/test/wait'
import { hintAudiences } from '@lyceum/proto/hint-audiences'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { film, pdf, song } from '../media.ts'
import { newSchool, product } from './product.ts'
import { type Person, type School, visitor } from './school.ts'
import { send, settled, storageKinds } from './send.ts'

let school: School, teacher: Person, student: Person
let course: string, video: string, code: string
const at = product()

/** The status and code of a refusal, or 'ok'. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )
const bytes = (path: string, init?: RequestInit) => fetch(new URL(path, at.bytes), init)

beforeAll(async () => {
  school = await newSchool()
  teacher = await school.signIn('teacher')
  student = await school.signIn('student')
})

describe('a teacher', () => {
  test('makes a course and adds a module at once, though events still travel', async () => {
    course = (await teacher.call('POST /api/course', { body: { name: 'Marine Biology', course_code: 'MB 214' } })).id
    const module = await teacher.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: 'Ocean circulation' } })
    expect(module.course_id).toBe(course)
  })

  test.each(storageKinds)('uploads an mp4 by %s: processing, playable, ready in three qualities', async (kind) => {
    // one long enough to be watched; the others short, for the time it takes
    const upload = await send(teacher, `Deep water ${kind}.mp4`, kind === 'media' ? await film() : await film(2, '960x544'), kind)
    const { upload: done, states } = await settled(teacher, upload.id)
    expect(done).toMatchObject({ status: 'ready', type: 'video', percent: 100, reason: null })
    expect(done.videos.map(({ resolution }) => resolution)).toEqual(['QVGA', 'VGA', 'HD'])
    expect(states.at(-1)).toBe('ready')
    if (kind === 'media') video = upload.id
  })

  test('uploads sound, and learns why a broken film cannot be played', async () => {
    const [heard, broken] = await Promise.all([
      send(teacher, 'Whale song.mp3', await song()).then(({ id }) => settled(teacher, id)),
      send(teacher, 'Broken.mp4', Buffer.concat([(await film()).subarray(0, 40), Buffer.alloc(5000, 1)])).then(({ id }) =>
        settled(teacher, id),
      ),
    ])
    expect(heard.upload).toMatchObject({ status: 'ready', type: 'audio' })
    expect(broken.upload.status).toBe('failed')
    expect(broken.upload.reason).toMatch(/^upload\./)
    expect(await refusal(teacher.call('POST /api/uploads/:id/retry', { params: { id: heard.upload.id } }))).toBe('409 upload.notFailed')
  })

  test('adds the video and a PDF, publishes the course and reads its code', async () => {
    const params = { id: course }
    const sheet = await send(teacher, 'Reader.pdf', pdf())
    const watch = await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'online_video', title: 'Why deep water sinks', upload_ids: [video], published: true },
    })
    await teacher.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'material', title: 'Course reader', upload_ids: [sheet.id], published: true },
    })
    expect(watch.uploads[0]?.status).toBe('ready')
    expect((await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })).course_attributes.published).toBe(
      true,
    )
    code = (await teacher.call('GET /api/course/:id/access_code', { params })).access_code
    expect(code).toMatch(/^[0-9A-Z]{7,}$/)
  })

  test('finds the access code in no list, and no other course by guessing', async () => {
    const search = await teacher.send('POST', '/api/courses?page=1&page_size=100', {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await search.text()).not.toContain(code)
    expect(await (await teacher.send('GET', '/api/my-courses')).text()).not.toContain(code)
    expect(await refusal(student.call('GET /api/course/access-code/:code/validate', { params: { code: 'abc' } }))).toMatch(/^400/)
    expect(await refusal(student.call('GET /api/course/access-code/:code/validate', { params: { code: 'ZZZZZZZZZ' } }))).toMatch(/^400/)
  })
})

describe('a student', () => {
  test('joins by the code and sees the content at once', async () => {
    expect((await student.call('GET /api/course/access-code/:code/validate', { params: { code } })).course.name).toBe('Marine Biology')
    await student.call('POST /api/course/join', { body: { access_code: code } })
    const content = await student.call('GET /api/courses/:id/content', { params: { id: course } })
    expect(content.activities.map(({ title }) => title)).toEqual(['Why deep water sinks', 'Course reader'])
  })

  test('plays every quality from the bytes listener, resumes, and completes by what was really watched', async () => {
    const id = await activityId('online_video')
    const play = await student.call('POST /api/activities/:id/play', { params: { id }, body: {} })
    const master = await (await bytes(play.urls.hls!)).text()
    const qualities = master.split('\n').filter((line) => line.endsWith('.m3u8'))
    expect(qualities).toHaveLength(3)
    for (const quality of qualities) {
      const list = await bytes(play.urls.hls!.replace('master.m3u8', quality))
      const segment = (await list.text()).split('\n').find((line) => line.endsWith('.ts'))!
      const answer = await bytes(play.urls.hls!.replace('master.m3u8', quality.replace('index.m3u8', segment)))
      expect(answer.status).toBe(200)
      expect(new Uint8Array(await answer.arrayBuffer())[0]).toBe(0x47)
    }
    await letPass(student, 2.5)
    const beat = await student.call('POST /api/play-sessions/:id/heartbeat', {
      params: { id: play.play_session_id },
      body: { seq: 1, intervals: [[0, 2]], position: 2 },
    })
    expect(beat).toMatchObject({ completed: false, watched: [[0, 2]] })
    const again = await student.call('POST /api/activities/:id/play', { params: { id }, body: {} })
    expect(again).toMatchObject({ resume_at: 2, watched: [[0, 2]] })
    await letPass(student, 4)
    const last = await student.call('POST /api/play-sessions/:id/heartbeat', {
      params: { id: again.play_session_id },
      body: { seq: 1, intervals: [[2, 6]], position: 6 },
    })
    expect(last).toMatchObject({ completed: true })
    const content = await student.call('GET /api/courses/:id/content', { params: { id: course } })
    expect(content.completeness).toMatchObject({ completed_count: 1, activity_count: 2, study_completeness: 50 })
  })

  test('a report of more seconds than have passed is refused, and nothing is counted', async () => {
    const cheat = await school.signIn('secondStudent')
    await cheat.call('POST /api/course/join', { body: { access_code: code } })
    const play = await cheat.call('POST /api/activities/:id/play', { params: { id: await activityId('online_video') }, body: {} })
    const answer = refusal(
      cheat.call('POST /api/play-sessions/:id/heartbeat', {
        params: { id: play.play_session_id },
        body: { seq: 1, intervals: [[0, 6]], position: 6 },
      }),
    )
    expect(await answer).toMatch(/^4\d\d progress\.tooFast$/)
    const watchers = await teacher.call('GET /api/activities/:id/watchers', { params: { id: await activityId('online_video') }, query: {} })
    expect(watchers.items.find(({ person }) => person.id === cheat.id)?.watched_seconds ?? 0).toBe(0)
  })

  test('the teacher sees who has watched what', async () => {
    const watchers = await teacher.call('GET /api/activities/:id/watchers', { params: { id: await activityId('online_video') }, query: {} })
    expect(watchers.items.find(({ person }) => person.id === student.id)).toMatchObject({ completed: true, watched: [[0, 6]] })
    expect(
      await refusal(student.call('GET /api/activities/:id/watchers', { params: { id: await activityId('online_video') }, query: {} })),
    ).toBe('403 forbidden')
  })

  test('is told of the course and of a new activity, with all that its link needs', async () => {
    const added = await teacher.call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: { type: 'page', title: 'Field notes', body: '<p>Salt</p>', published: true },
    })
    const found = await until(async () => {
      const { items } = await student.call('GET /api/notifications', { query: { page_size: 50 } })
      return items.find(({ payload }) => payload.subjects.some(({ id }) => id === added.id))
    })
    expect(found).toMatchObject({ type: 'activity_opened', payload: { course: { id: course }, params: { activity_type: 'page' } } })
  })
})

describe('open pages', () => {
  test('a student’s doing gives hints to the student and the teacher alone', async () => {
    const others = await school.signIn('secondStudent')
    await others.call('POST /api/course/join', { body: { access_code: code } })
    const page = await teacher.call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: { type: 'page', title: 'Salinity', body: '<p>35</p>', published: true, completion_criterion_key: 'read' },
    })
    const [mine, theirs, teachers] = await Promise.all([listen(student), listen(others), listen(teacher)])
    await student.call('POST /api/course/activities-read/:id', { params: { id: page.id } })
    await until(() => mine.subjects().includes('progressChanged') && teachers.subjects().includes('progressChanged'))
    // what concerns all arrives after it
    await teacher.call('PUT /api/activities/:id', { params: { id: page.id }, body: { title: 'Salinity II' } })
    await until(() => theirs.subjects().includes('activityChanged'))
    expect(theirs.subjects()).not.toContain('progressChanged')
    for (const stream of [mine, theirs, teachers]) stream.end()
  })

  test.runIf(at.way === 'one')('every fact of one person’s doing has named its people', async () => {
    const named = Object.entries(hintAudiences).flatMap(([name, { to }]) => (to === 'people' ? [name] : []))
    for (const service of ['course', 'activity', 'upload'] as const) {
      const log = new pg.Client(at.databases[service])
      await log.connect()
      const { rows } = await log.query<{ type: string; people: string[] | null }>(
        `select type, jsonb_agg(distinct hint->'people') as people from kit.outbox where org_id = $1 and value is not null group by type`,
        [school.id],
      )
      await log.end()
      const unnamed = rows.filter(({ type, people }) => named.includes(factName(type)) && people?.includes(null as never))
      expect([service, unnamed.map(({ type }) => type)]).toEqual([service, []])
      expect(rows.length).toBeGreaterThan(0)
    }
  })
})

/** The hints of a page that this person has open. */
async function listen({ cookie }: Person) {
  const end = new AbortController()
  const answer = await fetch(`${at.url}/api/events?scope=${school.id}`, { headers: { cookie }, signal: end.signal })
  let text = ''
  void (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part
  })().catch(() => {})
  return { subjects: () => [...text.matchAll(/"subject":"(\w+)"/g)].map(([, subject]) => subject), end: () => end.abort() }
}

describe('others', () => {
  test('403 for a student of another course, 401 for a visitor, and no segment for either', async () => {
    const stranger = await school.signIn('thirdStudent')
    const id = await activityId('online_video')
    expect(await refusal(stranger.call('GET /api/courses/:id/content', { params: { id: course } }))).toBe('403 forbidden')
    expect(await refusal(stranger.call('POST /api/activities/:id/play', { params: { id }, body: {} }))).toBe('403 forbidden')
    expect((await visitor(at).send('GET', `/api/courses/${course}/content`, { headers: { 'request-scope': school.id } })).status).toBe(401)
    for (const grant of ['nonsense', 'e30.e30']) expect((await bytes(`/bytes/${grant}/master.m3u8`)).status).toBeGreaterThanOrEqual(400)
  })

  test('a grant is refused soon after sign-out', async () => {
    const leaving = await school.signIn('student')
    const play = await leaving.call('POST /api/activities/:id/play', { params: { id: await activityId('online_video') }, body: {} })
    expect((await bytes(play.urls.hls!)).status).toBe(200)
    await leaving.signOut()
    // upload's own tests prove the time by the clock (playback.test.ts)
    await expect.poll(async () => (await bytes(play.urls.hls!)).status, { interval: 200 }).toBe(403)
    expect(await refusal(leaving.call('GET /api/my-courses', { query: {} }))).toMatch(/^401/)
  })

  test('a call without Request-Scope writes nothing', async () => {
    const answer = await visitor(at, { cookie: teacher.cookie }).send('POST', '/api/course', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'No scope' }),
    })
    expect(answer.status).toBe(400)
    const other = await newSchool()
    expect((await visitor(at, { cookie: teacher.cookie, 'request-scope': other.id }).send('GET', '/api/my-courses')).status).toBe(403)
  })

  test('clicks reach the log of user actions', async () => {
    const answer = await visitor(at, { cookie: student.cookie }).send('POST', '/api/user-actions', {
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({
        action: 'course.open',
        screen_width: 1280,
        screen_height: 800,
        course_id: course,
        attributes: { tag: randomUUID() },
      }),
    })
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ accepted: 1 })
  })
})

async function activityId(type: string): Promise<string> {
  const { activities } = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  return activities.find((activity) => activity.type === type)!.id
}

/** Moves the stored plays of this person back by so many seconds, as if they had watched for that time. */
async function letPass(person: Person, seconds: number): Promise<void> {
  const client = new pg.Client(at.databases.activity)
  await client.connect()
  const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $2)`
  const values = [person.id, seconds]
  await client.query(`update play_sessions set ${earlier('started_at')}, ${earlier('last_beat_at')} where person_id = $1`, values)
  await client.query(`update progress set ${earlier('credited_until')} where person_id = $1`, values)
  await client.end()
}
